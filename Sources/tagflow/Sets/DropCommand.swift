import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `drop SET`.
struct DropCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Drop a tag set with its history; undo brings it back.",
        discussion: "Example: tagflow drop habits"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The name of the set.") var name: String

    func run(in session: Session) async throws {
        let dropped = try await session.service(global).dropSet(name)
        session.repl?.set = .chosen
        try session.remark(
            "dropped \(dropped.set) with \(dropped.tags) tags and \(dropped.saved) saved selections; 'undo' brings it back\n",
            global
        )
    }
}
