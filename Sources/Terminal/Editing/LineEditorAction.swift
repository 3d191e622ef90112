/// The action for the program to take after the line editor has handled an event.
///
/// ```swift
/// var editor = LineEditor()
/// #expect(editor.update(.key(KeyEvent(.tab))) == .complete(backward: false))
/// #expect(editor.update(.key(KeyEvent(.backspace))) == .refused)
/// #expect(editor.update(.key(.control("d"))) == .endOfInput)
/// ```
package enum LineEditorAction: Equatable, Sendable {
    /// The text changed: draw it, and update hints and suggestions.
    case changed
    /// Only the cursor or the search moved: draw.
    case moved
    /// The user submitted this text, and the editor is empty again.
    case submit(String)
    /// Complete at the cursor; `backward` requests the previous completion.
    case complete(backward: Bool)
    /// Ctrl-D on an empty line: the end of the input.
    case endOfInput
    /// Ctrl-C: discard the line.
    case interrupt
    /// Ctrl-Z: stop the process.
    case suspend
    /// Ctrl-L: draw on a cleared screen.
    case clearScreen
    /// Esc or Ctrl-G with nothing to cancel in the editor.
    case cancel
    /// The command can't be performed; the program may ring the bell.
    case refused
    /// The editor doesn't handle the event.
    case ignored
}
