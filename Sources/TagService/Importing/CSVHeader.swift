internal import TagCore

/// Which columns of a CSV file hold what, by the names in its header.
struct CSVHeader {
    private let tags: Int?
    private let tag: Int?
    private let title: Int?
    private let time: Int?
    private let isSelected: Int?
    private let columnCount: Int
    /// The names of the columns that nothing is read from.
    let unusedColumns: [String]
    /// What separates the tags of a cell; `nil`: a bar, or else commas and semicolons.
    private let separator: Character?
    /// The zone of times that name none.
    private let zone: LocalZone

    /// The names by which a column is known, the one that counts first.
    private static let titleNames = ["title", "url"]
    private static let timeNames = ["at", "time", "created", "date"]

    /// - Throws: `ImportHeaderError` if the header has neither a column `tags` nor a column `tag`.
    init(
        row: CSVRow,
        separator: Character? = nil,
        zone: LocalZone = .system
    ) throws(ImportHeaderError) {
        let names = row.fields.map { WhiteSpace.collapsed($0).lowercased() }
        func column(_ known: [String]) -> Int? {
            known.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        tags = names.firstIndex(of: "tags")
        tag = tags == nil ? names.firstIndex(of: "tag") : nil
        guard tags != nil || tag != nil else { throw ImportHeaderError(line: row.line) }
        title = tags == nil ? nil : column(Self.titleNames)
        time = tags == nil ? nil : column(Self.timeNames)
        isSelected = tag == nil ? nil : names.firstIndex(of: "selected")
        let used = [tags, tag, title, time, isSelected]
        unusedColumns = row.fields.indices.filter { !used.contains($0) }.map { row.fields[$0] }
        columnCount = names.count
        self.separator = separator
        self.zone = zone
    }

    /// What a row says.
    func record(_ row: CSVRow) -> Result<ImportRecord, ImportRecordError> {
        guard !row.isTooLong else { return .failure(ImportRecordError(LineBuffer.tooLong)) }
        if let problem = row.problem { return .failure(ImportRecordError(problem)) }
        guard row.fields.count <= columnCount else {
            return .failure(
                ImportRecordError(
                    "it has \(row.fields.count) fields, more than the header; quote a field that holds a comma"
                )
            )
        }
        guard let column = tags ?? tag, column < row.fields.count else {
            return .failure(
                ImportRecordError("it has \(row.fields.count) fields, fewer than the header")
            )
        }
        if tags == nil {
            let isOn = field(isSelected, of: row)?.lowercased() == "true"
            let tag = ImportedTag(name: row.fields[column], sets: nil, isSelected: isOn)
            return .success(.tag(tag))
        }
        let names = tagNames(in: row.fields[column])
        guard !names.isEmpty else {
            return .failure(ImportRecordError("an item needs at least one tag"))
        }
        var selection = ImportedItem(title: field(title, of: row) ?? "", tags: names)
        if let text = field(time, of: row), !WhiteSpace.collapsed(text).isEmpty {
            guard let milliseconds = milliseconds(inColumn: text) else {
                return .failure(
                    ImportRecordError(
                        "'\(text)' is no time such as '2026-01-02 03:04', which is local, or 2026-01-02T03:04:05Z"
                    )
                )
            }
            selection.savedAt = milliseconds
        }
        return .success(.item(selection))
    }

    private func field(_ column: Int?, of row: CSVRow) -> String? {
        column.flatMap { $0 < row.fields.count ? row.fields[$0] : nil }
    }

    /// The tags of a cell: between bars, or else between commas or semicolons.
    private func tagNames(in cell: String) -> [String] {
        let parts =
            if let separator {
                cell.split(separator: separator)
            } else if cell.contains("|") {
                cell.split(separator: "|")
            } else {
                cell.split { $0 == "," || $0 == ";" }
            }
        return parts.map { WhiteSpace.collapsed(String($0)) }.filter { !$0.isEmpty }
    }
}

extension CSVHeader {
    /// The time that a cell tells: one as ``TypedTime`` reads it, or a number of seconds or milliseconds since 1970.
    private func milliseconds(inColumn cell: String) -> Int64? {
        let text = WhiteSpace.collapsed(cell)
        if let time = TypedTime.written(text, zone: zone) { return time }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            return nil
        }
        switch text.utf8.count {
        case 9, 10: return number * 1_000
        case 12, 13: return number
        default: return nil
        }
    }
}

/// The header of a CSV file has no column of tags.
struct ImportHeaderError: Error, Hashable {
    var line: Int
}
