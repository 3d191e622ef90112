/// The colors available for drawing a board in a terminal.
public enum BoardColors: String, CaseIterable, Hashable, Sendable {
    /// No colors: only check marks and brackets distinguish chips.
    case none
    /// The 16 standard terminal colors.
    case sixteen
    /// The 256-color palette of xterm.
    case palette
}
