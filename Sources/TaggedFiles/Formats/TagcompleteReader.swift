import TagService

/// A reader for the tags of an image board: CSV rows of tag, category, uses and comma-separated aliases.
///
/// ```
/// 1girl,0,6008644,"1girls,sole_female"
///
/// tag      1girl
/// uses     6008644
/// aliases  1girls, sole_female
/// ```
struct TagcompleteReader: ItemReader {
    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var rows = CSVRows(ByteCursor(text.next))
        var isFirst = true
        while let row = try rows.next() {
            try text.reportBadLines(add)
            defer { isFirst = false }
            // Some files have a header.
            if isFirst, row.fields.count > 2, Int(row.field(2) ?? "") == nil { continue }
            try add(ImportEntry(.line(row.line), Self.content(row)), rows.cursor.consumed)
        }
        try text.reportBadLines(add)
    }

    private static func content(_ row: CSVRows.Row) -> ImportEntry.Content {
        if let problem = row.errorMessage(columns: 4) { return .invalid(problem) }
        guard row.fields.count >= 3, let uses = Int(row.fields[2].trimmed), uses >= 0 else {
            return .invalid("expected a row such as 'tag,0,42,\"alias,alias\"'")
        }
        let aliases = (row.field(3) ?? "").split(separator: ",").map { String($0).trimmed }
        return .tag(row.fields[0].trimmed, uses: uses, aliases: aliases.filter { !$0.isEmpty })
    }
}
