import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `suggest [QUERY]`.
///
/// Each line has a tag and the reasons for it, separated by a tab:
///
/// ```
/// $ tagflow suggest --given beagle --limit 1
/// dog  beagle implies it
/// ```
struct SuggestCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Suggest tags for a query, given tags and an item.",
        discussion: """
            Suggestions are learned from the items of the chosen set, and its tags come first; tags of other sets follow if \
            they match the query or are named in the item. --all learns from all sets alike. \
            Without --given, the tags that are on count as given. --explain says why each tag is suggested; with --verbose, it \
            shows the contribution of each given tag in numbers: from the regression on all tags, the regression among the \
            best candidates, and similar items. On a terminal, a last line 'new: ...' offers words of \
            the title that no tag is named after.

            --title, --location, --note and --text-file describe the item to tag. --for is a \
            shorthand: its first line is the title, and the rest is the text.

            With --batch, each line of input is a query, a JSON object with these fields, and gets \
            one line of output:

                query     the typed text
                given     tags that are already chosen, a list of names
                title     the title of the item, at most 1,000 bytes
                location  its URL or path, at most 4,000 bytes
                note      your own description of it, at most 64 KiB
                text      the text of the page, note or file, at most 1 MB
                for       a shorthand for title and text, as --for
                limit     the maximum number of suggestions, 0 to 1,000; default 10
                id        a string or a number, repeated in the output
                savedItem the id of the item, if it is saved already
                set       the set of the item; default: as for the command

            A missing or null field is empty; the set's selection isn't used. The output:

                {"id": 7, "query": "sw", "key": "sw", "given": ["ios"], "suggestions":
                 [{"tag": "Swift", "key": "swift", "score": 0.81, "match": [[0, 2]],
                   "because": ["prefix", "with ios"], "uses": 12, "probability": 0.43}]}

            'key' is shared by equal spellings of a name. 'tag' is the tag that the query is the \
            name, key or alias of.

            'match' lists the start and length of each matching range, in characters. \
            'probability' is the estimated share of items with the given tags that have the tag; \
            it is absent for unrelated tags. 'uses' is the number of items with the tag. 'new' \
            marks a tag that only the model has. --explain \
            adds an explanation to each suggestion. 'unknown' lists given names that aren't tags. \
            'newNames' lists names in the item that could become new tags, at most three. \
            An empty or invalid line gets {"error": "…"} with its id, and the exit code is 65.

            Example: tagflow suggest sw --given ios --limit 5
            Example: tagflow suggest --title 'A walk' --location https://example.org/walk
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var allSets: AllSetsOption
    @Argument(help: "The typed text, or with --batch the file of queries.") var query: String?
    @Option(name: .customLong("given"), help: ArgumentHelp("A tag that is already chosen.", valueName: "tag"))
    var givenTags: [String] = []
    @OptionGroup var parts: EvidenceOptions
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The title of the item, or its whole text; '-' is standard input.", valueName: "text"))
    var wholeText: String?
    @Option(
        help: ArgumentHelp("The maximum number of suggestions.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var limit = 10
    @Flag(help: "Only suggest tags of the set.") var inSet = false
    @Flag(help: "Read queries as NDJSON from a file or standard input.") var batch = false

    @Flag(help: "Say why each tag is suggested; with --verbose, in numbers.") var explain = false

    var onlyReads: Bool { true }
    static let completions: [String: CommandArguments.Value] = ["query": .tag]

    func validate() throws {
        try allSets.validate(global)
        guard !inSet || !allSets.all else { throw ValidationError("--all can't be combined with --in-set") }
        guard wholeText == nil || parts.isEmpty else {
            throw ValidationError("--for can't be combined with --title, --location, --note or --text-file")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let set = session.set(global)
        try session.reportModel(service, global)
        if batch {
            try session.requireFile(query ?? "-")
            return try SuggestionBatch(
                service: service, session: session, set: allSets.all ? nil : set, isInSet: inSet, explains: explain
            )
            .answer(file: query ?? "-")
        }
        let given = givenTags.isEmpty ? try service.selection.tags(in: set) : try session.named(givenTags, global)
        let question = SuggestionQuery(
            text: query ?? "", given: given, item: try evidence(in: session), limit: limit, onlyIn: inSet ? set : nil,
            set: allSets.all ? nil : set, explains: explain, includesAbove: explain)
        let found = try service.suggestions.find(for: question)
        let suggestions = found.suggestions
        switch output.format {
        case .json: try session.output.write(SuggestionDocument(question, found).line)
        case .text:
            try list(suggestions, in: session)
            // Programs that read the output take each line for a tag.
            if !found.newNames.isEmpty, session.output.isTerminal || session.repl != nil {
                try session.print("new: \(found.newNames.joined(separator: ", "))\n")
            }
        }
        try reportUnknown(found.unknown, for: session)
        guard !suggestions.isEmpty else { throw CommandError(code: ExitStatus.nothingFound, message: nil) }
    }

    /// Prints suggestions with their reasons and, with `--explain`, what contributed to each.
    private func list(_ suggestions: [Suggestion], in session: Session) throws {
        var table = TextTable([.main, .detail])
        for suggestion in suggestions {
            table.append([suggestion.tag, suggestion.because.joined(separator: ", ")])
            guard explain else { continue }
            try session.print(table)
            try session.print(global.verbose ? ExplanationNumbers(suggestion).text : ExplanationText(suggestion).text)
            table = TextTable([.main, .detail])
        }
        try session.print(table)
    }

    /// Returns the evidence of an item: its parts, or the text of `--for`; `-` is standard input.
    private func evidence(in session: Session) throws -> ItemEvidence {
        guard let wholeText else { return try parts.evidence(in: session) }
        guard wholeText == "-" else { return ItemEvidence(lines: wholeText) }
        try session.requireFile("-")
        return ItemEvidence(lines: try StandardInput.text(upTo: SuggestionQuery.maximumText))
    }

    /// The maximum number of unknown names reported with their nearest tags.
    private static let mostUnknown = 10

    /// Reports unknown names of `--given` on standard error.
    private func reportUnknown(_ unknown: [String], for session: Session) throws {
        let service = try session.service(global)
        for name in unknown.prefix(Self.mostUnknown) {
            let nearest = try service.tags.nearest(to: name).map(\.quoted)
            let offer = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: " or "))?"
            try session.note("unknown tag \(name.quoted) is ignored\(offer)", global)
        }
        let rest = unknown.count - Self.mostUnknown
        if rest > 0 { try session.note("ignored \(rest) more unknown tags", global) }
    }
}

/// The explanation of a suggestion in sentences, indented below it.
///
/// ```
/// cook  with walk
///     About 6 of 10 such items have it. It often goes with 'walk'.
/// ```
struct ExplanationText {
    let text: PrintableText

    /// The maximum number of reasons for or against a tag.
    private static let limit = 3
    /// The contribution above which a reason is worth a sentence.
    private static let least = 0.01

    init(_ suggestion: Suggestion) {
        guard let explanation = suggestion.explanation else {
            text = ""
            return
        }
        let terms = explanation.terms.filter { abs($0.total) >= Self.least }
        let (reasons, tags) = (terms.filter { $0.item != nil }, terms.filter { $0.item == nil })
        var sentences = suggestion.probability.map { [Self.share($0)] } ?? []
        if let clauses = Self.list(reasons.filter { $0.total > 0 }.map { Self.clause($0.given) }) {
            sentences.append("\(clauses.prefix(1).uppercased())\(clauses.dropFirst()).")
        }
        let implying = tags.filter { $0.rule != nil }
        if let names = Self.list(implying.map(\.given.quoted)) { sentences.append("It is implied by \(names).") }
        if let names = Self.list(tags.filter { $0.rule == nil && $0.total > 0 }.map(\.given.quoted)) {
            sentences.append("It often goes with \(names).")
        }
        if let names = Self.list(tags.filter { $0.rule == nil && $0.total < 0 }.map(\.given.quoted)) {
            sentences.append("It rarely goes with \(names).")
        }
        if let clauses = Self.list(reasons.filter { $0.total < 0 }.map { Self.clause($0.given) }) {
            sentences.append("Against it: \(clauses).")
        }
        let isPopular = explanation.popularity > explanation.terms.reduce(0) { max($0, $1.total) }
        if isPopular, explanation.popularity >= Self.least { sentences.append("It is used often in general.") }
        text = sentences.isEmpty ? "" : "    \(sentences.joined(separator: " "))\n"
    }

    /// Returns a reason about an item as a clause: `its title has "zoo"`.
    private static func clause(_ reason: String) -> String {
        let starts = [
            ("similar to ", "it is "), ("site ", "it is from the "), ("word ", "it has the "),
            ("goes with ", "the tag "),
        ]
        let start = starts.first { reason.hasPrefix($0.0) }?.1
        return (start ?? (reason.contains(" has ") ? "its " : "")) + reason
    }

    /// Returns the probability in words.
    private static func share(_ probability: Double) -> String {
        let tenths = Int((min(max(probability, 0), 1) * 10).rounded())
        return switch tenths {
        case 0: "Fewer than 1 of 10 such items have it."
        case 10: "Almost all such items have it."
        default: "About \(tenths) of 10 such items \(tenths == 1 ? "has" : "have") it."
        }
    }

    /// Returns names as a list with `and`; `nil` if there are none.
    private static func list(_ names: [String]) -> String? {
        let names = names.prefix(limit)
        guard let last = names.last else { return nil }
        return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}

/// The terms of a suggestion's score in numbers, one per line, indented below it.
private struct ExplanationNumbers {
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
                guard term.item == nil else { return Self.line(term.given, term.total) }
                return Self.line(term.given, term.total) + " = " + Self.number(term.linear) + " regression "
                    + Self.number(term.local) + " local regression " + Self.number(term.neighbors) + " similar items"
                    + (term.rule.map { " \(Self.number($0)) implication" } ?? "")
            }
        }
        text = PrintableText(lines.map { "    \($0)\n" })
    }

    private static func line(_ name: String, _ value: Double) -> String { "\(number(value))  \(name)" }

    private static func number(_ value: Double) -> String {
        // A damaged database may produce any number; usual values are near 1.
        let thousandths = Int(exactly: min(abs(value) * 1_000, 1e9).rounded()) ?? 0
        let digits = String(thousandths % 1_000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(value < 0 ? "-" : "+")\(thousandths / 1_000).\(fraction)"
    }
}
