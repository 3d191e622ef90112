import Foundation
import TagCore
import TestSupport

@testable import Sync
@testable import TagStore

/// A real database that shows states, and its rows as lines.
struct ShownDatabase {
    let store: TagStore
    var map = RowMap()
    private let folder: TemporaryFolder
    var path: String { folder.file("tags.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        store = try TagStore(.file(path: folder.file("tags.sqlite")))
    }

    /// Writes a state in one transaction, as an exchange does.
    @discardableResult mutating func show(_ database: SyncDatabase, loaded: LoadedItems = .all) throws -> AppliedChanges
    {
        var map = map
        let changes = try store.write(at: 1) { writer in
            writer.receive(1, from: ["laptop"])
            return try writer.show(database.state, database.registers, loaded: loaded, rows: &map)
        }
        self.map = map
        return changes
    }

    /// The newest undo step; an exchange that changes nothing makes none.
    func newestStep() throws -> Int64? { try store.read { try $0.newestStep() } }

    /// The rows of things as lines like those of ``expected(_:)``, sorted.
    func lines() throws -> [String] {
        try store.read { reader in
            let tags = try reader.tags(in: StoredRange.feature)
            let names = Dictionary(uniqueKeysWithValues: tags.map { ($0.id, $0.key.text) })
            let sets = try reader.sets().filter { !map.things(ofRow: $0.id, kind: .set).isEmpty }
            return try
                (tags.map { try line($0, names, reader) } + sets.map { try line($0, names, reader) }
                + items(reader, names, sets) + queries(reader, names))
                .sorted()
        }
    }

    private func line(_ tag: TagRow, _ names: [Int64: String], _ reader: StoreReader) throws -> String {
        let detail = try reader.details(ofTags: tag.id...tag.id).first
        let others = try reader.distinctPairs().filter { $0.first == tag.id || $0.second == tag.id }
        return Self.tag(
            tag.name, [detail.flatMap { $0.description.isEmpty ? nil : $0.description }, detail?.color],
            group: try reader.groups().group(of: tag.id)
                .map { Self.group($0.key.text, $0.tagIDs.firstIndex(of: tag.id)) },
            aliases: try reader.aliases(of: tag.id).map(\.key.text), uses: tag.otherUses,
            implied: try reader.tagIDs(impliedBy: tag.id).map { names[$0] },
            distinct: others.map { names[$0.first == tag.id ? $0.second : $0.first] })
    }

    private func line(_ set: SetRow, _ names: [Int64: String], _ reader: StoreReader) throws -> String {
        Self.set(
            set.name, set.isDaily, SyncedLayout.settings(of: set.layout),
            try reader.members(ofSet: set.id).map { names[$0.tagID] })
    }

    private func items(_ reader: StoreReader, _ names: [Int64: String], _ sets: [SetRow]) throws -> [String] {
        var lines: [String] = []
        try reader.forEachItem { item in
            let set = sets.first { $0.id == item.setID }
            lines.append(
                Self.item(
                    set?.key.text, item.title, item.location, item.note, item.savedAt,
                    day: set?.isDaily == true && item.location == nil ? item.day : nil,
                    tags: item.tagIDs.rowIDs.map { names[$0] },
                    dismissed: try reader.dismissedTags(ofItem: item.id).map(\.key)))
        }
        return lines
    }

    private func queries(_ reader: StoreReader, _ names: [Int64: String]) throws -> [String] {
        try reader.views().map { "view \($0.name) \($0.query)" }
            + reader.rules().map { "rule \($0.query) \(names[$0.tagID] ?? "?")" }
    }

    /// The lines that a state must have.
    static func expected(_ state: ShownState) -> [String] {
        func keys(_ ids: some Sequence<ThingID>) -> [String?] { ids.map { state.tags[$0]?.key } }
        let indexes = state.indexesInGroups
        let tags = state.tags.values.map { tag in
            let others = state.tags.values.filter { $0.distinguished.contains(tag.id) }.map(\.id)
            return Self.tag(
                tag.name, [tag.description, tag.color],
                group: tag.group.map { Self.group(foldedKey($0), indexes[tag.id]) }, aliases: tag.aliases,
                uses: tag.importedUses, implied: keys(tag.implications), distinct: keys(tag.distinguished + others))
        }
        let sets = state.sets.values.map { set in
            Self.set(
                set.name, set.isDaily, SyncedLayout.settings(of: SyncedLayout.layout(of: set.settings)),
                keys(set.members))
        }
        let items = state.items.values.map { item in
            let set = state.sets[item.set]
            return Self.item(
                set?.key, item.title ?? "", item.location, item.note ?? "", item.time,
                day: set?.isDaily == true && item.location == nil ? day(item) : nil, tags: keys(item.tags),
                dismissed: Array(item.dismissed))
        }
        let views = state.views.values.map { "view \($0.name) \($0.query ?? "")" }
        let rules = Set(
            state.rules.values.filter { $0.target != nil && $0.query?.isEmpty == false }
                .map { "rule \($0.query ?? "") \($0.target.flatMap { state.tags[$0]?.key } ?? "?")" })
        return (tags + sets + items + views + rules).sorted()
    }

    /// Without a date, an item has the day of its time; the times of trials are on the first day.
    private static func day(_ item: ShownItem) -> Int64? { item.day ?? item.time.map { _ in 0 } }

    private static func group(_ key: String, _ index: Int?) -> String { "\(key) \(index ?? -1)" }

    private static func tag(
        _ name: String, _ detail: [String?], group: String?, aliases: [String], uses: Int64, implied: [String?],
        distinct: [String?]
    ) -> String {
        "tag \(name) \(detail.map { $0 ?? "-" }) \(group ?? "-") \(aliases.map(foldedKey).sorted()) \(uses) "
            + "implies \(implied.map { $0 ?? "?" }.sorted()) distinct \(distinct.map { $0 ?? "?" }.sorted())"
    }

    private static func set(
        _ name: String, _ isDaily: Bool, _ settings: [String: String], _ members: [String?]
    ) -> String { "set \(name) \(isDaily) \(settings.sorted { $0.key < $1.key }) \(members.map { $0 ?? "?" })" }

    private static func item(
        _ set: String?, _ title: String, _ location: String?, _ note: String, _ time: Int64?, day: Int64?,
        tags: [String?], dismissed: [String]
    ) -> String {
        "item \(set ?? "?") '\(title)' \(location ?? "-") '\(note)' \(time ?? -1) \(day ?? -1) "
            + "\(tags.map { $0 ?? "?" }.sorted()) \(dismissed.sorted())"
    }
}
