internal import Terminal

/// Keys that wait for an answer that the key before them asked for, as when Tab and Enter arrive at once.
extension ReplProgram {
    /// An answer that keys wait for.
    enum Awaited {
        case completions
        case suggestions
    }

    /// Handles an event, or keeps it until what an earlier one waits for is there.
    mutating func take(_ event: TerminalEvent) -> [Effect] {
        if awaited != nil, event == .key(.control("c")) {
            heldEvents = []
            awaited = nil
        }
        if awaited == nil, awaitsHint(for: event) { awaited = .suggestions }
        guard awaited == nil else {
            heldEvents.append(event)
            return []
        }
        return handle(event)
    }

    /// Handles the events that waited for an answer, up to one that waits itself or ends the program.
    ///
    /// - Parameter answer: the answer that has come; `nil` where none will.
    /// - Returns: what is to be done.
    mutating func release(after answer: Awaited? = nil) -> [Effect] {
        if let answer, awaited != answer { return [] }
        awaited = nil
        var effects: [Effect] = []
        while awaited == nil, !heldEvents.isEmpty {
            let new = take(heldEvents.removeFirst())
            effects += new
            let isEnd = new.contains { effect in
                if case .finish = effect { true } else { false }
            }
            if isEnd { break }
        }
        return effects
    }

    /// Whether a key takes the hint for what is typed, which has not come yet.
    private func awaitsHint(for event: TerminalEvent) -> Bool {
        guard case .key(let key) = event, Self.hintKeys.contains(key), highlight == nil,
            completion == nil, editor.hint.isEmpty, editor.search == nil,
            editor.cursor == editor.count
        else { return false }
        return !question.isEmpty && awaitedQuestion == question
    }

    /// The keys that take a hint.
    private static let hintKeys: Set<KeyEvent> = [
        KeyEvent(.right), KeyEvent(.end), .control("e"), .control("f"),
    ]
}
