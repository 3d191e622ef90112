internal import TagService
internal import Terminal

extension ReplProgram {
    mutating func take(_ event: TerminalEvent) -> [Effect] {
        switch event {
        case .key(let key):
            remark = nil
            return take(key)
        case .text, .paste:
            remark = nil
            completion = nil
            return edit(event)
        default: return []
        }
    }

    private mutating func take(_ key: KeyEvent) -> [Effect] {
        if completion != nil, let effects = takeInCompletion(key) { return effects }
        if editor.search == nil {
            switch key {
            case KeyEvent(.down) where highlight == nil && canEnterSuggestions:
                highlight = 0
                return []
            case KeyEvent(.pageUp):
                scrollBoard(by: -max(boardRows(in: size) - 1, 1))
                return []
            case KeyEvent(.pageDown):
                scrollBoard(by: max(boardRows(in: size) - 1, 1))
                return []
            default: if let effects = takeInSuggestions(key) { return effects }
            }
        }
        highlight = nil
        return edit(.key(key))
    }

    /// Down goes to the suggestions, unless it walks through the history or the lines that are typed.
    private var canEnterSuggestions: Bool {
        !suggestions.isEmpty && !editor.isRecalling && !editor.text.contains(where: \.isNewline)
    }

    /// A key while a suggestion is highlighted; nil where it is for the line.
    private mutating func takeInSuggestions(_ key: KeyEvent) -> [Effect]? {
        guard let place = highlight, suggestions.indices.contains(place) else { return nil }
        switch key {
        case KeyEvent(.down), KeyEvent(.right), KeyEvent(.tab):
            highlight = min(place + 1, suggestions.count - 1)
        case KeyEvent(.up), KeyEvent(.left), KeyEvent(.tab, .shift):
            highlight = place == 0 ? nil : place - 1
        case KeyEvent(.escape): highlight = nil
        case KeyEvent(.enter), KeyEvent(.character(" ")): return takeSuggestion(suggestions[place])
        default: return nil
        }
        return []
    }

    /// Toggles a suggestion, or puts it into the command that is being typed.
    private mutating func takeSuggestion(_ tag: String) -> [Effect] {
        let word = word
        highlight = nil
        guard word.kind == .lineStart || word.kind == .free else {
            let text = word.typed(tag, commands: commands) + " "
            editor.replace(word.start..<editor.cursor, with: text)
            return suggest()
        }
        editor.clear()
        return toggle {
            try await $0.changeSelection([tag], .toggle, in: $1, addingMissing: true)
        }
    }

    /// Gives an event to the line editor, and does what it asks for.
    private mutating func edit(_ event: TerminalEvent) -> [Effect] {
        let action = editor.update(event)
        switch action {
        case .changed: return suggest()
        case .submit(let text): return enter(text)
        case .complete: return askCompletions()
        case .endOfInput: return leave()
        case .interrupt:
            if editor.isEmpty { remark = "Ctrl-D or 'quit' leaves" }
            editor.clear()
            return suggest()
        case .suspend: return [.suspend]
        case .clearScreen: return [.redraw]
        case .refused: return [.bell]
        case .moved, .ignored, .cancel: return []
        }
    }

    mutating func leave() -> [Effect] {
        isLeaving = true
        return [.finish(.leave, keepsDrawing: true)]
    }

    mutating func scrollBoard(by rows: Int) {
        boardTop = min(max(boardTop + rows, 0), max(boardHeight - boardRows(in: size), 0))
    }
}

extension ReplProgram {
    /// Takes a line that was entered, which may be several.
    mutating func enter(_ text: String) -> [Effect] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        highlight = nil
        if lines.count == 1, let doubt = doubt(about: lines[0]) {
            editor.setText(lines[0])
            remark = doubt
            return [.bell]
        }
        suggestions = []
        guard !lines.isEmpty else { return suggest() }
        for line in lines where editor.remember(line) {
            history?.append(line)
        }
        waiting += lines
        guard !isBusy else { return [] }
        let first = waiting.removeFirst()
        return submit(first)
    }

    /// What a person has to know of a line that is a command, and the name of a tag on the board as well.
    ///
    /// Said once: the same line again is the command.
    private mutating func doubt(about line: String) -> String? {
        guard case .command(let words)? = try? grammar.input(line), !doubted.contains(line),
            let tag = tags(beginningWith: line).first(where: { $0.count == line.trimmed.count })
        else { return nil }
        doubted.insert(line)
        return "'\(tag)' is a tag as well: '#\(tag)' toggles it, Enter again runs '\(words[0])'"
    }

    /// Answers a line: toggles here, anything else outside.
    mutating func submit(_ line: String) -> [Effect] {
        switch try? grammar.input(line) {
        case .quit: return leave()
        case .nothing: return suggest()
        case .toggleNumbers(let numbers) where !hasFound:
            return toggle { try await $0.toggle(numbers: numbers, in: $1) }
        case .toggleTag(let tag):
            return toggle { try await $0.changeSelection([tag], .toggle, in: $1) }
        default:
            let lines = [line] + waiting
            waiting = []
            return [.finish(.answer(lines, self), keepsDrawing: false)]
        }
    }

    /// Changes the selection beside the program; lines that are entered meanwhile wait.
    mutating func toggle(
        _ change: @escaping @Sendable (TagService, SetReference) async throws -> TagChange
    ) -> [Effect] {
        isBusy = true
        let (service, set, grammar) = (service, set, grammar)
        return [
            .run {
                do { return .toggled(try await change(service, set)) } catch {
                    return .failed(ReplRemark.text(of: grammar.mended(error)))
                }
            }
        ]
    }
}
