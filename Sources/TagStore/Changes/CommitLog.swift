internal import Foundation
internal import GRDB

/// A transaction that changed tags, sets, selections or items, as listed for programs that follow the database.
///
/// ```swift
/// let last = try store.read { reader in try reader.lastCommit() }
/// // … other processes write …
/// let commits = try store.read { reader in try reader.commits(after: last, limit: 100) }
/// ```
package struct CommitEntry: Hashable, Sendable {
    /// The number of the transaction; later transactions have higher numbers.
    package var number: Int64
    /// When the transaction was made, in milliseconds since 1970.
    package var madeAt: Int64
    /// The command with its first tags; empty if the transaction can't be undone.
    package var summary: String
    /// The names of the changed sets; `nil` if they are too many to list.
    package var sets: [String]?
    /// The names of the changed tags; `nil` if they are too many to list.
    package var tags: [String]?
    /// The names of the sets whose content changed, by id; `nil` if they are too many to list or unknown.
    package var setNames: [Int64: String]?
    /// What the transaction changed; `nil` if unknown, as for transactions of earlier versions.
    package var kinds: CommitKinds?
    /// The changed items; `nil` if they are too many to list or unknown.
    package var items: [ChangedItem]?
}

/// An item that a commit added, changed or deleted.
///
/// ```swift
/// for item in commit.items ?? [] { print(item.operation, item.id, item.location ?? "") }
/// // add 12 https://swift.org/
/// ```
public struct ChangedItem: Hashable, Sendable, Codable {
    /// A kind of change of an item.
    public enum Operation: String, Sendable, Codable, CaseIterable { case add, change, delete }

    /// The identifier of the item.
    public var id: Int64
    /// The kind of change.
    public var operation: Operation
    /// Its URL or path, the last one if it was deleted; `nil` if it has none.
    public var location: String?
}

extension StoreWriter {
    /// The number of commits that are listed; slightly more are stored.
    static let commitLimit: Int64 = 10_000
    /// Old commits are deleted after every this many new commits.
    private static let commitStep: Int64 = 100

    /// Appends the transaction to the commit log under the given number.
    func logCommit(_ number: Int64, of scope: CommitScope, summary: String, at now: Int64) throws {
        try database.run(
            """
            INSERT INTO commit_log (id, made_at, summary, sets, tags, set_names, kinds, items)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                number, now, summary, try Self.json(try names(scope.sets, in: "tag_set")),
                try Self.json(try names(scope.tags, in: "tag")),
                try Self.json(try namesByID(scope.changedSets, in: "tag_set")), scope.kinds.rawValue,
                try Self.json(scope.items.map { Array($0.values) }),
            ])
        guard number.isMultiple(of: Self.commitStep) else { return }
        try database.run("DELETE FROM commit_log WHERE id <= ?", [number - Self.commitLimit])
    }

    /// Returns the current names of rows, or the last names of rows that were deleted.
    private func names(_ found: [Int64: String]?, in table: String) throws -> [String]? {
        try namesByID(found, in: table)?.map(\.name)
    }

    private func namesByID(_ found: [Int64: String]?, in table: String) throws -> [(id: Int64, name: String)]? {
        try found?.keys.sorted()
            .compactMap { id in
                let stored = try database.first("SELECT name FROM \(table) WHERE id = ?", [id]) { try $0.name(0) }
                let name = stored ?? found?[id] ?? ""
                return name.isEmpty ? nil : (id, name)
            }
    }

    private static func json(_ items: [ChangedItem]?) throws -> String? {
        try items.map { items in
            let members = try items.sorted { $0.id < $1.id }
                .map { item in
                    let location = try item.location.map { ",\"location\":\(try text($0))" } ?? ""
                    return "{\"id\":\(item.id),\"operation\":\"\(item.operation.rawValue)\"\(location)}"
                }
            return "[\(members.joined(separator: ","))]"
        }
    }

    private static func json(_ names: [(id: Int64, name: String)]?) throws -> String? {
        try names.map { names in
            let members = try names.map { "\"\($0.id)\":\(try text($0.name))" }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    private static func text(_ name: String) throws -> String {
        name.utf8.allSatisfy(needsNoEscape) ? "\"\(name)\"" : String(decoding: try encoder.encode(name), as: UTF8.self)
    }

    private static func json(_ names: [String]?) throws -> String? {
        try names.map { names in
            // A general encoder takes longer than the row, and few names need it.
            guard names.allSatisfy({ $0.utf8.allSatisfy(needsNoEscape) }) else {
                return String(decoding: try encoder.encode(names), as: UTF8.self)
            }
            return "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        }
    }

    /// Returns whether a byte can appear in a JSON string unescaped.
    private static func needsNoEscape(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static let encoder = JSONEncoder()
}

extension StoreReader {
    /// Returns the number of the latest commit, or 0 before the first commit.
    package func lastCommit() throws -> Int64 {
        try database.value("SELECT max(id) FROM commit_log", in: StoredRange.id) ?? 0
    }

    /// Returns the commits after a given commit, oldest first; `nil` if some of them are no longer listed.
    package func commits(after number: Int64, limit: Int) throws -> [CommitEntry]? {
        let last = try lastCommit()
        // Older commits may still be stored, but callers can't rely on it.
        guard number <= last, number >= last - StoreWriter.commitLimit else { return nil }
        let entries =
            try database.rows(
                "SELECT \(CommitEntry.columns) FROM commit_log WHERE id > ? ORDER BY id LIMIT ?", [number, limit]
            )
            .mapAll(CommitEntry.init(row:))
        guard number < last else { return entries }
        return entries.first?.number == number + 1 ? entries : nil
    }
}

extension CommitEntry {
    static let columns = "id, made_at, summary, sets, tags, set_names, kinds, items"

    init(row: StoredRow) throws {
        self.init(
            number: try row[0, StoredRange.id], madeAt: try row[1], summary: try row[2], sets: try Self.names(row[3]),
            tags: try Self.names(row[4]), setNames: try Self.namesByID(row[5]),
            kinds: try (row[6] as Int64?).map { CommitKinds(rawValue: Int(truncatingIfNeeded: $0)) },
            items: try Self.decoded(row[7]))
    }

    private static func names(_ json: String?) throws -> [String]? { try decoded(json) }

    private static func namesByID(_ json: String?) throws -> [Int64: String]? {
        let names: [String: String]? = try decoded(json)
        return try names?
            .reduce(into: [:]) { names, member in
                guard let id = Int64(member.key) else { throw invalidNames }
                names[id] = member.value
            }
    }

    private static func decoded<Value: Decodable>(_ json: String?) throws -> Value? {
        guard let json else { return nil }
        do { return try JSONDecoder().decode(Value.self, from: Data(json.utf8)) } catch { throw invalidNames }
    }

    private static let invalidNames = RowError("table commit_log: invalid list of names or items")
}

/// The kinds of rows that a commit changed.
///
/// ```
/// CommitKinds(name: "items")?.contains(.tags)  // false
/// ```
package struct CommitKinds: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Items were added, changed or deleted.
    package static let items = CommitKinds(rawValue: 1)
    /// Tags, their aliases, or relations between them were added, changed or deleted.
    package static let tags = CommitKinds(rawValue: 2)

    /// Creates the kind with a name; `nil` for another name.
    package init?(name: String) {
        switch name {
        case "items": self = .items
        case "tags": self = .tags
        default: return nil
        }
    }

    /// The kinds that a change belongs to.
    init(of change: RowChange) {
        switch change {
        case .putItem, .deleteItems: self = .items
        case .putTag, .putAlias, .deleteTags, .deleteAliases, .putDistinctPair, .deleteDistinctPair, .putImplication,
            .deleteImplication, .putMergedTag, .deleteMergedTag, .putTagDetail, .deleteTagDetail, .putGroupMember,
            .deleteGroupMember:
            self = .tags
        case .putSet, .putMember, .putView, .deleteView, .putRule, .deleteRule, .putDismissedTag, .deleteDismissedTag,
            .putReviewedItem, .deleteReviewedItem, .putBookmark, .deleteBookmark, .putLinkCheck, .deleteLinkCheck,
            .setFrecency, .chooseSet, .deleteSet, .deleteMembers:
            self = []
        }
    }
}
