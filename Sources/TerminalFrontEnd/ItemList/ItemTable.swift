internal import Foundation
public import TagService
public import TextMeasurement

/// Items as aligned columns for a terminal: ID, title, tags, host and date.
///
/// ```
/// 12  The Swift Book    swift  language   docs.swift.org   2 days ago
/// 11  by the sea        photo  sea                         2026-01-31
/// ```
public struct ItemTable: Sendable {
    /// The columns, from left to right.
    enum Column: Int, CaseIterable { case id, title, tags, host, date }

    /// The part of a row that is in one column.
    struct PlacedCell: Hashable, Sendable {
        var column: Column
        /// The first cell of the column.
        var start: Int
        /// The text, truncated to the width of the column.
        var text: String
    }

    private let measurer: TerminalWidths
    /// The printable texts of each row, one per column.
    private var rows: [[String]] = []
    /// The width of the longest text in each column, in cells.
    private var natural = Column.allCases.map { _ in 0 }

    /// The space between columns, in cells.
    private static let gap = 2
    /// The space between two tags.
    static let tagSeparator = "  "
    /// The maximum share of the width that the tags take.
    private static let tagShare = 0.4
    /// The maximum width of a host, and the width that other columns must leave for the title, in cells.
    private static let (hostLimit, titleMinimum) = (24, 10)
    /// The columns that a narrow terminal leaves out, the first one first.
    private static let optional: [Column] = [.host, .date, .tags, .id]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - items: The items, one per row.
    ///   - widths: The character widths of the terminal.
    /// - Complexity: Linear in the length of the texts.
    public init(_ items: [Item] = [], widths: TerminalWidths = TerminalWidths()) {
        measurer = widths
        append(items)
    }

    /// Appends rows.
    ///
    /// - Complexity: Linear in the length of the appended texts.
    mutating func append(_ items: [Item]) {
        for item in items {
            let row = [
                "\(item.id)", item.heading, item.tags.joined(separator: Self.tagSeparator), Self.host(of: item),
                Self.date(of: item),
            ]
            .map { TerminalText.printable($0) }
            for (column, text) in row.enumerated() { natural[column] = max(natural[column], measurer.cells(in: text)) }
            rows.append(row)
        }
    }

    /// Returns the lines of the table, each at most `columns` cells wide.
    public func lines(columns: Int) -> [PrintableText] {
        let widths = widths(columns: columns)
        return rows.indices.map { row in
            var (line, used) = ("", 0)
            for cell in cells(ofRow: row, widths: widths) where !cell.text.isEmpty {
                line += String(repeating: " ", count: cell.start - used) + cell.text
                used = cell.start + measurer.cells(in: cell.text)
            }
            return "\(line)\n"
        }
    }

    /// Returns the cells of a row for widths returned by `widths(columns:)`.
    func cells(ofRow row: Int, widths: [Int]) -> [PlacedCell] {
        var start = 0
        return Column.allCases.filter { widths[$0.rawValue] > 0 }
            .map { column in
                let width = widths[column.rawValue]
                defer { start += width + Self.gap }
                let text = TerminalText.truncated(rows[row][column.rawValue], toCells: width, measurer: measurer)
                return PlacedCell(column: column, start: start, text: text)
            }
    }

    /// Returns the width of each column; a column that is left out has the width 0.
    ///
    /// The title gets the space that the other columns leave.
    func widths(columns: Int) -> [Int] {
        var widths = natural
        let (title, tags, host) = (Column.title.rawValue, Column.tags.rawValue, Column.host.rawValue)
        widths[tags] = min(widths[tags], Int(Double(columns) * Self.tagShare))
        widths[host] = min(widths[host], Self.hostLimit)
        func room() -> Int {
            widths.enumerated().filter { $0.offset != title && $0.element > 0 }
                .reduce(columns) { $0 - $1.element - Self.gap }
        }
        for column in Self.optional where room() < min(widths[title], Self.titleMinimum) { widths[column.rawValue] = 0 }
        widths[title] = max(0, min(widths[title], room()))
        return widths
    }

    /// Returns the host of a URL, or `missing` for a file that doesn't exist.
    private static func host(of item: Item) -> String {
        if item.isMissing { return "missing" }
        guard let location = item.location, let url = URL(string: location), let host = url.host() else { return "" }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// Returns a recent time in words, and any other time as a date.
    private static func date(of item: Item) -> String {
        guard let time = item.savedAt else { return "" }
        return RelativeDate.day(time)
    }
}
