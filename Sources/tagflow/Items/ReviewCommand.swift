import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `review [QUERY…]`.
///
/// ```
/// $ tagflow review
/// saved 12, skipped 3 in bookmarks; 304 left
/// ```
struct ReviewCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Tag items one at a time with few keys; by default, all untagged items.",
        discussion: """
            Shows an item with its tags and numbered suggestions; those of 60 % or more are on already. Enter \
            saves the tags that are on and goes on, a digit toggles a suggestion, Alt and a digit toggle and save. Typing adds \
            any tag: Enter takes the first tag shown, Alt+Enter or a comma the text as typed, Alt and a digit the tag \
            with that number. While nothing is typed, s or the right arrow skips, x dismisses the highlighted \
            suggestion, or else the first (Tab or the up and down arrows highlight, Space toggles), u undoes and goes back, o \
            opens the location; '#' begins a tag with one of these letters. Esc leaves.

            Saved and skipped items aren't offered again without --again. With --tag, shows the items that probably should have \
            the tag, most likely first: y or Enter adds it, n dismisses it, which is remembered.

            Without --set, --all or a term 'set:', only items of the chosen set are offered.

            Example: tagflow review site:swift.org
            Example: tagflow review --tag swift
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var allSets: AllSetsOption
    @Option(help: ArgumentHelp("Show the items that probably should have this tag.", valueName: "tag")) var tag: String?
    @Flag(help: "Also offer items that were saved or skipped before.") var again = false
    @Argument(help: "The query, as in 'items'; default: untagged.") var query: [String] = []

    var onlyReads: Bool { false }

    func validate() throws {
        try allSets.validate(global)
        guard tag != nil else { return }
        guard query.isEmpty else { throw ValidationError("--tag can't be combined with a query") }
        guard !again else { throw ValidationError("--again is only for reviews without --tag") }
    }

    func run(in session: Session) throws {
        guard session.repl?.isBoardShown ?? InteractiveRepl.isPossible(environment: session.environment) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "'review' needs a terminal; use 'tag-items --matching untagged --accept .8' in a script")
        }
        let service = try session.pickingService(global)
        let opener = LocationOpener(environment: session.environment)
        let actions = ReviewActions(
            open: { try opener.open($0) }, similar: { try service.tags.offers(insteadOf: [$0]).first })
        if let tag {
            try review(whether: session.tag(tag, global), actions, service, session)
        } else {
            try reviewTags(actions, service, session)
        }
    }

    private func reviewTags(_ actions: ReviewActions, _ service: TagService, _ session: Session) throws {
        let text = session.query(query, service)
        let set = session.itemSet(allSets, global, query: text)
        let queue = try service.review.queue(for: text.isEmpty ? nil : text, in: set, again: again)
        guard !queue.ids.isEmpty else { throw try nothingToReview(text, in: set, service, session) }
        let run = ReviewRun(service: service, set: set, environment: session.environment)
        let outcome = try run.review(queue, actions)
        let (summary, place) = (outcome.summary, try session.place(set, service))
        try finish(outcome, "saved \(summary.saved)\(Self.skipped(summary))\(place); \(summary.left) left\n", session)
    }

    private func review(whether tag: String, _ actions: ReviewActions, _ service: TagService, _ session: Session) throws
    {
        let name = try service.tags.named(tag).tag
        let set = session.itemSet(allSets, global)
        let page = try service.review.candidates(for: name, in: set, limit: Self.candidateLimit)
        guard !page.candidates.isEmpty else {
            let others =
                try set != nil && session.hasSeveralSets(service) ? "; use --all for the items of all sets" : ""
            throw CommandError(
                code: ExitStatus.nothingFound,
                message: "no other item\(try session.place(set, service)) probably has the tag \(name.quoted)\(others)")
        }
        let run = ReviewRun(service: service, set: set, environment: session.environment)
        let outcome = try run.review(whether: name, fits: page.candidates, actions)
        let (summary, place) = (outcome.summary, try session.place(set, service))
        let dismissed = summary.dismissed == 0 ? "" : ", dismissed \(summary.dismissed)"
        let counts = "tagged \(summary.saved)\(dismissed)\(Self.skipped(summary))"
        try finish(outcome, "\(counts)\(place); \(summary.left) left\n", session)
    }

    /// The maximum number of items that may have the tag; the next review offers others.
    private static let candidateLimit = 200

    private static func skipped(_ summary: ReviewSummary) -> String {
        summary.skipped == 0 ? "" : ", skipped \(summary.skipped)"
    }

    /// Prints the summary, and the tags that weren't saved.
    ///
    /// - Throws: `CommandError` with exit code 130 after Ctrl-C.
    private func finish(_ outcome: ReviewOutcome, _ text: PrintableText, _ session: Session) throws {
        try session.remark(text, global)
        let unsaved = outcome.summary.unsaved.map(\.quoted).joined(separator: ", ")
        if !unsaved.isEmpty { try session.remark("not saved for the last item: \(unsaved)\n", global) }
        if case .interrupted = outcome { throw CommandError(code: ExitStatus.interrupted, message: nil) }
    }

    /// Returns the error for a review without items: they were reviewed before, they are in other sets, or nothing matches.
    private func nothingToReview(
        _ text: String, in set: SetReference?, _ service: TagService, _ session: Session
    ) throws -> CommandError {
        let query = ItemQuery(text.isEmpty ? TagService.Review.usualQuery : text)
        let reviewed = try service.items.count(query, in: set)
        if reviewed > 0 {
            let items = reviewed == 1 ? "the only item" : "all \(reviewed) items"
            let verb = reviewed == 1 ? "was" : "were"
            return CommandError(
                code: ExitStatus.nothingFound,
                message:
                    "\(items) that \(reviewed == 1 ? "matches" : "match") \(verb) reviewed; use --again to offer them again"
            )
        }
        if let error = try session.noMatch(query, in: set, service) { return error }
        return CommandError(
            code: ExitStatus.nothingFound,
            message: text.isEmpty ? "every item has tags; nothing to review" : "no item matches \(text.quoted)")
    }
}
