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
    static let configuration = CommandConfiguration(
        commandName: "sets",
        abstract: "List the tag sets.",
        discussion: "Example: tagflow sets --format json"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    func run(in session: Session) async throws {
        let sets = try session.service(global).sets()
        guard output.format == .text else { return try session.print(json: sets) }
        for set in sets {
            let mark = set.chosen ? "*" : " "
            try session.print(
                "\(mark) \(set.set)\t\(set.selected)/\(set.tags) selected\t\(set.saved) saved\n"
            )
        }
    }
}

/// The command `new SET [TAG…]`.
struct NewCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a tag set and choose it.",
        discussion: "Example: tagflow new habits reading running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Argument(help: "The name of the set.") var name: String
    @Argument(help: ArgumentHelp("Its tags; '-' reads one tag per line.", valueName: "tag"))
    var tags: [String] = []

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let names = try await session.tags(tags, global)
        let notice = try await SimilarTagNotice(of: names, newTags, global, in: session)
        let confirmed = try notice.confirmed(names, in: session)
        let change = try service.createSet(name, tags: confirmed)
        try notice.warn(in: session, global)
        session.repl?.set = .chosen
        if session.repl?.isBoardShown == true {
            try session.remark(
                "created the set '\(change.set)' and chose it; 'undo' reverts this\n",
                global
            )
        }
        try await session.confirm(change.set, from: service, output, global)
    }
}

/// The command `use SET`.
struct UseCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Choose the set that later commands use.",
        discussion: "Example: tagflow use habits"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The name of the set.") var name: String

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let chosen = try service.chooseSet(name)
        session.repl?.set = .chosen
        try await session.confirm(chosen, from: service, output, global)
    }
}

/// The command `rename-set OLD NEW`.
struct RenameSetCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename-set",
        abstract: "Rename a tag set.",
        discussion: "Example: tagflow rename-set habits routine"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The current name.") var old: String
    @Argument(help: "The new name.") var new: String

    func run(in session: Session) async throws {
        let names = try session.service(global).renameSet(old, to: new)
        if session.repl?.set == .named(names.old) { session.repl?.set = .named(names.new) }
        try session.report(
            ["old": names.old, "new": names.new],
            "\(names.old) is now \(names.new)\n",
            output,
            global
        )
    }
}

/// The command `drop SET`.
struct DropCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Delete a tag set with its items; undo restores it.",
        discussion: "Example: tagflow drop habits"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The name of the set.") var name: String

    func run(in session: Session) async throws {
        let dropped = try session.service(global).dropSet(name)
        session.repl?.set = .chosen
        try session.report(
            dropped,
            "dropped \(dropped.set) with \(dropped.tags) tags and \(dropped.saved) items; 'undo' restores it\n",
            output,
            global
        )
    }
}
