import Foundation
internal import GRDB

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
