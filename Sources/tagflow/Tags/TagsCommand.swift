import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `tags [--all] [--sort ORDER] [--unused] [--once]`.
///
/// Tabs separate the columns:
///
/// ```
/// $ tagflow tags
/// sea    1 use   1 set
/// photo  2 uses  1 set  alias pics
/// ```
struct TagsCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "List the tags of a set, or all tags, with uses, aliases and descriptions.",
        discussion: """
            Uses are the items with the tag, and the uses elsewhere that imports reported. A tag with others \
            below it, such as 'travel' with 'travel/italy', also has its uses with those.

            Example: tagflow tags --all --sort recent --limit 20
            Example: tagflow tags --all --unused
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Flag(help: "List all tags of the database, most used first.") var all = false
    @Option(help: "The order; default: that of the set, or uses for all tags.") var sort: TagOrder?
    @Flag(help: "Only list tags that no item has.") var unused = false
    @Flag(help: "Only list tags that exactly one item has.") var once = false
    @OptionGroup var limit: ListLimitOption

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        let counts = Set((unused ? [0] : []) + (once ? [1] : []))
        let tags = try session.service(global).tags
            .all(in: all ? nil : session.set(global), by: sort, itemCounts: counts.isEmpty ? nil : counts)
        guard output.format == .text else {
            return try session.print(json: Array(tags.prefix(limit.limit ?? tags.count)))
        }
        try session.list(tags, [.main, .number, .number, .detail, .detail], limit, global) { (Self.cells($0), nil) }
    }

    private static func cells(_ tag: TagInfo) -> [String] {
        let aliases = tag.aliases.isEmpty ? "" : "alias \(tag.aliases.joined(separator: ", "))"
        let detail = [tag.description, tag.color.map { "(\($0.rawValue))" }].compactMap(\.self).joined(separator: " ")
        let total = tag.total.map { ", \($0) with those below" } ?? ""
        let cells = [tag.tag, .counted(tag.uses, "use") + total, .counted(tag.sets, "set"), aliases, detail]
        return Array(cells.prefix { !$0.isEmpty || !detail.isEmpty })
    }
}
