import Foundation
import TagService

/// References of BibTeX and biblatex: `@book{key, title = {…}, keywords = {a, b}, doi = {…}, year = 2020}`.
///
/// An entry that is not closed ends where the next one begins at the start of a line.
struct BibTeXReader: ItemReader {
    /// The maximum size of an entry in bytes; only tests lower it.
    var limit = LineBuffer.lineLimit

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var entries = BibTeXEntries(ByteCursor(text.next), limit: limit)
        var macros = BibTeXMacros()
        while let entry = try entries.next() {
            try text.tellBadLines(add)
            switch entry.kind {
            case "comment", "preamble": continue
            case "string":
                let definition = BibTeXFields(entry.body, macros: &macros)
                guard definition.isTooLong || !macros.define(definition.fields) else { continue }
                try add(ImportEntry(.line(entry.line), .invalid(Self.tooLong)), entries.consumed)
            default:
                let content = Self.content(entry, &macros)
                try add(ImportEntry(.line(entry.line), content), entries.consumed)
            }
        }
        try text.tellBadLines(add)
    }

    private static let tooLong = "the abbreviations of the file expand to more than 1 MB"

    /// The fields that an item is made of.
    private static let wanted: Set<String> = [
        "doi", "url", "keywords", "title", "date", "year", "month",
    ]

    private static func content(
        _ entry: BibTeXEntries.Entry,
        _ macros: inout BibTeXMacros
    ) -> ImportEntry.Content {
        if let problem = entry.problem { return .invalid(problem) }
        let reference = BibTeXFields(
            entry.body,
            hasKey: true,
            wanted: wanted,
            macros: &macros
        )
        guard !reference.isTooLong else { return .invalid(tooLong) }
        let fields = reference.fields
        let address = [fields["doi"], fields["url"], reference.key]
            .compactMap { $0.map(Self.plainAddress) }.first { !$0.isEmpty }
        let tags = keywords(LaTeXText(fields["keywords"] ?? "").text)
        guard let address else {
            return tags.isEmpty
                ? .item(location: "", tags: []) : .invalid("it has neither a key nor a doi nor a url")
        }
        return .item(
            location: address,
            title: LaTeXText(fields["title"] ?? "").text,
            tags: tags,
            time: time(fields)
        )
    }

    /// Keywords stand between commas, or else between semicolons; one may have several words.
    private static func keywords(_ list: String) -> [String] {
        list.split(separator: list.contains(",") ? "," : ";").map { String($0).trimmed }
            .filter { !$0.isEmpty }
    }

    /// An address without the braces, the backslashes and the `\url` of LaTeX.
    private static func plainAddress(_ text: String) -> String {
        text.replacing("\\url", with: "").filter { !"{}\\".contains($0) }.trimmed
    }

    private static func time(_ fields: [String: String]) -> Date? {
        // A range and a time are cut to the day with which they begin.
        let day = fields["date"]?.trimmed.prefix { $0 != "/" && $0 != "T" } ?? ""
        let year = fields["year"]?.trimmed ?? ""
        let month = fields["month"].flatMap { BibTeXFields.month($0.trimmed) }
        let dates = [String(day), month.map { "\(year)-\($0)" } ?? "", year]
        let utc = LocalZone { _ in 0 }
        return dates.lazy.compactMap { WrittenTime.date($0, zone: utc) }.first
    }
}
