/// The action for the program after the line editor handled an event.
package enum LineEditorAction: Equatable, Sendable {
    /// The text changed: draw it, and update hints and suggestions.
    case changed
    /// Only the cursor or the search moved: draw.
    case moved
    /// The text was entered; the editor is empty again.
    case submit(String)
    /// Complete at the cursor; backwards for the previous completion.
    case complete(backward: Bool)
    /// Ctrl-D on an empty line: the end of the input.
    case endOfInput
    /// Ctrl-C: give the line up.
    case interrupt
    /// Ctrl-Z: stop the process.
    case suspend
    /// Ctrl-L: draw on a cleared screen.
    case clearScreen
    /// Esc or Ctrl-G with nothing to cancel in the editor.
    case cancel
    /// Nothing could be done; the program may ring the bell.
    case refused
    /// The event means nothing to the editor.
    case ignored
}
