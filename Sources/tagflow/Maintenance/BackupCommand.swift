import ArgumentParser
import TagService

/// The command `backup FILE`.
struct BackupCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database, whole and consistent, while it is in use.",
        discussion: """
            The file appears when the copy is whole and on the disk, readable for its owner alone.

            Example: tagflow backup tags-monday.sqlite
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The file to make; it must not exist yet.") var file: String

    func run(in session: Session) async throws {
        try session.service(global).backUp(to: file)
        try session.report(
            ["file": file],
            "copied the database to \(file)\n",
            output,
            global
        )
    }
}
