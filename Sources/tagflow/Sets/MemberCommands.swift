import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `add TAG…`.
struct AddCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add tags to a set; new tags are created.",
        discussion: """
            Warns about a new tag that differs from another tag only by a letter, an accent or a \
            plural. In the REPL, Tab then uses the known tag instead.

            Example: tagflow add reading running
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads one tag per line.", valueName: "tag")) var tags: [String]

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tag": .newTag]

    func run(in session: Session) throws {
        try session.requireNoWebAddress(tags)
        let service = try session.service(global)
        let names = try session.tags(tags, global)
        let notice = try SimilarTagNotice(of: names, newTags, global, in: session)
        let change = try service.sets.addTags(names, to: session.set(global))
        try notice.warn(in: session, global)
        try mention(change, session)
        try session.confirm(change, from: service, output, global)
    }

    /// Explains on a terminal why nothing was added.
    private func mention(_ change: TagChange, _ session: Session) throws {
        guard change.changed.isEmpty, !change.unchanged.isEmpty else { return }
        guard session.output.isTerminal || session.repl?.isBoardShown == true else { return }
        let shown = change.unchanged.prefix(3).joined(separator: ", ")
        let rest = change.unchanged.count > 3 ? " and \(change.unchanged.count - 3) more" : ""
        try session.note("already in \(change.set.quoted): \(shown)\(rest)", global)
    }
}

/// The command `remove TAG…`.
struct RemoveCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove tags from a set without deleting them.",
        discussion: "Example: tagflow remove running")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var chips: ChipNumberOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads one tag per line.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tag": .memberTag]

    func validate() throws { try chips.require(tags) }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let change = try service.sets.removeTags(try session.tags(tags, chips, global), from: session.set(global))
        let removed = ChangedTags(names: change.changed + change.unchanged)
        try session.confirm(change.set, changed: removed, from: service, output, global)
    }
}

/// The command `move TAG --before TAG`.
struct MoveCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a tag before another tag of the set.",
        discussion: "Example: tagflow move running --before reading")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The tag to move.") var tag: String
    @Option(help: ArgumentHelp("The tag that will follow it.", valueName: "tag")) var before: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["tag": .memberTag, "--before": .memberTag]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let change = try service.sets.moveTag(
            try session.tag(tag, global), before: try session.tag(before, global), in: session.set(global))
        let moved = ChangedTags(names: change.changed + change.unchanged)
        try session.confirm(change.set, changed: moved, from: service, output, global)
    }
}
