/// An event that a program receives from its terminal.
///
/// ```text
/// CSI 5 ~         .key(KeyEvent(.pageUp))
/// é               .text("é")
/// CSI I           .focus(true)
/// CSI ? 62;4 c    .reply(.deviceAttributes([62, 4]))
/// ```
package enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyEvent)
    /// Non-ASCII text that arrived in one piece: a letter, an emoji or composed input.
    case text(String)
    /// A bracketed paste. Line ends are `\n`; other control characters are unchanged.
    case paste(String)
    /// The mouse was moved or used.
    case mouse(MouseEvent)
    /// The terminal's window gained (`true`) or lost (`false`) the focus.
    case focus(Bool)
    /// The terminal replied to a query.
    case reply(TerminalReply)
    /// The terminal has a new size.
    case resize(CellSize)
    /// The program continues after being stopped. The content of the screen is unknown, so redraw it.
    case resumed
    /// Another thread woke the event loop.
    case wakeUp
    /// The terminal was closed; no more input follows.
    case inputEnded
}

/// A terminal's response to a query of the program.
package enum TerminalReply: Hashable, Sendable {
    /// The cursor's position (`CSI 6 n`); the top left corner is (0, 0).
    case cursorPosition(CellPosition)
    /// The primary device attributes (`CSI c`). Every terminal replies to this query, so it's sent last
    /// to detect the end of the replies.
    case deviceAttributes([Int])
    /// The secondary device attributes (`CSI > c`): model, version, options.
    case secondaryDeviceAttributes([Int])
    /// The active flags of the kitty keyboard protocol, if the terminal supports it (`CSI ? u`).
    case keyboardFlags(Int)
    /// The state of a private mode (`CSI ? mode $ p`): 0 unknown, 1 set, 2 reset, 3 permanently
    /// set, 4 permanently reset.
    case mode(Int, state: Int)
    /// The terminal's name and version (`CSI > q`), for example `tmux 3.3a`.
    case version(String)
    /// The size of the text area in cells (`CSI 18 t`).
    case textAreaSize(CellSize)
    /// An operating system command with its number and text; 11 is the background color.
    case operatingSystemCommand(Int, String)
}
