internal import GRDB
package import TagCore

/// A shared model: a read-only database with statistics of many people's items and without personal data.
///
/// The file is opened immutable: SQLite takes no locks and looks for no journal, so opening takes a few reads, even
/// for a large file, and all processes share the system's cache of it. Nothing is loaded in advance.
///
/// ```swift
/// let model = try ModelStore(path: "team.model")
/// let reading = try model.read { reader in try reader.target(of: TagKey("reading")) }
/// ```
package final class ModelStore: Sendable {
    /// The path as given.
    package let path: String
    /// The SHA-256 computed when the file was built.
    package let hash: [UInt8]
    /// The number of items that the model was built from.
    package let itemCount: Int64
    private let queue: DatabaseQueue

    /// 'tagb' in ASCII.
    static let applicationID: UInt32 = 0x7461_6762

    /// Opens a model.
    ///
    /// - Throws: ``ModelError``.
    package init(path: String) throws(ModelError) {
        self.path = path
        do {
            guard try FileStatus(path: path) != nil else { throw ModelError.missing(path: path) }
            let databasePath = try DatabasePath(path, makesFolder: false)
            try Self.check(databasePath, given: path)
            var configuration = Configuration.distrusting()
            configuration.readonly = true
            configuration.label = "tagflow.model"
            queue = try DatabaseQueue(path: DatabaseURI.immutable(databasePath.resolved), configuration: configuration)
            (hash, itemCount) = try queue.unsafeRead { connection in
                if let difference = try SchemaComparison(connection, version: DatabaseSchema.version).danger {
                    throw ModelError.changedSchema(path: path, difference: difference)
                }
                let hash = try connection.first("SELECT model_hash FROM state") { try $0.hash(0) }
                guard let hash else { throw RowError("table state is empty") }
                return (hash, try StoreReader(database: connection).itemCount())
            }
        } catch let error as ModelError { throw error } catch is SystemError { throw .unreadable(path: path) } catch {
            throw .damaged(path: path)
        }
    }

    /// Runs a read.
    ///
    /// - Throws: the errors of `body`; ``ModelError/damaged(path:)`` if the model is damaged.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        do { return try queue.unsafeRead { try body(StoreReader(database: $0)) } } catch is DatabaseError {
            throw ModelError.damaged(path: path)
        } catch is RowError { throw ModelError.damaged(path: path) }
    }

    /// Checks, without SQLite, that a file is a complete model of this version.
    private static func check(_ databasePath: DatabasePath, given: String) throws {
        guard let status = try FileStatus(path: databasePath.resolved) else { throw ModelError.missing(path: given) }
        guard status.isRegular else { throw ModelError.notAModel(path: given) }
        let file = try ByteFile(path: databasePath.resolved)
        defer { file.close() }
        let bytes = try file.bytes(at: 0, count: 100)
        guard let header = DatabaseHeader(bytes: bytes), header.applicationID == applicationID else {
            throw ModelError.notAModel(path: given)
        }
        guard header.userVersion == UInt32(DatabaseSchema.version) else { throw ModelError.otherVersion(path: given) }
        guard header.size(of: bytes) == status.size else { throw ModelError.damaged(path: given) }
    }
}

/// The reason that a shared model can't be used.
public enum ModelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file doesn't exist.
    case missing(path: String)
    /// The file can't be read.
    case unreadable(path: String)
    /// The file isn't a model.
    case notAModel(path: String)
    /// The file was built by another version of tagflow.
    case otherVersion(path: String)
    /// The file has changed since it was chosen.
    case changed(path: String)
    /// The schema has an object that tagflow didn't create, or changed.
    case changedSchema(path: String, difference: String)
    /// The file is damaged.
    case damaged(path: String)

    /// The problem and a way to fix it, in one line.
    public var description: String {
        switch self {
        case .missing(let path): "no model '\(path)'; choose another with 'model use FILE'"
        case .unreadable(let path): "can't read the model '\(path)'; check its permissions and owner"
        case .notAModel(let path): "'\(path)' isn't a model; build one with 'model build FILE… -o team.model'"
        case .otherVersion(let path): "the model '\(path)' was built by another version of tagflow; build it again"
        case .changed(let path):
            "the model '\(path)' has changed since it was chosen; accept the new version with 'model use'"
        case .changedSchema(let path, let difference):
            "the model '\(path)' can't be trusted: \(difference); build it again"
        case .damaged(let path): "the model '\(path)' is damaged; build it again"
        }
    }
}

/// Writing the contents of a shared model, whose counts were computed elsewhere, into a new database.
extension StoreWriter {
    /// Inserts tags with the number of items that have them.
    ///
    /// - Throws: SQLite's error if an id or a key already exists.
    package func insertCounted(_ tags: [(row: TagRow, uses: Int64)]) throws {
        try deferFullTextIndexing()
        try dropIndexes(beforeInserting: tags.map(\.row))
        for (row, uses) in tags {
            try database.run(
                "INSERT INTO tag (id, key, folded, name, uses) VALUES (?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, uses])
            try insertNameKeys(of: row.name, tag: row.id)
        }
    }

    /// Inserts a word, with the number of items that have it.
    ///
    /// Words are inserted in ascending order of their numbers.
    ///
    /// - Throws: SQLite's error if the word already exists.
    package func insertWord(_ text: String, number: UInt32, uses: Int) throws {
        try database.run("INSERT INTO word (text, id) VALUES (?, ?)", [text, number])
        try changeWordCounts([number: uses], inSet: Self.modelSet)
    }

    /// Inserts the pair counts of an existing tag.
    package func insertPairs(_ pairs: PairCounts, of tag: UInt32) throws {
        try write(pairs, of: InSet(setID: Self.modelSet, value: tag))
    }

    /// The set of the counts of a model, which a new database has.
    package static let modelSet: Int64 = 1

    /// Inserts an item without counting its tags and words, which must exist.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - words: the numbers of its words, in ascending order.
    /// - Throws: SQLite's errors.
    package func insertUncounted(_ row: ItemRow, words: [UInt32]) throws {
        try database.run(
            "INSERT INTO item (id, set_id, title, saved_at, tag_ids) VALUES (?, ?, ?, ?, ?)",
            [row.id, row.setID, row.title, row.savedAt, row.tagIDs.data])
        try insertUncountedPostings(of: row)
        let stored = words.map { StoredWord(number: $0, inFields: 1, inText: 0) }
        try database.run(
            """
            INSERT INTO item_evidence (item_id, words, field_names, text_names)
            VALUES (?, ?, x'', x'')
            """, [row.id, stored.data])
    }

    /// The fewest items with a word that a model keeps: rarer words could tell about a person.
    private static let fewestItems = 3

    /// Removes the words that only a few items have, and writes the postings of the items that are left.
    ///
    /// The numbers of items with each word stay, as those of all items.
    func keepOnlyCommonWords() throws {
        let counts = try reader.wordCounts().enumerated()
        let isCommon = Set(counts.filter { $0.element >= Self.fewestItems }.map { UInt32(clamping: $0.offset) })
        let rare: [String] = try database.rows("SELECT id, text FROM word")
            .mapAll { row -> String? in
                let number = UInt32(clamping: try row[0, StoredRange.feature] as Int64)
                return isCommon.contains(number) ? nil : try row.name(1)
            }
            .compactMap(\.self)
        for word in rare { try database.run("DELETE FROM word WHERE text = ?", [word]) }
        try database.run("DELETE FROM word_posting")
        try database.run("DELETE FROM tag_list")
        let ids: [(id: Int64, setID: Int64)] =
            try database.rows(
                "SELECT item_id, set_id FROM item_evidence JOIN item ON item.id = item_id ORDER BY item_id"
            )
            .mapAll { (try $0[0, StoredRange.id], try $0[1]) }
        for (id, setID) in ids {
            let words = try reader.storedWords(ofItem: id)
            let common = words.filter { isCommon.contains($0.number) }
            try database.run("UPDATE item_evidence SET words = ? WHERE item_id = ?", [common.data, id])
            evidence.changeTags(ofItem: id)
            for (word, weight) in zip(words, words.weights) where isCommon.contains(word.number) {
                let byte = ItemWords.byte(ofWeight: weight)
                evidence.setWeight(of: InSet(setID: setID, value: word.number), in: id, byte)
            }
            if evidence.isFull { try flushPostings() }
        }
        try flushPostings()
    }

    /// Writes the pending postings and lists of tags, but not their numbers.
    private func flushPostings() throws {
        for (word, items) in evidence.postings.sorted(by: { $0.key < $1.key }) {
            _ = try changePostings(of: word, items)
        }
        for first in evidence.tagLists.sorted() { try writeTagList(from: first) }
        evidence = PendingEvidence()
    }

    /// Stores the number of counted items, and deletes the random key of feeds, which a shared model doesn't have.
    package func setItemCount(_ count: Int64) throws {
        try database.run("UPDATE state SET item_count = ?, tagged_item_count = ?, feed_key = NULL", [count, count])
    }
}
