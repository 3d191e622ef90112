public import TextMeasurement

/// Rows of text in columns: aligned for a terminal, separated by tabs for programs.
///
/// ```
/// sea    1 use   1 set
/// photo  2 uses  1 set  alias pics
/// ```
public struct TextTable: Sendable {
    /// The appearance of a column on a terminal.
    public enum Column: Hashable, Sendable {
        /// The column that the user looks for.
        case main
        /// Dimmed text.
        case detail
        /// Dimmed numbers, aligned at their ends.
        case number
    }

    private let columns: [Column]
    /// The cells as programs read them.
    private var rows: [[String]] = []
    /// The cells as a terminal shows them.
    private var shown: [[String]] = []

    /// The space between columns, in cells.
    private static let gap = 2
    /// The width that a column keeps in a narrow terminal.
    private static let leastWidth = 8

    /// Creates an empty table with the given columns, from left to right.
    public init(_ columns: [Column]) { self.columns = columns }

    /// Appends a row; a row with fewer cells ends earlier.
    ///
    /// - Parameters:
    ///   - cells: The cells.
    ///   - shown: The cells for a terminal, if they differ.
    public mutating func append(_ cells: [String], shown: [String]? = nil) {
        rows.append(cells)
        self.shown.append((shown ?? cells).map { TerminalText.printable($0) })
    }

    /// The lines for programs: the cells of each row, separated by tabs.
    public var separated: [PrintableText] {
        rows.map { row in
            let line = row.dropFirst().reduce("\(row.first ?? "")" as PrintableText) { "\($0)\t\($1)" }
            return "\(line)\n"
        }
    }

    /// Returns the lines for a terminal, each at most `width` cells wide.
    ///
    /// - Parameters:
    ///   - width: The width of the terminal.
    ///   - isColored: Whether details are dimmed.
    ///   - widths: The character widths of the terminal.
    /// - Returns: The lines.
    /// - Complexity: Linear in the length of the cells.
    public func aligned(width: Int, isColored: Bool, widths: TerminalWidths = TerminalWidths()) -> [PrintableText] {
        let room = columnWidths(in: width, widths)
        return shown.map { line(of: $0, room, isColored: isColored, widths) }
    }

    private func line(of row: [String], _ room: [Int], isColored: Bool, _ widths: TerminalWidths) -> PrintableText {
        let last = row.lastIndex { !$0.isEmpty } ?? 0
        var line: PrintableText = ""
        for (column, cell) in row.enumerated() where column <= last {
            let text = TerminalText.truncated(cell, toCells: room[column], measurer: widths)
            let rest = String(repeating: " ", count: max(room[column] - widths.cells(in: text), 0))
            let kind = columns.indices.contains(column) ? columns[column] : .detail
            let painted: PrintableText =
                kind == .main || !isColored || text.isEmpty ? "\(text)" : "\u{1B}[2m\(text)\u{1B}[22m"
            let gap = column == last ? "" : String(repeating: " ", count: Self.gap)
            if kind == .number {
                line += "\(rest)\(painted)\(gap)"
            } else {
                line += "\(painted)\(column == last ? "" : rest)\(gap)"
            }
        }
        return "\(line)\n"
    }

    /// Returns the width of each column; the widest columns are narrowed until a row fits.
    private func columnWidths(in width: Int, _ widths: TerminalWidths) -> [Int] {
        var room = [Int](repeating: 0, count: shown.map(\.count).max() ?? 0)
        for row in shown {
            for (column, cell) in row.enumerated() { room[column] = max(room[column], widths.cells(in: cell)) }
        }
        var excess = room.reduce(0, +) + Self.gap * max(room.count - 1, 0) - width
        while excess > 0, let widest = room.indices.max(by: { room[$0] < room[$1] }), room[widest] > Self.leastWidth {
            // Narrow the widest column to the second widest, and then both together.
            let second = room.indices.filter { $0 != widest }.map { room[$0] }.max() ?? 0
            let cut = min(excess, max(room[widest] - max(second, Self.leastWidth), 1))
            room[widest] -= cut
            excess -= cut
        }
        return room
    }
}
