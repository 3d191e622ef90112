internal import TextMeasurement

/// Counts the rows that printed text takes on a terminal.
///
/// The count limits the height of the board drawn below the text, so that the text doesn't scroll off
/// the screen.
///
/// ```swift
/// let rows = PrintedRows()
/// rows.begin(columns: 10, widths: TerminalWidths())
/// rows.add("a line of text\n")
/// #expect(rows.count == 2)
/// ```
public final class PrintedRows {
    /// The maximum count, which is more rows than any terminal has.
    private static let limit = 1_000

    private var columns = TerminalWidth.fallback
    private var widths = TerminalWidths()
    private var rows = 0
    /// The number of cells in the incomplete last row.
    private var used = 0
    private var isInSequence = false

    /// Creates a counter that starts at 0.
    public init() {}

    /// The number of rows, including an incomplete last row.
    var count: Int { rows + (used > 0 ? 1 : 0) }

    /// Resets the count for a terminal with this width.
    func begin(columns: Int, widths: TerminalWidths) {
        self.columns = max(columns, 1)
        self.widths = widths
        (rows, used, isInSequence) = (0, 0, false)
    }

    /// Adds the rows of a printed text.
    ///
    /// - Complexity: Linear in the length of the text, up to the limit of rows.
    func add(_ text: String) {
        for character in text {
            guard rows < Self.limit else { return }
            add(character)
        }
    }

    private func add(_ character: Character) {
        if isInSequence {
            // All sequences in printed text set colors, so each ends with m.
            isInSequence = character != "m"
        } else if character == "\u{1B}" {
            isInSequence = true
        } else if character.isNewline {
            rows += 1
            used = 0
        } else {
            let cells = character == "\t" ? 8 - used % 8 : widths.cells(in: character)
            if used > 0, used + cells > columns {
                rows += 1
                used = 0
            }
            used += cells
        }
    }
}
