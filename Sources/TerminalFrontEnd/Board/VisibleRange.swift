internal import TextMeasurement

/// The part of a label that is shown if the label is wider than its chip.
///
/// The start is shown, unless the matched text would be cut off; then the label is shifted.
///
/// ```text
/// Sources/Terminal/Screen/CellGrid.swift     the label
/// Sources/Terminal/Screen/…                  in 25 cells
/// …l/Screen/CellGrid.swift                   for the query 'grid'
/// ```
struct VisibleRange: Hashable, Sendable {
    /// The visible characters.
    let range: Range<Int>
    /// Whether an ellipsis replaces characters before the range.
    var isCutAtStart = false
    /// Whether an ellipsis replaces characters after the range.
    var isCutAtEnd = false

    /// The number of characters after a match that are shown, too.
    private static let context = 4

    init(_ range: Range<Int>) { self.range = range }

    /// Finds the visible part of a label that is wider than its room.
    ///
    /// - Parameters:
    ///   - characters: The label.
    ///   - room: The available cells, at least 1.
    ///   - matches: The ranges of the label to show, in ascending order.
    ///   - widths: The character widths of the terminal.
    /// - Complexity: Linear in the label.
    init(of characters: [Character], room: Int, matches: [Range<Int>], _ widths: TerminalWidths) {
        let cells = characters.map { widths.cells(in: $0) }
        let ellipsis = widths.cells(in: Character(TerminalText.ellipsis))
        // The last matched characters are the least likely to be seen.
        let end = min(matches.last?.upperBound ?? 0, characters.count)
        let first = matches.last?.lowerBound ?? 0
        let isShifted = first > 0 && cells[..<end].reduce(0, +) > room - ellipsis
        isCutAtStart = isShifted && 2 * ellipsis < room
        isCutAtEnd = ellipsis <= room
        guard isCutAtStart else {
            let most = isCutAtEnd ? room - ellipsis : room
            range = 0..<Self.end(from: 0, in: cells, most)
            return
        }
        let last = min(end + Self.context, characters.count)
        isCutAtEnd = last < characters.count
        let most = room - ellipsis - (isCutAtEnd ? ellipsis : 0)
        var (start, used) = (last, 0)
        while start > 0, used + cells[start - 1] <= most {
            start -= 1
            used += cells[start]
        }
        // A match that is wider than the room is shown from its start.
        guard start > first, first < characters.count else {
            range = start..<last
            return
        }
        let stop = Self.end(from: first, in: cells, room - 2 * ellipsis)
        isCutAtEnd = stop < characters.count
        range = first..<stop
    }

    /// Returns the end of the longest range of characters that fits in a number of cells.
    private static func end(from start: Int, in cells: [Int], _ most: Int) -> Int {
        var (end, used) = (start, 0)
        while end < cells.count, used + cells[end] <= most {
            used += cells[end]
            end += 1
        }
        return end
    }
}
