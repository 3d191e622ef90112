internal import CSQLite
import Foundation
internal import GRDB
internal import TagCore

/// A row of a query whose columns are checked when they are read.
///
/// A database that is damaged or was written by another program can contain any value in any column, whatever its
/// schema specifies. GRDB's accessors trap on invalid values; this type throws a ``RowError`` that names the table and
/// row.
///
/// ```swift
/// let names = try database.rows("SELECT id, name FROM tag").mapAll { row in
///     (id: try row[0, StoredRange.feature] as Int64, name: try row.name(1))
/// }
/// ```
struct StoredRow {
    /// The query's rows, which must not advance while this row is read.
    private let rows: StoredRows

    init(of rows: StoredRows) { self.rows = rows }

    private var statement: Statement { rows.statement }

    /// Returns the unchecked value of a column; NULL beyond the last column.
    func stored(_ index: Int) -> DatabaseValue.Storage {
        // The statement belongs to an open connection; texts and blobs are copied.
        unsafe DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(truncatingIfNeeded: index)).storage
    }

    /// Returns the unchecked value of a column for another statement.
    func value(_ index: Int) -> (any DatabaseValueConvertible)? {
        switch stored(index) {
        case .null: nil
        case .int64(let number): number
        case .double(let number): number
        case .string(let text): text
        case .blob(let data): data
        }
    }

    /// The value of a column.
    subscript<Value: ColumnValue>(index: Int) -> Value {
        get throws {
            let stored = stored(index)
            guard let value = Value(stored) else { throw error(at: index, "is \(stored.kind)") }
            return value
        }
    }

    /// The value of a column that must be within a range.
    subscript<Value: ColumnValue & Comparable>(index: Int, range: ClosedRange<Value>) -> Value {
        get throws {
            let value: Value = try self[index]
            guard range.contains(value) else { throw error(at: index, "is out of range: \(value)") }
            return value
        }
    }

    /// The value of a column that must be NULL or within a range.
    subscript<Value: ColumnValue & Comparable>(index: Int, range: ClosedRange<Value>) -> Value? {
        get throws {
            let value: Value? = try self[index]
            guard let value else { return nil }
            guard range.contains(value) else { throw error(at: index, "is out of range: \(value)") }
            return value
        }
    }

    /// Reads a name, title or key, whose length is limited.
    ///
    /// Names are folded, matched and measured, sometimes all of them at the same time, which would be slow for very
    /// long names.
    func name(_ index: Int) throws -> String {
        let text: String = try self[index]
        let size = text.utf8.count
        guard size <= StoredRange.maxNameBytes else { throw error(at: index, "is too long: \(size) bytes") }
        return text
    }

    /// Reads a location or the file or folder of an import, which may be NULL.
    func location(_ index: Int) throws -> String? {
        let text: String? = try self[index]
        guard let text else { return nil }
        guard StoredRange.isLocation(text) else { throw error(at: index, "is too long: \(text.utf8.count) bytes") }
        return text
    }

    /// Reads the note of an item.
    func note(_ index: Int) throws -> String {
        let text: String = try self[index]
        guard text.utf8.count <= StoredRange.maxNoteBytes else {
            throw error(at: index, "is too long: \(text.utf8.count) bytes")
        }
        return text
    }

    /// Reads a sum of uses; a sum that overflowed, which SQLite returns as a real number, is clamped to the maximum.
    func uses(_ index: Int) throws -> Int64 {
        if case .double(let sum) = stored(index), sum > 0 { return StoredRange.maxUses }
        return min(try self[index, 0...Int64.max], StoredRange.maxUses)
    }

    /// Reads a column of packed tags.
    func tagIDs(_ index: Int) throws -> PackedTagIDs {
        let data: Data = try self[index]
        guard let ids = PackedTagIDs(data: data) else {
            throw error(at: index, "isn't a list of tags in ascending order")
        }
        return ids
    }

    /// Reads a column of packed tags that may be NULL.
    func pairedTagIDs(_ index: Int) throws -> PackedTagIDs? {
        let data: Data? = try self[index]
        return data == nil ? nil : try tagIDs(index)
    }

    /// Reads a column with a calibration sample that may be NULL.
    func sample(_ index: Int) throws -> CalibrationSample? {
        let stored: Data? = try self[index]
        guard let data = stored else { return nil }
        guard data.count.isMultiple(of: 4), let sample = CalibrationSample(words: LittleEndian.words(in: data)) else {
            throw error(at: index, "isn't a valid calibration sample")
        }
        return sample
    }

    /// Reads a column with the state of the calibration that may be NULL.
    func calibration(_ index: Int, of evidence: Calibration.Evidence) throws -> Calibration? {
        let stored: Data? = try self[index]
        guard let data = stored else { return nil }
        guard let calibration = Calibration(of: evidence, values: LittleEndian.numbers(in: data)) else {
            throw error(at: index, "isn't a valid calibration")
        }
        return calibration
    }

    /// Reads a column with the state of the mixture that may be NULL.
    func mixture(_ index: Int) throws -> Mixture? {
        let stored: Data? = try self[index]
        guard let data = stored else { return nil }
        let numbers = LittleEndian.numbers(in: data)
        guard let model = numbers.first?.bitPattern,
            let mixture = Mixture(model: model, values: Array(numbers.dropFirst()))
        else { throw error(at: index, "isn't a valid mixture") }
        return mixture
    }

    /// Reads a column with a SHA-256.
    func hash(_ index: Int) throws -> [UInt8] {
        let data: Data = try self[index]
        guard data.count == 32 else { throw error(at: index, "isn't a SHA-256 hash") }
        return Array(data)
    }

    /// Reads two columns with the path and the hash of a shared model; `nil` if both are NULL.
    func model(_ index: Int) throws -> StoreReader.ModelReference? {
        let path: String? = try self[index]
        let hash: Data? = try self[index + 1]
        guard path != nil || hash != nil else { return nil }
        guard let path, let hash, hash.count == 32 else {
            throw error(at: index, "isn't a model path with a valid hash")
        }
        return StoreReader.ModelReference(path: path, hash: Array(hash))
    }

    /// Reads a column of packed pair counts.
    func pairCounts(_ index: Int) throws -> PairCounts {
        let data: Data = try self[index]
        guard let counts = PairCounts(data: data) else {
            throw error(at: index, "isn't a list of counts in ascending order")
        }
        return counts
    }

    /// Returns the error of a column of this row.
    func error(at index: Int, _ problem: String) -> RowError {
        let column = statement.columnNames.dropFirst(index).first ?? "?"
        let table = SQLTables(in: statement.sql).table(of: column)
        return RowError("table \(table), \(rowName): \(column) \(problem)")
    }

    /// The id of the row, if one of its columns contains it.
    private var rowName: String {
        let columns = statement.columnNames
        for name in ["id", "rowid", "tag_id", "set_id"] {
            if let index = columns.firstIndex(of: name), case .int64(let number) = stored(index) {
                return "\(name == "id" || name == "rowid" ? "row" : name) \(number)"
            }
        }
        return "a row"
    }
}

/// An invalid value in a row, or an inconsistency of the whole database.
package struct RowError: Error, Hashable {
    /// The table, row and column with the invalid value.
    package let detail: String

    package init(_ detail: String) { self.detail = detail }
}

/// The tables named by a query, so that a message can name the table of a column.
struct SQLTables {
    /// The tables in the order of the query.
    private let tables: [String]

    init(in sql: String) {
        let words = sql.split { !($0.isLetter || $0 == "_") }.map(String.init)
        // Only names after these keywords are tables; some columns have the names of tables.
        let named = zip(words, words.dropFirst()).filter { ["FROM", "JOIN", "UPDATE", "INTO"].contains($0.0) }.map(\.1)
        tables = named
    }

    /// Returns the table that has a column, or the first table if no table is known to have it.
    func table(of column: String) -> String {
        let known = tables.first { Self.columns[$0]?.contains(column) == true }
        return known ?? tables.first ?? "?"
    }

    private static let columns: [String: Set<String>] = [
        "tag": ["id", "key", "folded", "name", "uses", "other_uses", "frecency"],
        "alias": ["id", "key", "folded", "name", "tag_id"], "tag_set": ["id", "key", "name", "layout"],
        "set_member": ["set_id", "position", "tag_id", "selected"],
        "item": [
            "id", "set_id", "title", "saved_at", "modified_at", "tag_ids", "location", "note", "imported_from",
            "arrival",
        ], "measurement": ["measurer_id", "text", "width", "height", "baseline", "used_on"], "sqlite_sequence": ["seq"],
    ]
}

/// Columns with the evidence of items.
extension StoredRow {
    /// Reads two columns with the first word of a row of counts and its counts.
    func wordCounts(_ index: Int) throws -> WordCounts {
        let first: Int64 = try self[index, StoredRange.feature]
        guard let row = WordCounts(firstWord: UInt32(clamping: first), data: try self[index + 1]) else {
            throw error(at: index + 1, "isn't a row of counts")
        }
        return row
    }

    /// Reads two columns with the first item of a row of postings and its items.
    func postingChunk(_ index: Int) throws -> PostingChunk {
        let first: Int64 = try self[index, StoredRange.id]
        guard let chunk = PostingChunk(first: first, data: try self[index + 1]) else {
            throw error(at: index + 1, "isn't a list of items in ascending order")
        }
        return chunk
    }

    /// Reads a column with the words of an item.
    func storedWords(_ index: Int) throws -> [StoredWord] {
        guard let words = [StoredWord](data: try self[index]) else {
            throw error(at: index, "isn't a list of words in ascending order")
        }
        return words
    }

    /// Reads three columns with the evidence of an item.
    func evidence(_ index: Int) throws -> StoredEvidence {
        var evidence = StoredEvidence()
        evidence.textWords = try storedWords(index).filter { $0.inText > 0 }
            .map { StoredWord(number: $0.number, inFields: 0, inText: $0.inText) }
        evidence.fieldNames = try nameHits(index + 1)
        evidence.textNames = try nameHits(index + 2)
        return evidence
    }

    /// Reads a column with the new names of an item.
    func newNames(_ index: Int) throws -> [NewNameOutcome] {
        guard let names = [NewNameOutcome](data: try self[index]) else {
            throw error(at: index, "isn't a list of new names")
        }
        return names
    }

    private func nameHits(_ index: Int) throws -> [NameSearch.Hit] {
        guard let hits = [NameSearch.Hit](data: try self[index]) else {
            throw error(at: index, "isn't a list of tags in ascending order")
        }
        return hits
    }

    /// Reads two columns with the first item of a row of tags and its lists.
    func tagList(_ index: Int) throws -> TagList {
        let first: Int64 = try self[index, StoredRange.id]
        guard let list = TagList(first: first, data: try self[index + 1]) else {
            throw error(at: index + 1, "isn't a list of items with tags")
        }
        return list
    }
}

/// A type that a column can be read as.
protocol ColumnValue {
    /// Creates the value from a column; `nil` if the column has another type.
    init?(_ stored: DatabaseValue.Storage)
}

extension Int64: ColumnValue {
    init?(_ stored: DatabaseValue.Storage) {
        guard case .int64(let number) = stored else { return nil }
        self = number
    }
}

extension Int: ColumnValue {
    init?(_ stored: DatabaseValue.Storage) {
        guard let number = Int64(stored) else { return nil }
        self.init(exactly: number)
    }
}

extension Double: ColumnValue {
    /// Creates a finite number.
    init?(_ stored: DatabaseValue.Storage) {
        switch stored {
        case .double(let number) where number.isFinite: self = number
        case .int64(let number): self = Double(number)
        default: return nil
        }
    }
}

extension Bool: ColumnValue {
    init?(_ stored: DatabaseValue.Storage) {
        switch stored {
        case .int64(0): self = false
        case .int64(1): self = true
        default: return nil
        }
    }
}

extension String: ColumnValue {
    init?(_ stored: DatabaseValue.Storage) {
        guard case .string(let text) = stored else { return nil }
        self = text
    }
}

extension Data: ColumnValue {
    init?(_ stored: DatabaseValue.Storage) {
        guard case .blob(let data) = stored else { return nil }
        self = data
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    /// Creates `.none` for NULL only.
    init?(_ stored: DatabaseValue.Storage) {
        if case .null = stored {
            self = .none
        } else {
            guard let value = Wrapped(stored) else { return nil }
            self = .some(value)
        }
    }
}

extension DatabaseValue.Storage {
    /// A description of the value for messages; it never contains text or bytes from the database.
    var kind: String {
        switch self {
        case .null: "NULL"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string: "text"
        case .blob(let data): "a blob of \(data.count) bytes"
        }
    }
}

/// The valid ranges of numbers in the database.
enum StoredRange {
    /// Ids; the range leaves room for the next id.
    static let id: ClosedRange<Int64> = 0...(1 << 53)
    /// Ids of tags and words, which are packed into 31 bits.
    static let feature: ClosedRange<Int64> = 1...Int64(Int32.max)
    /// Positions in sets; the range leaves room for any number of steps.
    static let position: ClosedRange<Int64> = -(1 << 60)...(1 << 60)
    /// Times in milliseconds since 1970, from year 0 to year 9999.
    static let time: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
    /// Local days in days since 1970, from the last day before year 0 to the first after year 9999.
    static let day: ClosedRange<Int64> = -719_529...2_932_897
    /// Frecencies, in seconds since 1970.
    static let frecency: ClosedRange<Double> = -1e15...1e15
    /// Widths of texts, in cells or points.
    static let width: ClosedRange<Double> = 0...1e6
    /// Heights and baselines of texts, in cells or points.
    static let height: ClosedRange<Double> = 0...1e4
    /// The maximum size of a name or key in bytes: folding makes a name, at most 1,000 bytes long, at most 11 times
    /// longer.
    static let maxNameBytes = 11_000

    /// The maximum size of a note in bytes: that of 64 KiB as entered, with white space that was added when it was read.
    static let maxNoteBytes = 128 << 10

    /// Returns whether a text has a valid length for a location or for the file or folder of an import.
    static func isLocation(_ text: String) -> Bool { (1...maxNameBytes).contains(text.utf8.count) }

    /// The maximum number of uses; larger numbers are clamped to it.
    static let maxUses: Int64 = 1 << 62
}

/// The rows of a query, one at a time; each row is valid until the next is read.
final class StoredRows {
    /// Steps through a statement.
    ///
    /// GRDB's cursor of rows builds a dictionary of column names for each query, which takes longer than most queries.
    // swift-format-ignore: NoLeadingUnderscores
    private final class Steps: DatabaseCursor {
        typealias Element = Void
        let _statement: Statement
        var _isDone = false

        init(_ statement: Statement) { _statement = statement }

        func _element(sqliteStatement: SQLiteStatement) {}
    }

    let statement: Statement
    private let steps: Steps
    private var isAtEnd = false

    /// Runs a query.
    init(_ statement: Statement, _ values: StatementValues) throws {
        try statement.setArguments(StatementArguments(values))
        self.statement = statement
        steps = Steps(statement)
    }

    deinit {
        // Reset the statement unless all rows were read, because then another query may already be using it.
        guard !isAtEnd else { return }
        // This fails if SQLite can't finish a statement that changes something, such as the journal mode. GRDB's own reset would trap.
        _ = unsafe sqlite3_reset(statement.sqliteStatement)
        statement.setUncheckedArguments([])
    }

    /// Returns the next row, or `nil` at the end.
    func next() throws -> StoredRow? {
        guard !isAtEnd else { return nil }
        // After an error there are no more rows.
        isAtEnd = true
        guard try steps.next() != nil else { return nil }
        isAtEnd = false
        return StoredRow(of: self)
    }

    /// Returns all rows, converted to values.
    func mapAll<Value>(_ transform: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try transform(row)) }
        return values
    }
}
