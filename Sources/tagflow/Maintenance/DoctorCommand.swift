import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `doctor`.
///
/// ```
/// $ tagflow doctor
/// integrity: ok
/// counts: ok
/// …
/// undo: 10 steps, 1452 bytes of 64 MB
/// ```
struct DoctorCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the database: integrity, counts, sizes, cache.",
        discussion: """
            --terminal measures how wide the terminal draws emoji, ambiguous and combining \
            characters and stores the result for it. Run it again after changing the terminal or \
            its font.

            --similar lists near duplicates with the command that merges each pair, so that a \
            shell can run the list. 'distinguish' removes a pair from the list.

            --synonyms lists tags that seem to mean the same: one name is made of the other's initials, \
            abbreviates it as k8s does kubernetes, or is the same except for spaces and plural; or their items \
            have the same words. Tags that are often in the same item are left out. --site-rules lists \
            sites and words of titles that nearly always come with a tag, with the command that makes a \
            rule of it. --once and --unused list tags of one item or none.

            --implications lists implications that your items suggest: of at least 10 items with \
            the first tag, 95 % also have the second, which at most half of all items have. \
            Implications that follow from others are left out.

            --recover copies the readable part of a damaged database to a new one, and reports the \
            losses of each table. The damaged database isn't changed, and the undo log isn't copied.

            --train learns a linear model of each tag that at least 10 items have, if there are 1,000 items or \
            more. Suggestions for new items become more accurate. 'import', the REPL, the picker and servers do this by \
            themselves.

            --undo-size sets how many megabytes of changes are kept for 'undo'.

            Without these options, it also lists pairs of items of a set that earlier versions stored at \
            different locations, which are the same one now. Such a location means the newest item. \
            'delete-item' deletes the other, and the page merges them. It also lists items that have several \
            tags of a group ('one-of'), and implications that several devices added and that would be a cycle.

            Example: tagflow doctor --format json
            Example: tagflow doctor --undo-size 256
            Example: tagflow doctor --recover saved.sqlite
            Example: tagflow doctor --similar
            Example: tagflow doctor --synonyms
            Example: tagflow doctor --site-rules --limit 20
            Example: tagflow doctor --train
            Example: tagflow doctor --implications --limit 20
            Example: tagflow doctor --terminal
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Flag(help: "Clear the cache of measured sizes.") var clearMeasurements = false

    @Flag(help: "Measure the terminal's character widths and store them.") var terminal = false

    @Flag(help: "List near duplicates, most used first.") var similar = false
    @Flag(help: "List tags that are used once.") var once = false
    @Flag(help: "List tags that aren't used.") var unused = false
    @Flag(help: "List tags that seem to mean the same.") var synonyms = false
    @Flag(help: "List sites and words that nearly always come with a tag.") var siteRules = false
    @Flag(help: "Learn from all items, for more accurate suggestions.") var train = false
    @Flag(help: "List implications that items suggest.") var implications = false
    @Option(
        help: ArgumentHelp("The maximum number of tags, pairs, implications or rules to list.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var limit = 50

    @Option(help: ArgumentHelp("Copy the readable part of a damaged database to this file.", valueName: "file"))
    var recover: String?

    @Option(
        help: ArgumentHelp("The size of the undo log, in megabytes.", valueName: "mb"),
        transform: NumberRange.undoSize.number(in:)) var undoSize: Int?

    var onlyReads: Bool { !clearMeasurements && !terminal && undoSize == nil }

    func run(in session: Session) throws {
        if let recover { return try saveWhatIsLeft(into: recover, in: session) }
        let service: TagService
        do { service = try session.service(global) } catch StoreError.corrupt(let path, let detail) {
            return try show(TagService.Maintenance.diagnose(unopenable: path, reason: detail), in: session)
        } catch StoreError.changedSchema(let path, let difference) {
            return try show(
                TagService.Maintenance.diagnose(unopenable: path, reason: "schema: \(difference)"), in: session)
        }
        if terminal { return try examineTerminal(in: session, for: service) }
        if implications { return try listImplications(in: session, from: service) }
        if similar { return try listSimilar(in: session, from: service) }
        if synonyms { return try listSynonyms(in: session, from: service) }
        if siteRules { return try listSiteRules(in: session, from: service) }
        if once || unused {
            if unused { try listRareTags(once: false, in: session, from: service) }
            if once { try listRareTags(once: true, in: session, from: service) }
            return
        }
        if train { return try learn(in: session, from: service) }
        if let undoSize {
            try service.undoLog.setLimit(bytes: Int64(undoSize) << 20)
            try remark("undo keeps \(undoSize) MB", in: session)
        }
        if clearMeasurements {
            let count = try service.maintenance.clearMeasurements()
            try remark("cleared \(count) measurements", in: session)
        }
        try show(try service.maintenance.diagnose(limit: limit), in: session)
    }

    /// Learns from all items.
    private func learn(in session: Session, from service: TagService) throws {
        guard let report = try session.train(service, global) else {
            return try remark("nothing to learn: suggestions learn more from 1,000 tagged items", in: session)
        }
        if output.format == .json { return try session.print(json: report) }
        try session.print(
            "learned \(String.counted(report.tags, "tag")) from \(String.counted(report.items, "item"))\n")
    }

    /// Reports a result; on standard error if standard output is JSON.
    private func remark(_ text: PrintableText, in session: Session) throws {
        guard output.format == .json else { return try session.remark("\(text)\n", global) }
        try session.note(text, global)
    }

    private func show(_ report: DoctorReport, in session: Session) throws {
        if output.format == .json { try session.print(json: report) } else { try session.print(text(of: report)) }
        guard report.isHealthy else {
            throw CommandError(
                code: ExitStatus.notOurDatabase,
                message:
                    "the database is damaged; restore a backup, or save the readable part with 'tagflow doctor --recover FILE'"
            )
        }
    }

    private func examineTerminal(in session: Session, for service: TagService) throws {
        let answer = try TerminalExamination(environment: session.environment).examine()
        if !answer.cells.isEmpty { try service.saveWidths(answer.cells, of: session.terminal) }
        let report = TerminalReport(answer, of: session.terminal)
        if output.format == .json { try session.print(json: report) } else { try session.print(report.text) }
    }

    /// Lists near duplicates, each as the command that merges the pair.
    ///
    /// ```
    /// $ tagflow doctor --similar
    /// tagflow merge photos photo  # its plural or singular
    /// ```
    private func listSimilar(in session: Session, from service: TagService) throws {
        let similar = try service.tags.similar(limit: limit)
        if output.format == .json { return try session.print(json: similar) }
        for pair in similar.pairs {
            // If a name can't be typed, the line is a comment, so that running it does nothing.
            let merge = SimilarTagNotice.mergeCommand(pair) ?? "# \(pair.tag.quoted) and \(pair.other.quoted)"
            // The reason is a shell comment, so that the list can be piped to a shell.
            try session.print("\(merge)\t# \(pair.likeness.words)\n")
        }
        let rest = similar.count - similar.pairs.count
        let least = similar.isCountComplete ? "" : "at least "
        if rest > 0 { try session.note("… and \(least)\(rest) more; use --limit to list more", global) }
        if similar.count == 0 { try session.note("no similar tags", global) }
    }

    private func text(of report: DoctorReport) -> PrintableText {
        let findings =
            (report.problems + report.miscounts).map { "damage: \($0)\n" as PrintableText }
            + report.oddNames.map { "odd name: \($0)\n" } + located(report)
        let damages = PrintableText(findings)
        let pairs = PrintableText(report.sameLocation.map(text))
        let several = PrintableText(report.severalOfGroup.map(text))
        let cycles = PrintableText(report.cyclicImplications.map(text))
        let fixed = PrintableText(report.fixed.map { "fixed: \($0)\n" })
        let contents = [("tag", "tag"), ("item", "item"), ("tag_set", "set")]
            .compactMap { table, noun in report.rows[table].map { String.counted($0, noun) } }.joined(separator: ", ")
        let share = report.cacheHitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? "no labels yet"
        let counts =
            report.problems.isEmpty ? report.miscounts.isEmpty ? "ok" : "wrong" : "not checked until integrity is ok"
        return """
            integrity: \(report.problems.isEmpty ? "ok" : "damaged")
            counts: \(counts)
            \(damages)\(fixed)schema version: \(report.schemaVersion)
            size: \(report.bytes) bytes
            contents: \(contents)
            measurement cache: \(share)
            \(report.undo.map(text) ?? "")\(pairs)\(several)\(cycles)
            """
    }

    private func text(of pair: SameLocation) -> PrintableText {
        let items = pair.items.map { "\($0.id) (\($0.location))" }.joined(separator: " and ")
        return "same location: items \(items) of \(pair.set.quoted)\n"
    }

    private func text(of item: ItemWithSeveral) -> PrintableText {
        let tags = item.tags.joined(separator: ", ")
        return "several of the group \(item.group.quoted): item \(item.id) of \(item.set.quoted) has \(tags)\n"
    }

    private func text(of implication: DoctorReport.Implication) -> PrintableText {
        let (tag, implied) = (implication.tag.quoted, implication.implied.quoted)
        return "without effect: \(tag) implies \(implied), because \(implied) implies \(tag)\n"
    }

    /// Returns lines for the first 20 items with a location in daily sets, and a line with the number of others.
    private func located(_ report: DoctorReport) -> [PrintableText] {
        let items = report.locationInDailySet
        let lines = items.prefix(20)
            .map { "location in the daily set \($0.set.quoted): item \($0.id), \($0.location)\n" as PrintableText }
        return lines + (items.count > 20 ? ["\(items.count - 20) more items with a location in daily sets\n"] : [])
    }

    private func text(of undo: UndoReport) -> PrintableText {
        let discarded = undo.discarded > 0 ? ", \(undo.discarded) older changes discarded" : ""
        return
            "undo: \(String.counted(undo.steps, "step")), \(undo.bytes) bytes of \(undo.limit >> 20) MB\(discarded)\n"
    }
}

/// The option `doctor --recover FILE`.
extension DoctorCommand {
    /// Copies the readable part of the database to a new one, and reports copied and lost rows.
    func saveWhatIsLeft(into target: String, in session: Session) throws {
        guard case .file(let path) = session.location(global) else {
            throw CommandError(
                code: ExitStatus.usage, message: "':memory:' can't be recovered; name a file with --database")
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                code: ExitStatus.noInput, message: "no database at \(path.quoted); name another file with --database")
        }
        guard !FileManager.default.fileExists(atPath: target) else {
            throw CommandError(
                code: ExitStatus.cannotCreate, message: "\(target.quoted) already exists; name a new file")
        }
        guard !OpenDatabases.holds(path) else {
            throw CommandError(
                code: ExitStatus.tryAgain, message: "the REPL is using the database; quit, and recover from the shell")
        }
        guard let report = try TagService.Maintenance.recover(path, into: target) else {
            throw CommandError(
                code: ExitStatus.notOurDatabase, message: "nothing in \(path.quoted) can be read; restore a backup")
        }
        if output.format == .json {
            try session.print(json: report)
        } else {
            try session.remark(text(of: report) + "saved the readable part to \(target)\n", global)
        }
    }

    private func text(of report: RecoveryReport) -> PrintableText {
        var lines = report.tables.map { table -> PrintableText in
            let lost = table.lost > 0 ? ", \(table.lost) lost" : ""
            let rest = table.isWhole ? "" : ", and unreachable rows"
            if table.omitted > 0 {
                let rows = String.counted(table.omitted, "row")
                let effect =
                    table.table == "sync_thing" ? "set sync up again" : "the new database starts without undo steps"
                return "\(table.table): \(rows) not copied; \(effect)\(rest)\n"
            }
            return "\(table.table): \(String.counted(table.recovered, "row"))\(lost)\(rest)\n"
        }
        if report.placeholders > 0 {
            lines.append("\(report.placeholders) tags lost their names and are called 'lost tag 1' and so on\n")
        }
        return PrintableText(lines)
    }
}
