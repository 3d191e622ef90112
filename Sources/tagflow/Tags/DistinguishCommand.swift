import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `distinguish [TAG OTHER]`.
///
/// ```
/// $ tagflow doctor --similar
/// tagflow merge planning planing  # one letter away
/// $ tagflow distinguish planning planing
/// planning and planing are different tags
/// $ tagflow doctor --similar
/// tagflow: no similar tags
/// ```
struct DistinguishCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "distinguish", abstract: "Record that two similar tags are different.",
        discussion: """
            'doctor --similar' no longer lists them. Without tags, lists the recorded pairs.

            Example: tagflow distinguish planning planing
            Example: tagflow distinguish --forget planning planing
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption
    @Flag(help: "Delete the record that two tags are different.") var forget = false
    @Argument(help: ArgumentHelp("The two tags.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { tags.isEmpty }

    func validate() throws {
        guard tags.count == 2 || tags.isEmpty && !forget else { throw ValidationError("distinguish needs two tags") }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        guard !tags.isEmpty else { return try list(from: service, in: session) }
        let (tag, other) = (try session.tag(tags[0], global), try session.tag(tags[1], global))
        let pair =
            forget
            ? try service.tags.deleteDistinction(of: tag, from: other) : try service.tags.distinguish(tag, from: other)
        let state = forget ? "are no longer recorded as different" : "are different tags"
        try session.report(pair, "\(pair.tag) and \(pair.other) \(state)\n", output, global)
    }

    private func list(from service: TagService, in session: Session) throws {
        let pairs = try service.tags.distinct()
        guard output.format == .text else {
            return try session.print(json: Array(pairs.prefix(limit.limit ?? pairs.count)))
        }
        try session.list(pairs, [.main, .main], limit, global) { ([$0.tag, $0.other], nil) }
    }
}
