import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `pick [QUERY]`.
struct PickCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick",
        abstract: "Choose tags on a board and print them, a tag a line.",
        discussion: """
            Draws on the terminal itself, so that standard output carries only the result. Where standard input is a \
            pipe or a file, offers its lines, else the tags of the set.

            Typing filters and ranks, arrows move, Tab toggles, Enter accepts, Esc leaves (code 1). Words that are typed must \
            all match; 'word ^start end$ !not | or' are read as fzf reads them. After an arrow, Space toggles, too. Ctrl-A chooses \
            all that is shown, Ctrl-D none of it; a click toggles, the wheel scrolls. Enter with nothing chosen takes \
            the highlighted tag.

            Each option can be set in the environment: TAGFLOW_PICK_LIMIT=3, TAGFLOW_PICK_FULL_SCREEN=1, \
            TAGFLOW_PICK_GIVEN='sea|map'.

            Example: tagflow pick --given sea --save 'second day'
            Example: git branch | tagflow pick --limit 1
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: PickArguments
    @Argument(help: "What is typed to begin with.") var query: String?

    func run(in session: Session) async throws {
        let settings = try PickSettings(options, query: query, environment: session.environment)
        let run = try PickerRun(environment: session.environment)
        let set = session.set(global)
        // In the REPL, commands come from standard input.
        let isPiped = session.repl == nil && StandardInput.isPiped
        let service = !isPiped || settings.needsService ? try session.service(global) : nil
        let given = try await service?.resolved(settings.given) ?? settings.given
        let lines = isPiped ? LineSource(excluding: given + settings.given) : nil
        var tags = PickableTags([])
        var more: (@Sendable () async throws -> [PickableTag]?)?
        if let lines {
            // A producer that is quick shows at once; a slow one must not hold the picker up.
            tags.tags = try lines.read(patience: 30) ?? []
            more = { try await lines.next() }
        } else if let service {
            // Outside the REPL a picker begins with nothing chosen, even where tags of the set are on.
            let source = SetSource(
                service: service,
                set: set,
                excluded: Set(given),
                keepsSelection: session.repl != nil
            )
            tags = try await source.first()
            more = source.more(after: tags)
        }
        var affinities: (@Sendable ([String]) async throws -> [String: Double])?
        if let service {
            affinities = { try await service.affinities(to: given + $0) }
        }
        let outcome = try await run.pick(
            from: tags,
            options: settings.options,
            affinities: affinities,
            more: more,
            widths: await service?.widths(of: session.terminal) ?? TerminalWidths()
        )
        switch outcome {
        case .left where session.repl != nil, .interrupted where session.repl != nil: return
        case .accepted(let tags) where session.repl != nil:
            let names = given + tags.map(\.name)
            _ = try await session.service(global).replaceSelection(with: names, in: set)
        case .left: throw CommandFailure(code: ExitStatus.nothingFound, message: nil)
        case .interrupted: throw CommandFailure(code: ExitStatus.interrupted, message: nil)
        case .accepted(let tags):
            let names = tags.map(\.name)
            try await keep(names, given, isFromSet: !isPiped, settings, in: set, with: service)
            // For programs, to which a line goes back as it came.
            for tag in tags {
                try session.output.write(tag.line ?? Array(tag.name.utf8))
                try session.output.write([settings.printsNull ? 0 : UInt8(ascii: "\n")])
            }
        }
    }

    /// Saves what was chosen, where that was asked for, and adds new tags to the set.
    private func keep(
        _ names: [String],
        _ given: [String],
        isFromSet: Bool,
        _ settings: PickSettings,
        in set: SetReference,
        with service: TagService?
    ) async throws {
        if let label = settings.saveLabel, let service {
            let all = given + names.filter { !given.contains($0) }
            _ = try await service.save(all, label: label, in: set)
        } else if isFromSet, !settings.options.isStrict, let service {
            _ = try await service.addTags(names, to: set)
        }
    }
}

/// The options of `pick`; the environment supplies those that are not given.
struct PickArguments: ParsableArguments {
    @Option(
        name: .customLong("given"),
        help: ArgumentHelp("A tag that is chosen already, and so is not offered.", valueName: "tag")
    )
    var given: [String] = []
    @Option(help: ArgumentHelp("The most tags that can be chosen.", valueName: "n")) var limit: Int?
    @Option(help: ArgumentHelp("The least number that must be chosen.", valueName: "n"))
    var required: Int?
    @Flag(help: "Let a new tag be made from the typed text.") var noStrict = false
    @Option(
        help: ArgumentHelp("The most rows, or a share of the terminal's.", valueName: "n|p%")
    )
    var height: String?
    @Flag(help: "Take the whole screen.") var fullScreen = false
    @Flag(name: .customLong("print0"), help: "End each tag with a null byte, not a line end.")
    var print0 = false
    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp("Keep what is chosen as a saved selection.", valueName: "label")
    )
    var save: String?
}
