import ArgumentParser
import TagService

/// The command `merge FROM INTO`.
struct MergeCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Make one tag of two; the first becomes an alias of the second.",
        discussion: "Example: tagflow merge photos photo"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The tag that goes.") var from: String
    @Argument(help: "The tag that stays.") var into: String

    func run(in session: Session) async throws {
        let names = try await session.service(global).mergeTags(from, into: into)
        try session.remark("\(names.from) is now an alias of \(names.into)\n", global)
    }
}
