internal import TextMeasurement

/// Breaks printed lines that are wider than the terminal at spaces, so that the terminal doesn't break words.
///
/// A word that is wider than the terminal, such as a URL, stays whole.
///
/// ```swift
/// var breaker = LineBreaker(columns: 10)
/// #expect(breaker.broken("saved the walk\n") == "saved the\nwalk\n")
/// ```
struct LineBreaker {
    /// The width of the terminal.
    let columns: Int
    let widths: TerminalWidths
    /// The number of cells in the incomplete last line.
    private var used = 0

    init(columns: Int, widths: TerminalWidths = TerminalWidths()) {
        self.columns = max(columns, 1)
        self.widths = widths
    }

    /// Returns a text with newlines instead of the spaces at which its lines are broken.
    ///
    /// - Complexity: Linear in the length of the text.
    mutating func broken(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { place, line in
                if place > 0 { used = 0 }
                return brokenLine(line)
            }
            .joined(separator: "\n")
    }

    private mutating func brokenLine(_ line: Substring) -> String {
        // A short line isn't broken, and its bytes are at least its cells.
        guard used > 0 || line.utf8.count > columns else {
            used = widths.cells(in: String(line))
            return String(line)
        }
        var row = Row(isContinued: used > 0)
        var done = ""
        var isInSequence = false
        for character in line {
            if isInSequence || character == "\u{1B}" {
                // All sequences in printed text set colors, so each ends with m.
                isInSequence = character != "m"
                row.characters.append(character)
                continue
            }
            if character == "\r" { used = 0 }
            let cells = character == "\t" ? 8 - used % 8 : widths.cells(in: character)
            if used + cells > columns, character != " ", let start = row.breakAtSpace() {
                done += start + "\n"
                used -= row.cellsBefore
            }
            if character == " " { row.noteSpace(used) }
            row.characters.append(character)
            used += cells
        }
        return done + String(row.characters)
    }

    /// The current row of a line.
    private struct Row {
        /// Whether the row began in an earlier text, so that its spaces aren't indentation.
        let isContinued: Bool
        var characters: [Character] = []
        /// The number of cells before the rest that was kept by `breakAtSpace`.
        private(set) var cellsBefore = 0
        private var space: Int?
        private var cellsAtSpace = 0

        init(isContinued: Bool) { self.isContinued = isContinued }

        /// Notes a space after the given number of cells, unless it's part of the indentation.
        mutating func noteSpace(_ cells: Int) {
            guard isContinued || characters.contains(where: { $0 != " " }) else { return }
            space = characters.count
            cellsAtSpace = cells
        }

        /// Returns the row up to its last space and keeps the rest; returns nil without a space.
        mutating func breakAtSpace() -> String? {
            guard let place = space else { return nil }
            let start = String(characters[..<place])
            characters = Array(characters[(place + 1)...])
            cellsBefore = cellsAtSpace + 1
            space = nil
            return start
        }
    }
}
