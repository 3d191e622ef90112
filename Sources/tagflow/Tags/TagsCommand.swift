import ArgumentParser
import TagService

/// The command `tags [--all]`.
struct TagsCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags",
        abstract: "List the tags of a set, or every tag, with uses and aliases.",
        discussion: "Example: tagflow tags --all"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Flag(help: "Every tag of the database, the most used first.") var all = false

    func run(in session: Session) async throws {
        let tags = try await session.service(global).tags(in: all ? nil : session.set(global))
        guard output.format == .text else { return try session.print(json: tags) }
        for tag in tags {
            let aliases =
                tag.aliases.isEmpty ? "" : "\talias \(tag.aliases.joined(separator: ", "))"
            try session.print("\(tag.tag)\t\(tag.uses) uses\t\(tag.sets) sets\(aliases)\n")
        }
    }
}
