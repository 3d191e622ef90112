/// The colors that a board may be drawn with on a terminal.
public enum BoardColors: String, CaseIterable, Hashable, Sendable {
    /// None: only check marks and brackets distinguish chips.
    case none
    /// The sixteen colors of the terminal's own palette.
    case sixteen
    /// The palette of 256 colors that xterm introduced.
    case palette
}
