import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `rule add|list|remove|test`.
///
/// ```
/// $ tagflow rule add 'site:youtube.com' --tag video --auto
/// rule 1: site:youtube.com → video, automatically
/// $ tagflow rule list
/// 1  auto  video  site:youtube.com
/// ```
struct RuleCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "rule", abstract: "Rules for items: new items that match a query get a tag.",
        discussion: """
            A new item that matches gets the tag as a suggestion with probability 1 or, with --auto, when it is \
            saved. Imports apply automatic rules only with --rules. 'test QUERY' lists the stored items that \
            match, 'test' with --title, --location or --note the rules for such an item. 'doctor --site-rules' \
            proposes rules.

            Example: tagflow rule add 'site:youtube.com' --tag video
            Example: tagflow rule add recipe --tag food --auto
            Example: tagflow rule test 'site:youtube.com' --tag video
            Example: tagflow rule test --location https://youtube.com/watch
            Example: tagflow rule remove 1
            """)

    /// What to do with rules.
    enum Action: String, ExpressibleByArgument, CaseIterable { case add, list, remove, test }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Option(name: [.long, .customLong("add")], help: ArgumentHelp("The tag of the rule.", valueName: "tag")) var tag:
        String?
    @Flag(help: "Add the tag when an item is saved, instead of suggesting it.") var auto = false
    @Option(parsing: .unconditional, help: ArgumentHelp("'test': the title of a new item.", valueName: "text"))
    var title: String?
    @Option(help: ArgumentHelp("'test': the URL or path of a new item.", valueName: "location")) var location: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("'test': the note of a new item.", valueName: "text")) var note:
        String?
    @Argument(help: "What to do.") var action: Action
    @Argument(help: "The query, or for 'remove' the numbers of rules.") var words: [String] = []

    var onlyReads: Bool { action == .list || action == .test }
    static let completions: [String: CommandArguments.Value] = ["--tag": .newTag, "--add": .newTag]

    private var isForItem: Bool { title != nil || location != nil || note != nil }

    func validate() throws {
        switch action {
        case .add where words.isEmpty || tag == nil: throw ValidationError("'rule add' needs a query and --tag")
        case .remove where words.isEmpty || words.contains { Int64($0) == nil }:
            throw ValidationError("'rule remove' needs a number shown by 'rule list'")
        case .list where !words.isEmpty: throw ValidationError("'rule list' takes no query")
        case .test where words.isEmpty != isForItem:
            throw ValidationError("'rule test' needs a query, or --title, --location or --note")
        default: break
        }
        guard action == .test || !isForItem else {
            throw ValidationError("--title, --location and --note are only for 'rule test'")
        }
        guard action == .add || !auto else { throw ValidationError("--auto is only for 'rule add'") }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        switch action {
        case .add:
            let named = try session.named(tag.map { [$0] } ?? [], global)
            let rule = try service.rules.add(session.query(words, service), tag: named.first ?? "", isAutomatic: auto)
                .rule
            let end = rule.auto ? ", automatically" : ""
            try session.report(rule, "rule \(rule.id): \(rule.q) → \(rule.tag)\(end)\n", output, global)
        case .remove: try remove(with: service, session)
        case .list: try list(try service.rules.all(), session)
        case .test:
            let named = try session.named(tag.map { [$0] } ?? [], global)
            try test(with: service, tag: named.first, session)
        }
    }

    private func remove(with service: TagService, _ session: Session) throws {
        for id in words.compactMap({ Int64($0) }) {
            let rule = try service.rules.delete(id)
            try session.report(rule, "removed rule \(rule.id): \(rule.q) → \(rule.tag)\n", output, global)
        }
    }

    private func list(_ rules: [ItemRule], _ session: Session) throws {
        guard output.format == .text else { return try session.print(json: ["rules": rules]) }
        for rule in rules {
            let kind = rule.auto ? "auto" : "suggest"
            try session.print("\(rule.id)\t\(kind)\t\(rule.tag)\t\(rule.q)\n")
            if let problem = rule.problem { try session.note("rule \(rule.id) doesn't apply: \(problem)", global) }
        }
    }

    private func test(with service: TagService, tag: String?, _ session: Session) throws {
        guard !isForItem else {
            let draft = ItemDraft(title: title, location: location, note: note)
            return try list(try service.rules.matching(draft, in: session.set(global)), session)
        }
        let found = try service.rules.test(session.query(words, service), tag: tag)
        guard output.format == .text else { return try session.print(json: RuleTestDocument(found)) }
        for item in found.items {
            let name = item.title.isEmpty ? item.location ?? "untitled" : item.title
            try session.print("\(item.id)\t\(name)\t\(item.tags.joined(separator: ", "))\n")
        }
        let rest = found.total - found.items.count
        if rest > 0 { try session.note("and \(rest) more items", global) }
        if let tag, let tagged = found.tagged {
            try session.remark("\(tagged) of \(found.total) are tagged \(tag)\n", global)
        }
        if found.total == 0 { try session.note("no items match", global) }
    }
}
