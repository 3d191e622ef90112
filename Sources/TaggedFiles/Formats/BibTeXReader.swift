import Foundation
import TagService

/// A reader for BibTeX and biblatex references.
///
/// ```
/// @book{key, title = {Gr{\"u}n}, keywords = {a, b}, url = {https://example.org/}, year = 2020}
///
/// location  https://example.org/
/// title     Grün
/// tags      a, b
/// time      2020-01-01T00:00:00Z
/// ```
///
/// The location is the DOI, the URL or the citation key, in this order of preference. An unclosed
/// entry ends at the next `@` that starts a line.
struct BibTeXReader: ItemReader {
    /// The maximum size of an entry in bytes; only tests lower it.
    var limit = LineBuffer.lineLimit

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var entries = BibTeXEntries(ByteCursor(text.next), limit: limit)
        var macros = BibTeXMacros()
        while let entry = try entries.next() {
            try text.reportBadLines(add)
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
        try text.reportBadLines(add)
    }

    private static let tooLong = "the file's @string macros expand to more than 1 MB"

    /// The fields that become part of an item.
    private static let wanted: Set<String> = ["doi", "url", "keywords", "title", "date", "year", "month"]

    private static func content(_ entry: BibTeXEntries.Entry, _ macros: inout BibTeXMacros) -> ImportEntry.Content {
        if let problem = entry.problem { return .invalid(problem) }
        let reference = BibTeXFields(entry.body, hasKey: true, wanted: wanted, macros: &macros)
        guard !reference.isTooLong else { return .invalid(tooLong) }
        let fields = reference.fields
        let address = [fields["doi"], fields["url"], reference.key].compactMap { $0.map(Self.plainLocation) }
            .first { !$0.isEmpty }
        let tags = keywords(LaTeXText(fields["keywords"] ?? "").text)
        guard let address else { return tags.isEmpty ? .ignored : .invalid("it has no key, doi or url") }
        return .item(
            location: address, title: LaTeXText(fields["title"] ?? "").text, tags: tags.isEmpty ? nil : tags,
            time: time(fields))
    }

    /// Splits keywords at commas or, if there are none, at semicolons.
    private static func keywords(_ list: String) -> [String] {
        list.split(separator: list.contains(",") ? "," : ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Removes the braces, backslashes and `\url` of LaTeX from a URL or key.
    private static func plainLocation(_ text: String) -> String {
        text.replacing("\\url", with: "").filter { !"{}\\".contains($0) }.trimmed
    }

    private static func time(_ fields: [String: String]) -> Date? {
        // The date may be a range or have a time; only the first day is used.
        let day = fields["date"]?.trimmed.prefix { $0 != "/" && $0 != "T" } ?? ""
        let year = fields["year"]?.trimmed ?? ""
        let month = fields["month"].flatMap { BibTeXFields.month($0.trimmed) }
        let dates = [String(day), month.map { "\(year)-\($0)" } ?? "", year]
        let utc = LocalZone { _ in 0 }
        return dates.lazy.compactMap { WrittenTime.date($0, zone: utc) }.first
    }
}
