public import TagService
internal import Terminal
public import TextMeasurement

/// A whole item as rows of text, like a commit in `git show`, and the scroll position.
///
/// ```text
/// item 12
/// Set:      reading
/// Date:     Saturday 31 January 2026, 08:30
/// Location: https://docs.swift.org/
/// Tags:     #swift #language
///
///     The Swift Book
///
///     Read the chapter about ownership again.
/// ```
public struct ItemDetail: Hashable, Sendable {
    let item: Item
    /// The first visible row.
    var top = 0

    /// The width of a field's name with its colon, and the indentation of title and note, in cells.
    private static let (nameWidth, indent) = (10, 4)

    /// Creates the rows of an item.
    public init(_ item: Item) { self.item = item }

    /// Returns the rows as lines to print.
    public func lines(columns: Int, isColored: Bool, widths: TerminalWidths = TerminalWidths()) -> [PrintableText] {
        rows(columns: columns, widths: widths)
            .map { row in
                let pieces = row.map { piece -> PrintableText in
                    let code = isColored ? Self.code(of: piece.style) : nil
                    guard let code else { return "\(piece.text)" }
                    return "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
                }
                return PrintableText(pieces + ["\n"])
            }
    }

    /// Returns the SGR parameter of a style of the rows; nil for plain text.
    private static func code(of style: TextStyle) -> Int? {
        switch style {
        case heading: 33
        case title: 1
        case faint: 2
        default: nil
        }
    }

    private static let heading = TextStyle(foreground: .palette(3))
    private static let title = TextStyle(attributes: .bold)
    private static let faint = TextStyle(attributes: .dim)

    /// Returns the rows, broken at spaces if possible.
    ///
    /// - Complexity: Linear in the length of the item's texts.
    func rows(columns: Int, widths: TerminalWidths) -> [[StyledText]] {
        var rows = Self.wrapped("item \(item.id)", columns, widths).map { [StyledText($0, Self.heading)] }
        for (name, value) in fields {
            let label = "\(name):".padding(to: Self.nameWidth)
            let lines = Self.wrapped(value, columns - Self.nameWidth, widths)
            for (place, line) in lines.enumerated() {
                let start = place == 0 ? label : String(repeating: " ", count: Self.nameWidth)
                rows.append([StyledText(start, Self.faint), StyledText(line)])
            }
        }
        if !item.title.isEmpty { rows += [[]] + indented(item.title, columns, widths, Self.title) }
        if !item.note.isEmpty { rows += [[]] + indented(item.note, columns, widths, .plain) }
        return rows
    }

    private var fields: [(name: String, value: String)] {
        [
            ("Set", item.set), ("Date", Self.date(of: item)), ("Location", item.location ?? ""),
            ("File", item.isMissing ? "missing" : ""), ("Checked", item.checkedText),
            ("Tags", item.tags.map { "#\($0)" }.joined(separator: " ")),
        ]
        .filter { !$0.1.isEmpty }
    }

    /// Returns the day and, unless the item is that of a day, the time.
    private static func date(of item: Item) -> String {
        guard let day = LocalDay(of: item) else { return "" }
        guard item.day == nil, let time = item.savedAt else { return day.title }
        return "\(day.title), \(LocalZone.system.text(time).dropFirst(11).prefix(5))"
    }

    private func indented(
        _ text: String, _ columns: Int, _ widths: TerminalWidths, _ style: TextStyle
    ) -> [[StyledText]] {
        let space = String(repeating: " ", count: Self.indent)
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { Self.wrapped(String($0), columns - Self.indent, widths) }
            .map { $0.isEmpty ? [] : [StyledText(space), StyledText($0, style)] }
    }

    private static func wrapped(_ text: String, _ columns: Int, _ widths: TerminalWidths) -> [String] {
        TerminalText.printable(text).wrapped(columns: max(columns, 1), most: .max, widths: widths, atSpaces: true)
    }
}

extension String {
    /// Returns the text with spaces at its end, if it's shorter than a number of characters.
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: max(count - self.count, 0))
    }
}
