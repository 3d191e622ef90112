/// Items as rows of CSV.
extension ExportedItem {
    /// The item as a row.
    var csv: String {
        let cells = ["\(id)", set, title, location ?? "", note, barredTags, savedAt.map(Timestamp.text) ?? ""]
        return cells.map(Self.cell).joined(separator: ",") + "\r\n"
    }

    private var barredTags: String {
        // A fullwidth bar keeps the key of a tag.
        let names = tags.map { name in name.replacingScalars { $0 == "|" ? "｜" : nil } }
        // An import splits a cell without a bar at commas and semicolons.
        let isDivisible = names.first?.utf8.contains { ",;".utf8.contains($0) } ?? false
        return names.joined(separator: "|") + (names.count == 1 && isDivisible ? "|" : "")
    }

    private static func cell(_ text: String) -> String {
        let text = CSVRows.Cell.guarded(text)
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
