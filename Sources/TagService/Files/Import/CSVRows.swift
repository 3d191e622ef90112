internal import TagCore

/// The rows of a CSV file as defined by RFC 4180: quoted fields may contain commas, doubled quotes and line ends.
///
/// Implemented here because errors must name the line, which the available libraries don't report.
package struct CSVRows {
    package private(set) var cursor: ByteCursor
    private var line = 1
    private var hasBegun = false
    /// The length of the row so far in bytes.
    private var length = 0
    /// The problem with the quotes of the row so far.
    private var problem: String?
    /// The maximum length of a row in bytes.
    private let limit: Int

    package init(_ cursor: ByteCursor, limit: Int = LineBuffer.lineLimit) {
        self.cursor = cursor
        self.limit = limit
    }

    /// Returns the next row that isn't blank, or `nil` at the end.
    package mutating func next() throws -> CSVRows.Row? {
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

    private mutating func nextRow() throws -> CSVRows.Row {
        var row = CSVRows.Row(line: line, fields: [])
        length = 0
        problem = nil
        while true {
            row.fields.append(try nextField())
            row.problem = problem
            guard length <= limit else { return try skippedRow(from: row.line) }
            guard try cursor.next() == UInt8(ascii: ",") else {
                line += 1
                return row
            }
            length += 1
        }
    }

    /// Skips the rest of a line that is too long, ignoring quotes, which may never be closed.
    private mutating func skippedRow(from first: Int) throws -> CSVRows.Row {
        while let byte = try cursor.next(), byte != 0x0A {}
        line += 1
        return CSVRows.Row(line: first, fields: [], isTooLong: true)
    }

    /// Reads up to the comma or line end that ends a field.
    private mutating func nextField() throws -> String {
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuoted = false
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
                    wasQuoted = true
                }
                length += 1
                continue
            }
            if !isQuoted, byte == UInt8(ascii: ",") || byte == 0x0A { break }
            if byte == 0x0A { line += 1 }
            if wasQuoted, byte != 0x0D { problem = "it has text after a closing quote" }
            field.append(byte)
            length += 1
            _ = try cursor.next()
        }
        if isQuoted, length <= limit { problem = "it has an unclosed quote" }
        if field.last == 0x0D { field.removeLast() }
        return CSVRows.Cell.text(StreamSafeText.received(String(decoding: field, as: UTF8.self)))
    }
}

extension CSVRows {
    /// A row of a CSV file with the number of its first line.
    package struct Row: Hashable {
        package var line: Int
        package var fields: [String]
        /// Whether the row is longer than the limit, in which case it has no fields.
        package var isTooLong = false
        /// The problem with the quotes of the row; `nil` if they are valid.
        package var problem: String?
    }

    /// Escaping of CSV cells against spreadsheets that execute text that looks like a formula.
    package enum Cell {
        /// Returns the cell of a text, preceded by an apostrophe if a spreadsheet might execute it.
        ///
        /// A text with apostrophes before such a character gets another apostrophe, so that
        /// ``text(_:)`` is the exact inverse.
        package static func guarded(_ text: String) -> String {
            startsFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
        }

        /// Returns the text of a cell, without the apostrophe that ``guarded(_:)`` adds.
        package static func text(_ cell: String) -> String {
            guard cell.utf8.first == apostrophe, startsFormula(cell.utf8.drop { $0 == apostrophe }) else { return cell }
            return String(cell.unicodeScalars.dropFirst())
        }

        private static let apostrophe = UInt8(ascii: "'")

        /// Returns whether a text begins with a character that makes a spreadsheet treat it as a
        /// formula (OWASP, CSV injection).
        private static func startsFormula(_ text: some Sequence<UInt8>) -> Bool {
            var iterator = text.makeIterator()
            return switch iterator.next() {
            case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
            default: false
            }
        }
    }
}
