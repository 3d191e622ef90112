import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `suggest [QUERY]`.
struct SuggestCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest tags for what was typed and what is on.",
        discussion: """
            Without --given, what is on in the set counts as given. With --explain, says what each given tag adds: \
            through the regression on all of them, through the regression among the best candidates, and through \
            similar items.

            With --batch, each line of input is a question, a JSON object of these fields, and each gets one line:

              query   what was typed, a text
              given   the tags that are chosen already, a list of names
              title   what the thing to be tagged is called, or its whole text; also: for
              limit   the maximum number of suggestions, from 0 to 1,000; else 10
              id      a text or a number, which the answer repeats

            A field that is not there, or null, is empty and never the set's selection. The answer:

              {"id": 7, "query": "sw", "given": ["ios"], "suggestions":
               [{"tag": "swift", "score": 0.81, "match": [[0, 2]],
                 "because": ["prefix", "with ios"], "probability": 0.43}]}

            match: where the name matches, as start and length in characters. probability: of the selections with what is \
            given, the share that holds the tag, learnt from each save; there where the tag goes with it. new: true for a tag of the model that the database has not. With --explain, each has an explanation \
            too. unknown lists given names that are no tags, where there are some. A line that is empty or wrong gets \
            {"error": "…"}, with its id where it has one, and the exit code is 65.

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
        help: ArgumentHelp(
            "What the thing to be tagged is called, or its whole text; - is standard input.",
            valueName: "text"
        )
    )
    var title: String?
    @Option(
        help: ArgumentHelp("The most suggestions.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 10
    @Flag(help: "Only tags of the set.") var inSet = false
    @Flag(help: "Read questions as NDJSON from a file or standard input.") var batch = false

    @Flag(help: "Say what each given tag and each word of the title adds.") var explain = false

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let set = session.set(global)
        try await session.reportModel(service, global)
        if batch {
            try session.requireFile(query ?? "-")
            return try await SuggestionBatch(
                service: service,
                session: session,
                only: inSet ? set : nil,
                explains: explain
            )
            .answer(file: query ?? "-")
        }
        let given =
            givenTags.isEmpty
            ? try service.selection(of: set) : try await session.named(givenTags, global)
        let question = SuggestionQuery(
            text: query ?? "",
            given: given,
            title: try text(in: session),
            limit: limit,
            onlyIn: inSet ? set : nil,
            explains: explain
        )
        let found = try service.suggestedTags(for: question)
        let suggestions = found.suggestions
        switch output.format {
        case .json:
            try session.output.write(SuggestionDocument(question, found).line)
        case .text:
            for suggestion in suggestions {
                try session.print(
                    "\(suggestion.tag)\t\(suggestion.because.joined(separator: ", "))\n"
                )
                if explain { try session.print(ExplanationText(suggestion).text) }
            }
        }
        try await tell(of: found.unknown, for: session)
        guard !suggestions.isEmpty else {
            throw CommandError(code: ExitStatus.nothingFound, message: nil)
        }
    }

    /// What the thing is called, or its text.
    private func text(in session: Session) throws -> String {
        guard title == "-" else { return title ?? "" }
        try session.requireFile("-")
        return try StandardInput.text(upTo: SuggestionQuery.maximumText)
    }

    /// The most unknown names that are told of with the tags nearest to them.
    private static let mostUnknown = 10

    /// Tells on standard error of names after `--given` that are no tags.
    private func tell(of unknown: [String], for session: Session) async throws {
        let service = try session.service(global)
        for name in unknown.prefix(Self.mostUnknown) {
            let nearest = try service.nearestTags(to: name).map { "'\($0)'" }
            let offer =
                nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: " or "))?"
            try session.note("there is no tag '\(name)', so it is left out\(offer)", global)
        }
        let rest = unknown.count - Self.mostUnknown
        if rest > 0 { try session.note("\(rest) more given names are no tags", global) }
    }
}

/// What makes up a suggestion's score, indented below it, a line a term.
struct ExplanationText {
    let text: PrintableText

    init(_ suggestion: Suggestion) {
        var lines: [String] = []
        if let explanation = suggestion.explanation {
            if let probability = suggestion.probability {
                lines.append("\(Int((probability * 100).rounded())) %  probability")
            }
            lines.append(Self.line("estimate", explanation.estimate))
            lines.append(Self.line("popularity", explanation.popularity))
            lines += explanation.terms.map { term in
                Self.line(term.given, term.total) + " = " + Self.number(term.linear)
                    + " regression "
                    + Self.number(term.local) + " among the best "
                    + Self.number(term.neighbours) + " saved alike"
                    + (term.rule.map { " \(Self.number($0)) its rule" } ?? "")
            }
        }
        text = PrintableText(lines.map { "    \($0)\n" })
    }

    private static func line(_ name: String, _ value: Double) -> String {
        "\(number(value))  \(name)"
    }

    private static func number(_ value: Double) -> String {
        // Damaged counts may lead to any number; usual ones are near 1.
        let thousandths = Int(exactly: min(abs(value) * 1_000, 1e9).rounded()) ?? 0
        let digits = String(thousandths % 1_000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(value < 0 ? "-" : "+")\(thousandths / 1_000).\(fraction)"
    }
}
