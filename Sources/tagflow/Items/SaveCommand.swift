import ArgumentParser
import TagService
import TextMeasurement

/// The command `save [label]`.
struct SaveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Keep the selection; suggestions learn from it at once.",
        discussion: """
            A time is typed as 2026-01-31, '2026-01-31 08:30', yesterday or '3 days ago', in the local zone.

            Example: tagflow save 'monday morning'
            A location is the address or path of a thing that has the tags; saving it again replaces what the set has for it.

            Example: tagflow save --at '3 days ago' swimming
            Example: tagflow save --location https://example.org/ 'an example'
            Example: tagflow save --retitle 12 'tuesday morning'
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(help: ArgumentHelp("When the tags were chosen; else now.", valueName: "time"))
    var at: String?
    @Option(
        help: ArgumentHelp(
            "The address or path of the thing that has the tags.",
            valueName: "location"
        )
    )
    var location: String?
    @Option(
        help: ArgumentHelp("Save nothing; give an item another title.", valueName: "id"),
        transform: NumberRange.id.number(in:)
    )
    var retitle: Int?
    @Argument(help: "A title, for the history.") var title: [String] = []

    func validate() throws {
        guard retitle != nil else { return }
        guard at == nil else { throw ValidationError("--retitle changes no time; leave --at out") }
        guard location == nil else {
            throw ValidationError("--retitle changes no location; leave --location out")
        }
        guard !title.isEmpty else {
            throw ValidationError("--retitle needs the new title; '' takes it away")
        }
    }

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let title = title.joined(separator: " ")
        if let retitle {
            return try report(
                try service.retitle(Int64(retitle), to: title),
                as: "retitled",
                in: session
            )
        }
        let saved = try service.save(
            title: title,
            at: try at.map { try service.time($0) },
            location: location,
            in: session.set(global)
        )
        try report(saved, as: "saved", in: session)
        if output.format == .text { try tellOfPairs(of: saved, in: session) }
    }

    private func report(
        _ saved: Item,
        as done: String,
        in session: Session
    ) throws {
        let name = saved.title.isEmpty ? "" : " \(saved.title)"
        try session.report(
            ItemDocument(saved),
            "\(done) \(saved.id)\(name): \(saved.tags.joined(separator: ", "))\n",
            output,
            global
        )
    }

    /// Reports where too many tags were saved together for all of their pairs to be learnt.
    private func tellOfPairs(of saved: Item, in session: Session) throws {
        guard saved.pairedTags < saved.tags.count else { return }
        let text: PrintableText =
            "of \(saved.tags.count) tags that are kept, suggestions learn the pairs of the \(saved.pairedTags) rarest"
        try session.note(text, global)
    }
}
