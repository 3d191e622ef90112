internal import TagService
internal import Terminal
internal import TextMeasurement

extension ReplProgram {
    /// The maximum number of suggestions to show.
    static let suggestionLimit = 24

    /// The maximum length in characters of a line that gets suggestions.
    ///
    /// There is a limit because the whole line is parsed again for each key.
    static let longestLine = 1_000

    /// Fetches suggestions for the selection and the typed text.
    mutating func suggest() -> [Effect] {
        guard editor.count <= Self.longestLine else {
            suggestions = []
            return []
        }
        let (word, question) = (word, question)
        awaitedQuestion = question
        guard word.isTag, !word.text.isNumberList, !editor.text.contains(where: \.isNewline) else {
            // A line that looks like a command may be the beginning of a tag's name.
            let names = word.kind == .free ? tags(beginningWith: question) : []
            let found = Array(names.prefix(Self.suggestionLimit))
            return [.run { .suggestions(found, for: question) }]
        }
        let (service, set) = (service, set)
        return [
            .run {
                do {
                    let query = SuggestionQuery(
                        text: word.text, given: try service.selection.tags(in: set), limit: Self.suggestionLimit,
                        set: set)
                    let found = try service.suggestions.find(for: query)
                    return .suggestions(found.map(\.tag), for: question)
                } catch { return .suggestingFailed(Remark.text(of: error)) }
            }
        ]
    }

    /// Returns suggestions with those first that begin with the typed tag, or whose words do.
    func beginningsFirst(_ found: [String]) -> [String] {
        let word = word
        guard word.isTag, !word.text.isEmpty else { return found }
        let first = found.filter { TagService.Tags.begins($0, with: word.text) }
        return first + found.filter { !first.contains($0) }
    }

    /// A tag to choose below the typed line.
    enum Choice: Hashable {
        case tag(String)
        /// The typed text as a new tag.
        case new(String)

        var label: String {
            switch self {
            case .tag(let name): TerminalText.printable(name)
            case .new(let name): "Create \"\(TerminalText.printable(name))\""
            }
        }
    }

    /// The suggestions and, in a field that adds tags, the new tag: the last, or the first if no suggestion begins with the text.
    var choices: [Choice] {
        let tags = suggestions.map { Choice.tag($0) }
        guard editor.count <= Self.longestLine else { return tags }
        let word = word
        let text = word.text.trimmed
        guard word.addsTags, !text.isEmpty, !suggestions.contains(where: { TagService.Tags.isSpelling($0, of: text) })
        else { return tags }
        let isLast = suggestions.first.map { TagService.Tags.begins($0, with: text) } ?? false
        return isLast ? tags + [.new(text)] : [.new(text)] + tags
    }

    /// The text to find suggestions for: the word before the cursor or, if it's an argument that can't
    /// be completed, the whole line up to the cursor.
    var question: String { word.kind == .free ? editor.textBeforeCursor.trimmed : word.text }

    /// Returns the tags of the board that begin with a text, ignoring case.
    func tags(beginningWith text: String) -> [String] {
        let text = text.trimmed.lowercased()
        guard !text.isEmpty, let board else { return [] }
        return board.chips.map(\.tag).filter { $0.lowercased().hasPrefix(text) }
    }

    /// Shows the rest of the best suggestion or of a command as a hint.
    mutating func showHint() {
        let word = word
        editor.hint = ""
        let question = question
        guard editor.cursor == editor.text.count, !question.isEmpty else { return }
        let names = suggestions.prefix(1)
            .filter { name in ![.tag, .queriedTag].contains(word.kind) || !name.contains(where: \.isWhitespace) }
        let ordered = commands.sorted()
        let candidates = word.kind == .lineStart ? names + ordered : names
        editor.hint = candidates.lazy.compactMap { Self.rest(of: $0, after: question) }.first ?? ""
    }

    /// Returns the rest of a name after the typed text, or `nil` if it doesn't begin with the text,
    /// ignoring case.
    private static func rest(of name: String, after typed: String) -> String? {
        guard name.count > typed.count, name.prefix(typed.count).lowercased() == typed.lowercased() else { return nil }
        return String(name.dropFirst(typed.count))
    }

    /// Fetches the completions of the word before the cursor.
    func fetchCompletions() -> [Effect] {
        let (service, set, word, commands) = (service, set, word, commands)
        let arguments = arguments
        return [
            .run {
                do {
                    let found =
                        switch word.kind {
                        case .lineStart: commands.sorted() + (try Self.tags(word.text, in: service))
                        case .tag, .queriedTag: try Self.tags(word.text, in: service)
                        case .set: try service.sets.all().map(\.set)
                        case .connection: try service.connections.names()
                        case .command: commands.sorted() + ["all"]
                        case .option(let command): arguments(command)?.optionNames ?? []
                        case .file: PathCompletion.paths(beginningWith: word.text)
                        case .id:
                            try service.items.find(ItemQuery(limit: Self.idLimit), in: set).items.map { String($0.id) }
                        case .oneOf(let words): words
                        case .free: [String]()
                        }
                    return .completions(found, for: word)
                } catch { return .suggestingFailed(Remark.text(of: error)) }
            }
        ]
    }

    /// The maximum number of items to offer as completions.
    private static let idLimit = 100

    private static func tags(_ text: String, in service: TagService) throws -> [String] {
        let query = SuggestionQuery(text: text, limit: 50)
        return try service.suggestions.find(for: query).map(\.tag)
    }
}
