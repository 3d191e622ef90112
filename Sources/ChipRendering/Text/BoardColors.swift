/// The colours that a board may be drawn with on a terminal.
public enum BoardColors: String, CaseIterable, Hashable, Sendable {
    /// None: check marks and brackets alone tell chips apart.
    case none
    /// The sixteen colours of the terminal's own palette.
    case sixteen
    /// The palette of 256 colours that xterm introduced.
    case palette
}
