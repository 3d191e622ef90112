import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `rename-set OLD NEW`.
struct RenameSetCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename-set",
        abstract: "Give a tag set another name.",
        discussion: "Example: tagflow rename-set habits routine"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The name it has.") var old: String
    @Argument(help: "The name it gets.") var new: String

    func run(in session: Session) async throws {
        let names = try await session.service(global).renameSet(old, to: new)
        if session.repl?.set == .named(names.old) { session.repl?.set = .named(names.new) }
        try session.remark("\(names.old) is now \(names.new)\n", global)
    }
}
