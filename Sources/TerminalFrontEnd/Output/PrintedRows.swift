internal import TextMeasurement

/// Counts the rows of printed text on a terminal, so that a drawing below leaves it on the screen.
public final class PrintedRows {
    /// More rows than any terminal has; longer text isn't measured further.
    private static let limit = 1_000

    private var columns = TerminalWidth.fallback
    private var widths = TerminalWidths()
    private var rows = 0
    /// The cells of the row that is not at its end yet.
    private var used = 0
    private var isInSequence = false

    /// Creates a counter that has counted nothing.
    public init() {}

    /// The rows so far; one that is not at its end yet counts.
    var count: Int { rows + (used > 0 ? 1 : 0) }

    /// Resets the count.
    func begin(columns: Int, widths: TerminalWidths) {
        self.columns = max(columns, 1)
        self.widths = widths
        (rows, used, isInSequence) = (0, 0, false)
    }

    /// Counts a text that is printed.
    ///
    /// - Complexity: Linear in the text up to the limit of rows.
    func add(_ text: String) {
        for character in text {
            guard rows < Self.limit else { return }
            add(character)
        }
    }

    private func add(_ character: Character) {
        if isInSequence {
            // Printed text contains only color sequences.
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
