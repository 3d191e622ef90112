import ArgumentParser
import Foundation
import Synchronization
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `import [FILE…]`.
struct ImportCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring tags, sets and saved selections in from files.",
        discussion: """
            Reads NDJSON, JSON, CSV, Markdown task lists and plain text, a tag a line. A CSV file names its columns in its \
            first row: tags or tag; label, title or url; at, time, created or date; selected. A file is brought in whole or not at all; bringing \
            it in again changes nothing. A line, or an item of a JSON list, may have up to 16 MB.

            A line of NDJSON, or an item of a JSON list, is one of these; fields with other names are ignored:

              {"label": "bash", "tags": ["shell", "role::program"],
               "at": "2026-01-02T03:04:05Z", "set": "habits"}
                  a saved selection: label or at must be there, and tags
              {"tag": "swift", "aliases": ["swiftlang"], "sets": ["languages"],
               "uses": 42, "frecency": 1767323045.5, "distinct": ["shift"]}
                  a tag; uses: how often it was used elsewhere; frecency: when
                  its uses, fading with time, are worth one; distinct: tags
                  that it is not the same as, though they look alike
              {"set": "habits", "tags": ["reading", "running"],
               "selected": ["running"], "former": ["sleep"],
               "layout": {"alignment": "center"}, "chosen": true}
                  a set; former: tags that left it and stand in its saved
                  selections; layout as layout-settings --format json shows it
              {"set": "habits", "chips": [{"tag": "reading", "selected": true}]}
                  a set, as export --format json writes its board

            Example: tagflow import --skip-invalid bookmarks.ndjson
            Example: tagflow import --dry-run bookmarks.csv
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: ArgumentHelp("The files; none, or '-', is standard input.", valueName: "file"))
    var files: [String] = []
    @Option(
        help:
            "The format; else the ending of the file tells it, else, as in a pipe, its first lines."
    )
    var from: ImportFormat?
    @Option(
        help: ArgumentHelp(
            "What separates the tags of a CSV cell; else a bar, or commas and semicolons.",
            valueName: "character"
        ),
        transform: separator
    )
    var tagsSeparator: Character?
    @Flag(help: "Leave bad lines out, and tell where they are.") var skipInvalid = false
    @Flag(help: "Say what would change, each file by itself, and change nothing.") var dryRun =
        false

    func run(in session: Session) async throws {
        try session.requireFile(files.isEmpty ? "-" : files.first { $0 == "-" } ?? "")
        let service = try session.service(global)
        var total = ImportReport()
        for file in files.isEmpty ? ["-"] : files {
            let report = try await bring(file, into: service, for: session)
            try tell(of: report, from: Self.source(file), in: session)
            total.add(report)
        }
        guard output.format == .text else { return try session.print(json: total) }
        if !total.unusedColumns.isEmpty {
            let names = total.unusedColumns.map { "'\($0)'" }.joined(separator: ", ")
            try session.remark("columns that nothing is read from: \(names)\n", global)
        }
        try session.remark(total.text, global)
    }

    /// Tells on standard error where the lines are that were left out.
    private func tell(of report: ImportReport, from source: String, in session: Session) throws {
        for fault in report.faults {
            try session.note("\(source): \(fault.place): \(fault.problem); left out", global)
        }
        let rest = report.skipped - report.faults.count
        if rest > 0 { try session.note("\(source): \(rest) more lines are left out", global) }
    }

    /// What messages call a file.
    private static func source(_ file: String) -> String {
        file == "-" ? "standard input" : file
    }

    /// A separator of one character, or `\t` for a tab.
    private static func separator(_ text: String) throws -> Character {
        guard let character = text == "\\t" ? "\t" : text.first, text == "\\t" || text.count == 1
        else {
            throw ValidationError("'\(text)' is no separator of one character; use \\t for a tab")
        }
        return character
    }

    private func bring(
        _ file: String,
        into service: TagService,
        for session: Session
    ) async throws -> ImportReport {
        let input = try InputFile.open(file)
        var options = ImportOptions(
            format: try format(of: input, file),
            source: Self.source(file),
            skipsInvalid: skipInvalid
        )
        options.isDryRun = dryRun
        options.tagsSeparator = tagsSeparator
        let bar = ProgressBar(title: "import", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        return try await service.importData(
            options: options,
            into: session.set(global),
            progress: { if input.size > 0 { bar.show(Double($0) / Double(input.size)) } },
            pieces: input.piece
        )
    }
}

extension ImportCommand {
    /// The format that was named, else that of the file's ending, else that of its first bytes.
    ///
    /// - Throws: `CommandFailure` for a file that is recognised as something that is not imported.
    private func format(of input: InputFile, _ file: String) throws -> ImportFormat {
        if let from { return from }
        let start = try input.start()
        let recognised = ImportFormat(recognising: start)
        // A task list may have a heading, as a note has.
        if recognised != .markdown, let content = ForeignContent(start) {
            throw CommandFailure(
                code: ExitStatus.badData,
                message:
                    "\(input.name) is \(content), not a list of tags; 'export --format ndjson' makes one, --from says otherwise"
            )
        }
        guard let named = ImportFormat(fileName: file) else {
            return ImportFormat(sniffing: start)
        }
        // Files of any content end with '.txt'.
        return named == .text ? recognised ?? .text : named
    }
}

extension ImportReport {
    fileprivate mutating func add(_ other: ImportReport) {
        newTags += other.newTags
        newSets += other.newSets
        newSavedSelections += other.newSavedSelections
        partlyPaired += other.partlyPaired
        unchanged += other.unchanged
        skipped += other.skipped
        unusedColumns += other.unusedColumns
        faults += other.faults
        newTagNames = Array((newTagNames + other.newTagNames).prefix(10))
        isDryRun = other.isDryRun
    }

    fileprivate var text: PrintableText {
        let left = skipped == 0 ? "" : ", \(skipped) bad lines left out"
        let large =
            partlyPaired == 0
            ? ""
            : ", \(partlyPaired) saved selections teach the pairs of their 256 rarest tags alone"
        let names = newTagNames.joined(separator: ", ")
        let rest = newTags - newTagNames.count
        let tags: PrintableText =
            isDryRun && newTags > 0
            ? "new tags: \(names)\(rest > 0 ? " and \(rest) more" : "")\n" : ""
        return "\(isDryRun ? "would import" : "imported") "
            + "\(newSavedSelections) saved selections, \(newTags) new tags, \(newSets) new sets; "
            + "\(unchanged) lines were known\(left)\(large)\n" + tags
    }
}
