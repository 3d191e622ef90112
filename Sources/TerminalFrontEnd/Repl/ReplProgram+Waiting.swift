internal import Terminal

/// Holding keys until an earlier key has been handled, for example if Tab and Enter arrive together.
extension ReplProgram {
    /// A result of background work that keys wait for.
    enum Awaited {
        case completions
        case suggestions
    }

    /// Handles an event, or holds it until the awaited result arrives.
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

    /// Handles the held events, until one of them has to wait for another result or ends the program.
    ///
    /// - Parameter answer: The result that has arrived; `nil` if none will arrive.
    /// - Returns: The effects to perform.
    mutating func release(after answer: Awaited? = nil) -> [Effect] {
        if let answer, awaited != answer { return [] }
        awaited = nil
        var effects: [Effect] = []
        while awaited == nil, !heldEvents.isEmpty {
            let new = take(heldEvents.removeFirst())
            effects += new
            let isEnd = new.contains { effect in if case .finish = effect { true } else { false } }
            if isEnd { break }
        }
        return effects
    }

    /// Returns whether a key accepts the hint for the typed text while the hint is still being computed.
    private func awaitsHint(for event: TerminalEvent) -> Bool {
        guard case .key(let key) = event, Self.hintKeys.contains(key), highlight == nil, completion == nil,
            editor.hint.isEmpty, editor.search == nil, editor.cursor == editor.count
        else { return false }
        return !question.isEmpty && awaitedQuestion == question
    }

    /// The keys that accept the hint.
    private static let hintKeys: Set<KeyEvent> = [KeyEvent(.right), KeyEvent(.end), .control("e"), .control("f")]
}
