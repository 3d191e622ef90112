import ArgumentParser
import TagService
import TerminalFrontEnd

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
        try tellOfPairs(of: saved, in: session)
    }

    /// Says where so many tags were saved together that not all of their pairs are learnt.
    private func tellOfPairs(of saved: SavedSelection, in session: Session) throws {
        guard saved.pairedTags < saved.tags.count, !global.quiet else { return }
        let text: PrintableText =
            "of \(saved.tags.count) tags that are kept, suggestions learn the pairs of the \(saved.pairedTags) rarest\n"
        guard session.repl?.isBoardShown != true else { return try session.print(text) }
        try session.output.flush()
        try session.errors.write("tagflow: \(text)")
        try session.errors.flush()
    }
}
