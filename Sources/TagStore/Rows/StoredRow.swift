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
    func calibration(_ index: Int) throws -> Calibration? {
        let stored: Data? = try self[index]
        guard let data = stored else { return nil }
        guard let calibration = Calibration(values: LittleEndian.numbers(in: data)) else {
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
        "item": ["id", "set_id", "title", "saved_at", "modified_at", "tag_ids", "location", "note", "imported_from"],
        "measurement": ["measurer_id", "text", "width", "height", "baseline", "used_on"], "sqlite_sequence": ["seq"],
    ]
}
