/// A line of the REPL, parsed once when it is entered.
struct ReplLine: Sendable {
    /// The line as it was typed.
    let text: String
    /// The parsed line, or the parse error.
    let input: Result<ReplInput, any Error>
    /// The last word, if it's a tag that Enter completes.
    var field: ReplWord?

    /// Parses a line.
    init(_ text: String, grammar: ReplGrammar) {
        self.text = text
        input = Result { try grammar.input(text) }
    }

    /// Creates a line that draws the board after the results of `find`.
    static let board = ReplLine(text: "", input: .success(.board))

    private init(text: String, input: Result<ReplInput, any Error>) {
        self.text = text
        self.input = input
    }

    /// Creates a line that toggles a suggested tag.
    init(togglingSuggested tag: String) {
        text = tag
        input = .success(.toggle(.suggested([tag])))
    }

    /// Whether the line does nothing.
    var isBlank: Bool { if case .success(.nothing) = input { true } else { false } }

    /// Whether the line and its output are printed above the board.
    ///
    /// A line that only toggles isn't, and help has a pane.
    var isPrinted: Bool {
        switch input {
        case .success(.toggle), .success(.board), .success(.help): false
        default: !isBlank
        }
    }

    /// Whether the line runs a command that may open a picker or ask a question on the terminal.
    var needsTerminal: Bool {
        guard case .success(.command(let words)) = input else { return false }
        return ["pick", "tag", "doctor", "import", "items", "delete-item", "tag-items", "drop", "review"]
            .contains(words[0])
    }
}
