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
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "List the tags of a set, or all tags, with uses and aliases.",
        discussion: """
            Uses are the items with the tag, and the uses elsewhere that imports reported.

            Example: tagflow tags --all --sort recent --limit 20
            Example: tagflow tags --all --unused
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Flag(help: "List all tags of the database, most used first.") var all = false
    @Option(help: "The order; default: that of the set, or uses for all tags.") var sort: TagOrder?
    @Flag(help: "Only list tags that no item has.") var unused = false
    @Flag(help: "Only list tags that exactly one item has.") var once = false
    @Option(
        help: ArgumentHelp("The maximum number of tags.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit: Int?

    func run(in session: Session) async throws {
        let counts = Set((unused ? [0] : []) + (once ? [1] : []))
        let tags = try session.service(global)
            .tags(
                in: all ? nil : session.set(global),
                by: sort,
                itemCounts: counts.isEmpty ? nil : counts
            )
        let listed = tags.prefix(limit ?? tags.count)
        guard output.format == .text else { return try session.print(json: Array(listed)) }
        for tag in listed { try session.print(Self.line(tag)) }
        let rest = tags.count - listed.count
        if rest > 0 { try session.note("and \(rest) more; --limit shows them", global) }
    }

    private static func line(_ tag: TagInfo) -> PrintableText {
        let aliases: PrintableText =
            tag.aliases.isEmpty ? "" : "\talias \(tag.aliases.joined(separator: ", "))"
        let uses = tag.uses == 1 ? "1 use" : "\(tag.uses) uses"
        let sets = tag.sets == 1 ? "1 set" : "\(tag.sets) sets"
        return "\(tag.tag)\t\(uses)\t\(sets)\(aliases)\n"
    }
}
