import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `add TAG…`.
struct AddCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add tags to a set; new ones are made.",
        discussion: """
            A new tag that is one letter, an accent or a plural away from another one is told of; the REPL asks first.

            Example: tagflow add reading running
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let names = try StandardInput.tags(tags)
        let notice = try await SimilarTagNotice(of: names, newTags, global, in: session)
        try notice.ask(in: session)
        let change = try await service.addTags(names, to: session.set(global))
        try notice.warn(in: session, global)
        try await session.confirm(change.set, from: service, output, global)
    }
}

/// The command `remove TAG…`.
struct RemoveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take tags out of a set; the tags themselves stay.",
        discussion: "Example: tagflow remove running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let change = try await service.removeTags(
            try StandardInput.tags(tags),
            from: session.set(global)
        )
        try await session.confirm(change.set, from: service, output, global)
    }
}

/// The command `move TAG --before TAG`.
struct MoveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a tag to the place before another one.",
        discussion: "Example: tagflow move running --before reading"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The tag to move.") var tag: String
    @Option(help: ArgumentHelp("The tag that comes after it.", valueName: "tag")) var before: String

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let change = try await service.moveTag(tag, before: before, in: session.set(global))
        try await session.confirm(change.set, from: service, output, global)
    }
}

/// The option of commands that make tags.
struct NewTagOptions: ParsableArguments {
    @Flag(
        name: [.long, .customShort("y")],
        help: "Make tags that look like others without a word."
    )
    var yes = false
}

/// Keeps new tags from being made by accident: asks a person in the REPL, tells everyone else.
struct SimilarTagNotice {
    let similar: [SimilarTag]

    /// Looks for tags that names resemble.
    init(
        of names: [String],
        _ options: NewTagOptions,
        _ global: GlobalOptions,
        in session: Session
    ) async throws {
        guard !options.yes else {
            similar = []
            return
        }
        similar = try await session.service(global).similarTags(to: names)
    }

    /// Asks whether to make the tags, where a person can answer.
    ///
    /// - Throws: `CommandFailure` where the answer is not yes.
    func ask(in session: Session) throws {
        guard !similar.isEmpty, session.repl?.isBoardShown == true else { return }
        for tag in similar { try session.print("\(Self.words(tag))\n") }
        try session.print("Make \(similar.count == 1 ? "it" : "them")? [y/N] ")
        try session.output.flush()
        guard try Question.isAnsweredYes(whereInterrupted: { try session.print("\n") }) else {
            throw CommandFailure(code: ExitStatus.nothingFound, message: "nothing was added")
        }
    }

    /// Tells of the tags that were made, where nobody was asked.
    func warn(in session: Session, _ global: GlobalOptions) throws {
        guard session.repl?.isBoardShown != true, !global.quiet else { return }
        for tag in similar {
            let merge = Self.mergeCommand(tag).map { "'\($0)' joins them, " } ?? ""
            try session.errors.write(
                "tagflow: \(Self.words(tag)); \(merge)--yes keeps this quiet\n"
            )
        }
        try session.errors.flush()
    }

    /// The command that makes one tag of two, as it is typed in a shell; nil where a name cannot be typed.
    static func mergeCommand(_ pair: SimilarTag) -> String? {
        CommandHint("tagflow merge", pair.tag, pair.other)?.text
    }

    private static func words(_ tag: SimilarTag) -> String {
        "the new tag '\(tag.tag)' is like '\(tag.other)': \(tag.likeness.words)"
    }
}
