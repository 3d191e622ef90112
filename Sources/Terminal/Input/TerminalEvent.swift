/// Something that reached the program through its terminal.
package enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyEvent)
    /// Text beyond ASCII that arrived in one piece: a letter, an emoji or composed input.
    case text(String)
    /// A bracketed paste, whole; line ends are `\n`, other control characters are as pasted.
    case paste(String)
    /// The mouse did something.
    case mouse(MouseEvent)
    /// The terminal's window gained (`true`) or lost (`false`) the focus.
    case focus(Bool)
    /// The terminal answered a question.
    case reply(TerminalReply)
    /// The terminal has a new size.
    case resize(CellSize)
    /// The program runs again after it was stopped; the screen is unknown and must be redrawn.
    case resumed
    /// Another thread asked the loop to look around.
    case wakeUp
    /// No input will come any more: the terminal was closed.
    case inputEnded
}

/// A terminal's response to a query of the program.
package enum TerminalReply: Hashable, Sendable {
    /// The cursor's position (`CSI 6 n`), from the top left corner, which is (0, 0).
    case cursorPosition(CellPosition)
    /// The primary device attributes (`CSI c`); every terminal answers, so it ends a round of questions.
    case deviceAttributes([Int])
    /// The secondary device attributes (`CSI > c`): model, version, options.
    case secondaryDeviceAttributes([Int])
    /// The kitty keyboard protocol is there (`CSI ? u`), with these flags on.
    case keyboardFlags(Int)
    /// The state of a private mode (`CSI ? mode $ p`): 0 unknown, 1 set, 2 reset, 3 and 4 permanently.
    case mode(Int, state: Int)
    /// The terminal's name and version (`CSI > q`), as it words them.
    case version(String)
    /// The text area's size in cells (`CSI 18 t`).
    case textAreaSize(CellSize)
    /// An operating system command, by its number: 11 is the background's color.
    case operatingSystemCommand(Int, String)
}
