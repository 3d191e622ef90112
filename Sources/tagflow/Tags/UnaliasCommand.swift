import ArgumentParser
import TagService

/// The command `unalias ALIAS`.
struct UnaliasCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "unalias",
        abstract: "Take an alias away; its tag stays.",
        discussion: "Example: tagflow unalias jogging"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The alias.") var alias: String

    func run(in session: Session) async throws {
        let names = try await session.service(global).removeAlias(alias)
        try session.remark("\(names.alias) does not lead to \(names.tag) any more\n", global)
    }
}
