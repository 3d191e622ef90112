import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `items [QUERY…]`.
///
/// A terminal shows titles by day. In a pipe, tabs separate the ID, time, title, tags and location:
///
/// ```
/// $ tagflow items '#lake' -#old | cat
/// 1  2026-11-25 09:00:26  monday      lake, photo
/// 2  2026-01-31 00:00:00  an example  lake, photo  https://example.org/
/// ```
struct ItemsCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "Find items by a query; without one, list the newest.",
        discussion: """
            From the shell on a terminal, 'items' alone opens a list: type to filter, go to an item with the arrow \
            keys, then press e to edit its tags, o to open it or d to delete it. Tab marks items for e and d.

            Terms of a query:

                #tag  tag:NAME          the tag, its aliases, and tags that imply it
                word  "two words"       text of the title, note, tag names and location
                word*                   words that begin so
                https://…  www.…        the location or its beginning
                site:swift.org          the host or a parent domain
                since:  before:  on:    a time, such as since:2026-01-01 or on:yesterday
                untagged  tags:>5       the number of tags
                set:NAME  missing       a set; files that don't exist
                dead  moved             what 'items --check' found
                -term  not  or  ( )     combine terms; 'and' is the default
                #a|#b                   either
                sort:new|old|title|relevance

            Without --set, --all or a term 'set:', only items of the chosen set are found; --view finds those of all sets.

            'items --missing --delete' removes the items of files that were moved or deleted.

            'items --check' requests the web addresses of the items, each host one at a time, and records the results. \
            An item is dead if its page is gone (404, 410), or if there was no response at two checks a day or more \
            apart; it moved if its page redirects permanently (301, 308). 'edit-item ID --follow' takes the new \
            address. Private addresses aren't requested.

            Example: tagflow items rome '(#article or #book)' -#old
            Example: tagflow items untagged site:swift.org --format urls
            Example: tagflow items tag:reading since:'2 weeks ago' --limit 5
            Example: tagflow items --check site:swift.org
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var allSets: AllSetsOption

    @Option(
        name: .customLong("tag"), help: ArgumentHelp("Only items with this tag; may be repeated.", valueName: "tag"))
    var tags: [String] = []
    @OptionGroup var period: PeriodOptions
    @Option(help: ArgumentHelp("Only items of this saved view.", valueName: "name")) var view: String?
    @Flag(help: "Only items whose file doesn't exist, like the query 'missing'.") var missing = false
    @Flag(help: "Request the locations, and record which are dead or moved.") var check = false
    @Flag(help: "Delete the items of --missing; asks first.") var delete = false
    @Flag(name: [.long, .customShort("y")], help: "Delete them without asking.") var yes = false
    @Option(
        help: ArgumentHelp("The maximum number of items; default: 20 on a terminal, else all.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var limit: Int?
    @Option(help: "The output format; default: text.") var format: Format?
    @Argument(help: "The query.") var query: [String] = []

    /// The output format of a list of items.
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, ndjson, urls }

    var onlyReads: Bool { !delete && !check }
    static let completions: [String: CommandArguments.Value] = ["--view": .view]

    func validate() throws {
        try allSets.validate(global)
        guard missing || !delete else {
            throw ValidationError("--delete is only for --missing; use 'delete-item --matching' for other items")
        }
        guard !check || !missing else { throw ValidationError("--check is for web addresses; --missing is for files") }
        guard delete || !yes else { throw ValidationError("--yes is only for --delete") }
        guard !delete || limit == nil else {
            throw ValidationError("--delete deletes all missing items; --limit is only for lists")
        }
    }

    func run(in session: Session) throws {
        if opensList(in: session) { return try openList(in: session) }
        let service = try session.service(global)
        if delete { return try deleteMissing(service, session) }
        let isShown = session.output.isTerminal || session.repl != nil
        let limit = limit ?? (isShown && !check ? Self.shownItems : ItemQuery.maximumLimit)
        let query = ItemQuery(
            try terms(session, service).joined(separator: " "), tags: try session.named(tags, global), limit: limit)
        let set = set(query, session)
        let page = try service.items.find(query, in: set)
        if check, !page.items.isEmpty { return try checkLinks(of: page.items, service, session) }
        try write(page, to: session)
        guard !page.items.isEmpty || format == .json && limit == 0 else {
            if page.total == 0, let error = try session.noMatch(query, in: set, service) { throw error }
            if let advice = try halfTypedAdvice(session, service, set) {
                try session.note(advice, global)
            } else if session.output.isTerminal {
                try session.note("no item matches\(try fieldAdvice ?? tagAdvice(service))", global)
            }
            throw CommandError(code: ExitStatus.nothingFound, message: nil)
        }
        let rest = page.total - page.items.count
        if format != .json { try session.noteRest(rest, global) }
    }

    /// Returns the set to search; `nil` for all sets.
    private func set(_ query: ItemQuery, _ session: Session) -> SetReference? {
        view != nil ? global.set.map(SetReference.named) : session.itemSet(allSets, global, query: query.text)
    }

    /// Returns the query for the words that begin with the last word, if items have any.
    private func halfTypedAdvice(
        _ session: Session, _ service: TagService, _ set: SetReference?
    ) throws -> PrintableText? {
        let text = query.joined(separator: " ")
        guard let word = text.split(separator: " ").last, word.allSatisfy({ $0.isLetter || $0.isNumber }),
            !["untagged", "missing", "dead", "moved", "and", "or", "not"].contains(word.lowercased())
        else { return nil }
        let terms = try terms(session, service, ending: "*").joined(separator: " ")
        let beginning = ItemQuery(terms, tags: try session.named(tags, global))
        let count = try service.items.count(beginning, in: set)
        guard count > 0 else { return nil }
        guard text.contains(" ") else {
            let verb = count == 1 ? "begins" : "begin"
            return "no item has the word \(text.quoted); \(count) \(verb) with it: '\(text)*'"
        }
        return "no item matches \(text.quoted); \(count) \(count == 1 ? "matches" : "match") '\(text)*'"
    }

    /// The fields that a query has, for a word such as `is:unread`, which is only text.
    private var fieldAdvice: String? {
        let key = query.joined(separator: " ").split(separator: " ").lazy
            .compactMap { $0.wholeMatch(of: /-?([a-z]+):[^:\/].*/)?.1 }.first { !ItemQuery.fields.contains(String($0)) }
        return key.map {
            "; '\($0):' is searched as text, since the fields are \(ItemQuery.fields.joined(separator: ", "))"
        }
    }

    /// Returns the way to find the items of a tag, for a word that names a tag.
    private func tagAdvice(_ service: TagService) throws -> String {
        let word = query.joined(separator: " ")
        do {
            let words = word.split(separator: " ").map(String.init)
            let known = try words.compactMap { try service.tags.known($0)?.tag }
            if words.count > 1, known.count == words.count,
                let hint = CommandHint("items", known.map { "#\($0)" }.joined(separator: " "))
            {
                return "; use '\(hint.text)' for the items with these tags"
            }
            guard !word.isEmpty, let tag = try service.tags.known(word)?.tag,
                let hint = CommandHint("items", tag.contains(" ") ? "#\"\(tag)\"" : "#\(tag)")
            else { return "" }
            return "; use '\(hint.text)' for the items with this tag"
        } catch is TagServiceError {
            // A query with operators can't be a name.
            return ""
        }
    }

    /// Returns the parts of the query, which items must all match.
    private func terms(_ session: Session, _ service: TagService, ending: String = "") throws -> [String] {
        let typed = session.query(query, service) + ending
        let queries = [try view.map { try service.items.query(ofView: $0) }, typed]
        let terms = queries.compactMap(\.self).filter { !$0.isEmpty }.map { "(\($0))" }
        return terms + (try period.terms(service)) + (missing ? ["missing"] : [])
    }

    /// Deletes the items that match and whose files don't exist.
    private func deleteMissing(_ service: TagService, _ session: Session) throws {
        let query = ItemQuery(
            try terms(session, service).joined(separator: " "), tags: try session.named(tags, global),
            limit: ItemQuery.maximumLimit)
        let set = set(query, session)
        let ids = try service.items.find(query, in: set).items.map(\.id)
        if ids.isEmpty, let error = try session.noMatch(query, in: set, service) { throw error }
        var output = FormatOptions()
        output.format = format == .json ? .json : .text
        let place = try session.place(of: query, in: set, service)
        try session.deleteItems(ids, asking: yes ? nil : place, output, global)
    }

    /// The maximum number of items on a terminal without `--limit`.
    private static let shownItems = 20

    func write(_ page: ItemQuery.Page, to session: Session) throws {
        switch format ?? .text {
        case .json: try session.print(json: ItemListDocument(page))
        case .ndjson: for item in page.items { try session.print(json: ItemDocument(item)) }
        case .urls: for location in page.items.compactMap(\.location) { try session.print("\(location)\n") }
        case .text where session.output.isTerminal:
            let columns = TerminalWidth.columns(of: 1, environment: session.environment)
            let isColored = session.isColored
            for line in ItemTable(page.items).lines(columns: columns, isColored: isColored) { try session.print(line) }
        case .text: for item in page.items { try session.print(Self.line(item)) }
        }
    }

    private static func line(_ item: Item) -> PrintableText {
        let local = item.savedAt.map(LocalZone.system.text) ?? "-"
        // The date of an item in a daily set isn't that of its time in another zone.
        let time = item.day.map { local.hasPrefix($0) ? local : $0 } ?? local
        let location: PrintableText = item.location.map { "\t\($0)" } ?? ""
        return "\(item.id)\t\(time)\t\(item.title)\t\(item.tags.joined(separator: ", "))\(location)\n"
    }
}
