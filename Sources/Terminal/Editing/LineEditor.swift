/// An editor for a line of text or several lines, with history, undo and a kill ring.
///
/// This is a pure model: `update` handles an event and returns the action for the program to take. The
/// cursor moves by grapheme, so an emoji family is one step. Composed or pasted text is undone as one
/// change. The default keys are those of Emacs.
///
/// ```swift
/// var editor = LineEditor()
/// _ = editor.update(.paste("add swft"))
/// _ = editor.update(.key(.control("w")))
/// _ = editor.update(.text("早"))
/// #expect(editor.update(.key(KeyEvent(.enter))) == .submit("add 早"))
/// ```
package struct LineEditor: Sendable {
    /// A suggested continuation of the text, shown while the cursor is at the end.
    package var hint = ""
    /// The search through the history; nil if the user isn't searching.
    package internal(set) var search: HistorySearch?
    /// The lines entered before.
    package internal(set) var history: LineHistory
    /// Whether the text may contain newlines; if not, a newline becomes a space.
    package let allowsNewlines: Bool
    var buffer = GraphemeBuffer()
    var edits = EditHistory()
    var killRing = KillRing()
    var lastCommand: EditCommand?
    var yanked: Range<Int>?
    var preferredColumn: Int?
    var historyIndex: Int
    var drafts: [Int: String] = [:]
    private let keys: [KeyEvent: EditCommand]

    /// Creates an empty editor.
    ///
    /// - Parameters:
    ///   - history: The lines entered before.
    ///   - allowsNewlines: Whether Alt-Enter and pasted text may add lines.
    ///   - keys: The command of each key.
    package init(
        history: LineHistory = LineHistory(), allowsNewlines: Bool = true,
        keys: [KeyEvent: EditCommand] = EditCommand.standardKeys
    ) {
        self.history = history
        self.allowsNewlines = allowsNewlines
        self.keys = keys
        historyIndex = history.entries.count
    }

    /// The text.
    ///
    /// - Complexity: O(*n*).
    package var text: String { buffer.text }

    /// The number of graphemes before the cursor.
    package var cursor: Int { buffer.cursor }

    /// The text before the cursor.
    ///
    /// - Complexity: O(*n*).
    package var textBeforeCursor: String { buffer.text(in: 0..<cursor) }

    /// The number of graphemes.
    package var count: Int { buffer.count }

    /// Whether the text is empty.
    package var isEmpty: Bool { buffer.count == 0 }

    /// Whether the hint is visible: there is a hint and the cursor is at the end of the text.
    package var showsHint: Bool { !hint.isEmpty && cursor == buffer.count && search == nil }

    /// Handles an event and returns the action for the program.
    package mutating func update(_ event: TerminalEvent) -> LineEditorAction {
        switch event {
        case .text(let text): return insert(text, isTyping: true)
        case .paste(let text): return insert(sanitized(text), isTyping: false)
        case .key(let key): return press(key)
        default: return .ignored
        }
    }

    /// Replaces a range of graphemes, for example with a completion, and puts the cursor after it.
    package mutating func replace(_ range: Range<Int>, with text: String) {
        edit(range, with: sanitized(text))
        lastCommand = nil
    }

    /// Replaces the whole text.
    package mutating func setText(_ text: String) { replace(0..<buffer.count, with: text) }

    /// Adds a line to the history.
    ///
    /// - Returns: Whether the line was added, so that the caller should save it.
    @discardableResult package mutating func remember(_ line: String) -> Bool {
        let isKept = history.add(line)
        historyIndex = history.entries.count
        return isKept
    }

    private mutating func press(_ key: KeyEvent) -> LineEditorAction {
        if let command = keys[key] { return perform(command) }
        guard case .character(let character) = key.key, key.modifiers.isSubset(of: .shift) else { return .ignored }
        return insert(String(character), isTyping: true)
    }

    private mutating func insert(_ text: String, isTyping: Bool) -> LineEditorAction {
        if search != nil {
            search?.extend(by: text)
            return .moved
        }
        guard !text.isEmpty else { return .ignored }
        edit(cursor..<cursor, with: text, isTyping: isTyping)
        lastCommand = nil
        return .changed
    }

    private mutating func perform(_ command: EditCommand) -> LineEditorAction {
        if search != nil, let action = performInSearch(command) { return action }
        let action = act(command)
        if command != .moveUp, command != .moveDown { preferredColumn = nil }
        if action == .moved { edits.seal() }
        lastCommand = command
        return action
    }

    mutating func edit(_ range: Range<Int>, with text: String, isTyping: Bool = false) {
        edits.record(buffer.replace(range, with: text), isTyping: isTyping)
        hint = ""
        preferredColumn = nil
    }

    /// Returns the text without control characters, and with tabs replaced by spaces.
    private func sanitized(_ text: String) -> String {
        String(
            text.compactMap { character -> Character? in
                if character.isNewline { return allowsNewlines ? "\n" : " " }
                if character == "\t" { return " " }
                let category = character.unicodeScalars.first?.properties.generalCategory
                return category == .control ? nil : character
            })
    }
}
