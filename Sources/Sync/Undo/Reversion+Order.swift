/// The order of the tags of sets and groups.
extension Reversion {
    /// Removes tags that the step added to a set, adds those that it removed, and reverts their order.
    mutating func revertMembers(
        _ before: LocalSet, _ after: LocalSet, of set: ShownSet, _ edit: inout Edit, _ map: RowMap
    ) {
        let (old, new) = (united(before.members, isBefore: true), united(after.members, isBefore: false))
        for tag in new.subtracting(old).sorted() {
            revert(
                registers(set.ids, ids(ofTag: tag, edit, map)) { .member($0) },
                "tag '\(tagName(tag))' of set '\(after.name)'", to: .empty, &edit)
        }
        var added: Set<ThingID> = []
        for tag in old.subtracting(new).sorted() {
            let ids = self.ids(ofTag: tag, edit, map)
            guard let shown = ids.compactMap({ edit.state.shownIDs[$0] }).first, !set.members.contains(shown) else {
                continue
            }
            let newest = contents(registers(set.ids, ids) { .member($0) }, edit).max(by: Self.isOlder)
            if let newest, !isWritten(newest.key) {
                keep("tag '\(tagName(tag))' of set '\(after.name)'", .again, newest)
            } else {
                added.insert(shown)
            }
        }
        let present = set.members.filter { tag in
            edit.state.tags[tag]
                .map { shown in
                    registers(set.ids, shown.ids) { .member($0) }.contains { edit.registers[$0]?.value.position != nil }
                } ?? false
        }
        let order = former(
            present, before: things(before.members, edit, map), after: things(after.members, edit, map), adding: added)
        guard let order else { return keep("order of set '\(after.name)'", .again, nil) }
        result.changes.revert(added.count)
        if order != present { edit.arrange(order, in: set, present) }
    }

    /// Reverts the order of the tags of one-of groups, after each tag has its former group.
    mutating func revertGroups(_ edit: inout Edit, _ map: RowMap) {
        let (before, after) = (Self.groups(step.before), Self.groups(step.after))
        for (key, rows) in before.sorted(by: { $0.key < $1.key }) {
            guard let left = after[key], left != rows else { continue }
            let present = edit.state.groups[key] ?? []
            let (old, new) = (things(rows, edit, map), things(left, edit, map))
            // The tags that are in the group again have any place.
            let added = Set(old).subtracting(new).intersection(present)
            let others = present.filter { !added.contains($0) }
            guard let order = former(others, before: old, after: new, adding: added) else {
                keep("order of group '\(key)'", .again, nil)
                continue
            }
            guard order != present else { continue }
            edit.arrange(order, others)
            if added.isEmpty { result.changes.revert() }
        }
    }

    /// Returns the rows of the tags of each group, in order.
    private static func groups(_ content: LocalContent) -> [String: [Int64]] {
        Dictionary(grouping: content.tags.filter { $0.group != nil }) { foldedKey($0.group ?? "") }
            .mapValues { tags in
                tags.sorted { ($0.indexInGroup ?? 0, $0.row) < ($1.indexInGroup ?? 0, $1.row) }.map(\.row)
            }
    }

    private func things(_ rows: [Int64], _ edit: Edit, _ map: RowMap) -> [ThingID] {
        // Another row shows a merged tag.
        rows.compactMap { edit.thing(ofRow: $0, .tag, map) }
    }

    /// Returns a list with the order before a step, and what others have added since.
    ///
    /// - Parameters:
    ///   - present: The present list.
    ///   - before: The list before the step.
    ///   - after: The list after it.
    ///   - added: The elements that the step removed, and that return.
    /// - Returns: The list; `nil` if others changed the order, too.
    private func former(
        _ present: [ThingID], before: [ThingID], after: [ThingID], adding added: Set<ThingID>
    ) -> [ThingID]? {
        var list = present
        let common = Set(present).intersection(before).intersection(after)
        let (old, new) = (before.filter(common.contains), after.filter(common.contains))
        if old != new {
            guard present.filter(common.contains) == new else { return nil }
            var rest = old[...]
            list = present.map { common.contains($0) ? rest.removeFirst() : $0 }
        }
        for (index, element) in before.enumerated() where added.contains(element) {
            let place = before[..<index].reversed().lazy.compactMap { list.firstIndex(of: $0) }.first
            list.insert(element, at: place.map { $0 + 1 } ?? 0)
        }
        return list
    }
}

extension Edit {
    /// Writes the positions of as few members of a set as possible.
    mutating func arrange(_ order: [ThingID], in set: ShownSet, _ present: [ThingID]) {
        let known = Dictionary(zip(set.members, set.positions)) { first, _ in first }
        let positions = order.map { present.contains($0) ? known[$0] : nil }
        for (index, position) in newPositions(positions) {
            write(set.id, .member(order[index]), .position(position), always: true)
        }
    }

    /// Writes the positions of as few tags of a group as possible.
    mutating func arrange(_ order: [ThingID], _ present: [ThingID]) {
        let places = order.map { tag in present.contains(tag) ? state.tags[tag]?.place : nil }
        for (index, place) in newPositions(places) { write(order[index], .place, .position(place), always: true) }
    }
}
