/// One row of a CSV file, and the line on which it begins.
struct CSVRow: Hashable {
    var line: Int
    var fields: [String]
    /// Whether the row had more bytes than a line may have; it has no fields then.
    var isTooLong = false
}

/// The rows of a CSV file as RFC 4180 has them: quoted fields may hold commas, doubled quotes and line ends.
///
/// Written here because an error must name the line, which the libraries at hand do not keep.
struct CSVRows {
    private(set) var cursor: ByteCursor
    private var line = 1
    private var hasBegun = false
    /// The bytes of the row so far.
    private var length = 0
    /// The most bytes that a row may have.
    private let limit: Int

    init(_ cursor: ByteCursor, limit: Int = LineBuffer.lineLimit) {
        self.cursor = cursor
        self.limit = limit
    }

    /// The next row that is not blank; `nil` at the end.
    mutating func next() throws -> CSVRow? {
        if !hasBegun {
            hasBegun = true
            try cursor.skipByteOrderMark()
        }
        while try cursor.peek() != nil {
            let row = try nextRow()
            if row.fields != [""] { return row }
        }
        return nil
    }

    private mutating func nextRow() throws -> CSVRow {
        var row = CSVRow(line: line, fields: [])
        length = 0
        while true {
            row.fields.append(try nextField())
            guard length <= limit else { return try skippedRow(from: row.line) }
            guard try cursor.next() == UInt8(ascii: ",") else {
                line += 1
                return row
            }
            length += 1
        }
    }

    /// Reads over the rest of a line that is too long: a quote in it may have no other end.
    private mutating func skippedRow(from first: Int) throws -> CSVRow {
        while let byte = try cursor.next(), byte != 0x0A {}
        line += 1
        return CSVRow(line: first, fields: [], isTooLong: true)
    }

    /// Reads up to the comma or line end that ends a field.
    private mutating func nextField() throws -> String {
        var field: [UInt8] = []
        var isQuoted = false
        if try cursor.peek() == UInt8(ascii: "\"") {
            isQuoted = true
            _ = try cursor.next()
        }
        while let byte = try cursor.peek(), length <= limit {
            if isQuoted, byte == UInt8(ascii: "\"") {
                _ = try cursor.next()
                if try cursor.peek() == byte {
                    field.append(byte)
                    _ = try cursor.next()
                } else {
                    isQuoted = false
                }
                length += 1
                continue
            }
            if !isQuoted, byte == UInt8(ascii: ",") || byte == 0x0A { break }
            if byte == 0x0A { line += 1 }
            field.append(byte)
            length += 1
            _ = try cursor.next()
        }
        if field.last == 0x0D { field.removeLast() }
        return CSVCell.text(String(decoding: field, as: UTF8.self))
    }
}

/// A cell of a CSV file, guarded against spreadsheets that run what looks like a formula.
package enum CSVCell {
    /// The cell of a text: with an apostrophe before it where a spreadsheet might run it.
    ///
    /// A text that begins with apostrophes and such a character gets one more, so that ``text(_:)`` gives every text back.
    package static func guarded(_ text: String) -> String {
        isRun(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// The text of a cell: without the apostrophe that guards it.
    package static func text(_ cell: String) -> String {
        guard cell.utf8.first == apostrophe, isRun(cell.utf8.drop { $0 == apostrophe }) else {
            return cell
        }
        return String(cell.unicodeScalars.dropFirst())
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Whether a text begins with a character that makes a spreadsheet take it for a formula.
    private static func isRun(_ text: some Sequence<UInt8>) -> Bool {
        var iterator = text.makeIterator()
        return switch iterator.next() {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
            true
        default: false
        }
    }
}
