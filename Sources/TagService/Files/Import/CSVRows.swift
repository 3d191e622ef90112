internal import TagCore
internal import TextMeasurement

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

/// The meanings of the columns of a CSV file, determined by the names in the header.
struct CSVHeader {
    private let tags: Int?
    private let tag: Int?
    private let title: Int?
    private let time: Int?
    private let location: Int?
    private let note: Int?
    private let set: Int?
    private let isSelected: Int?
    private let columnCount: Int
    /// The names of the columns that aren't imported.
    let unusedColumns: [String]
    /// The separator of the tags in a cell; `nil` means a vertical bar, or else commas and semicolons.
    private let separator: Character?
    /// The zone of times without an offset.
    private let zone: LocalZone

    // Recognized names of a column, in order of preference.
    private static let titleNames = ["title", "name"]
    private static let noteNames = ["note", "notes", "description"]
    private static let locationNames = ["location", "url", "link", "href"]
    private static let timeNames = ["at", "time", "created", "date"]

    /// Reads the header.
    ///
    /// - Throws: `ImportHeaderError` if the header has neither a column `tags` nor a column `tag`.
    init(row: CSVRows.Row, separator: Character? = nil, zone: LocalZone = .system) throws(ImportHeaderError) {
        let names = row.fields.map { WhiteSpace.collapsed($0).lowercased() }
        func column(_ known: [String]) -> Int? { known.lazy.compactMap { names.firstIndex(of: $0) }.first }
        tags = names.firstIndex(of: "tags")
        tag = tags == nil ? names.firstIndex(of: "tag") : nil
        guard tags != nil || tag != nil else { throw ImportHeaderError(line: row.line) }
        title = tags == nil ? nil : column(Self.titleNames)
        time = tags == nil ? nil : column(Self.timeNames)
        location = tags == nil ? nil : column(Self.locationNames)
        note = tags == nil ? nil : column(Self.noteNames)
        set = tags == nil ? nil : column(["set"])
        isSelected = tag == nil ? nil : names.firstIndex(of: "selected")
        let used = [tags, tag, title, time, location, note, set, isSelected]
        unusedColumns = row.fields.indices.filter { !used.contains($0) }.map { row.fields[$0] }
        columnCount = names.count
        self.separator = separator
        self.zone = zone
    }

    /// Returns the record of a row.
    func record(_ row: CSVRows.Row) -> Result<ImportRecord, ImportRecordError> {
        guard !row.isTooLong else { return .failure(ImportRecordError(LineBuffer.tooLong)) }
        if let problem = row.problem { return .failure(ImportRecordError(problem)) }
        guard row.fields.count <= columnCount else {
            return .failure(
                ImportRecordError(
                    "it has \(row.fields.count) fields, more than the header; quote fields that contain a comma"))
        }
        guard let column = tags ?? tag, column < row.fields.count else {
            return .failure(ImportRecordError("it has \(row.fields.count) fields, fewer than the header"))
        }
        if tags == nil {
            let isOn = field(isSelected, of: row)?.lowercased() == "true"
            let tag = ImportedTag(name: row.fields[column], sets: nil, isSelected: isOn)
            return .success(.tag(tag))
        }
        let names = tagNames(in: row.fields[column])
        var item = ImportedItem(
            title: field(title, of: row), tags: names, set: filled(set, of: row), location: filled(location, of: row),
            note: field(note, of: row))
        if let text = field(time, of: row), !WhiteSpace.collapsed(text).isEmpty {
            guard let milliseconds = milliseconds(inColumn: text) else {
                return .failure(
                    ImportRecordError(
                        "\(text.quoted) isn't a time such as '2026-01-02 03:04' (local) or 2026-01-02T03:04:05Z"))
            }
            item.savedAt = milliseconds
        }
        return .success(.item(item))
    }

    private func field(_ column: Int?, of row: CSVRows.Row) -> String? {
        column.flatMap { $0 < row.fields.count ? row.fields[$0] : nil }
    }

    /// Returns a field, or `nil` if it is blank.
    private func filled(_ column: Int?, of row: CSVRows.Row) -> String? {
        field(column, of: row).flatMap { WhiteSpace.collapsed($0).isEmpty ? nil : $0 }
    }

    /// Returns the tags of a cell, separated by vertical bars, or else by commas or semicolons.
    private func tagNames(in cell: String) -> [String] {
        let scalars = cell.unicodeScalars
        let parts =
            if let separator { cell.split(separator: separator).map(String.init) } else if scalars.contains("|") {
                // Splitting characters would miss a bar before a tag that begins with a combining mark.
                scalars.split(separator: "|").map { String($0) }
            } else { scalars.split { $0 == "," || $0 == ";" }.map { String($0) } }
        return parts.map(WhiteSpace.collapsed).filter { !$0.isEmpty }
    }
}

extension CSVHeader {
    /// Parses the time of a cell: an absolute time as in ``TypedTime``, or seconds or milliseconds since 1970.
    private func milliseconds(inColumn cell: String) -> Int64? {
        let text = WhiteSpace.collapsed(cell)
        if let time = TypedTime.written(text, zone: zone) { return time }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else { return nil }
        switch text.utf8.count {
        case 9, 10: return number * 1_000
        case 12, 13: return number
        default: return nil
        }
    }
}

/// The error of a CSV file whose header has no column of tags.
struct ImportHeaderError: Error, Hashable { var line: Int }
