internal import TagCore
import Foundation
internal import GRDB

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
struct RowDamage: Error, Hashable {
    /// What is wrong: the table, the row, the column and what it holds.
    let detail: String

    init(_ detail: String) {
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
