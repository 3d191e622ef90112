public import Foundation
public import TagService
public import TextMeasurement

/// Items for a terminal: titles under the day that they were saved, with their tags and hosts.
///
/// ```
/// Today
///   The Swift Book                     #swift #language  docs.swift.org
/// Saturday 31 January
///   by the sea                         #photo #sea
/// ```
///
/// Items in another order than that of their times have a column with the day instead.
public struct ItemTable: Sendable {
    /// The columns, from left to right.
    enum Column: Int, CaseIterable { case id, title, tags, date, host }

    /// A line of the table.
    enum Line: Hashable, Sendable {
        /// The heading of a day.
        case day(String)
        /// The item with this index.
        case item(Int)
    }

    /// The part of a row that is in one column.
    struct PlacedCell: Hashable, Sendable {
        var column: Column
        /// The first cell of the column.
        var start: Int
        /// The text, truncated to the width of the column.
        var text: String
    }

    /// Whether the ids of the items are shown.
    var showsIDs = false
    /// The lines, from top to bottom.
    private(set) var arranged: [Line] = []

    private let measurer: TerminalWidths
    private let today: LocalDay
    /// The printable texts of each row, one per column.
    private var rows: [[String]] = []
    private var days: [LocalDay?] = []
    /// The line of each item.
    private var places: [Int] = []
    /// The width of the longest text in each column, in cells.
    private var natural = Column.allCases.map { _ in 0 }

    /// The space between columns, and before a title below a day, in cells.
    private static let (gap, indent) = (2, 2)
    /// The minimum share of the width that titles get.
    private static let titleShare = 0.55
    /// The maximum width of a host, and the minimum width of a column other than the title, in cells.
    private static let (hostLimit, leastWidth) = (24, 8)

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - items: The items, one per row.
    ///   - widths: The character widths of the terminal.
    ///   - now: The current time.
    /// - Complexity: Linear in the length of the texts.
    public init(_ items: [Item] = [], widths: TerminalWidths = TerminalWidths(), now: Date = Date()) {
        measurer = widths
        today = LocalDay(of: now)
        append(items)
    }

    /// Whether the items are in the order of their times, so that they can have headings.
    private var isByDay: Bool {
        let known = days.compactMap(\.self)
        guard known.count == days.count, let first = known.first, let last = known.last else { return false }
        let pairs = zip(known, known.dropFirst())
        return first >= last ? pairs.allSatisfy { $0 >= $1 } : pairs.allSatisfy { $0 <= $1 }
    }

    /// Appends rows.
    ///
    /// - Complexity: Linear in the length of the appended texts and the number of all items.
    mutating func append(_ items: [Item]) {
        for item in items {
            let day = LocalDay(of: item)
            let tags = item.tags.map { "#\($0)" }.joined(separator: " ")
            let date = item.savedAt.map { RelativeDate.day($0) } ?? ""
            let row = ["\(item.id)", item.heading, tags, date, item.host].map { TerminalText.printable($0) }
            for (column, text) in row.enumerated() { natural[column] = max(natural[column], measurer.cells(in: text)) }
            rows.append(row)
            days.append(day)
        }
        arrange()
    }

    private mutating func arrange() {
        arranged = []
        places = []
        let isByDay = isByDay
        for row in rows.indices {
            if isByDay, let day = days[row], row == 0 || day != days[row - 1] {
                arranged.append(.day(day.heading(today: today)))
            }
            places.append(arranged.count)
            arranged.append(.item(row))
        }
    }

    /// Whether days have headings.
    private var hasHeadings: Bool { arranged.count > rows.count }

    /// Returns the line of an item.
    func line(ofItem index: Int) -> Int { places.indices.contains(index) ? places[index] : 0 }

    /// Returns whether a line is the heading of a day.
    func isHeading(_ line: Int) -> Bool {
        guard arranged.indices.contains(line), case .day = arranged[line] else { return false }
        return true
    }

    /// Returns the lines of the table, each at most `columns` cells wide; with colors, everything except titles is dim.
    public func lines(columns: Int, isColored: Bool = false) -> [PrintableText] {
        let widths = widths(columns: columns)
        return arranged.map { line -> PrintableText in
            switch line {
            case .day(let text):
                let text = TerminalText.truncated(text, toCells: columns, measurer: measurer)
                return isColored ? "\u{1B}[1m\(text)\u{1B}[22m\n" : "\(text)\n"
            case .item(let row): return self.line(ofRow: row, widths: widths, isColored: isColored)
            }
        }
    }

    private func line(ofRow row: Int, widths: [Int], isColored: Bool) -> PrintableText {
        var (line, used) = ("" as PrintableText, 0)
        for cell in cells(ofRow: row, widths: widths) where !cell.text.isEmpty {
            line += "\(String(repeating: " ", count: cell.start - used))"
            line += isColored && cell.column != .title ? "\u{1B}[2m\(cell.text)\u{1B}[22m" : "\(cell.text)"
            used = cell.start + measurer.cells(in: cell.text)
        }
        return "\(line)\n"
    }

    /// Returns the cells of a row for widths returned by `widths(columns:)`.
    ///
    /// The tags of an item without a title take the room of the title, too.
    func cells(ofRow row: Int, widths: [Int]) -> [PlacedCell] {
        var start = hasHeadings ? Self.indent : 0
        var cells: [PlacedCell] = []
        let isUntitled = rows[row][Column.title.rawValue].isEmpty
        for column in Column.allCases where widths[column.rawValue] > 0 {
            let width = widths[column.rawValue]
            defer { start += width + Self.gap }
            guard !isUntitled || column != .tags else { continue }
            let shown: Column = isUntitled && column == .title ? .tags : column
            let tags = widths[Column.tags.rawValue]
            let room = shown == column || tags == 0 ? width : width + Self.gap + tags
            let text = TerminalText.truncated(rows[row][shown.rawValue], toCells: room, measurer: measurer)
            cells.append(PlacedCell(column: shown, start: start, text: text))
        }
        return cells
    }

    /// Returns the width of each column; a column that is left out has the width 0.
    ///
    /// The title gets at least 55 % of the width, and all that the other columns leave.
    func widths(columns: Int) -> [Int] {
        var widths = Column.allCases.map { _ in 0 }
        var room = columns - (hasHeadings ? Self.indent : 0)
        let title = min(Int((Double(columns) * Self.titleShare).rounded(.up)), room)
        if showsIDs, room - title > natural[Column.id.rawValue] + Self.gap {
            widths[Column.id.rawValue] = natural[Column.id.rawValue]
            room -= natural[Column.id.rawValue] + Self.gap
        }
        var rest = room - title
        let others: [Column] = hasHeadings ? [.tags, .host] : [.date, .tags, .host]
        for column in others {
            let wanted = min(natural[column.rawValue], column == .host ? Self.hostLimit : .max)
            let width = min(wanted, rest - Self.gap)
            // A host or a date that is cut short says little.
            guard width > 0, width == wanted || column == .tags && width >= Self.leastWidth else { continue }
            widths[column.rawValue] = width
            rest -= width + Self.gap
        }
        widths[Column.title.rawValue] = max(title + rest, 0)
        return widths
    }
}
