import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `imply [TAG OTHER]`.
///
/// ```
/// $ tagflow imply beagle dog
/// beagle implies dog
/// $ tagflow suggest --given beagle --limit 1
/// dog  beagle implies it
/// ```
struct ImplyCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "imply", abstract: "Create an implication: anything with one tag also counts as another.",
        discussion: """
            If the first tag is on, the second and everything it implies are suggested first; \
            'select --implied' turns them on as well. Suggestions learn from saved tags, not from \
            implied tags. Implications can't form a cycle. Without tags, lists the implications; \
            the JSON form can be imported. 'doctor --implications' finds implications in your \
            items.

            Example: tagflow imply beagle dog
            Example: tagflow imply --format json
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption
    @Argument(help: ArgumentHelp("The tag, and the tag that it implies.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { tags.isEmpty }

    func validate() throws {
        guard tags.count == 2 || tags.isEmpty else {
            throw ValidationError("imply needs two tags: a tag, and the tag that it implies")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        guard !tags.isEmpty else { return try list(from: service, in: session) }
        let rule = try service.tags.addImplication(
            from: try session.tag(tags[0], global), to: try session.tag(tags[1], global))
        let implied = rule.implies.joined(separator: ", ")
        try session.report(rule, "\(rule.tag) implies \(implied)\n", output, global)
    }

    private func list(from service: TagService, in session: Session) throws {
        let rules = try service.tags.implications()
        guard output.format == .text else {
            return try session.print(json: Array(rules.prefix(limit.limit ?? rules.count)))
        }
        let pairs = rules.flatMap { rule in rule.implies.map { [rule.tag, $0] } }
        try session.list(pairs, [.main, .main], limit, global) { ($0, nil) }
    }
}
