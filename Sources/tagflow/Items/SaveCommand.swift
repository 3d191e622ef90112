import ArgumentParser
import TagService
import TextMeasurement

/// The command `save [TITLE]`.
///
/// ```
/// $ tagflow select sea photo
/// (✓sea ) ( map ) (✓photo )
/// $ tagflow save morning
/// saved 1 morning: sea, photo
/// $ tagflow save --retitle 1 'early morning'
/// retitled 1 early morning: sea, photo
/// ```
struct SaveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the selection as an item; suggestions learn from it immediately.",
        discussion: """
            TIME is 2026-01-31, '2026-01-31 08:30', yesterday or '3 days ago', in the local time \
            zone. An item with a location replaces the item at that location in the set.

            Example: tagflow save 'monday morning'
            Example: tagflow save --at '3 days ago' swimming
            Example: tagflow save --location https://example.org/ 'an example'
            Example: tagflow save --retitle 12 'tuesday morning'
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(help: ArgumentHelp("The time of the item; default: now.", valueName: "time"))
    var at: String?
    @Option(
        help: ArgumentHelp(
            "The URL or path of the item.",
            valueName: "location"
        )
    )
    var location: String?
    @Option(
        help: ArgumentHelp("Change the title of an existing item instead.", valueName: "id"),
        transform: NumberRange.id.number(in:)
    )
    var retitle: Int?
    @Argument(help: "The title of the item.") var title: [String] = []

    func validate() throws {
        guard retitle != nil else { return }
        guard at == nil else { throw ValidationError("--retitle can't be combined with --at") }
        guard location == nil else {
            throw ValidationError("--retitle can't be combined with --location")
        }
        guard !title.isEmpty else {
            throw ValidationError("--retitle needs a new title; '' removes it")
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
        if output.format == .text { try reportPairs(of: saved, in: session) }
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

    /// Reports an item with so many tags that suggestions don't learn all their pairs.
    private func reportPairs(of saved: Item, in session: Session) throws {
        guard saved.pairedTags < saved.tags.count else { return }
        let text: PrintableText =
            "suggestions learn only the pairs of the \(saved.pairedTags) rarest of \(saved.tags.count) tags"
        try session.note(text, global)
    }
}
