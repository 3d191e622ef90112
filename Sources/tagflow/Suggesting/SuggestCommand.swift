import ArgumentParser
import TagService

/// The command `suggest [QUERY]`.
struct SuggestCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest tags for what was typed and what is on.",
        discussion: """
            Without --given, what is on in the set counts as given. With --batch, reads a JSON question a line and \
            prints an answer a line.

            Example: tagflow suggest sw --given ios --limit 5
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: "What was typed, or with --batch the file of questions.") var query: String?
    @Option(
        name: .customLong("given"),
        help: ArgumentHelp("A tag that is chosen already.", valueName: "tag")
    )
    var givenTags: [String] = []
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("What the thing to be tagged is called.", valueName: "text")
    )
    var label: String?
    @Option(help: ArgumentHelp("The most suggestions.", valueName: "n")) var limit = 10
    @Flag(help: "Only tags of the set.") var inSet = false
    @Flag(help: "Read questions as NDJSON from a file or standard input.") var batch = false

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must be at least 0") }
    }

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let set = session.set(global)
        if batch {
            return try await SuggestionBatch(
                service: service,
                session: session,
                only: inSet ? set : nil
            )
            .answer(file: query ?? "-")
        }
        let given = givenTags.isEmpty ? try await service.selection(of: set) : givenTags
        let question = SuggestionQuery(
            text: query ?? "",
            given: given,
            label: label ?? "",
            limit: limit,
            onlyIn: inSet ? set : nil
        )
        let suggestions = try await service.suggestions(for: question)
        switch output.format {
        case .json: try session.print(json: SuggestionAnswerDocument(question, suggestions))
        case .text:
            for suggestion in suggestions {
                try session.print(
                    "\(suggestion.tag)\t\(suggestion.because.joined(separator: ", "))\n"
                )
            }
        }
        guard !suggestions.isEmpty else {
            throw CommandFailure(code: ExitStatus.nothingFound, message: nil)
        }
    }
}

/// An answer to a question as JSON.
struct SuggestionAnswerDocument: Encodable {
    var query: String
    var given: [String]
    var suggestions: [Suggestion]

    init(_ question: SuggestionQuery, _ suggestions: [Suggestion]) {
        query = question.text
        given = question.given
        self.suggestions = suggestions
    }
}
