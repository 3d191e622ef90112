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
        var returning: Set<ThingID> = []
        for tag in old.subtracting(new).sorted() {
            let ids = self.ids(ofTag: tag, edit, map)
            guard let shown = ids.compactMap({ edit.state.shownIDs[$0] }).first else { continue }
            let name = "tag '\(tagName(tag))' of set '\(after.name)'"
            let newest = newest(registers(set.ids, ids) { .member($0) }, edit)
            if let newest, !isWritten(newest.key) {
                keep(name, newest.content.value == .empty ? .again : .reverted, newest)
            } else if let index = set.members.firstIndex(of: shown) {
                // It was merged into a member. If that is undone, it has this place.
                for id in map.things(ofRow: tag, kind: .tag) where id != shown {
                    edit.write(set.id, .member(id), .position(set.positions[index]), always: true)
                }
                result.changes.revert()
            } else {
                returning.insert(shown)
                result.changes.revert()
            }
        }
        let order = ListOrder(before: things(before.members, edit, map), after: things(after.members, edit, map))
        for tag in order.moved where set.members.contains(tag) {
            let newest = newest(registers(set.ids, edit.state.tags[tag]?.ids ?? []) { .member($0) }, edit)
            if revertsPlace("place of '\(edit.state.tags[tag]?.name ?? "")' in set '\(after.name)'", newest) {
                returning.insert(tag)
            }
        }
        let present = set.members.filter { tag in
            let keys = registers(set.ids, edit.state.tags[tag]?.ids ?? []) { .member($0) }
            return contents(keys, edit).contains { $0.content.value.position != nil }
        }
        let list = order.former(present, returning: returning)
        if list != present { edit.arrange(list, in: set, returning) }
    }

    /// Returns whether a moved tag gets its former place; it stays if others moved it.
    private mutating func revertsPlace(_ name: String, _ newest: Register?) -> Bool {
        if let newest, !isWritten(newest.key) {
            keep(name, .again, newest)
            return false
        }
        result.changes.revert()
        return true
    }

    /// Reverts the order of the tags of one-of groups, after each tag has its former group.
    mutating func revertGroups(_ edit: inout Edit, _ map: RowMap) {
        let (before, after) = (Self.groups(step.before), Self.groups(step.after))
        for (key, rows) in before.sorted(by: { $0.key < $1.key }) {
            guard let left = after[key], left != rows else { continue }
            let present = edit.state.groups[key] ?? []
            let order = ListOrder(before: things(rows, edit, map), after: things(left, edit, map))
            // The tags that are in the group again have any place.
            var returning = Set(order.before).subtracting(order.after).intersection(present)
            for tag in order.moved where present.contains(tag) {
                let ids = edit.state.tags[tag]?.ids ?? []
                let newest = newest(ids.map { RegisterKey($0, .place) }, edit)
                if revertsPlace("place of '\(edit.state.tags[tag]?.name ?? "")' in group '\(key)'", newest) {
                    returning.insert(tag)
                }
            }
            let list = order.former(present, returning: returning)
            if list != present { edit.arrange(list, returning) }
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
}

/// The order of a list before and after a step.
private struct ListOrder {
    let before: [ThingID]
    let after: [ThingID]

    /// The elements that the step moved: those whose positions were written.
    var moved: [ThingID] {
        let common = Set(before).intersection(after)
        let old = Dictionary(before.filter(common.contains).enumerated().map { ($1, $0) }) { first, _ in first }
        let new = after.filter(common.contains)
        let kept = indexesInOrder(new.map { old[$0] })
        return new.indices.filter { !kept.contains($0) }.map { new[$0] }
    }

    /// Returns the present list with some elements at their former places: after the nearest element that preceded them.
    func former(_ present: [ThingID], returning: Set<ThingID>) -> [ThingID] {
        var list = present.filter { !returning.contains($0) }
        for (index, element) in before.enumerated() where returning.contains(element) {
            let place = before[..<index].reversed().lazy.compactMap { list.firstIndex(of: $0) }.first
            list.insert(element, at: place.map { $0 + 1 } ?? 0)
        }
        return list
    }
}

extension Edit {
    /// Writes the positions of members of a set that get other places, and of as few others as possible.
    mutating func arrange(_ order: [ThingID], in set: ShownSet, _ moved: Set<ThingID>) {
        let known = Dictionary(zip(set.members, set.positions)) { first, _ in first }
        for (index, position) in newPositions(order.map { moved.contains($0) ? nil : known[$0] }) {
            write(set.id, .member(order[index]), .position(position), always: true)
        }
    }

    /// Writes the positions of tags of a group that get other places, and of as few others as possible.
    mutating func arrange(_ order: [ThingID], _ moved: Set<ThingID>) {
        for (index, place) in newPositions(order.map { moved.contains($0) ? nil : state.tags[$0]?.place }) {
            write(order[index], .place, .position(place), always: true)
        }
    }
}
