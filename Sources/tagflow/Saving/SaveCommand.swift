import ArgumentParser
import TagService
import TextMeasurement

/// The command `save [LABEL]`.
struct SaveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Keep the selection; suggestions learn from it at once.",
        discussion: """
            A time is typed as 2026-01-31, '2026-01-31 08:30', yesterday or '3 days ago', in the local zone.

            Example: tagflow save 'monday morning'
            A source is the address or path of a thing that has the tags; saving it again replaces what the set has for it.

            Example: tagflow save --at '3 days ago' swimming
            Example: tagflow save --source https://example.org/ 'an example'
            Example: tagflow save --relabel 12 'tuesday morning'
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(help: ArgumentHelp("When the tags were chosen; else now.", valueName: "time"))
    var at: String?
    @Option(
        help: ArgumentHelp(
            "The address or path of the thing that has the tags.",
            valueName: "source"
        )
    )
    var source: String?
    @Option(
        help: ArgumentHelp("Save nothing; give a saved selection another label.", valueName: "id"),
        transform: NumberRange.id.number(in:)
    )
    var relabel: Int?
    @Argument(help: "A label, for the history.") var label: [String] = []

    func validate() throws {
        guard relabel != nil else { return }
        guard at == nil else { throw ValidationError("--relabel changes no time; leave --at out") }
        guard source == nil else {
            throw ValidationError("--relabel changes no source; leave --source out")
        }
        guard !label.isEmpty else {
            throw ValidationError("--relabel needs the new label; '' takes it away")
        }
    }

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let label = label.joined(separator: " ")
        if let relabel {
            return try report(
                try service.relabel(Int64(relabel), to: label),
                as: "relabelled",
                in: session
            )
        }
        let saved = try service.save(
            label: label,
            at: try at.map { try service.time($0) },
            source: source,
            in: session.set(global)
        )
        try report(saved, as: "saved", in: session)
        if output.format == .text { try tellOfPairs(of: saved, in: session) }
    }

    private func report(
        _ saved: SavedSelection,
        as done: String,
        in session: Session
    ) throws {
        let name = saved.label.isEmpty ? "" : " \(saved.label)"
        try session.report(
            SavedSelectionDocument(saved),
            "\(done) \(saved.id)\(name): \(saved.tags.joined(separator: ", "))\n",
            output,
            global
        )
    }

    /// Reports where too many tags were saved together for all of their pairs to be learnt.
    private func tellOfPairs(of saved: SavedSelection, in session: Session) throws {
        guard saved.pairedTags < saved.tags.count else { return }
        let text: PrintableText =
            "of \(saved.tags.count) tags that are kept, suggestions learn the pairs of the \(saved.pairedTags) rarest"
        try session.note(text, global)
    }
}
