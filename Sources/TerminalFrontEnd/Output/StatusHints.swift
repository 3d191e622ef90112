internal import TextMeasurement

/// Hints for a line of status, most important first.
///
/// A line that is too narrow leaves out the last hints rather than cutting one.
///
/// ```
/// StatusHints(["Enter accepts", "Esc cancels"]).text(columns: 20, widths)  // "Enter accepts"
/// ```
struct StatusHints {
    /// The hints, most important first.
    let hints: [String]

    init(_ hints: [String]) { self.hints = hints }

    /// Returns as many of the hints as fit in a number of cells.
    func text(columns: Int, _ widths: TerminalWidths) -> String {
        var text = ""
        for hint in hints {
            let longer = text.isEmpty ? hint : "\(text) · \(hint)"
            guard widths.cells(in: longer) <= columns else { break }
            text = longer
        }
        return text
    }
}
