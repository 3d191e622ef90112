import ArgumentParser
import PageFetching
import TagService
import TerminalFrontEnd
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The fields of an item as options.
struct ItemFieldOptions: ParsableArguments {
    // A title or a note may begin with '-', as a list does.
    @Option(parsing: .unconditional, help: ArgumentHelp("The title.", valueName: "text")) var title: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Your own description.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("The time of the item, such as yesterday.", valueName: "time")) var at: String?
}

/// The command `add-item [LOCATION]`.
///
/// ```
/// $ tagflow add-item https://swift.org/ --title Swift --tag language
/// saved 3 Swift: language  https://swift.org/
/// ```
struct AddItemCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "add-item", abstract: "Save a bookmark, file or anything else as an item.",
        discussion: """
            From the shell on a terminal, the picker opens with suggestions from the title, \
            location, note and text. In scripts, --tag names the tags, and --accept takes suggestions; without both, \
            the item is untagged. An item at the same location is replaced: options that aren't \
            given keep its fields. --fetch reads the title and the text of a public web page; if \
            that fails, the item is saved without them.

            Example: tagflow add-item https://swift.org/ --title Swift --tag language
            Example: tagflow add-item ~/photos/sea.jpg --tag sea --tag photo
            Example: tagflow add-item https://swift.org/ --title Swift --accept .8
            Example: tagflow add-item https://swift.org/ --fetch --accept .8
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var fields: ItemFieldOptions
    @OptionGroup var newTags: NewTagOptions

    @OptionGroup var textFile: TextFileOption
    @Flag(help: "Read the title and the text of the web page at the location.") var fetch = false
    @Option(
        name: [.customLong("tag"), .customLong("add")],
        help: ArgumentHelp("A tag of the item; may be repeated.", valueName: "tag")) var tags: [String] = []
    @Option(
        help: ArgumentHelp("Take suggestions with at least this probability.", valueName: "p"),
        transform: Probability.init(_:)) var accept: Probability?
    @Argument(help: "The URL or path.") var location: String?

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["--tag": .newTag, "--add": .newTag]

    func validate() throws {
        guard !fetch || location != nil else { throw ValidationError("--fetch requires a location") }
        guard location == nil, fields.title == nil, fields.note == nil, tags.isEmpty else { return }
        throw ValidationError("expected a location, --title, --note or --tag")
    }

    func run(in session: Session) throws {
        let service = try session.pickingService(global)
        let set = target(session)
        var draft = ItemDraft(
            title: fields.title, location: location.map(LocationOpener.typed), note: fields.note,
            text: try textFile.text(in: session), savedAt: try fields.at.map { try service.time($0) })
        let stored = try draft.location.flatMap { try service.items.item(at: $0, in: set) }
        if let page = try fetchedPage(session) {
            if draft.title == nil, stored?.title.isEmpty != false { draft.title = page.title }
            draft.text = draft.text ?? page.evidence
        }
        draft.tags = try chosenTags(draft, stored, service, session)
        let notice = try SimilarTagNotice(of: draft.tags ?? [], newTags, global, in: session)
        try notice.requireTerminal(in: session)
        let saved = try service.items.save(draft, in: set)
        try session.report(saved, output, global)
        try mentionScheme(of: saved.item, session)
        // The picker has already offered the known tags.
        if !tags.isEmpty || accept != nil { try notice.warn(in: session, global) }
    }

    /// Returns the set to save in: for an item with a location that of the terminal, otherwise the chosen set.
    private func target(_ session: Session) -> SetReference {
        location == nil ? session.set(global) : session.terminalSet(global)
    }

    /// Returns the set that suggestions come from; `nil` for all sets if the set of the item doesn't exist yet.
    private func suggestingSet(_ service: TagService, _ session: Session) throws -> SetReference? {
        guard case .entrance(let entrance, nil) = target(session) else { return session.set(global) }
        return try service.sets.usual(for: entrance).map(SetReference.named)
    }

    /// Mentions `https://` for a location such as `swift.org/install`.
    private func mentionScheme(of item: Item, _ session: Session) throws {
        guard session.notesAreRead, let location, location == item.location,
            location.contains(/^([A-Za-z0-9-]+\.)+[A-Za-z]{2,}\/|^www\./)
        else { return }
        guard let hint = CommandHint("edit-item \(item.id) --location", "https://\(location)") else { return }
        try session.note("\(location.quoted) isn't a URL; use '\(hint.text)' to make it one", global)
    }

    /// Reads the page at the location with `--fetch`; a failure is reported and doesn't prevent saving.
    private func fetchedPage(_ session: Session) throws -> FetchedPage? {
        guard fetch, let location else { return nil }
        let page: FetchedPage
        do throws(PageFetchError) { page = try session.pageFetcher.fetch(location) } catch {
            try session.note("the page wasn't read: \(error.description)", global)
            return nil
        }
        if page.title == nil { try session.note("the page has no title", global) }
        return page
    }

    /// Returns the tags to save; `nil` keeps those of a stored item.
    private func chosenTags(
        _ draft: ItemDraft, _ stored: Item?, _ service: TagService, _ session: Session
    ) throws -> [String]? {
        let named = try session.named(tags, global)
        let evidence = ItemEvidence(
            title: draft.title ?? stored?.title ?? "", location: draft.location, note: draft.note ?? stored?.note ?? "",
            text: draft.text ?? "")
        if let accept {
            let query = SuggestionQuery(
                given: named, item: evidence, set: try suggestingSet(service, session), explains: false)
            return named
                + (try service.suggestions.find(for: query)).filter { $0.probability ?? 0 >= accept.value }.map(\.tag)
        }
        guard named.isEmpty else { return named }
        guard session.isInteractive else { return nil }
        let picker = ItemPicker(
            service: service, set: try suggestingSet(service, session) ?? .chosen, session: session, evidence: evidence,
            savedItem: stored?.id, header: evidence.title.isEmpty ? draft.location ?? "" : evidence.title)
        guard let chosen = try picker.pick(from: stored?.tags ?? []) else {
            throw CommandError(code: ExitStatus.nothingFound, message: "nothing was saved")
        }
        return chosen
    }
}

/// A probability from 0 to 1 as the value of an option.
struct Probability {
    let value: Double

    init(_ text: String) throws {
        guard let value = Double(text), (0...1).contains(value) else {
            throw ValidationError("expected a probability from 0 to 1, got \(text.quoted)")
        }
        self.value = value
    }
}

extension Session {
    /// Whether a person reads what explains a change, as opposed to a script with lines for the REPL.
    var notesAreRead: Bool { repl?.isBoardShown != false }

    /// Whether the command runs on a terminal and can open the picker.
    var isInteractive: Bool { repl == nil && isatty(0) == 1 && isatty(2) == 1 && output.isTerminal }

    /// Returns whether there are several sets, so that reports of changes name the set.
    func hasSeveralSets(_ service: TagService) throws -> Bool { try service.sets.all().count > 1 }

    /// Returns ` in SET` for the report of a change if there are several sets; empty for all sets.
    func place(_ set: SetReference?, _ service: TagService) throws -> String {
        guard let set, try hasSeveralSets(service) else { return "" }
        return " in \(try service.sets.name(of: set))"
    }

    /// Reports an item that was saved.
    func report(_ saved: SavedItem, _ output: FormatOptions, _ global: GlobalOptions) throws {
        try report(
            saved.item, as: saved.isReplaced ? "replaced" : "saved", document: ItemDocument(saved), output, global)
        guard output.format == .text else { return }
        for rule in saved.rules { try note("rule \(rule.q) added \(rule.tag)", global) }
        guard notesAreRead, !saved.formerTags.isEmpty else { return }
        let tags = saved.formerTags.joined(separator: ", ")
        try note("its tags were \(tags); 'undo' brings them back", global)
    }

    /// Reports an item after a change.
    func report(
        _ item: Item, as done: String, document: ItemDocument? = nil, _ output: FormatOptions, _ global: GlobalOptions
    ) throws {
        let title = item.title.isEmpty ? "" : " \(item.title)"
        let tags = item.tags.isEmpty ? "untagged" : item.tags.joined(separator: ", ")
        let location = item.location.map { "  \($0)" } ?? ""
        let place = try hasSeveralSets(service(global)) ? " in \(item.set)\(title.isEmpty ? "" : ":")" : ""
        let text: PrintableText = "\(done) \(item.id)\(place)\(title): \(tags)\(location)\n"
        try report(document ?? ItemDocument(item), text, output, global)
        if output.format == .text {
            for tag in item.displaced {
                try note("left out \(tag.tag.quoted): an item has at most one of \(tag.group.quoted)", global)
            }
        }
        guard item.pairedTags < item.tags.count, output.format == .text else { return }
        try note("suggestions learn only the pairs of the \(item.pairedTags) rarest of \(item.tags.count) tags", global)
    }
}
