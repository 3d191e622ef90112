import ArgumentParser
import TagService

/// The command `rename OLD NEW`.
struct RenameCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a tag another name everywhere.",
        discussion: "Example: tagflow rename runing running"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The name it has.") var old: String
    @Argument(help: "The name it gets.") var new: String

    func run(in session: Session) async throws {
        let names = try await session.service(global).renameTag(old, to: new)
        try session.remark("\(names.old) is now \(names.new)\n", global)
    }
}
