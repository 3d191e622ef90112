import ArgumentParser
import TagService

/// The command `backup FILE`.
///
/// ```
/// $ tagflow backup copy.sqlite
/// copied the database to copy.sqlite
/// ```
struct BackupCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database while it is in use.",
        discussion: """
            The file appears when the copy is complete and on disk. Only its owner can read it.

            Example: tagflow backup tags-monday.sqlite
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The file to create; it must not exist.") var file: String

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
