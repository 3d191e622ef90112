internal import Foundation
internal import GRDB

/// A transaction that changed tags, sets, selections or saved selections, for programs that follow the commits of others.
package struct CommitEntry: Hashable, Sendable {
    /// Its number; later transactions have higher ones.
    package var number: Int64
    /// When it was made, in milliseconds since 1970.
    package var madeAt: Int64
    /// Its command with the first tags; empty if it cannot be undone.
    package var summary: String
    /// The names of the sets that it changed; `nil` if they are too many to list.
    package var sets: [String]?
    /// The names of the tags that it changed; `nil` if they are too many to list.
    package var tags: [String]?
}

/// The sets and tags that a transaction has changed, each up to a maximum number.
struct CommitScope {
    /// The maximum number of sets, and of tags, that are listed.
    private static let limit = 100

    /// The names of sets by id, empty where the row tells it; `nil` if they are too many to list.
    private(set) var sets: [Int64: String]? = [:]
    /// The names of tags by id, empty where the row tells it; `nil` if they are too many to list.
    private(set) var tags: [Int64: String]? = [:]

    /// Inserts what a change, or the inverse of one, names.
    ///
    /// The inverse of a deletion has the deleted row, and with it the name.
    mutating func insert(_ change: RowChange) {
        switch change {
        case .putTag(let row): insert(tag: row.id, row.name)
        case .putAlias(let row): insert(tag: row.tagID)
        case .putSet(let row): insert(set: row.id, row.name)
        case .setFrecency(let id, _): insert(tag: id)
        case .putMember(let row):
            insert(set: row.setID)
            insert(tag: row.tagID)
        case .putSavedSelection(let row):
            insert(set: row.setID)
            for id in row.tagIDs.ids.prefix(Self.limit + 1) { insert(tag: Int64(id)) }
        case .chooseSet(let id):
            if let id { insert(set: id) }
        case .deleteMembers(let setID, let run):
            insert(set: setID)
            if run.count == 1 { insert(tag: run.lowerBound) }
        case .putDistinctPair(let pair), .deleteDistinctPair(let pair):
            for id in [pair.first, pair.second] { insert(tag: id) }
        case .putImplication(let row), .deleteImplication(let row):
            for id in [row.tagID, row.impliedTagID] { insert(tag: id) }
        case .deleteTags, .deleteAliases, .deleteSet, .deleteSavedSelections: break
        }
    }

    /// Inserts what an import adds.
    mutating func insert(_ new: NewTags) {
        for tag in new.tags where tags != nil { insert(tag: tag.id, tag.name) }
        for member in new.members.prefix(Self.limit + 1) {
            insert(set: member.setID)
            insert(tag: member.tagID)
        }
    }

    private mutating func insert(set id: Int64, _ name: String = "") {
        Self.insert(id, name, into: &sets)
    }

    private mutating func insert(tag id: Int64, _ name: String = "") {
        Self.insert(id, name, into: &tags)
    }

    private static func insert(_ id: Int64, _ name: String, into names: inout [Int64: String]?) {
        if names?[id]?.isEmpty != false { names?[id] = name }
        if let count = names?.count, count > limit { names = nil }
    }
}

extension StoreWriter {
    /// The number of commits that are listed; a few more are kept.
    static let commitLimit: Int64 = 10_000
    /// After how many commits older ones are deleted.
    private static let commitStep: Int64 = 100

    /// Appends the transaction to the commit log under a number.
    func logCommit(
        _ number: Int64,
        of scope: CommitScope,
        summary: String,
        at now: Int64
    ) throws {
        try database.run(
            "INSERT INTO commit_log (id, made_at, summary, sets, tags) VALUES (?, ?, ?, ?, ?)",
            [
                number, now, summary,
                try Self.json(try names(scope.sets, in: "tag_set")),
                try Self.json(try names(scope.tags, in: "tag")),
            ]
        )
        guard number.isMultiple(of: Self.commitStep) else { return }
        try database.run("DELETE FROM commit_log WHERE id <= ?", [number - Self.commitLimit])
    }

    /// The present names of rows, or for rows that are gone the last ones.
    private func names(_ found: [Int64: String]?, in table: String) throws -> [String]? {
        try found?.keys.sorted()
            .compactMap { id in
                let stored = try database.first("SELECT name FROM \(table) WHERE id = ?", [id]) {
                    try $0.name(0)
                }
                let name = stored ?? found?[id] ?? ""
                return name.isEmpty ? nil : name
            }
    }

    private static func json(_ names: [String]?) throws -> String? {
        try names.map { names in
            // A general encoder takes longer than the row, and few names need one.
            guard names.allSatisfy({ $0.utf8.allSatisfy(standsInJSON) }) else {
                return String(decoding: try encoder.encode(names), as: UTF8.self)
            }
            return "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        }
    }

    /// Whether a byte of a string stands in JSON as it is.
    private static func standsInJSON(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static let encoder = JSONEncoder()
}

extension StoreReader {
    /// Returns the number of the latest commit, or 0 if there is none.
    package func lastCommit() throws -> Int64 {
        try database.value("SELECT max(id) FROM commit_log", in: StoredRange.id) ?? 0
    }

    /// Returns the commits after a given one, oldest first; `nil` if some of them are no longer listed.
    package func commits(after number: Int64, limit: Int) throws -> [CommitEntry]? {
        let last = try lastCommit()
        // Older ones may still be there, but are not promised.
        guard number <= last, number >= last - StoreWriter.commitLimit else { return nil }
        let entries =
            try database.rows(
                "SELECT id, made_at, summary, sets, tags FROM commit_log WHERE id > ? ORDER BY id LIMIT ?",
                [number, limit]
            )
            .mapAll(CommitEntry.init(row:))
        guard number < last else { return entries }
        return entries.first?.number == number + 1 ? entries : nil
    }
}

extension CommitEntry {
    init(row: StoredRow) throws {
        self.init(
            number: try row[0, StoredRange.id],
            madeAt: try row[1],
            summary: try row[2],
            sets: try Self.names(row[3]),
            tags: try Self.names(row[4])
        )
    }

    private static func names(_ json: String?) throws -> [String]? {
        guard let json else { return nil }
        do {
            return try JSONDecoder().decode([String].self, from: Data(json.utf8))
        } catch {
            throw RowDamage("table commit_log: a list of names is damaged")
        }
    }
}
