/// The commands of the line editor.
package enum EditCommand: Hashable, Sendable, CaseIterable {
    /// Moves a grapheme to the left.
    case moveLeft
    /// Moves a grapheme to the right, or accepts the hint.
    case moveRight
    /// Moves to the beginning of a word.
    case moveWordLeft
    /// Moves to the end of a word, or accepts a word of the hint.
    case moveWordRight
    /// Moves to the beginning of the line.
    case moveToLineStart
    /// Moves to the end of the line, or accepts the hint.
    case moveToLineEnd
    /// Moves to the beginning of all lines.
    case moveToTextStart
    /// Moves to the end of all lines, or accepts the hint.
    case moveToTextEnd
    /// Moves a line up, or to the line entered before.
    case moveUp
    /// Moves a line down, or to the line entered after.
    case moveDown
    /// Deletes the grapheme to the left.
    case deleteBackward
    /// Deletes the grapheme to the right.
    case deleteForward
    /// Deletes to the right; on an empty line it is the end of the input.
    case deleteForwardOrEnd
    /// Kills to the beginning of a word.
    case killWordBackward
    /// Kills to the blank on the left.
    case killBlankWordBackward
    /// Kills to the end of a word.
    case killWordForward
    /// Kills the rest of the line.
    case killToLineEnd
    /// Kills the line up to the cursor.
    case killToLineStart
    /// Inserts the last killed text.
    case yank
    /// Replaces the yanked text with the text killed before it.
    case yankOlder
    /// Exchanges the graphemes around the cursor.
    case transposeCharacters
    /// Exchanges the words around the cursor.
    case transposeWords
    /// Makes the rest of a word capitals.
    case uppercaseWord
    /// Makes the rest of a word small letters.
    case lowercaseWord
    /// Makes the next letter of a word a capital and the rest small.
    case capitalizeWord
    /// Undoes the last change.
    case undo
    /// Redoes the change undone last.
    case redo
    /// Shows the line entered before.
    case historyPrevious
    /// Shows the line entered after.
    case historyNext
    /// Searches the history backwards as one types.
    case searchOlder
    /// Searches the history forwards.
    case searchNewer
    /// Enters the text.
    case submit
    /// Begins a new line in the text.
    case insertNewline
    /// Asks for a completion.
    case complete
    /// Asks for the completion before.
    case completeBackward
    /// Gives the line up.
    case interrupt
    /// Stops the process.
    case suspend
    /// Clears the screen.
    case clearScreen
    /// Ends a search, or leaves.
    case cancel
}

extension EditCommand {
    /// The keys of Emacs and readline, with those of other line editors if they don't conflict.
    package static let standardKeys: [KeyEvent: EditCommand] = moving.merging(changing) { $1 }
        .merging(rest) { $1 }

    private static let moving: [KeyEvent: EditCommand] = [
        KeyEvent(.left): .moveLeft, .control("b"): .moveLeft,
        KeyEvent(.right): .moveRight, .control("f"): .moveRight,
        KeyEvent(.left, .control): .moveWordLeft, KeyEvent(.left, .alt): .moveWordLeft,
        .alt("b"): .moveWordLeft,
        KeyEvent(.right, .control): .moveWordRight, KeyEvent(.right, .alt): .moveWordRight,
        .alt("f"): .moveWordRight,
        KeyEvent(.home): .moveToLineStart, .control("a"): .moveToLineStart,
        KeyEvent(.end): .moveToLineEnd, .control("e"): .moveToLineEnd,
        KeyEvent(.home, .control): .moveToTextStart, .alt("<"): .moveToTextStart,
        KeyEvent(.end, .control): .moveToTextEnd, .alt(">"): .moveToTextEnd,
        KeyEvent(.up): .moveUp, KeyEvent(.down): .moveDown,
        .control("p"): .historyPrevious, .control("n"): .historyNext,
        KeyEvent(.up, .control): .historyPrevious, KeyEvent(.down, .control): .historyNext,
        .control("r"): .searchOlder, .control("s"): .searchNewer,
    ]

    private static let changing: [KeyEvent: EditCommand] = [
        KeyEvent(.backspace): .deleteBackward, .control("h"): .deleteBackward,
        KeyEvent(.backspace, .shift): .deleteBackward,
        KeyEvent(.delete): .deleteForward, .control("d"): .deleteForwardOrEnd,
        KeyEvent(.backspace, .alt): .killWordBackward,
        KeyEvent(.backspace, .control): .killWordBackward,
        KeyEvent(.character("h"), [.alt, .control]): .killWordBackward,
        .control("w"): .killBlankWordBackward,
        .alt("d"): .killWordForward, KeyEvent(.delete, .control): .killWordForward,
        KeyEvent(.delete, .alt): .killWordForward,
        .control("k"): .killToLineEnd, .control("u"): .killToLineStart,
        .control("y"): .yank, .alt("y"): .yankOlder,
        .control("t"): .transposeCharacters, .alt("t"): .transposeWords,
        .alt("u"): .uppercaseWord, .alt("l"): .lowercaseWord, .alt("c"): .capitalizeWord,
        .control("_"): .undo, .control("/"): .undo, .control("-"): .undo, .control("z"): .suspend,
        .alt("_"): .redo, .alt("/"): .redo,
    ]

    private static let rest: [KeyEvent: EditCommand] = [
        KeyEvent(.enter): .submit, .control("j"): .submit, .control("m"): .submit,
        KeyEvent(.enter, .alt): .insertNewline, KeyEvent(.enter, .shift): .insertNewline,
        KeyEvent(.tab): .complete, .control("i"): .complete,
        KeyEvent(.tab, .shift): .completeBackward,
        .control("c"): .interrupt, .control("l"): .clearScreen,
        .control("g"): .cancel, .control("["): .cancel, KeyEvent(.escape): .cancel,
    ]
}
