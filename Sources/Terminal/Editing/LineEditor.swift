/// A line of text being edited, by grapheme, with history, undo and a kill ring; it may hold several lines.
///
/// A pure model: `update` handles an event and returns the action for the program. An emoji family is one step,
/// and composed or pasted text is one change. The keys are those of Emacs.
package struct LineEditor: Sendable {
    /// The text that accepting the hint appends; shown after the text while the cursor is at the end.
    package var hint = ""
    /// The search through the history, while there is one.
    package internal(set) var search: HistorySearch?
    /// The lines entered before.
    package internal(set) var history: LineHistory
    /// Whether a line end may be part of the text; else it becomes a space.
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

    /// Makes an empty editor.
    ///
    /// - Parameters:
    ///   - history: the lines entered before, from wherever they are stored.
    ///   - allowsNewlines: whether Alt-Enter, and a paste, may make several lines.
    ///   - keys: the command of each key.
    package init(
        history: LineHistory = LineHistory(),
        allowsNewlines: Bool = true,
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

    /// Whether nothing was typed.
    package var isEmpty: Bool { buffer.count == 0 }

    /// Whether the hint is to be seen: there is one and the cursor is at the end of the text.
    package var showsHint: Bool { !hint.isEmpty && cursor == buffer.count && search == nil }

    /// Takes an event.
    package mutating func update(_ event: TerminalEvent) -> LineEditorAction {
        switch event {
        case .text(let text): return insert(text, isTyping: true)
        case .paste(let text): return insert(sanitized(text), isTyping: false)
        case .key(let key): return press(key)
        default: return .ignored
        }
    }

    /// Exchanges a range of graphemes for a text, as a completion does, and puts the cursor behind it.
    package mutating func replace(_ range: Range<Int>, with text: String) {
        edit(range, with: sanitized(text))
        lastCommand = nil
    }

    /// Exchanges the whole text.
    package mutating func setText(_ text: String) { replace(0..<buffer.count, with: text) }

    /// Keeps a line in the history.
    ///
    /// - Returns: whether it was kept, and so is to be stored.
    @discardableResult
    package mutating func remember(_ line: String) -> Bool {
        let isKept = history.add(line)
        historyIndex = history.entries.count
        return isKept
    }

    private mutating func press(_ key: KeyEvent) -> LineEditorAction {
        if let command = keys[key] { return perform(command) }
        guard case .character(let character) = key.key, key.modifiers.isSubset(of: .shift) else {
            return .ignored
        }
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

    /// Text from outside as the line may hold it: control characters are dropped, tabs become spaces.
    private func sanitized(_ text: String) -> String {
        String(
            text.compactMap { character -> Character? in
                if character.isNewline { return allowsNewlines ? "\n" : " " }
                if character == "\t" { return " " }
                let category = character.unicodeScalars.first?.properties.generalCategory
                return category == .control ? nil : character
            }
        )
    }
}
