internal import Terminal

/// Keys that wait for the response to an earlier key, as when Tab and Enter arrive together.
extension ReplProgram {
    /// An answer that keys wait for.
    enum Awaited {
        case completions
        case suggestions
    }

    /// Handles an event, or holds it until the response to an earlier one arrives.
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

    /// Handles the events that waited for an answer, up to one that waits itself or ends the
    /// program.
    ///
    /// - Parameter answer: The response; `nil` if none will arrive.
    /// - Returns: The effects to perform.
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

    /// Whether a key accepts the hint for the typed text, which hasn't arrived yet.
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
