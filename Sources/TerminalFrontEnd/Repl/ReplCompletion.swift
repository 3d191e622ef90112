internal import Terminal
internal import TextMeasurement

/// The candidates for completing a word.
///
/// One of them is currently inserted in the line.
struct ReplCompletion: Hashable, Sendable {
    /// The candidates as they are typed.
    var candidates: [String]
    /// The index of the inserted candidate.
    var index: Int
    /// The range of the inserted candidate in the line, in characters.
    var range: Range<Int>
}

extension ReplProgram {
    /// Inserts the first candidate into the line; if there are several, Tab moves to the next.
    mutating func complete(with found: [String], at word: ReplWord) -> [Effect] {
        guard word == self.word else { return [] }
        let typed = word.text.lowercased()
        let isTag = word.isTag
        var candidates = found.filter { $0.lowercased().hasPrefix(typed) }
        // If nothing begins with the text, offer tags that match it in another way. In a field that adds
        // tags, the user has to move to such a tag.
        if candidates.isEmpty, word.addsTags, !typed.isEmpty {
            remark = "no tag begins with \(word.text.quoted); ↓ goes to similar tags"
            return [.bell]
        }
        if candidates.isEmpty, isTag { candidates = found.filter { !commands.contains($0) } }
        guard !candidates.isEmpty else { return [.bell] }
        let texts = candidates.map { candidate in
            word.kind == .lineStart && commands.contains(candidate)
                ? candidate : word.typed(candidate, commands: commands)
        }
        completion = ReplCompletion(candidates: texts, index: 0, range: word.start..<editor.cursor)
        // Append a space unless the only candidate is a directory, whose path may continue.
        let isWhole = texts.count == 1 && !(word.kind == .file && candidates[0].hasSuffix("/"))
        show(isWhole ? texts[0] + " " : texts[0])
        if texts.count == 1 {
            completion = nil
            return suggest()
        }
        highlight = nil
        return []
    }

    private mutating func show(_ text: String) {
        guard let range = completion?.range else { return }
        editor.replace(range, with: text)
        completion?.range = range.lowerBound..<range.lowerBound + text.count
    }

    /// Handles a key while candidates are shown; returns `nil` if the line editor should handle it.
    mutating func cycleCompletion(_ key: KeyEvent) -> [Effect]? {
        guard var current = completion else { return nil }
        let count = current.candidates.count
        switch key {
        case KeyEvent(.tab), KeyEvent(.down), .control("i"): current.index = (current.index + 1) % count
        case KeyEvent(.tab, .shift), KeyEvent(.up): current.index = (current.index + count - 1) % count
        default:
            completion = nil
            return nil
        }
        completion = current
        show(current.candidates[current.index])
        return []
    }
}
