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
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Choose tags on a board and print them, one per line.",
        discussion: """
            Offers the lines of standard input if it is a pipe or a file, otherwise the tags of \
            the set. Draws on the terminal; standard output has only the result, each line byte \
            for byte.

            Arrows and Ctrl-J, -K, -N and -P move, Tab toggles, Enter accepts, Esc cancels (exit \
            code 1). All typed words must match; 'word ^start end$ !not | or' work as in fzf, and \
            so does the order of lines. After an arrow key, Space also toggles. Ctrl-A selects \
            everything shown, Ctrl-D nothing. Enter without a selection takes the highlighted tag.

            Commands of --preview and --bind can use {} for the line, {q} for the query, {n} for \
            the number of the line, {2} for a field and {+} for the selection. Actions: accept, \
            abort, up, down, left, right, page-up, page-down, first, last, toggle, toggle-all, \
            select-all, deselect-all, clear-query, toggle-preview, preview-up, preview-down, \
            prev-history, next-history, ignore, execute(COMMAND), reload(COMMAND).

            TAGFLOW_PICK_OPTIONS has default options, quoted as in a shell: --height 40% --prompt \
            'tags: '. Options on the command line win.

            Example: tagflow pick --given sea --save 'second day'
            Example: git branch | tagflow pick --limit 1
            Example: git ls-files | tagflow pick --preview 'head -50 {}'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: PickArguments
    @Argument(help: "The initial query.") var query: String?

    /// Printing matches saves nothing; the picker adds new tags to the set.
    var onlyReads: Bool { options.search.filter != nil }

    func run(in session: Session) throws {
        var settings = try PickSettings(options, query: query, environment: session.environment)
        // A filter can also come from the variable.
        session.onlyReads = settings.filter != nil
        settings.given = try session.named(settings.given, global)
        settings.options.preselected = try session.named(settings.options.preselected, global)
        // In the REPL, commands come from standard input.
        let isPiped = session.repl == nil && StandardInput.isPiped
        var service: TagService?
        if !isPiped || settings.needsService {
            service = try settings.filter == nil ? session.pickingService(global) : session.service(global)
        }
        let given = try service?.tags.resolved(settings.given) ?? settings.given
        if let service { try session.reportModel(service, global) }
        settings.options.filter.isOfLines = isPiped
        var source = try source(isPiped: isPiped, given: given, settings, in: session)
        source.affinities = affinities(given, settings, service, session.set(global))
        if let filter = settings.filter {
            let found = try source.matches(filter, settings.options.filter)
            return try write(found, key: nil, query: filter, settings, session)
        }
        let outcome: PickerOutcome
        if let tags = try withoutPicker(&source, settings) {
            outcome = .accepted(tags, key: nil, query: settings.options.query)
        } else {
            if let service { settings.options.preselected = try names(settings.options.preselected, service) }
            outcome = try pick(from: source, settings, session, service)
        }
        try finish(outcome, given, isFromSet: !isPiped, settings, session, service)
    }

    /// Returns the tags of the set, or the lines of standard input if it is a pipe or a file.
    private func source(
        isPiped: Bool, given: [String], _ settings: PickSettings, in session: Session
    ) throws -> PickSource {
        guard isPiped else { return try setSource(given, settings, session) }
        let lines = LineSource(
            excluding: given + settings.given, separator: settings.separator, format: settings.format)
        // Waits briefly: a fast producer's lines are shown immediately, and a slow producer doesn't
        // delay the picker.
        let tags = PickableTags(try lines.read(patience: 30) ?? [])
        return PickSource(tags: tags, more: { try lines.read() })
    }

    /// Returns the tags of the set, the likely tags of the described item first.
    private func setSource(_ given: [String], _ settings: PickSettings, _ session: Session) throws -> PickSource {
        // Outside the REPL a picker starts without a selection, even if tags of the set are on.
        let keepsSelection = session.repl != nil
        let (service, set) = (try session.service(global), session.set(global))
        var likely: [PickableTag] = []
        if settings.hasEvidence {
            likely = try LikelyTags(service: service, set: set, given: given, evidence: settings.evidence)
                .tags(keepsSelection: keepsSelection)
        }
        let source = SetSource(
            service: service, set: set, excluded: Set(given + likely.map(\.name)), keepsSelection: keepsSelection)
        var tags = try source.first()
        let more = source.more(after: tags)
        tags.tags = likely + tags.tags
        return PickSource(tags: tags, more: more)
    }

    /// Returns a function that scores tags for the given and chosen tags and the item.
    private func affinities(
        _ given: [String], _ settings: PickSettings, _ service: TagService?, _ set: SetReference
    ) -> (@Sendable ([String]) throws -> [String: Double])? {
        guard let service else { return nil }
        guard settings.hasEvidence else { return { try service.suggestions.affinities(to: given + $0, in: set) } }
        let tags = LikelyTags(service: service, set: set, given: given, evidence: settings.evidence)
        return { try tags.affinities(to: $0) }
    }

    /// Returns the tags that `--select-1` or `--exit-0` chooses, or `nil` if the picker is needed.
    private func withoutPicker(_ source: inout PickSource, _ settings: PickSettings) throws -> [PickableTag]? {
        guard settings.selectsOne || settings.exitsEmpty else { return nil }
        let options = settings.options
        let found = try source.firstMatches(options.query, options.filter, moreThan: settings.selectsOne ? 1 : 0)
        if settings.exitsEmpty, found.isEmpty { return [] }
        let isChosen = settings.selectsOne && found.count == 1 && options.required <= 1
        return isChosen ? found : nil
    }

    /// Returns the names of tags given by name or alias; unknown names stay as they are.
    private func names(_ words: [String], _ service: TagService) throws -> [String] {
        var names: [String] = []
        for word in words { names.append(try service.tags.resolved([word]).first ?? word) }
        return names
    }

    private func pick(
        from source: PickSource, _ settings: PickSettings, _ session: Session, _ service: TagService?
    ) throws -> PickerOutcome {
        let (separator, format) = (settings.separator, settings.format)
        return try PickerRun(environment: session.environment)
            .pick(
                from: source.tags, options: settings.options, affinities: source.affinities, more: source.more,
                reading: { PickedLine.tags(in: $0[...], separator: separator, format) },
                widths: service?.widths(of: session.terminal) ?? TerminalWidths())
    }

    /// Saves and prints the chosen tags; in the REPL they become the selection.
    private func finish(
        _ outcome: PickerOutcome, _ given: [String], isFromSet: Bool, _ settings: PickSettings, _ session: Session,
        _ service: TagService?
    ) throws {
        let set = session.set(global)
        switch outcome {
        case .left where session.repl != nil, .interrupted where session.repl != nil: return
        case .accepted(let tags, _, _) where session.repl != nil:
            guard !tags.isEmpty else { return }
            let names = given + tags.map(\.name)
            try session.service(global).selection.replace(with: names, in: set)
        case .left: throw CommandError(code: ExitStatus.nothingFound, message: nil)
        case .interrupted: throw CommandError(code: ExitStatus.interrupted, message: nil)
        case .accepted(let tags, let key, let query):
            // A line may be empty, but a tag can't be.
            let names = tags.map(\.name).filter { !$0.isEmpty }
            if !names.isEmpty { try keep(names, given, isFromSet: isFromSet, settings, in: set, with: service) }
            try write(tags, key: key, query: query, settings, session)
        }
    }

    /// Writes tags for other programs: a line as it was read, or without its colors after `--ansi`.
    ///
    /// As in fzf, the query and the key come first, if they are wanted.
    private func write(
        _ tags: [PickableTag], key: PickerKey?, query: String, _ settings: PickSettings, _ session: Session
    ) throws {
        if settings.printsQuery { try write(Array(query.utf8), settings, session) }
        if !settings.options.expected.isEmpty, settings.filter == nil {
            try write(Array((key?.name ?? "").utf8), settings, session)
        }
        for tag in tags {
            let line = tag.line ?? Array(tag.name.utf8)
            try write(settings.options.readsColors ? EscapedText(line).text : line, settings, session)
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
        _ names: [String], _ given: [String], isFromSet: Bool, _ settings: PickSettings, in set: SetReference,
        with service: TagService?
    ) throws {
        if let title = settings.saveLabel, let service {
            let all = given + names.filter { !given.contains($0) }
            try service.items.save(ItemDraft(title: title, tags: all), in: set, appliesRules: false)
        } else if isFromSet, !settings.options.isStrict, let service {
            try service.sets.addTags(names, to: set)
        }
    }
}
