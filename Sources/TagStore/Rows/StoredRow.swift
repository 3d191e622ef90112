import Foundation
internal import GRDB
internal import TagCore

/// A row as SQLite gave it, whose columns are all read as optional and checked.
///
/// A database that was damaged, or written by others, holds anything in any column, whatever its schema says. What a
/// column must not hold is thrown as a ``RowDamage`` that names the table and the row. GRDB's own accessors trap there.
struct StoredRow {
    private let row: Row
    private let sql: String

    init(_ row: Row, of sql: String) {
        self.row = row
        self.sql = sql
    }

    /// The value of a column, counted from 0.
    subscript<Value: ColumnValue>(index: Int) -> Value {
        get throws {
            let stored: DatabaseValue = row[index]
            guard let value = Value(stored.storage) else {
                throw damage(at: index, "is \(stored.storage.kind)")
            }
            return value
        }
    }

    /// The value of a column that lies within a range.
    subscript<Value: ColumnValue & Comparable>(index: Int, range: ClosedRange<Value>) -> Value {
        get throws {
            let value: Value = try self[index]
            guard range.contains(value) else { throw damage(at: index, "is \(value)") }
            return value
        }
    }

    /// The value of a column that is NULL or lies within a range.
    subscript<Value: ColumnValue & Comparable>(index: Int, range: ClosedRange<Value>) -> Value? {
        get throws {
            let value: Value? = try self[index]
            guard let value else { return nil }
            guard range.contains(value) else { throw damage(at: index, "is \(value)") }
            return value
        }
    }

    /// A name, a label or a key of one, which is never long.
    ///
    /// What is done with names (folding, matching, measuring) is paid for by the byte, with every name of the database.
    func name(_ index: Int) throws -> String {
        let text: String = try self[index]
        let size = text.utf8.count
        guard size <= StoredRange.mostNameBytes else {
            throw damage(at: index, "is \(size) bytes long")
        }
        return text
    }

    /// A sum of uses: what is too large, and so became a real number in SQLite, is the most that is kept.
    func uses(_ index: Int) throws -> Int64 {
        let stored: DatabaseValue = row[index]
        if case .double(let sum) = stored.storage, sum > 0 { return StoredRange.mostUses }
        return min(try self[index, 0...Int64.max], StoredRange.mostUses)
    }

    /// The ids of a column of packed tags.
    func tagIDs(_ index: Int) throws -> PackedTagIDs {
        let data: Data = try self[index]
        guard let ids = PackedTagIDs(data: data) else {
            throw damage(at: index, "is no ascending list of tags")
        }
        return ids
    }

    /// The ids of a column of packed tags that may be NULL.
    func pairedTagIDs(_ index: Int) throws -> PackedTagIDs? {
        let data: Data? = try self[index]
        return data == nil ? nil : try tagIDs(index)
    }

    /// The features of a column of packed words.
    func wordFeatures(_ index: Int) throws -> [UInt32] {
        let data: Data = try self[index]
        let words = LittleEndian.words(in: data)
        guard data.count.isMultiple(of: 4), words.allSatisfy(Feature.isWord) else {
            throw damage(at: index, "is no list of words")
        }
        return words
    }

    /// The entries of a column of packed counts.
    func pairCounts(_ index: Int) throws -> PairCounts {
        let data: Data = try self[index]
        guard let counts = PairCounts(data: data) else {
            throw damage(at: index, "is no ascending list of counts")
        }
        return counts
    }

    /// What is wrong with a column of this row.
    func damage(at index: Int, _ problem: String) -> RowDamage {
        let column = row.columnNames.dropFirst(index).first ?? "?"
        let table = SQLTables(in: sql).table(of: column)
        return RowDamage("table \(table), \(place): \(column) \(problem)")
    }

    /// The row's number, as far as the row itself tells it.
    private var place: String {
        for name in ["id", "rowid", "tag_id", "set_id"] {
            if case .int64(let number)? = (row[name] as DatabaseValue?)?.storage {
                return "\(name == "id" || name == "rowid" ? "row" : name) \(number)"
            }
        }
        return "a row"
    }
}

/// A row, or the database as a whole, holds what it must not.
package struct RowDamage: Error, Hashable {
    /// What is wrong: the table, the row, the column and what it holds.
    package let detail: String

    package init(_ detail: String) {
        self.detail = detail
    }
}

/// What numbers of the database can be.
enum StoredRange {
    /// Ids: one more than each is a number, too.
    static let id: ClosedRange<Int64> = 0...(1 << 53)
    /// Ids of tags and words, which stand in four bytes beside a bit.
    static let feature: ClosedRange<Int64> = 1...Int64(Int32.max)
    /// Positions in sets: steps can be added to them for ever.
    static let position: ClosedRange<Int64> = -(1 << 60)...(1 << 60)
    /// Times in milliseconds since 1970: the years 0 to 9999.
    static let time: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
    /// Frecencies, in seconds since 1970.
    static let frecency: ClosedRange<Double> = -1e15...1e15
    /// Widths of texts, in cells or points.
    static let width: ClosedRange<Double> = 0...1e6
    /// Heights of texts, and how far down their baselines are.
    static let height: ClosedRange<Double> = 0...1e4
    /// The most bytes that a name or a key has: a name has 1,000, of which folding makes 11 times as many at the most.
    static let mostNameBytes = 11_000
    /// The most uses that a tag is taken to have.
    static let mostUses: Int64 = 1 << 62
}

/// What a column can be read as: `nil` where it holds something else.
protocol ColumnValue {
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
    /// A finite number.
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
    /// `nil` for NULL alone.
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
    /// What a message says that a column holds; never the text or the bytes themselves.
    var kind: String {
        switch self {
        case .null: "NULL"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string: "a text"
        case .blob(let data): "\(data.count) bytes"
        }
    }
}

/// The tables that a query of ours names, so that a message can tell where a column is from.
struct SQLTables {
    /// In the order in which the query names them.
    private let tables: [String]

    init(in sql: String) {
        let words = sql.split { !($0.isLetter || $0 == "_") }.map(String.init)
        // The names of columns come before the word FROM, and some are those of tables.
        let named = zip(words, words.dropFirst())
            .filter { ["FROM", "JOIN", "UPDATE", "INTO"].contains($0.0) }.map(\.1)
        tables = named
    }

    /// The table that has a column; where none of those named is known to, the first.
    func table(of column: String) -> String {
        let known = tables.first { Self.columns[$0]?.contains(column) == true }
        return known ?? tables.first ?? "?"
    }

    private static let columns: [String: Set<String>] = [
        "tag": ["id", "key", "folded", "name", "uses", "other_uses", "frecency"],
        "alias": ["id", "key", "folded", "name", "tag_id"],
        "tag_set": ["id", "key", "name", "layout"],
        "set_member": ["set_id", "position", "tag_id", "selected"],
        "saved_selection": ["id", "set_id", "label", "saved_at", "tag_ids", "word_features"],
        "measurement": ["measurer_id", "text", "width", "height", "baseline", "used_on"],
    ]
}
