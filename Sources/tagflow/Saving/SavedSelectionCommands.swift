import ArgumentParser
import Foundation
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

    /// Reports where too many tags were saved together for all of their pairs to be learnt.
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

/// The command `history [--limit N]`.
struct HistoryCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List saved selections, the newest first.",
        discussion: "Example: tagflow history --limit 5"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(
        help: ArgumentHelp("The most that are listed.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 20

    func run(in session: Session) async throws {
        let history = try await session.service(global)
            .history(of: session.set(global), limit: limit)
        guard output.format == .text else {
            return try session.print(json: history.map(SavedSelectionDocument.init))
        }
        for saved in history {
            let time = SavedSelectionDocument(saved).at ?? "-"
            try session.print(
                "\(saved.id)\t\(time)\t\(saved.label)\t\(saved.tags.joined(separator: ", "))\n"
            )
        }
    }
}

/// The command `restore ID`.
struct RestoreCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a saved selection the selection of its set.",
        discussion: "Example: tagflow restore 12"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The number that history shows.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let saved = try await service.restore(Int64(id))
        try await session.confirm(saved.set, from: service, output, global)
    }
}

/// The command `forget ID`.
struct ForgetCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a saved selection and what was learnt from it.",
        discussion: "Example: tagflow forget 12"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The number that history shows.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let saved = try await session.service(global).forget(Int64(id))
        try session.remark("forgot \(saved.id): \(saved.tags.joined(separator: ", "))\n", global)
    }
}

/// A saved selection as JSON.
struct SavedSelectionDocument: Encodable {
    var id: Int64
    var set: String
    var label: String
    var at: String?
    var tags: [String]

    init(_ saved: SavedSelection) {
        id = saved.id
        set = saved.set
        label = saved.label
        at = saved.savedAt.map { $0.formatted(.iso8601) }
        tags = saved.tags
    }
}
