import ArgumentParser
import TagService

/// The command `alias ALIAS TAG`.
struct AliasCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "alias",
        abstract: "Make another name lead to a tag.",
        discussion: "Example: tagflow alias jogging running"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The other name.") var alias: String
    @Argument(help: "The tag that it leads to.") var tag: String

    func run(in session: Session) async throws {
        let names = try await session.service(global).addAlias(alias, of: tag)
        try session.remark("\(names.alias) leads to \(names.tag)\n", global)
    }
}
