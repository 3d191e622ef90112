internal import TagService
internal import Terminal

extension ReplProgram {
    mutating func handle(_ event: TerminalEvent) -> [Effect] {
        switch event {
        case .key(let key) where pane != nil:
            if pane?.scroll(key, in: size, widths) == true { return [] }
            pane = nil
            // What begins the next line isn't lost.
            return TextPane.beginsLine(key) ? handle(event) : []
        case .key(let key):
            remark = nil
            if key == KeyEvent(.tab), let effects = takeOffer() { return effects }
            let before = taken
            (offers, taken) = ([], nil)
            if key == KeyEvent(.backspace), editor.isEmpty, let before { return bringBack(before) }
            return press(key)
        case .text, .paste:
            pane = nil
            remark = nil
            (offers, taken) = ([], nil)
            completion = nil
            return edit(event)
        default: return []
        }
    }

    private mutating func press(_ key: KeyEvent) -> [Effect] {
        if completion != nil, let effects = cycleCompletion(key) { return effects }
        if editor.search == nil {
            switch key {
            case KeyEvent(.down) where highlight == nil && canEnterSuggestions:
                highlight = 0
                return []
            case KeyEvent(.enter, .alt) where isInField:
                let text = editor.text
                editor.clear()
                return enter(text, asTyped: true)
            case KeyEvent(.character(",")) where word.addsTags && isInField:
                return edit(.key(KeyEvent(.character(" "))))
            case KeyEvent(.pageUp):
                if takeRoomOfAnswer() { return [] }
                if boardTop == 0, showsWhole { showWholeBoard(false) }
                scrollBoard(by: -max(boardRows(in: size) - 1, 1))
                return []
            case KeyEvent(.pageDown):
                if summary != nil, !shown.showsResults {
                    showWholeBoard(true)
                    return []
                }
                if takeRoomOfAnswer() { return [] }
                scrollBoard(by: max(boardRows(in: size) - 1, 1))
                return []
            default: if let effects = navigateSuggestions(key) { return effects }
            }
        }
        highlight = nil
        return edit(.key(key))
    }

    /// Whether Down highlights a suggestion, rather than moving through the history or between lines.
    private var canEnterSuggestions: Bool {
        !choices.isEmpty && !editor.isRecalling && !editor.text.contains(where: \.isNewline)
    }

    /// Handles a key while a suggestion is highlighted; returns `nil` if the line editor should handle it.
    private mutating func navigateSuggestions(_ key: KeyEvent) -> [Effect]? {
        let choices = choices
        guard let place = highlight, choices.indices.contains(place) else { return nil }
        switch key {
        case KeyEvent(.down), KeyEvent(.right), KeyEvent(.tab): highlight = min(place + 1, choices.count - 1)
        case KeyEvent(.up), KeyEvent(.left), KeyEvent(.tab, .shift): highlight = place == 0 ? nil : place - 1
        case KeyEvent(.escape): highlight = nil
        case KeyEvent(.enter), KeyEvent(.character(" ")): return accept(choices[place])
        default: return nil
        }
        return []
    }

    /// Toggles a suggestion, or inserts it into the command that is being typed.
    private mutating func accept(_ choice: Choice) -> [Effect] {
        let word = word
        highlight = nil
        let tag: String
        switch choice {
        case .tag(let name): tag = name
        case .new(let name): tag = name
        }
        guard word.kind == .lineStart || word.kind == .free else {
            let text = word.typed(tag, commands: commands) + " "
            editor.replace(word.start..<editor.cursor, with: text)
            return suggest()
        }
        editor.clear()
        return run(ReplLine(togglingSuggested: tag))
    }

    /// Passes an event to the line editor, and carries out its action.
    private mutating func edit(_ event: TerminalEvent) -> [Effect] {
        let action = editor.update(event)
        switch action {
        case .changed: return suggest()
        case .submit(let text): return enter(text)
        case .complete:
            awaited = .completions
            return fetchCompletions()
        case .endOfInput: return leave()
        case .interrupt:
            if editor.isEmpty { remark = "press Ctrl-D or type 'quit' to exit" }
            editor.clear()
            return suggest()
        case .suspend: return [.suspend]
        case .clearScreen: return [.clear]
        case .refused: return [.bell]
        case .moved, .ignored, .cancel: return []
        }
    }

    mutating func leave() -> [Effect] {
        isLeaving = true
        return [.finish((), keepsDrawing: true)]
    }

    /// Lets the board cover the rows that were reserved for the output above it.
    ///
    /// Returns false if that doesn't make the board larger.
    @discardableResult private mutating func takeRoomOfAnswer() -> Bool {
        let before = boardRows(in: size)
        shown.answerRows = 0
        scrollBoard(by: 0)
        return boardRows(in: size) > before
    }

    mutating func scrollBoard(by rows: Int) {
        boardTop = min(max(boardTop + rows, 0), max(boardHeight - boardRows(in: size), 0))
    }
}

extension ReplProgram {
    /// Enters a text of one or more lines, which are executed one after another.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - asTyped: Whether a tag at its end isn't completed.
    /// - Returns: The effects to perform.
    mutating func enter(_ text: String, asTyped: Bool = false) -> [Effect] {
        var lines = text.split(whereSeparator: \.isNewline).map { ReplLine(String($0), grammar: grammar) }
        highlight = nil
        if lines.count == 1, let ambiguity = ambiguity(of: lines[0]) {
            editor.setText(lines[0].text)
            remark = ambiguity
            return [.bell]
        }
        suggestions = []
        guard !lines.isEmpty else {
            if shown.showsResults { return run(.board) + suggest() }
            takeRoomOfAnswer()
            return suggest()
        }
        for line in lines where editor.remember(line.text) { history?.append(line.text) }
        if lines.count == 1, !asTyped, text.count <= Self.longestLine { lines[0].field = field(of: lines[0]) }
        var effects: [Effect] = []
        for line in lines { effects += run(line) }
        return effects
    }

    /// Returns a remark if a line is both a command and the name of a tag on the board; otherwise nil.
    ///
    /// Returns the remark only once for each line, so that entering the line again runs the command.
    private mutating func ambiguity(of line: ReplLine) -> String? {
        let text = line.text
        guard case .success(.command(let words)) = line.input, !ambiguousLines.contains(text),
            let tag = tags(beginningWith: text).first(where: { $0.count == text.trimmed.count })
        else { return nil }
        ambiguousLines.insert(text)
        return "'\(tag)' is also a tag: '#\(tag)' toggles it; press Enter again to run '\(words[0])'"
    }
}
