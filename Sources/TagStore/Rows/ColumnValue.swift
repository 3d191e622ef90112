import Foundation
internal import GRDB

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
