import TestSupport

@testable import Sync

/// Random commands on the things that a device shows.
///
/// Names and locations come from small pools, so that devices often change the same things. Items at `keep.org` in the
/// set `kept` are never deleted, moved or retitled, and the tags `keep0` to `keep2` never removed: what is added to them
/// must be there at the end, also under a new name. Items at `gone.org` are only tagged and deleted.
struct TrialCommands {
    var random: SeededNumbers

    private static let tagNames = ["a", "A", "a/b", "a/c", "b", "c", "d", "swift", "Swift", "é", "e\u{301}"]
    private static let setNames = ["work", "Work", "days"]

    /// Returns a command, or `nil` if its thing doesn't exist.
    mutating func next(_ device: SyncDevice) -> SyncCommand? {
        let state = device.database.state
        // Rows identify things on the device, as in the product.
        let items = rows(state.items.values.filter { state.sets[$0.set]?.key != "kept" }.map(\.id), device)
        let kept = rows(state.items.values.filter { $0.location?.contains("keep.org") == true }.map(\.id), device)
        let gone = rows(state.items.values.filter { $0.location?.contains("gone.org") == true }.map(\.id), device)
        let tags = rows(state.tags.values.filter { !$0.key.hasPrefix("keep") }.map(\.id), device)
        let sets = rows(state.sets.values.filter { $0.key != "kept" }.map(\.id), device)
        switch random.below(44) {
        case 0...5: return .save(newItem())
        case 6: return .importItems((0...random.below(4)).map { _ in newItem(isImported: true) })
        case 7...9: return random.pick(items).map { .tag($0, tagName()) }
        case 10...11:
            return random.pick(items)
                .flatMap { id in random.pick(state.items[id]?.tags.sorted() ?? []).map { .untag(id, $0) } }
        case 12: return random.pick(items).map { .setTitle($0, text()) }
        case 13: return random.pick(items).map { .setNote($0, random.happens(20) ? nil : text()) }
        case 14, 41...43: return random.pick(items).map { .move($0, location: location(), set: nil) }
        case 15: return random.pick(items).map { .move($0, location: nil, set: setName()) }
        case 16...17: return random.pick(items).map { .deleteItem($0) }
        case 18...20: return random.pick(kept).map { .tag($0, "keep\(random.below(3))") }
        case 21: return random.pick(kept).map { .setNote($0, "note \(random.next())") }
        case 39:
            return keptTag(state, random.below(3))
                .map { .renameTag($0, "\(state.tags[$0]?.key ?? "")+", keepsAlias: true) }
        case 40:
            guard let tag = keptTag(state, 2), let target = keptTag(state, 1), tag != target else { return nil }
            return .mergeTags(tag, into: target)
        case 22, 36...38: return random.pick(gone).map { random.happens(25) ? .deleteItem($0) : .tag($0, tagName()) }
        case 23: return .save(NewItem(set: "kept", location: "https://keep.org/\(random.below(3))", tags: [tagName()]))
        case 24...25: return random.pick(tags).map { .renameTag($0, tagName(), keepsAlias: random.happens(70)) }
        case 26: return random.pick(tags).flatMap { first in random.pick(tags).map { .mergeTags(first, into: $0) } }
        case 27: return random.pick(tags).map { .deleteTag($0) }
        case 28...30: return tagDetail(state, tags)
        default: return setCommand(state, sets, tags)
        }
    }

    private func rows(_ ids: [ThingID], _ device: SyncDevice) -> [ThingID] {
        let rows = device.database.rows
        return ids.compactMap { rows.row(of: $0) }.sorted().compactMap { rows.thing(inRow: $0) }
    }

    /// Returns the tag with the name or alias of a kept tag, such as `keep0`.
    private func keptTag(_ state: ShownState, _ number: Int) -> ThingID? { state.tagsByKey["keep\(number)"] }

    private mutating func tagDetail(_ state: ShownState, _ tags: [ThingID]) -> SyncCommand? {
        guard let tag = random.pick(tags), let other = random.pick(tags) else { return nil }
        switch random.below(8) {
        case 0:
            return .describe(tag, description: random.happens(70) ? text() : nil, color: random.pick(["red", "blue"]))
        case 1: return .oneOf("group\(random.below(2))", Array(Set([tag, other])).sorted())
        case 2: return .addAlias(tag, tagName())
        case 3: return random.pick(state.tags[tag]?.aliases ?? []).map { .removeAlias(tag, $0) }
        case 4, 5: return .imply(tag, other)
        case 6: return random.pick(state.tags[tag]?.implications ?? []).map { .removeImplication(tag, $0) }
        default: return .distinguish(tag, other)
        }
    }

    private mutating func setCommand(_ state: ShownState, _ sets: [ThingID], _ tags: [ThingID]) -> SyncCommand? {
        let set = random.pick(sets)
        switch random.below(10) {
        case 0: return .createSet(setName(), isDaily: random.happens(30))
        case 1: return set.map { .renameSet($0, setName()) }
        case 2: return set.map { .setLayout($0, name: random.happens(50) ? "spacing" : "order", value: text()) }
        case 3, 4: return set.map { .addMember($0, tagName(), index: random.below(4)) }
        case 5: return set.flatMap { set in random.pick(state.sets[set]?.members ?? []).map { .removeMember(set, $0) } }
        case 6: return random.happens(40) ? set.map { .dropSet($0) } : nil
        case 7: return .saveView("view\(random.below(2))", query: text())
        case 8: return .saveRule(word: "x.org/\(random.below(3))", tag: tagName())
        default:
            let queries = (Array(state.views.keys) + Array(state.rules.keys)).sorted()
            return random.pick(queries).map { .deleteQuery($0) }
        }
    }

    private mutating func newItem(isImported: Bool = false) -> NewItem {
        var item = NewItem(set: setName())
        switch random.below(isImported ? 4 : 6) {
        case 0, 4: item.day = Int64(20_760 + random.below(3))
        case 1: item.title = "note \(random.below(3))"
        default: item.location = location()
        }
        if random.happens(50) { item.title = text() }
        if random.happens(30) { item.note = text() }
        if random.happens(20) { item.time = Int64(random.below(3)) }
        item.tags = (0..<random.below(3)).map { _ in tagName() }
        return item
    }

    private mutating func text() -> String { "text \(random.below(5))" }

    private mutating func tagName() -> String { random.pick(Self.tagNames) ?? "a" }

    private mutating func setName() -> String { random.pick(Self.setNames) ?? "work" }

    private mutating func location() -> String {
        "\(random.happens(20) ? "HTTPS" : "https")://x.org/\(random.below(3))\(random.happens(20) ? "?utm_source=n" : "")"
    }
}
