import ArgumentParser
import Foundation
import Synchronization
import TagService
import TaggedFiles
import TerminalFrontEnd
import TextMeasurement

/// The command `import [FILE…]`.
///
/// ```
/// $ cat b.ndjson
/// {"title": "bash", "tags": ["shell", "program"]}
/// $ tagflow import b.ndjson
/// imported 1 item, 2 new tags, 0 new sets; 0 already stored
/// ```
struct ImportCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read tags, sets and items from files.",
        discussion: """
            Reads NDJSON, JSON, CSV, Markdown task lists, and plain text with one tag per line. \
            The first row of a CSV file names its columns: tags or tag; title or url; at, time, \
            created or date; selected. A file is imported completely or not at all, and importing \
            it again changes nothing. A line, or an item of a JSON list, may have up to 16 MB.

            A line of NDJSON, or an item of a JSON list, is one of the following; other fields are \
            ignored:

                {"title": "bash", "tags": ["shell", "role::program"],
                 "at": "2026-01-02T03:04:05Z", "set": "habits"}
                          an item: needs title or at, and tags
                {"location": "https://example.org/", "title": "an example",
                 "tags": ["web"]}
                          an item with a location; it replaces the set's item
                          at that location
                {"tag": "swift", "aliases": ["swiftlang"], "sets": ["languages"],
                 "uses": 42, "frecency": 1767323045.5, "distinct": ["shift"],
                 "implies": ["language"]}
                          a tag. uses: uses elsewhere; frecency: the time at
                          which its decayed uses are worth one; distinct: similar
                          tags that are different; implies: implied tags
                {"set": "habits", "tags": ["reading", "running"],
                 "selected": ["running"], "former": ["sleep"],
                 "layout": {"alignment": "center"}, "chosen": true}
                          a set. former: removed tags that its items still have;
                          layout: as printed by layout-settings --format json
                {"set": "habits", "chips": [{"tag": "reading", "selected": true}]}
                          a set, as written by export --format json

            Files of other programs are recognized, or named by --from:

                netscape     bookmarks of browsers, linkding, Shaarli, Pinboard,
                             Raindrop and Karakeep; --folders: folders are tags
                pinboard     Pinboard's JSON
                raindrop     Raindrop's CSV
                bibtex       keywords of references
                exiftool     exiftool -json: subjects and keywords of pictures
                tagcomplete  CSV of tags, uses and aliases of image boards

            A folder is searched for Markdown notes: tags, tag and keywords in their front matter, \
            and #tags in their text. A note's time is the date in its front matter, such as \
            2020-08-18 or 2020-08-18 13:14:06 +02:00. Hidden files and files named by .gitignore \
            are skipped, and a note that can't be read is reported. If front matter isn't valid YAML, \
            the note is imported with the tags of its text.

            Lines of one file at the same location are joined. --verbose lists the items that are \
            new or changed, and each joined line with its place, and the fields that change the \
            item or are lost.

            With 1,000 tagged items or more, suggestions then learn from all items, as with 'doctor --train'; Ctrl-C \
            stops that, and leaves the import complete.

            --prune deletes items with a location that an earlier import read from the same file \
            and that are no longer in it, in the target set and in sets that the file names. It \
            reports their number first, and asks on a terminal. If a line is skipped, nothing is \
            deleted; items of notes that can't be read are kept.

            Example: tagflow import --folders bookmarks.html
            Example: tagflow import --skip-invalid bookmarks.ndjson
            Example: tagflow import --prune notes
            Example: tagflow import --dry-run bookmarks.csv
            Example: tagflow import --prune --yes bookmarks.ndjson
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: ArgumentHelp("The files, or folders of notes; default, or '-': standard input.", valueName: "file"))
    var files: [String] = []
    @Option(help: "The format; default: by the file name extension or the first lines.") var from: ImportChoice?
    @Flag(help: "Use the folders of bookmarks as tags.") var folders = false
    @Option(
        help: ArgumentHelp(
            "The separator of tags in a CSV cell; default: a bar, or commas and semicolons.", valueName: "character"),
        transform: separator) var tagsSeparator: Character?
    @Flag(help: "Skip invalid lines, and report their positions.") var skipInvalid = false
    @Flag(help: "Report what would change, without changing anything.") var dryRun = false
    @Flag(help: "Delete items of an earlier import that are no longer in the file; asks first.") var prune = false
    @Flag(help: "Let automatic rules add their tags to new items.") var rules = false
    @Flag(name: [.long, .customShort("y")], help: "Delete them without asking.") var yes = false

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.files }

    func validate() throws {
        if folders, let from, from.withFolders == from {
            throw ValidationError("--folders is only for bookmarks (--from netscape)")
        }
        guard yes, !prune else { return }
        throw ValidationError("--yes is only for --prune")
    }

    func run(in session: Session) throws {
        try session.requireFile(files.isEmpty ? "-" : files.first { $0 == "-" } ?? "")
        let service = try session.service(global)
        var total = ImportReport()
        for file in files.isEmpty ? ["-"] : files {
            var report = try bring(file, into: service, for: session)
            if files.count > 1 { report.fieldChanges.locate(in: file) }
            try reportSkippedLines(of: report, from: Self.source(file), in: session)
            total.add(report)
        }
        try reportUnreadDates(of: total, in: session)
        for text in total.fieldChangeTexts { try session.note(text, global) }
        try show(total, in: session)
        if !dryRun { try session.trainAfterImport(service, global) }
    }

    private func show(_ total: ImportReport, in session: Session) throws {
        guard output.format == .text else { return try session.print(json: total) }
        if !total.unusedColumns.isEmpty {
            let names = total.unusedColumns.map(\.quoted).joined(separator: ", ")
            try session.remark("ignored columns: \(names)\n", global)
        }
        try list(total, in: session)
        try session.remark(total.text, global)
    }

    /// Prints the items that `--verbose` lists, each with the kind of its change, its place and the fields concerned.
    private func list(_ report: ImportReport, in session: Session) throws {
        guard let items = report.items else { return }
        for item in items + report.lines {
            let name = item.title.isEmpty ? item.location ?? "untitled" : item.title
            let place: PrintableText = item.place.map { "\t\($0)" } ?? ""
            let fields: PrintableText = Self.fields(of: item).map { "\t\($0)" } ?? ""
            try session.print("\(item.kind.rawValue)\t\(name)\(place)\(fields)\n")
        }
        let rest = report.newItems + report.replaced - items.count
        if rest > 0 { try session.note("… and \(String.counted(rest, "more item"))", global) }
        let more = report.joined + report.splitAtSpaces - report.lines.count
        if more > 0 { try session.note("… and \(String.counted(more, "more joined or split line"))", global) }
    }

    /// Returns the lost, changed or split fields of an item: `lost title 'Swift'; changed tags`; `nil` if there are none.
    private static func fields(of item: ImportedItemChange) -> String? {
        let lost = item.lost.sorted { $0.key > $1.key }.map { "\($0.key) \($0.value.quoted)" }.joined(separator: ", ")
        let parts = [
            lost.isEmpty ? nil : "lost \(lost)",
            item.changed.isEmpty ? nil : "changed \(item.changed.joined(separator: ", "))",
            item.tags.isEmpty ? nil : "tags \(item.tags.map(\.quoted).joined(separator: ", "))",
        ]
        let text = parts.compactMap(\.self).joined(separator: "; ")
        return text.isEmpty ? nil : text
    }

    /// Reports the skipped lines on standard error.
    private func reportSkippedLines(of report: ImportReport, from source: String, in session: Session) throws {
        for fault in report.errors { try session.note("\(source): \(fault.place): \(fault.problem); skipped", global) }
        let rest = report.skipped - report.errors.count
        let isFolder = report.errors.first?.file != nil
        if rest > 0 { try session.note("\(source): skipped \(rest) more \(isFolder ? "notes" : "lines")", global) }
        for fault in report.frontMatterErrors {
            try session.note("\(source): \(fault.place): \(fault.problem); imported with the tags of its text", global)
        }
        let more = report.invalidFrontMatter - report.frontMatterErrors.count
        if more > 0 { try session.note("\(source): \(more) more notes with invalid front matter", global) }
        guard prune else { return }
        if report.newItems + report.replaced + report.unchanged + report.untagged == 0 {
            try session.note("\(source): no item was deleted, because the file contains none", global)
        }
        if report.kept > 0 {
            let items = String.counted(report.kept, "item")
            try session.note("\(source): kept \(items) of notes that can't be read", global)
        }
        guard report.skipped > 0, !isFolder else { return }
        try session.note("\(source): no item was deleted, because a skipped line may be one", global)
    }

    /// Reports on standard error how many dates of notes aren't understood.
    private func reportUnreadDates(of report: ImportReport, in session: Session) throws {
        guard let first = report.firstUnreadDate else { return }
        let count = report.unreadDates
        let notes = count == 1 ? "1 note has a date that isn't" : "\(count) notes have dates that aren't"
        try session.note(
            "\(notes) understood, such as \(first.date.quoted) in \(first.file); write it like 2020-08-18 or 2020-08-18 13:14:06 +02:00",
            global)
    }

    /// Returns the name of a file for messages.
    private static func source(_ file: String) -> String { file == "-" ? "standard input" : file }

    /// Parses a separator of one character, or `\t` for a tab.
    private static func separator(_ text: String) throws -> Character {
        guard let character = text == "\\t" ? "\t" : text.first, text == "\\t" || text.count == 1 else {
            throw ValidationError("expected a separator of one character, got \(text.quoted); use \\t for a tab")
        }
        return character
    }

    /// Returns a number of bytes in megabytes, with one digit.
    private static func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes / 100_000 % 10)" }

    private func bring(_ file: String, into service: TagService, for session: Session) throws -> ImportReport {
        if prune, !dryRun, !yes {
            let tried = try bring(file, into: service, for: session, isDryRun: true)
            try confirm(tried, of: file, in: session)
        }
        return try bring(file, into: service, for: session, isDryRun: dryRun)
    }

    private func bring(
        _ file: String, into service: TagService, for session: Session, isDryRun: Bool
    ) throws -> ImportReport {
        if NoteFolder.isFolder(file) {
            return try bringNotes(in: file, into: service, for: session, isDryRun: isDryRun)
        }
        let input = try InputFile.open(file)
        let choice = try from ?? ImportChoice(of: input, file)
        var options = ImportOptions(format: .ndjson, name: Self.source(file), skipsInvalid: skipInvalid)
        options.isDryRun = isDryRun
        options.listsItems = global.verbose
        options.tagsSeparator = tagsSeparator
        options.importedFrom = input.importedFrom
        options.prunes = prune
        options.appliesRules = rules
        if prune, options.importedFrom == nil { throw Self.notPrunable(file) }
        let bar = ProgressBar(title: "import", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        let progress = { (consumed: Int) in
            guard input.size > 0 else { return }
            bar.show(
                min(1, Double(consumed) / Double(input.size)),
                "\(Self.megabytes(consumed)) of \(Self.megabytes(input.size)) MB")
        }
        switch folders ? choice.withFolders : choice {
        case .own(let format):
            options.format = format
            return try service.files.importData(
                options: options, into: session.terminalSet(global), progress: progress, pieces: input.piece)
        case .items(let format):
            let report = try service.files.importItems(
                from: format, options: options, into: session.terminalSet(global), progress: progress,
                pieces: input.piece)
            if format == .netscape(folders: false) { try mentionFolders(report, in: session) }
            return report
        }
    }

    /// Mentions `--folders` if bookmarks have no tags.
    private func mentionFolders(_ report: ImportReport, in session: Session) throws {
        guard report.untagged > 0 else { return }
        let items = report.untagged == 1 ? "1 bookmark has" : "\(report.untagged) bookmarks have"
        try session.note("\(items) no tags; import with --folders to use folders as tags", global)
    }
}

/// Importing the notes of a folder.
extension ImportCommand {
    private func bringNotes(
        in folder: String, into service: TagService, for session: Session, isDryRun: Bool
    ) throws -> ImportReport {
        guard from == nil || from == .own(.markdown) else {
            throw CommandError(
                code: ExitStatus.noInput, message: "\(folder.quoted) is a folder; only --from markdown reads folders")
        }
        var options = ImportOptions(format: .markdown, name: folder, skipsInvalid: skipInvalid)
        options.isDryRun = isDryRun
        options.prunes = prune
        options.appliesRules = rules
        options.listsItems = global.verbose
        // An unreadable note is reported, and the others are imported.
        options.skipsInvalid = true
        do {
            var report = try service.files.importNotes(in: folder, options: options, into: session.terminalSet(global))
            let separator = folder.hasSuffix("/") ? "" : "/"
            if let date = report.firstUnreadDate { report.firstUnreadDate?.file = "\(folder)\(separator)\(date.file)" }
            return report
        } catch let error as NoNotesError {
            throw CommandError(code: ExitStatus.noInput, message: "no notes in folder \(error.path.quoted)")
        } catch let error as FolderError {
            throw CommandError(code: ExitStatus.noInput, message: "can't read \(folder.quoted): \(error.reason)")
        }
    }
}

/// Deleting items that are no longer in a file.
extension ImportCommand {
    /// Asks whether to delete items that are no longer in a file.
    ///
    /// - Throws: `CommandError` if the user declines or can't be asked.
    private func confirm(_ tried: ImportReport, of file: String, in session: Session) throws {
        guard tried.deleted > 0 else { return }
        let items = tried.deleted == 1 ? "1 item is" : "\(tried.deleted) items are"
        let problem = "\(items) no longer in \(file.quoted)"
        guard session.repl?.isBoardShown ?? (isatty(0) == 1 && isatty(1) == 1) else {
            throw CommandError(
                code: ExitStatus.usage, message: "\(problem); nothing was imported; use --yes to delete them")
        }
        try session.print("\(problem).\nDelete these items? [y/N] ")
        try session.output.flush()
        let isConfirmed = try Confirmation.confirm { try session.print("\n") }
        guard isConfirmed else { throw CommandError(code: ExitStatus.nothingFound, message: "nothing was imported") }
    }

    /// Returns the error for input that can't be read again, so that its earlier items are unknown.
    private static func notPrunable(_ file: String) -> CommandError {
        CommandError(code: ExitStatus.usage, message: "--prune needs a nonempty regular file, not \(file.quoted)")
    }
}
