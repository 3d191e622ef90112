internal import TagService
internal import Terminal
internal import TextMeasurement

/// A whole item as rows of text, and the scroll position.
///
/// ```text
/// id: 12
/// title: The Swift Book
/// location: https://docs.swift.org/
/// tags: swift, language
/// at: 2026-01-31 08:30:00
///
/// Read the chapter about ownership again.
/// ```
struct ItemDetail: Hashable, Sendable {
    let item: Item
    /// The first visible row.
    var top = 0

    init(_ item: Item) { self.item = item }

    /// Returns the rows, broken at spaces if possible.
    ///
    /// - Complexity: Linear in the length of the item's texts.
    func rows(columns: Int, widths: TerminalWidths) -> [[StyledText]] {
        let faint = TextStyle(attributes: .dim)
        let fields = item.shownFields.flatMap { name, value in
            // The label is ASCII, so its characters take one cell each.
            let rows = Self.wrapped("\(name): \(value)", columns, widths)
            return rows.enumerated()
                .map { place, row in
                    let label = place == 0 ? name.count + 1 : 0
                    return [StyledText(String(row.prefix(label)), faint), StyledText(String(row.dropFirst(label)))]
                }
        }
        guard !item.note.isEmpty else { return fields }
        let note = item.note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { Self.wrapped(String($0), columns, widths) }
        return fields + [[]] + note.map { [StyledText($0)] }
    }

    private static func wrapped(_ text: String, _ columns: Int, _ widths: TerminalWidths) -> [String] {
        TerminalText.printable(text).wrapped(columns: columns, most: .max, widths: widths, atSpaces: true)
    }
}
