import TerminalFrontEnd

/// The parts of a line to match and to show.
struct LineFormat: Hashable, Sendable {
    /// The text between fields.
    var delimiter = FieldDelimiter.whiteSpace
    /// The fields to match; `nil` for the whole line.
    var matched: [FieldRange]?
    /// The text to show; `nil` for the whole line.
    var shown: FieldTemplate?

    /// Returns the text to show for a line.
    func text(of line: String) -> String { shown?.text(of: line, delimiter) ?? line }

    /// Returns the fields to match in the shown text of a line; `nil` for all of it.
    func fields(of text: String) -> [String]? {
        guard let matched else { return nil }
        let fields = delimiter.fields(of: text)
        var parts = matched.map { $0.fields(in: fields).joined() }
        // As in fzf, so that `word$` matches in the last field.
        if let last = parts.last, delimiter != .whiteSpace {
            parts[parts.count - 1] = String(delimiter.withoutDelimiter(last[...]))
        }
        return parts
    }
}
