/// A cell of a CSV file, escaped against spreadsheets that execute what looks like a formula.
package enum CSVCell {
    /// The cell of a text: preceded by an apostrophe if a spreadsheet might execute it.
    ///
    /// A text of apostrophes followed by such a character gets one more, so that ``text(_:)`` is the exact inverse.
    package static func guarded(_ text: String) -> String {
        startsFormula(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// The text of a cell, without the apostrophe that ``guarded(_:)`` adds.
    package static func text(_ cell: String) -> String {
        guard cell.utf8.first == apostrophe, startsFormula(cell.utf8.drop { $0 == apostrophe })
        else {
            return cell
        }
        return String(cell.unicodeScalars.dropFirst())
    }

    private static let apostrophe = UInt8(ascii: "'")

    /// Whether a text begins with a character that makes a spreadsheet treat it as a formula (OWASP, CSV injection).
    private static func startsFormula(_ text: some Sequence<UInt8>) -> Bool {
        var iterator = text.makeIterator()
        return switch iterator.next() {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
            true
        default: false
        }
    }
}
