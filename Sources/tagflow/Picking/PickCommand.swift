import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `pick [QUERY]`.
///
/// With `--filter`, it prints the matches without a picker:
///
/// ```
/// $ printf 'swift\nrust\nzig\n' | tagflow pick --filter us
/// rust
/// ```
struct PickCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick",
        abstract: "Choose tags on a board and print them, one per line.",
        discussion: """
            Draws on the terminal, so that standard output contains only the result. Offers the \
            lines of standard input if it is a pipe or a file, otherwise the tags of the set. \
            Lines are printed byte for byte; with --ansi without their colors.

            Type to filter. Arrow keys and Ctrl-J, -K, -N and -P move, Tab toggles, Enter accepts, \
            Esc cancels (exit code 1). All typed words must match; 'word ^start end$ !not | or' \
            work as in fzf. After an arrow key, Space also toggles. Ctrl-A selects everything \
            shown, Ctrl-D nothing; a click toggles, the wheel scrolls. Enter without a selection \
            takes the highlighted tag. The last row shows the full name of a truncated chip.

            Each option can be an environment variable: TAGFLOW_PICK_LIMIT=3, \
            TAGFLOW_PICK_FULL_SCREEN=1, TAGFLOW_PICK_GIVEN='sea|map'.

            Example: tagflow pick --given sea --save 'second day'
            Example: git branch | tagflow pick --limit 1
            Example: ls --color=always | tagflow pick --ansi --header 'open which?' --expect ctrl-e
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: PickArguments
    @Argument(help: "The initial query.") var query: String?

    func run(in session: Session) async throws {
        var settings = try PickSettings(options, query: query, environment: session.environment)
        settings.given = try await session.named(settings.given, global)
        settings.options.preselected = try await session.named(settings.options.preselected, global)
        // In the REPL, commands come from standard input.
        let isPiped = session.repl == nil && StandardInput.isPiped
        let service = !isPiped || settings.needsService ? try session.service(global) : nil
        let given = try service?.resolved(settings.given) ?? settings.given
        if let service { try await session.reportModel(service, global) }
        var source = try await source(isPiped: isPiped, given: given, settings, in: session)
        if let filter = settings.filter {
            let isExact = settings.options.isExact
            return try write(try await source.matches(filter, isExact: isExact), settings, session)
        }
        let outcome: PickerOutcome
        if let tags = try await withoutPicker(&source, settings) {
            outcome = tags.isEmpty ? .left : .accepted(tags, key: nil)
        } else {
            if let service {
                settings.options.preselected = try await names(
                    settings.options.preselected,
                    service
                )
            }
            outcome = try await pick(from: source, given: given, settings.options, session, service)
        }
        try await finish(outcome, given, isFromSet: !isPiped, settings, session, service)
    }

    /// Returns the tags of the set, or the lines of standard input if it is a pipe or a file.
    private func source(
        isPiped: Bool,
        given: [String],
        _ settings: PickSettings,
        in session: Session
    ) async throws -> PickSource {
        guard isPiped else {
            // Outside the REPL a picker starts without a selection, even if tags of the set are on.
            let source = SetSource(
                service: try session.service(global),
                set: session.set(global),
                excluded: Set(given),
                keepsSelection: session.repl != nil
            )
            let tags = try await source.first()
            return PickSource(tags: tags, more: source.more(after: tags))
        }
        let lines = LineSource(
            excluding: given + settings.given,
            separator: settings.readsNull ? 0 : UInt8(ascii: "\n")
        )
        // Waits briefly: a fast producer's lines are shown immediately, and a slow producer doesn't
        // delay the picker.
        let tags = PickableTags(try lines.read(patience: 30) ?? [])
        return PickSource(tags: tags, more: { try await lines.next() })
    }

    /// Returns the tags that `--select-1` or `--exit-0` chooses, or `nil` if the picker is needed.
    private func withoutPicker(
        _ source: inout PickSource,
        _ settings: PickSettings
    ) async throws -> [PickableTag]? {
        guard settings.selectsOne || settings.exitsEmpty else { return nil }
        let options = settings.options
        let found = try await source.firstMatches(
            options.query,
            isExact: options.isExact,
            moreThan: settings.selectsOne ? 1 : 0
        )
        if settings.exitsEmpty, found.isEmpty { return [] }
        let isChosen = settings.selectsOne && found.count == 1 && options.required <= 1
        return isChosen ? found : nil
    }

    /// Returns the names of tags given by name or alias; unknown names stay as they are.
    private func names(_ words: [String], _ service: TagService) async throws -> [String] {
        var names: [String] = []
        for word in words { names.append(try service.resolved([word]).first ?? word) }
        return names
    }

    private func pick(
        from source: PickSource,
        given: [String],
        _ options: PickerOptions,
        _ session: Session,
        _ service: TagService?
    ) async throws -> PickerOutcome {
        var affinities: (@Sendable ([String]) async throws -> [String: Double])?
        if let service {
            affinities = { try service.affinities(to: given + $0) }
        }
        return try await PickerRun(environment: session.environment)
            .pick(
                from: source.tags,
                options: options,
                affinities: affinities,
                more: source.more,
                widths: service?.widths(of: session.terminal) ?? TerminalWidths()
            )
    }

    /// Saves and prints the chosen tags; in the REPL they become the selection.
    private func finish(
        _ outcome: PickerOutcome,
        _ given: [String],
        isFromSet: Bool,
        _ settings: PickSettings,
        _ session: Session,
        _ service: TagService?
    ) async throws {
        let set = session.set(global)
        switch outcome {
        case .left where session.repl != nil, .interrupted where session.repl != nil: return
        case .accepted(let tags, _) where session.repl != nil:
            let names = given + tags.map(\.name)
            _ = try session.service(global).replaceSelection(with: names, in: set)
        case .left: throw CommandError(code: ExitStatus.nothingFound, message: nil)
        case .interrupted: throw CommandError(code: ExitStatus.interrupted, message: nil)
        case .accepted(let tags, let key):
            // A line may be empty, but a tag can't be.
            let names = tags.map(\.name).filter { !$0.isEmpty }
            if !names.isEmpty {
                try await keep(names, given, isFromSet: isFromSet, settings, in: set, with: service)
            }
            if !settings.options.expected.isEmpty {
                try write(Array((key?.name ?? "").utf8), settings, session)
            }
            try write(tags, settings, session)
        }
    }

    /// Writes tags for other programs: a line as it was read, or without its colors after `--ansi`.
    private func write(
        _ tags: [PickableTag],
        _ settings: PickSettings,
        _ session: Session
    ) throws {
        for tag in tags {
            let line = tag.line ?? Array(tag.name.utf8)
            try write(
                settings.options.readsColors ? EscapedText(line).text : line,
                settings,
                session
            )
        }
        guard tags.isEmpty else { return }
        throw CommandError(code: ExitStatus.nothingFound, message: nil)
    }

    private func write(_ line: [UInt8], _ settings: PickSettings, _ session: Session) throws {
        try session.output.write(line)
        try session.output.write([settings.printsNull ? 0 : UInt8(ascii: "\n")])
    }

    /// Saves the chosen tags if requested, and adds new tags to the set.
    private func keep(
        _ names: [String],
        _ given: [String],
        isFromSet: Bool,
        _ settings: PickSettings,
        in set: SetReference,
        with service: TagService?
    ) async throws {
        if let title = settings.saveLabel, let service {
            let all = given + names.filter { !given.contains($0) }
            _ = try service.saveItem(ItemDraft(title: title, tags: all), in: set)
        } else if isFromSet, !settings.options.isStrict, let service {
            _ = try service.addTags(names, to: set)
        }
    }
}
