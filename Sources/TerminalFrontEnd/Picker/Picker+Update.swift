internal import Terminal

extension Picker {
    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started: return fetchMore() + fetchAffinities()
        case .message(.affinities(let scores)):
            tags.learn(scores)
            return []
        case .message(.tags(let more)):
            tags.append(more)
            preselect()
            layOut()
            return fetchMore()
        case .message(.end):
            isLoading = false
            preselect()
            return fetchAffinities()
        case .message(.loadingFailed(let reason)):
            isLoading = false
            failure = reason
            return []
        case .message(.rankingFailed(let reason)):
            failure = reason
            return []
        case .event(.resize(let size)):
            self.size = size
            layOut()
            return []
        case .event(.inputEnded): return [.finish(.interrupted, keepsDrawing: false)]
        case .event(.key(let key)):
            remark = nil
            defer { showHighlight() }
            return press(key)
        case .event(.mouse(let event)): return handle(event)
        case .event(.reply(.cursorPosition(let position))): return resolveClick(cursor: position)
        case .event(.text), .event(.paste):
            remark = nil
            guard case .event(let event) = input else { return [] }
            if case .text(let text) = event, let key = expectedKey(typing: text) {
                return accept(with: key)
            }
            return edit(event)
        case .event: return []
        }
    }

    private mutating func press(_ key: KeyEvent) -> [Effect] {
        if let expected = options.expected.first(where: { $0.events.contains(key) }) {
            return accept(with: expected)
        }
        if let move = Self.moves[key] {
            return move == .rows(1) || move == .rows(-1) ? page(move) : go(move)
        }
        switch key {
        case KeyEvent(.enter), .control("m"): return accept()
        case KeyEvent(.escape), .control("["), .control("g"):
            return [.finish(.left, keepsDrawing: false)]
        case .control("c"): return [.finish(.interrupted, keepsDrawing: false)]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        case KeyEvent(.tab), .control("i"), .control(" "), .control("@"): return toggle(highlight)
        case KeyEvent(.tab, .shift): return toggleAndGoBack()
        case .control("a"): return chooseAll()
        case .control("d"):
            tags.deselect(tags.matches)
            return fetchAffinities()
        // A space is part of the query, unless the user has just moved the highlight.
        case KeyEvent(.character(" ")) where isMoving && flow.count > 0: return toggle(highlight)
        default: return edit(.key(key))
        }
    }

    /// Returns the expected key for a text, which is a character outside ASCII.
    private func expectedKey(typing text: String) -> PickerKey? {
        options.expected.first { $0.name == text }
    }

    private static let moves: [KeyEvent: ChipMove] = [
        KeyEvent(.left): .left, KeyEvent(.right): .right, KeyEvent(.up): .up,
        KeyEvent(.down): .down,
        .control("k"): .up, .control("j"): .down, .control("p"): .up, .control("n"): .down,
        KeyEvent(.home): .first, KeyEvent(.end): .last,
        KeyEvent(.pageUp): .rows(-1), KeyEvent(.pageDown): .rows(1),
    ]

    private mutating func edit(_ event: TerminalEvent) -> [Effect] {
        switch editor.update(event) {
        case .changed: find()
        case .refused: return [.bell]
        case .suspend: return [.suspend]
        default: break
        }
        return []
    }

    mutating func go(_ move: ChipMove) -> [Effect] {
        isMoving = true
        let frame = flow.frame(at: highlight)
        let column = goalColumn ?? frame.map { $0.column + $0.columns / 2 } ?? 0
        switch move {
        case .up, .down, .rows: goalColumn = column
        default: goalColumn = nil
        }
        highlight = flow.chip(move, from: highlight, near: column)
        showHighlight()
        return []
    }

    private mutating func page(_ direction: ChipMove) -> [Effect] {
        let rows = max(boardRows(in: size) - 1, 1)
        return go(.rows(direction == .rows(1) ? rows : -rows))
    }
}
