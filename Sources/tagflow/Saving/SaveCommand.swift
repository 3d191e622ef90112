import ArgumentParser
import TagService

/// The command `save [LABEL]`.
struct SaveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Keep the selection; suggestions learn from it at once.",
        discussion: "Example: tagflow save 'monday morning'"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "A label, for the history.") var label: [String] = []

    func run(in session: Session) async throws {
        let saved = try await session.service(global)
            .save(label: label.joined(separator: " "), in: session.set(global))
        guard output.format == .text else {
            return try session.print(json: SavedSelectionDocument(saved))
        }
        let name = saved.label.isEmpty ? "" : " \(saved.label)"
        try session.remark(
            "saved \(saved.id)\(name): \(saved.tags.joined(separator: ", "))\n",
            global
        )
    }
}
