import TagService

/// A reader for Raindrop's CSV, with columns `url`, `title`, `tags` and `created` among others.
///
/// ```
/// title,url,tags,created
/// Soup,https://example.org/soup,"quick, for two",2023-11-14T22:13:21Z
///
/// location  https://example.org/soup
/// title     Soup
/// tags      quick, for two
/// time      2023-11-14T22:13:21Z
/// ```
struct RaindropReader: ItemReader {
    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var rows = CSVRows(ByteCursor(text.next))
        var columns: Columns?
        while let row = try rows.next() {
            try text.reportBadLines(add)
            guard let known = columns else {
                columns = Columns(row)
                guard columns == nil else { continue }
                let problem = "the header must contain 'url' and 'tags'"
                return try add(ImportEntry(.line(row.line), .invalid(problem)), rows.cursor.consumed)
            }
            try add(ImportEntry(.line(row.line), known.content(row)), rows.cursor.consumed)
        }
        try text.reportBadLines(add)
    }

    /// The indices of the columns.
    private struct Columns {
        let url: Int
        let tags: Int
        let title: Int?
        let created: Int?
        let note: Int?
        let count: Int

        init?(_ header: CSVRows.Row) {
            let names = header.fields.map { $0.trimmed.lowercased() }
            guard let url = names.firstIndex(of: "url"), let tags = names.firstIndex(of: "tags") else { return nil }
            (self.url, self.tags, count) = (url, tags, names.count)
            title = names.firstIndex(of: "title")
            created = names.firstIndex(of: "created")
            note = names.firstIndex(of: "note")
        }

        func content(_ row: CSVRows.Row) -> ImportEntry.Content {
            if let problem = row.errorMessage(columns: count) { return .invalid(problem) }
            let address = row.field(url) ?? ""
            guard !address.isEmpty else { return .invalid("it has no 'url'") }
            let names = (row.field(tags) ?? "").split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
            let written = created.flatMap(row.field)
            let time = written.flatMap { WrittenTime.date($0) }
            return .item(
                location: address, title: title.flatMap(row.field) ?? "", tags: names.isEmpty ? nil : names,
                note: note.flatMap(row.field), time: time,
                details: .init(unreadTime: time == nil ? written?.nonEmpty : nil))
        }
    }
}

extension CSVRows.Row {
    /// Returns the error message for an invalid row, or nil.
    func errorMessage(columns: Int) -> String? {
        if isTooLong { return LineBuffer.tooLong }
        if let problem { return problem }
        guard fields.count > columns else { return nil }
        return "it has \(fields.count) fields, more than \(columns); quote fields that contain a comma"
    }

    /// Returns the trimmed field of a column, or nil if the row is too short.
    func field(_ column: Int) -> String? { column < fields.count ? fields[column].trimmed : nil }
}
