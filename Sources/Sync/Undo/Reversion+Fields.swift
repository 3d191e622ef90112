/// The fields of rows that the step changed.
extension Reversion {
    /// Reverts all fields but names and places.
    mutating func revertFields(_ edit: inout Edit, _ map: RowMap) {
        for changed in step.tags {
            if let before = changed.before, let after = changed.after { revert(before, after, &edit, map) }
        }
        for changed in step.sets {
            if let before = changed.before, let after = changed.after { revert(before, after, &edit, map) }
        }
        for kind in [ThingKind.view, .rule] {
            for changed in step.queries(kind) {
                if let before = changed.before, let after = changed.after { revert(before, after, &edit, map) }
            }
        }
        for changed in step.items {
            if let before = changed.before, let after = changed.after { revert(before, after, &edit, map) }
        }
    }

    private mutating func revert(_ before: LocalTag, _ after: LocalTag, _ edit: inout Edit, _ map: RowMap) {
        let ids = self.ids(ofTag: after.row, edit, map)
        guard ids.contains(where: { edit.state.shows($0) }) else {
            return keepDeleted("tag '\(after.name)'", ids, edit)
        }
        let name = "of '\(after.name)'"
        revert(
            .description, of: ids, "description \(name)", from: .string(after.description),
            to: .string(before.description), &edit)
        revert(.color, of: ids, "color \(name)", from: .string(after.color), to: .string(before.color), &edit)
        revert(.group, of: ids, "group \(name)", from: .string(after.group), to: .string(before.group), &edit)
        revert(
            .importedUses, of: ids, "uses elsewhere \(name)", from: Self.count(after.importedUses),
            to: Self.count(before.importedUses), &edit)
        let (old, new) = (Self.byKey(before.aliases), Self.byKey(after.aliases))
        for key in Set(old.keys).union(new.keys).sorted() where old[key] != new[key] {
            let keys = ids.map { RegisterKey($0, .alias(key)) }
            let value = RegisterValue.string(old[key])
            if key == foldedKey(before.name) {
                // Nobody sees an alias that is the tag's name.
                for id in ids where isWritten(RegisterKey(id, .alias(key))) { edit.turnOff([.alias(key)], of: [id]) }
            } else if let former = old[key], new[key] != nil {
                revert(.alias(key), of: ids, "alias '\(former)'", from: .string(new[key]), to: value, &edit)
            } else {
                revert(keys, "alias '\(old[key] ?? new[key] ?? "")'", to: value, &edit)
            }
        }
        let implied = united(before.implications, isBefore: true)
        for other in implied.symmetricDifference(united(after.implications, isBefore: false)).sorted() {
            let isOn = implied.contains(other)
            revert(
                registers(ids, self.ids(ofTag: other, edit, map)) { .implication($0) },
                "implication of '\(tagName(other))' \(name)", to: isOn ? .flag(true) : .empty, &edit)
        }
        let distinct = united(before.distinguished, isBefore: true)
        for other in distinct.symmetricDifference(united(after.distinguished, isBefore: false)).sorted() {
            let others = self.ids(ofTag: other, edit, map)
            // The smaller id has the register.
            let keys = registers(ids, others) { .distinguished($0) } + registers(others, ids) { .distinguished($0) }
            let isOn = distinct.contains(other)
            revert(keys, "a pair of tags", to: isOn ? .flag(true) : .empty, &edit)
        }
    }

    private mutating func revert(_ before: LocalSet, _ after: LocalSet, _ edit: inout Edit, _ map: RowMap) {
        let (ids, shown) = self.ids(after.row, .set, edit, map)
        guard let shown, let set = edit.state.sets[shown] else { return keepDeleted("set '\(after.name)'", ids, edit) }
        let name = "of '\(after.name)'"
        func kind(_ set: LocalSet) -> RegisterValue { set.isDaily ? .string(dailySet) : .empty }
        revert(.kind, of: ids, "kind \(name)", from: kind(after), to: kind(before), &edit)
        for setting in Set(before.settings.keys).union(after.settings.keys).sorted() {
            revert(
                .setting(setting), of: ids, "\(setting) \(name)", from: .string(after.settings[setting]),
                to: .string(before.settings[setting]), &edit)
        }
        revertMembers(before, after, of: set, &edit, map)
    }

    private mutating func revert(_ before: LocalQuery, _ after: LocalQuery, _ edit: inout Edit, _ map: RowMap) {
        let (ids, shown) = self.ids(after.row, after.kind, edit, map)
        let name = after.kind == .view ? "view '\(after.name)'" : "a rule"
        guard shown != nil else { return keepDeleted(name, ids, edit) }
        let part = after.kind == .view ? "query of '\(after.name)'" : name
        revert(.query, of: ids, part, from: .string(after.query), to: .string(before.query), &edit)
        func kind(_ rule: LocalQuery) -> RegisterValue { rule.isAutomatic ? .string(automaticRule) : .empty }
        revert(.kind, of: ids, part, from: kind(after), to: kind(before), &edit)
    }

    private mutating func revert(_ before: LocalItem, _ after: LocalItem, _ edit: inout Edit, _ map: RowMap) {
        let tags = united(before.tags, isBefore: true)
        let newTags = united(after.tags, isBefore: false)
        guard tags != newTags || !before.hasFields(of: after) else { return }
        let (ids, shown) = self.ids(after.row, .item, edit, map, successor: successor(after, edit, map))
        guard shown != nil else { return keepDeleted("'\(after.shortName)'", ids, edit) }
        let name = "of '\(shown.flatMap { edit.state.items[$0]?.title } ?? after.shortName)'"
        revert(.title, of: ids, "title \(name)", from: .string(after.titleIfAny), to: .string(before.titleIfAny), &edit)
        revert(.note, of: ids, "note \(name)", from: .string(after.noteIfAny), to: .string(before.noteIfAny), &edit)
        revert(.time, of: ids, "time \(name)", from: Self.number(after.time), to: Self.number(before.time), &edit)
        revert(
            .attributes, of: ids, "attributes \(name)", from: .string(after.attributes), to: .string(before.attributes),
            &edit)
        revert(.words, of: ids, "text \(name)", from: .string(after.words), to: .string(before.words), &edit)
        for tag in tags.symmetricDifference(newTags).sorted() {
            let tagIDs = self.ids(ofTag: tag, edit, map)
            let isOn = tags.contains(tag)
            let change = "tag '\(tagName(tag))' \(name)"
            if isOn, !tagIDs.isEmpty, !tagIDs.contains(where: { edit.state.shows($0) }) {
                keepDeleted(change, tagIDs, edit)
            } else {
                revert(registers(ids, tagIDs) { .tag($0) }, change, to: isOn ? .flag(true) : .empty, &edit)
            }
        }
        for key in Set(before.dismissed).symmetricDifference(after.dismissed).sorted() {
            let isOn = before.dismissed.contains(key)
            revert(
                ids.map { RegisterKey($0, .dismissed(key)) }, "dismissal of '\(key)' \(name)",
                to: isOn ? .flag(true) : .empty, &edit)
        }
    }

    private static func count(_ uses: Int64) -> RegisterValue { uses == 0 ? .empty : .number(uses) }

    private static func number(_ value: Int64?) -> RegisterValue { value.map { .number($0) } ?? .empty }

    private static func byKey(_ names: [String]) -> [String: String] {
        Dictionary(names.map { (foldedKey($0), $0) }) { first, _ in first }
    }
}

extension LocalItem {
    /// Returns whether all fields but the tags are those of another version.
    fileprivate func hasFields(of other: LocalItem) -> Bool {
        var copy = self
        (copy.tags, copy.modified) = (other.tags, other.modified)
        return copy == other
    }
}
