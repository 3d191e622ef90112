import ArgumentParser
import Foundation
import TagService
import TaggedFiles
import TerminalFrontEnd
import TextMeasurement

/// The command `tag FILE…`.
///
/// ```
/// $ tagflow tag --add lake --remove fotos notes/day.md
/// notes/day.md: map, lake
/// ```
struct TagFilesCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Tag files, and learn from their tags.",
        discussion: """
            Markdown files keep their tags in front matter (tags, tag, keywords), which is created \
            if needed. Other files keep them in the extended attribute user.xdg.tags, as file \
            managers do. Without --add, --remove and --suggest, the picker opens with suggestions \
            from the title and text of each file: its tags are on, Enter writes the selection, Esc \
            leaves the file unchanged (exit code 1 if no file was tagged). Only the bytes of tags \
            change. Tags in the text, such as '#idea', aren't changed.

            Each file is saved as an item whose location is the file, and replaces its earlier \
            item. Without --set, it is saved in the set that the files of its folder were saved in \
            last, otherwise in the chosen set or, if that is daily, in the set of the last item with \
            a location. Files that can't be read or written are reported and skipped. 'undo' restores \
            all files that haven't changed since, with their items.

            Example: tagflow tag notes/today.md
            Example: tagflow tag --add sea --remove draft notes/*.md
            Example: tagflow tag --list notes/*.md
            Example: tagflow tag --suggest --format json notes/today.md
            Example: tagflow tag --dry-run --add sea notes/today.md | git apply
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions
    @Option(name: [.long, .customLong("tag")], help: ArgumentHelp("A tag to add to each file.", valueName: "tag"))
    var add: [String] = []
    @Option(help: ArgumentHelp("A tag to remove from each file.", valueName: "tag")) var remove: [String] = []
    @Flag(help: "Print the tags of each file, without changing it.") var list = false
    @Flag(help: "Print suggestions for each file, without changing it.") var suggest = false
    @Option(
        help: ArgumentHelp("The maximum number of suggestions per file.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var limit = 10
    @Flag(help: "Print the changes as a diff, without writing them.") var dryRun = false
    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file()) var files: [String]

    var onlyReads: Bool { suggest || list }
    static var words: WritableKeyPath<Self, [String]>? { \.files }
    static let completions: [String: CommandArguments.Value] = ["--add": .newTag, "--tag": .newTag]

    func validate() throws {
        guard !list || add.isEmpty && remove.isEmpty && !suggest && !dryRun else {
            throw ValidationError("--list can't be combined with --add, --remove, --suggest or --dry-run")
        }
        guard suggest else { return }
        guard add.isEmpty, remove.isEmpty, !dryRun else {
            throw ValidationError("--suggest can't be combined with --add, --remove or --dry-run")
        }
    }

    func run(in session: Session) throws {
        let service = try session.pickingService(global)
        let (add, remove) = (try session.named(add, global), try session.named(remove, global))
        let notice = try SimilarTagNotice(of: add, newTags, global, in: session)
        try notice.requireTerminal(in: session)
        var tagging = FileTagging(
            service: service, set: session.terminalSet(global), session: session, global: global, output: output,
            isDryRun: dryRun)
        let wish = try TagEdit(adding: add, removing: remove, service)
        if suggest { try session.reportModel(service, global) }
        if add.isEmpty, remove.isEmpty, !suggest, !list { try requireFiles() }
        var (failure, done): (CommandError?, Int) = (nil, 0)
        for file in files {
            do {
                let isDone = try run(&tagging, on: try Self.open(file), wish)
                done += isDone ? 1 : 0
            } catch let error as NoteFileError {
                failure = try session.reportFailure(error.failure, before: failure)
            } catch let error as TagServiceError {
                let status = ExitStatus(error)
                let told = CommandError(code: status.code, message: "\(file): \(status.message ?? "")")
                failure = try session.reportFailure(told, before: failure)
            }
        }
        try tagging.reportDiscarded()
        if !dryRun, !suggest {
            let remedy: PrintableText = "'--remove' takes the tag out of the file"
            try notice.limited(to: tagging.written, service).warn(in: session, global, remedy: remedy)
        }
        for name in wish.notFound(tagging.lost) where !suggest && done > 0 {
            try session.note("no file had the tag \(name.quoted)", global)
        }
        if let failure { throw CommandError(code: failure.code, message: nil) }
        guard done > 0 else { throw CommandError(code: ExitStatus.nothingFound, message: nil) }
    }

    /// Throws if a further word isn't a file, since it may be a tag, before the picker opens for the first file.
    private func requireFiles() throws {
        let missing = files.dropFirst().first { !FileManager.default.fileExists(atPath: $0) }
        guard let missing else { return }
        let hint = CommandHint("--add", missing).map { "; use '\($0.text)' to add a tag" } ?? ""
        throw CommandError(code: ExitStatus.noInput, message: "\(missing.quoted) isn't a file\(hint)")
    }

    /// Performs the action on a file; returns false if nothing was found or selected.
    private func run(_ tagging: inout FileTagging, on file: TaggedFile, _ wish: TagEdit) throws -> Bool {
        if list {
            try tagging.list(file)
            return true
        }
        tagging.set = try set(for: file, tagging.service, tagging.session)
        if suggest { return try tagging.suggest(for: file, limit: limit, isOneOfMany: files.count > 1) }
        if add.isEmpty, remove.isEmpty { return try tagging.pick(for: file) }
        try tagging.apply(wish, to: file)
        return true
    }

    /// Returns the set to save a file in: without `--set`, the set that its folder used last.
    private func set(for file: TaggedFile, _ service: TagService, _ session: Session) throws -> SetReference {
        guard global.set == nil, session.repl == nil,
            let name = try service.files.lastSet(ofFolderWith: file.resolvedPath)
        else { return session.terminalSet(global) }
        return .entrance(.terminal, named: name)
    }

    private static func open(_ path: String) throws -> TaggedFile {
        let bytes = GivenArguments.process.bytes(ofPath: path)
        guard bytes.elementsEqual(path.utf8) else {
            throw NoteFileError(path: path, reason: "its name isn't valid UTF-8; rename it", cause: .content)
        }
        return try TaggedFile(path)
    }
}

extension NoteFileError {
    /// The error as a message with advice and an exit code.
    var failure: CommandError {
        let (code, advice): (Int32, String) =
            switch cause {
            case _ where isMissing: (ExitStatus.noInput, "name another file")
            case .system: (ExitStatus.inputOutput, "check the disk and try again")
            case .denied: (ExitStatus.noPermission, "change its mode or that of its folder")
            case .changed: (ExitStatus.tryAgain, "run it again")
            case .content: (ExitStatus.badData, "name another file")
            case .unsupported: (ExitStatus.notAvailable, "move it to another one")
            }
        return CommandError(code: code, message: "\(path): \(reason)\(reason.contains("; ") ? "" : "; \(advice)")")
    }
}

extension Session {
    /// Reports an error after which a command continues.
    ///
    /// - Parameters:
    ///   - failure: the error.
    ///   - first: the first error so far, if any.
    /// - Returns: the first error, whose code becomes the command's exit code.
    /// - Throws: the errors of the streams.
    func reportFailure(_ failure: CommandError, before first: CommandError?) throws -> CommandError {
        let status = ExitStatus(code: failure.code, message: failure.message)
        try complain("\(status.message ?? "")")
        return first ?? failure
    }
}
