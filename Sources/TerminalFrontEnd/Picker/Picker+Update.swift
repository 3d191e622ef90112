internal import Terminal

extension Picker {
    mutating func update(_ input: ProgramInput<Message>) -> [Effect] { handle(input) + refreshPreview() }

    private mutating func handle(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started: return askBackground() + fetchMore() + fetchAffinities()
        case .message(let message): return handle(message)
        case .event(.resize(let size)):
            terminalSize = size
            fit()
            return []
        case .event(.inputEnded): return [.finish(.interrupted, keepsDrawing: false)]
        case .event(.key(let key)):
            remark = nil
            defer { showHighlight() }
            let (offered, before) = (offer, taken)
            (offer, taken) = (nil, nil)
            if let effects = pressInField(key, offered, before) { return effects }
            return press(key)
        case .event(.mouse(let event)): return handle(event)
        case .event(.reply(.cursorPosition(let position))): return resolveClick(cursor: position)
        case .event(.reply(.operatingSystemCommand(TerminalBackground.command, let text))):
            if let background = TerminalBackground(reply: text) { isOnLight = background == .light }
            return []
        case .event(.text), .event(.paste):
            remark = nil
            (offer, taken) = (nil, nil)
            guard case .event(let event) = input else { return [] }
            if case .text(let text) = event {
                if let key = expectedKey(typing: text) { return accept(with: key) }
                if let binding = options.bindings.last(where: { $0.key.name == text }) {
                    return perform(binding.actions)
                }
            }
            return edit(event)
        case .event: return []
        }
    }

    /// Asks the terminal for its background, which may arrive after the first frame.
    private func askBackground() -> [Effect] { asksBackground ? [.ask([TerminalBackground.question])] : [] }

    private mutating func handle(_ message: Message) -> [Effect] {
        switch message {
        case .affinities(let scores):
            tags.learn(scores)
            return []
        case .tags(let more):
            // Tags that arrive after a reload belong to the replaced tags.
            guard reloads == 0 else { return fetchMore() }
            tags.append(more)
            preselect()
            layOut()
            return fetchMore()
        case .end:
            isLoading = false
            preselect()
            return fetchAffinities()
        case .loadingFailed(let reason):
            isLoading = false
            failure = reason
            return []
        case .rankingFailed(let reason):
            failure = reason
            return []
        case .preview(let subject, let bytes, let job): return show(bytes, of: subject, job)
        case .reloaded(let new, let number):
            guard number == reloads else { return [] }
            tags.replaceAll(with: new)
            find()
            return []
        case .similar(let found):
            if let found { show(found) }
            return []
        case .executed:
            // The command may have changed the files that the preview shows.
            preview?.subject = nil
            return []
        }
    }

    private mutating func press(_ key: KeyEvent) -> [Effect] {
        if let expected = options.expected.first(where: { $0.events.contains(key) }) { return accept(with: expected) }
        if let binding = options.bindings.last(where: { $0.key.events.contains(key) }) {
            return perform(binding.actions)
        }
        if options.historyPath != nil, key == .control("p") || key == .control("n") { return edit(.key(key)) }
        if let move = Self.moves[key] { return move == .rows(1) || move == .rows(-1) ? page(move) : go(move) }
        switch key {
        case KeyEvent(.enter), .control("m"): return accept()
        case KeyEvent(.escape), .control("["), .control("g"): return [.finish(.left, keepsDrawing: false)]
        case .control("c"): return [.finish(.interrupted, keepsDrawing: false)]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        case KeyEvent(.tab) where options.goesOn, .control("i") where options.goesOn:
            return toggle(highlight) + go(.right)
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
    private func expectedKey(typing text: String) -> PickerKey? { options.expected.first { $0.name == text } }

    private static let moves: [KeyEvent: ChipMove] = [
        KeyEvent(.left): .left, KeyEvent(.right): .right, KeyEvent(.up): .up, KeyEvent(.down): .down,
        .control("k"): .up, .control("j"): .down, .control("p"): .up, .control("n"): .down, KeyEvent(.home): .first,
        KeyEvent(.end): .last, KeyEvent(.pageUp): .rows(-1), KeyEvent(.pageDown): .rows(1),
    ]

    mutating func edit(_ event: TerminalEvent) -> [Effect] {
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
        let next = flow.chip(move, from: highlight, near: column)
        highlight = next == highlight && options.cycles ? cycled(move, near: column) : next
        showHighlight()
        return []
    }

    /// Returns the chip at the other end of the board for a move past an end.
    private func cycled(_ move: ChipMove, near column: Int) -> Int {
        let last = max(flow.count - 1, 0)
        return switch move {
        case .up: flow.chip(.rows(flow.rows), from: highlight, near: column)
        case .down: flow.chip(.rows(-flow.rows), from: highlight, near: column)
        case .left, .right: highlight == 0 ? last : 0
        case .rows, .first, .last: highlight
        }
    }

    mutating func page(_ direction: ChipMove) -> [Effect] {
        let rows = max(boardRows(in: size) - 1, 1)
        return go(.rows(direction == .rows(1) ? rows : -rows))
    }
}
