import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `doctor`.
struct DoctorCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the database: integrity, counts, sizes, cache.",
        discussion: """
            With --terminal, asks the terminal instead how wide it draws emoji, ambiguous and combining characters, \
            and keeps the answers under its name and version, so that boards fit. Ask again after a change of terminal or font.

            With --similar, lists instead the tags that look as if one were the other, typed differently, with the \
            command that makes one of them; the list can be run by a shell. 'distinguish' takes two tags off it.

            With --implications, lists instead the rules between tags that items nearly prove: at least 95 % of 10 or more \
            with the one tag have the other one, which is in at most half of all; with the command that makes each. What follows from \
            others is left out.

            With --recover, brings instead what can be read of a damaged database into a new one, and leaves the damaged \
            one as it is; what was lost is told, table by table.

            With --undo-size, keeps so many megabytes of changes for 'undo' from now on, however many they are.

            Example: tagflow doctor --format json
            Example: tagflow doctor --undo-size 256
            Example: tagflow doctor --recover saved.sqlite
            Example: tagflow doctor --similar
            Example: tagflow doctor --implications --limit 20
            Example: tagflow doctor --terminal
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Flag(help: "Forget every measured size.") var clearMeasurements = false

    @Flag(help: "Ask the terminal how wide it draws, and keep the answers.") var terminal = false

    @Flag(help: "List tags that are near duplicates, the most used first.") var similar = false
    @Flag(help: "List rules between tags that items nearly prove.") var implications =
        false
    @Option(
        help: ArgumentHelp("The most near duplicates or rules.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 50

    @Option(
        help: ArgumentHelp("Bring what can be read into a new database.", valueName: "file")
    ) var recover: String?

    @Option(
        help: ArgumentHelp("Keep so much for undo, in megabytes.", valueName: "mb"),
        transform: NumberRange.undoSize.number(in:)
    )
    var undoSize: Int?

    func run(in session: Session) async throws {
        if let recover { return try saveWhatIsLeft(into: recover, in: session) }
        let service: TagService
        do {
            service = try session.service(global)
        } catch StoreError.corrupt(let path, let detail) {
            return try show(
                TagService.diagnose(unopenable: path, reason: detail),
                in: session
            )
        }
        if terminal { return try await examineTerminal(in: session, for: service) }
        if implications { return try await listImplications(in: session, from: service) }
        if similar { return try await listSimilar(in: session, from: service) }
        if let undoSize {
            try service.setUndoLimit(bytes: Int64(undoSize) << 20)
            try remark("undo keeps \(undoSize) MB", in: session)
        }
        if clearMeasurements {
            let count = try service.clearMeasurements()
            try remark("forgot \(count) measurements", in: session)
        }
        try show(try service.diagnose(), in: session)
    }

    /// Tells what was done; JSON stands alone on standard output.
    private func remark(_ text: PrintableText, in session: Session) throws {
        guard output.format == .json else { return try session.remark("\(text)\n", global) }
        try session.note(text, global)
    }

    private func show(_ report: DoctorReport, in session: Session) throws {
        if output.format == .json {
            try session.print(json: report)
        } else {
            try session.print(text(of: report))
        }
        guard report.isHealthy else {
            throw CommandError(
                code: ExitStatus.notOurDatabase,
                message:
                    "the database is damaged; restore a backup, or see 'tagflow doctor --recover FILE' for what can be saved"
            )
        }
    }

    private func examineTerminal(in session: Session, for service: TagService) async throws {
        let answer = try TerminalExamination(environment: session.environment).examine()
        if !answer.cells.isEmpty {
            try service.saveWidths(answer.cells, of: session.terminal)
        }
        let report = TerminalReport(answer, of: session.terminal)
        if output.format == .json {
            try session.print(json: report)
        } else {
            try session.print(report.text)
        }
    }

    /// Lists near duplicates, a line each, with the command that joins them.
    private func listSimilar(in session: Session, from service: TagService) async throws {
        let similar = try service.similarTags(limit: limit)
        if output.format == .json { return try session.print(json: similar) }
        for pair in similar.pairs {
            // A line that is run by mistake does nothing where a name cannot be typed.
            let merge =
                SimilarTagNotice.mergeCommand(pair) ?? "# '\(pair.tag)' and '\(pair.other)'"
            // A comment for a shell, so that the list can be piped to one.
            try session.print("\(merge)\t# \(pair.likeness.words)\n")
        }
        let rest = similar.count - similar.pairs.count
        let least = similar.isCountComplete ? "" : "at least "
        if rest > 0 { try session.note("and \(least)\(rest) more; --limit shows them", global) }
        if similar.count == 0 { try session.note("no tags look alike", global) }
    }

    private func text(of report: DoctorReport) -> PrintableText {
        let findings =
            (report.damages + report.miscounts).map { "damage: \($0)\n" as PrintableText }
            + report.oddNames.map { "odd name: \($0)\n" }
        let damages = PrintableText(findings)
        let mended = PrintableText(report.mended.map { "mended: \($0)\n" })
        let rows = PrintableText(
            report.rows.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) rows\n" }
        )
        let share = report.cacheHitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? "no labels yet"
        let counts =
            report.damages.isEmpty
            ? report.miscounts.isEmpty ? "ok" : "wrong" : "not checked before the rest is sound"
        return """
            integrity: \(report.damages.isEmpty ? "ok" : "damaged")
            counts: \(counts)
            \(damages)\(mended)schema version: \(report.schemaVersion)
            size: \(report.bytes) bytes
            \(rows)measurement cache: \(share)
            \(report.index.map(text) ?? "")\(report.undo.map(text) ?? "")
            """
    }

    private func text(of index: IndexFileReport) -> PrintableText {
        let state =
            index.fits
            ? "fits the tags" : "does not fit; a REPL or a batch of many tags makes it anew"
        return "index file: \(index.bytes) bytes, \(state)\n"
    }

    private func text(of undo: UndoReport) -> PrintableText {
        let forgotten = undo.forgotten > 0 ? ", \(undo.forgotten) older ones forgotten" : ""
        return
            "undo: \(undo.steps) steps, \(undo.bytes) bytes of \(undo.limit >> 20) MB\(forgotten)\n"
    }
}

/// `doctor --recover FILE`.
extension DoctorCommand {
    /// Copies what can be read of the database into a new one, and reports what was copied and what was lost.
    func saveWhatIsLeft(into target: String, in session: Session) throws {
        guard case .file(let path) = session.location(global) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "':memory:' keeps nothing to recover; name a file with --database"
            )
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                code: ExitStatus.noInput,
                message: "there is no database '\(path)'; name another file with --database"
            )
        }
        guard !FileManager.default.fileExists(atPath: target) else {
            throw CommandError(
                code: ExitStatus.cannotCreate,
                message: "'\(target)' exists already; name a file that does not"
            )
        }
        guard !OpenDatabases.holds(path) else {
            throw CommandError(
                code: ExitStatus.tryAgain,
                message: "the database is in use here; leave with 'quit' and recover from the shell"
            )
        }
        guard let report = try TagService.recover(path, into: target) else {
            throw CommandError(
                code: ExitStatus.notOurDatabase,
                message: "nothing of '\(path)' can be read; restore a backup"
            )
        }
        if output.format == .json {
            try session.print(json: report)
        } else {
            try session.remark(
                text(of: report) + "saved what can be read in \(target)\n",
                global
            )
        }
    }

    private func text(of report: RecoveryReport) -> PrintableText {
        var lines = report.tables.map { table in
            let lost = table.lost > 0 ? ", \(table.lost) of which nothing could be made" : ""
            let rest = table.isWhole ? "" : ", and some that cannot be reached"
            return "\(table.table): \(table.recovered) rows\(lost)\(rest)\n" as PrintableText
        }
        if report.placeholders > 0 {
            lines.append(
                "\(report.placeholders) tags lost their names and are called 'lost tag 1' and so on\n"
            )
        }
        return PrintableText(lines)
    }
}
