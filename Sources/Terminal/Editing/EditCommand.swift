/// The commands of the line editor, with the names and effects of Emacs and readline.
///
/// ```text
/// hello, world|     Alt-B                   hello, |world
/// one two three|    Ctrl-W                  one two |
/// one two|          Alt-T                   two one|
/// |hello world      Alt-U                   HELLO| world
/// one|              Ctrl-U Ctrl-Y Ctrl-Y    oneone|
/// ```
package enum EditCommand: Hashable, Sendable, CaseIterable {
    /// Moves left by a grapheme.
    case moveLeft
    /// Moves right by a grapheme, or accepts the hint.
    case moveRight
    /// Moves to the beginning of a word.
    case moveWordLeft
    /// Moves to the end of a word, or accepts a word of the hint.
    case moveWordRight
    /// Moves to the beginning of the line.
    case moveToLineStart
    /// Moves to the end of the line, or accepts the hint.
    case moveToLineEnd
    /// Moves to the beginning of the first line.
    case moveToTextStart
    /// Moves to the end of the last line, or accepts the hint.
    case moveToTextEnd
    /// Moves up by a line; on the first line, shows the previous history entry.
    case moveUp
    /// Moves down by a line; on the last line, shows the next history entry.
    case moveDown
    /// Deletes the grapheme to the left.
    case deleteBackward
    /// Deletes the grapheme to the right.
    case deleteForward
    /// Deletes the grapheme to the right; in an empty text, ends the input.
    case deleteForwardOrEnd
    /// Kills to the beginning of a word.
    case killWordBackward
    /// Kills backward to white space.
    case killBlankWordBackward
    /// Kills to the end of a word.
    case killWordForward
    /// Kills the text from the cursor to the end of the line.
    case killToLineEnd
    /// Kills the text from the beginning of the line to the cursor.
    case killToLineStart
    /// Inserts the last killed text.
    case yank
    /// Replaces the yanked text with the text killed before it.
    case yankOlder
    /// Swaps the graphemes around the cursor.
    case transposeCharacters
    /// Swaps the words around the cursor.
    case transposeWords
    /// Converts the rest of a word to uppercase.
    case uppercaseWord
    /// Converts the rest of a word to lowercase.
    case lowercaseWord
    /// Converts the next letter of a word to uppercase and the rest to lowercase.
    case capitalizeWord
    /// Undoes the last change.
    case undo
    /// Redoes the change that was undone last.
    case redo
    /// Shows the previous history entry.
    case historyPrevious
    /// Shows the next history entry.
    case historyNext
    /// Searches backward through the history as the user types.
    case searchOlder
    /// Searches forward through the history.
    case searchNewer
    /// Enters the text.
    case submit
    /// Begins a new line in the text.
    case insertNewline
    /// Requests a completion.
    case complete
    /// Requests the previous completion.
    case completeBackward
    /// Discards the line.
    case interrupt
    /// Stops the process.
    case suspend
    /// Clears the screen.
    case clearScreen
    /// Cancels a search, or leaves the editor.
    case cancel
}

extension EditCommand {
    /// The keys of Emacs and readline, plus keys of other line editors that don't conflict with them.
    package static let standardKeys: [KeyEvent: EditCommand] = moving.merging(changing) { $1 }.merging(rest) { $1 }

    private static let moving: [KeyEvent: EditCommand] = [
        KeyEvent(.left): .moveLeft, .control("b"): .moveLeft, KeyEvent(.right): .moveRight, .control("f"): .moveRight,
        KeyEvent(.left, .control): .moveWordLeft, KeyEvent(.left, .alt): .moveWordLeft, .alt("b"): .moveWordLeft,
        KeyEvent(.right, .control): .moveWordRight, KeyEvent(.right, .alt): .moveWordRight, .alt("f"): .moveWordRight,
        KeyEvent(.home): .moveToLineStart, .control("a"): .moveToLineStart, KeyEvent(.end): .moveToLineEnd,
        .control("e"): .moveToLineEnd, KeyEvent(.home, .control): .moveToTextStart, .alt("<"): .moveToTextStart,
        KeyEvent(.end, .control): .moveToTextEnd, .alt(">"): .moveToTextEnd, KeyEvent(.up): .moveUp,
        KeyEvent(.down): .moveDown, .control("p"): .historyPrevious, .control("n"): .historyNext,
        KeyEvent(.up, .control): .historyPrevious, KeyEvent(.down, .control): .historyNext, .control("r"): .searchOlder,
        .control("s"): .searchNewer,
    ]

    private static let changing: [KeyEvent: EditCommand] = [
        KeyEvent(.backspace): .deleteBackward, .control("h"): .deleteBackward,
        KeyEvent(.backspace, .shift): .deleteBackward, KeyEvent(.delete): .deleteForward,
        .control("d"): .deleteForwardOrEnd, KeyEvent(.backspace, .alt): .killWordBackward,
        KeyEvent(.backspace, .control): .killWordBackward,
        KeyEvent(.character("h"), [.alt, .control]): .killWordBackward, .control("w"): .killBlankWordBackward,
        .alt("d"): .killWordForward, KeyEvent(.delete, .control): .killWordForward,
        KeyEvent(.delete, .alt): .killWordForward, .control("k"): .killToLineEnd, .control("u"): .killToLineStart,
        .control("y"): .yank, .alt("y"): .yankOlder, .control("t"): .transposeCharacters, .alt("t"): .transposeWords,
        .alt("u"): .uppercaseWord, .alt("l"): .lowercaseWord, .alt("c"): .capitalizeWord, .control("_"): .undo,
        .control("/"): .undo, .control("-"): .undo, .control("z"): .suspend, .alt("_"): .redo, .alt("/"): .redo,
    ]

    private static let rest: [KeyEvent: EditCommand] = [
        KeyEvent(.enter): .submit, .control("j"): .submit, .control("m"): .submit,
        KeyEvent(.enter, .alt): .insertNewline, KeyEvent(.enter, .shift): .insertNewline, KeyEvent(.tab): .complete,
        .control("i"): .complete, KeyEvent(.tab, .shift): .completeBackward, .control("c"): .interrupt,
        .control("l"): .clearScreen, .control("g"): .cancel, .control("["): .cancel, KeyEvent(.escape): .cancel,
    ]
}
