import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `sets`.
///
/// `*` marks the chosen set; tabs separate the columns:
///
/// ```
/// $ tagflow sets
///   default  0/0 selected  0 saved
/// * trip     2/3 selected  1 saved
/// ```
struct SetsCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "sets", abstract: "List the tag sets.", discussion: "Example: tagflow sets --format json")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        let sets = try session.service(global).sets.all()
        guard output.format == .text else {
            return try session.print(json: Array(sets.prefix(limit.limit ?? sets.count)))
        }
        try session.list(sets, [.main, .number, .number], limit, global) { set in
            let name = "\(set.chosen ? "*" : " ") \(set.set)"
            return (
                [name, "\(set.selected)/\(set.tags) selected", "\(set.saved) saved"],
                [
                    name, "\(set.selected) of \(String.counted(set.tags, "tag")) selected",
                    String.counted(set.saved, "item"),
                ]
            )
        }
    }
}

/// The command `use SET`.
struct UseCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the set that later commands use.",
        discussion: "Example: tagflow use habits")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The name of the set.") var name: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["name": .set]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let chosen = try service.sets.choose(name)
        session.repl?.set = .chosen
        try session.confirm(chosen, from: service, output, global)
    }
}

/// The command `rename-set OLD NEW`.
struct RenameSetCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "rename-set", abstract: "Rename a tag set.",
        discussion: "Example: tagflow rename-set habits routine")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The current name.") var old: String
    @Argument(help: "The new name.") var new: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["old": .set]

    func run(in session: Session) throws {
        let names = try session.service(global).sets.rename(old, to: new)
        if session.repl?.set == .named(names.old) { session.repl?.set = .named(names.new) }
        try session.report(["old": names.old, "new": names.new], "\(names.old) is now \(names.new)\n", output, global)
    }
}

/// The command `drop SET`.
struct DropCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Delete a tag set with its items; undo restores it.",
        discussion: """
            Reports the numbers of tags and items and asks on a terminal; elsewhere a set with items needs --yes.

            Example: tagflow drop habits
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Flag(name: [.long, .customShort("y")], help: "Delete the set without asking.") var yes = false
    @Argument(help: "The name of the set.") var name: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["name": .set]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let dropped = try naming {
            try confirm(service.sets.summary(of: .named(name)), service, session)
            return try service.sets.delete(name)
        }
        session.repl?.set = .chosen
        try session.report(
            dropped,
            "dropped \(dropped.set) with \(String.counted(dropped.tags, "tag")) and \(String.counted(dropped.saved, "item")); 'undo' restores it\n",
            output, global)
    }

    /// Asks on a terminal; elsewhere, a set with items needs `--yes`.
    private func confirm(_ set: TagSetSummary, _ service: TagService, _ session: Session) throws {
        // The only set can't be dropped, which is the error then.
        guard try service.sets.all().count > 1 else { return }
        let content = "\(String.counted(set.tags, "tag")) and \(String.counted(set.saved, "item"))"
        guard set.saved > 0 || set.tags > 0 && session.canAsk else { return }
        try session.confirm(
            "This deletes the set \(set.set.quoted) with \(content).", needing: yes,
            else: "dropping \(set.set.quoted) would delete \(content); nothing was deleted; use --yes to delete them")
    }

    private func naming(_ drop: () throws -> TagSetSummary) throws -> TagSetSummary {
        do { return try drop() } catch TagServiceError.unknownSet(let name, let nearest) {
            // To create a set is no way to delete one.
            let remedy =
                nearest.isEmpty
                ? "use 'sets' to list sets" : "did you mean \(nearest.map(\.quoted).joined(separator: " or "))?"
            throw CommandError(code: ExitStatus.badData, message: "unknown set \(name.quoted); \(remedy)")
        }
    }
}
