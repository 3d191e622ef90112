import ArgumentParser
import Foundation
import Synchronization
import TagService
import TerminalFrontEnd
import TextMeasurement
import TaggedFiles

/// The command `import [FILE…]`.
struct ImportCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring tags, sets and items in from files.",
        discussion: """
            Reads NDJSON, JSON, CSV, Markdown task lists and plain text, a tag a line. A CSV file names its columns in its \
            first row: tags or tag; title, title or url; at, time, created or date; selected. A file is brought in whole or not at all; bringing \
            it in again changes nothing. A line, or an item of a JSON list, may have up to 16 MB.

            A line of NDJSON, or an item of a JSON list, is one of these; fields with other names are ignored:

              {"title": "bash", "tags": ["shell", "role::program"],
               "at": "2026-01-02T03:04:05Z", "set": "habits"}
                  an item: title or at must be there, and tags
              {"location": "https://example.org/", "title": "an example",
               "tags": ["web"]}
                  a thing: what the set has for its source is replaced
              {"tag": "swift", "aliases": ["swiftlang"], "sets": ["languages"],
               "uses": 42, "frecency": 1767323045.5, "distinct": ["shift"],
               "implies": ["language"]}
                  a tag; uses: how often it was used elsewhere; frecency: when
                  its uses, fading with time, are worth one; distinct: tags
                  that it is not the same as, though they look alike;
                  implies: tags that who has it has as well
              {"set": "habits", "tags": ["reading", "running"],
               "selected": ["running"], "former": ["sleep"],
               "layout": {"alignment": "center"}, "chosen": true}
                  a set; former: tags that left it and stand in its saved
                  selections; layout as layout-settings --format json shows it
              {"set": "habits", "chips": [{"tag": "reading", "selected": true}]}
                  a set, as export --format json writes its board

            Files of other programs are recognised too, or named by --from:

              netscape     bookmarks of browsers, linkding, Shaarli, Pinboard,
                           Raindrop and Karakeep; --folders: folders are tags
              pinboard     Pinboard's JSON
              raindrop     Raindrop's CSV
              bibtex       keywords of references
              exiftool     exiftool -json: subjects and keywords of pictures
              tagcomplete  CSV of tags, uses and aliases of image boards

            With --from markdown a folder is walked for notes: tags, tag and keywords of their front matter and #tags of their text; \
            hidden files and what .gitignore names are left out.

            A thing, which has a source, belongs to the file that brought it in last. --prune forgets those of a file that are no longer in it, \
            in the set that is imported into and in those that the file names; it tells how many first, and asks on a terminal.

            Example: tagflow import --folders bookmarks.html
            Example: tagflow import --skip-invalid bookmarks.ndjson
            Example: tagflow import --from markdown --prune notes
            Example: tagflow import --dry-run bookmarks.csv
            Example: tagflow import --prune --yes bookmarks.ndjson
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
    var from: ImportChoice?
    @Flag(help: "Of bookmarks, the folders are tags as well.") var folders = false
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
    @Flag(
        help:
            "Forget the things that an earlier import brought from the file and that are no longer in it; asks first."
    )
    var prune = false
    @Flag(name: [.long, .customShort("y")], help: "Forget them without a question.") var yes = false

    func validate() throws {
        if folders, let from, from.withFolders == from {
            throw ValidationError("--folders is for bookmarks, --from netscape; leave it out")
        }
        guard yes, !prune else { return }
        throw ValidationError("--yes answers the question of --prune; leave it out")
    }

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
        guard prune else { return }
        if report.newItems + report.replaced + report.unchanged + report.untagged == 0 {
            try session.note("\(source): no thing was forgotten, since it holds none", global)
        }
        guard report.skipped > 0 else { return }
        try session.note(
            "\(source): no thing was forgotten, since a line that was left out may be one",
            global
        )
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
        if prune, !dryRun, !yes {
            let tried = try await bring(file, into: service, for: session, isDryRun: true)
            try confirm(tried, of: file, in: session)
        }
        return try await bring(file, into: service, for: session, isDryRun: dryRun)
    }

    private func bring(
        _ file: String,
        into service: TagService,
        for session: Session,
        isDryRun: Bool
    ) async throws -> ImportReport {
        if NoteFolder.isFolder(file) {
            return try await bringNotes(in: file, into: service, for: session, isDryRun: isDryRun)
        }
        let input = try InputFile.open(file)
        let choice = try from ?? ImportChoice(of: input, file)
        var options = ImportOptions(
            format: .ndjson,
            name: Self.source(file),
            skipsInvalid: skipInvalid
        )
        options.isDryRun = isDryRun
        options.tagsSeparator = tagsSeparator
        options.importedFrom = input.importedFrom
        options.prunes = prune
        if prune, options.importedFrom == nil { throw Self.notPrunable(file) }
        let bar = ProgressBar(title: "import", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        let progress = { (consumed: Int) in
            if input.size > 0 { bar.show(min(1, Double(consumed) / Double(input.size))) }
        }
        switch folders ? choice.withFolders : choice {
        case .own(let format):
            options.format = format
            return try service.importData(
                options: options,
                into: session.set(global),
                progress: progress,
                pieces: input.piece
            )
        case .things(let format):
            return try service.importItems(
                from: format,
                options: options,
                into: session.set(global),
                progress: progress,
                pieces: input.piece
            )
        }
    }
}

/// Notes of a folder.
extension ImportCommand {
    private func bringNotes(
        in folder: String,
        into service: TagService,
        for session: Session,
        isDryRun: Bool
    ) async throws -> ImportReport {
        guard from == .own(.markdown) else {
            throw CommandError(
                code: ExitStatus.noInput,
                message: "'\(folder)' is a folder; use --from markdown"
            )
        }
        var options = ImportOptions(format: .markdown, name: folder, skipsInvalid: skipInvalid)
        options.isDryRun = isDryRun
        options.prunes = prune
        do {
            return try service.importNotes(
                in: folder,
                options: options,
                into: session.set(global)
            )
        } catch let error as FolderError {
            throw CommandError(
                code: ExitStatus.noInput,
                message: "'\(folder)': \(error.reason); its mode must let you read it"
            )
        }
    }
}

/// Forgetting what is no longer in a file.
extension ImportCommand {
    /// Asks whether the things that are no longer in a file are to be forgotten.
    ///
    /// - Throws: `CommandError` where the answer is no, or nobody can be asked.
    private func confirm(_ tried: ImportReport, of file: String, in session: Session) throws {
        guard tried.forgotten > 0 else { return }
        let things = tried.forgotten == 1 ? "1 thing is" : "\(tried.forgotten) things are"
        let told = "\(things) no longer in '\(file)'"
        guard session.repl?.isBoardShown ?? (isatty(0) == 1 && isatty(1) == 1) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "\(told); nothing was imported, --yes forgets what is gone"
            )
        }
        try session.print("\(told).\nForget what is gone? [y/N] ")
        try session.output.flush()
        let isConfirmed = try Question.confirm { try session.print("\n") }
        guard isConfirmed else {
            throw CommandError(code: ExitStatus.nothingFound, message: "nothing was imported")
        }
    }

    /// The failure where it is not known what a file brought earlier.
    private static func notPrunable(_ file: String) -> CommandError {
        CommandError(
            code: ExitStatus.usage,
            message: "--prune needs a file that is not empty and can be read again, not '\(file)'"
        )
    }
}

extension ImportReport {
    fileprivate mutating func add(_ other: ImportReport) {
        newTags += other.newTags
        newSets += other.newSets
        newImplications += other.newImplications
        newItems += other.newItems
        replaced += other.replaced
        forgotten += other.forgotten
        untagged += other.untagged
        partlyPaired += other.partlyPaired
        unchanged += other.unchanged
        skipped += other.skipped
        unusedColumns += other.unusedColumns
        faults += other.faults
        newTagNames = Array((newTagNames + other.newTagNames).prefix(10))
        isDryRun = other.isDryRun
    }

    fileprivate var text: PrintableText {
        let left =
            (skipped == 0 ? "" : ", \(skipped) bad lines left out")
            + (untagged == 0 ? "" : ", \(untagged) things without tags left out")
        let changed =
            (replaced == 0 ? "" : ", \(replaced) changed")
            + (forgotten == 0 ? "" : ", \(forgotten) forgotten")
        let large =
            partlyPaired == 0
            ? ""
            : ", \(partlyPaired) items teach the pairs of their 256 rarest tags alone"
        let rules = newImplications == 0 ? "" : ", \(newImplications) new rules"
        let names = newTagNames.joined(separator: ", ")
        let rest = newTags - newTagNames.count
        let tags: PrintableText =
            isDryRun && newTags > 0
            ? "new tags: \(names)\(rest > 0 ? " and \(rest) more" : "")\n" : ""
        return "\(isDryRun ? "would import" : "imported") "
            + "\(newItems) items\(changed), \(newTags) new tags, \(newSets) new sets\(rules); "
            + "\(unchanged) lines were known\(left)\(large)\n" + tags
    }
}
