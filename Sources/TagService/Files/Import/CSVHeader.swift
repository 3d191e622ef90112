internal import TagCore
internal import TextMeasurement

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
