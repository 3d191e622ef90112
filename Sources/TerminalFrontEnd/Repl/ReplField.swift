internal import TagService
internal import Terminal
internal import TextMeasurement

/// A line that Enter completed before it was executed.
struct TakenLine: Sendable {
    /// The line as it was typed.
    let text: String
    /// The typed beginning of the tag.
    let word: String
    /// The tag.
    let tag: String
    /// Whether the line toggled the tag, rather than being a command.
    let isToggle: Bool
    /// Whether the line changed something that undo reverts.
    var isUndoable = false
}

/// A word of the typed line as a field for tags.
///
/// Enter takes the tag that the word names, otherwise the best tag that begins with it, or whose words do, otherwise the word as it
/// is. Alt+Enter and comma take the word as typed. A word in quotes or after a number sign is always taken as typed.
extension ReplProgram {
    /// The commands that turn tags on and off; other commands that name known tags never guess.
    private static let togglingCommands: Set<String> = ["toggle", "select", "deselect"]

    /// Returns the last word of a line, if Enter completes it.
    func field(of line: ReplLine) -> ReplWord? {
        let word = ReplWord(line.text, commands: commands, arguments: arguments)
        let typed = line.text.dropFirst(word.start)
        guard word.isTag, !word.text.trimmed.isEmpty, !word.text.isNumberList,
            !typed.contains(where: { "\"'\\".contains($0) }), typed.first != "#"
        else { return nil }
        switch line.input {
        case .success(.toggle(.tag)): return word.kind == .lineStart ? word : nil
        case .success(.command(let words)):
            return word.addsTags || word.kind == .tag && Self.togglingCommands.contains(words[0]) ? word : nil
        default: return nil
        }
    }

    /// Whether the cursor is at the end of a word that Enter completes.
    var isInField: Bool {
        guard editor.search == nil, editor.cursor == editor.count, editor.count <= Self.longestLine else {
            return false
        }
        return field(of: ReplLine(editor.text, grammar: grammar)) != nil
    }

    /// Brings a line back that Enter completed, and reverts it.
    mutating func bringBack(_ line: TakenLine) -> [Effect] {
        editor.setText(line.text)
        guard line.isUndoable else { return suggest() }
        let undo = line.isToggle ? ReplLine(togglingSuggested: line.tag) : ReplLine("undo", grammar: grammar)
        return run(undo) + suggest()
    }
}

extension ReplExecutor {
    /// The number of suggestions among which the best tag is looked for.
    private static let candidates = 50

    /// Returns a line whose last word is completed to the best tag that begins with it, and the typed line.
    ///
    /// A word that names a tag, and one that no tag begins with, stays as it is.
    func completed(_ line: ReplLine) throws -> (line: ReplLine, taken: TakenLine?) {
        guard let word = line.field else { return (line, nil) }
        let text = word.text.trimmed
        let found = try service.suggestions.find(
            for: SuggestionQuery(
                text: text, limit: Self.candidates, onlyIn: word.addsTags ? nil : session.set, set: session.set,
                explains: false))
        let isKnown = try isTag(text)
        guard !isKnown, let tag = found.map(\.tag).first(where: { TagService.Tags.begins($0, with: text) }) else {
            return (line, nil)
        }
        let typed = word.typed(tag, commands: grammar.words)
        let whole = ReplLine("\(line.text.prefix(word.start))\(typed)", grammar: grammar)
        let taken = TakenLine(text: line.text, word: text, tag: tag, isToggle: word.kind == .lineStart)
        return (whole, taken)
    }

    private func isTag(_ name: String) throws -> Bool {
        do {
            _ = try service.tags.named(name)
            return true
        } catch TagServiceError.unknownTag { return false }
    }
}
