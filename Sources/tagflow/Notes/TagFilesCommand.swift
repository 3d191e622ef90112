import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement
import TaggedFiles

/// The command `tag FILE…`.
struct TagFilesCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Tag files where their tags stand, and learn from it.",
        discussion: """
            The tags of a Markdown file stand in its front matter (tags, tag, keywords), which is made where there is none; those of any \
            other file in its extended attribute user.xdg.tags, as file managers keep them. Without --add, --remove and --suggest opens the picker \
            on what fits the file's title and text, one file after the other: its tags are on, Enter writes them, Esc leaves the file as it is \
            (code 1 where all were left). Only the bytes of tags change. Tags of a text, such as '#idea', stay there.

            What a file has is saved in the set with the file as its location, so that suggestions learn it and tagging it again replaces it. \
            A file that cannot be read or written is told in a line and left; the others are tagged.

            Example: tagflow tag notes/today.md
            Example: tagflow tag --add sea --remove draft notes/*.md
            Example: tagflow tag --suggest --format json notes/today.md
            Example: tagflow tag --dry-run --add sea notes/today.md | git apply
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions
    @Option(help: ArgumentHelp("A tag that each file gets.", valueName: "tag")) var add: [String] =
        []
    @Option(help: ArgumentHelp("A tag that each file loses.", valueName: "tag"))
    var remove: [String] = []
    @Flag(help: "Print what fits each file, and change nothing.") var suggest = false
    @Option(
        help: ArgumentHelp("The most suggestions for a file.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 10
    @Flag(help: "Print what would be written, and change nothing.") var dryRun = false
    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file())
    var files: [String]

    func validate() throws {
        guard suggest else { return }
        guard add.isEmpty, remove.isEmpty, !dryRun else {
            throw ValidationError(
                "--suggest changes nothing; leave --add, --remove and --dry-run out"
            )
        }
    }

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let (add, remove) = (
            try await session.named(add, global), try await session.named(remove, global)
        )
        let notice = try await SimilarTagNotice(of: add, newTags, global, in: session)
        let added = try notice.confirmed(add, in: session)
        guard !added.isEmpty || add.isEmpty else { throw SimilarTagNotice.nothingAdded }
        var tagging = FileTagging(
            service: service,
            set: session.set(global),
            session: session,
            global: global,
            output: output,
            isDryRun: dryRun
        )
        let wish = try await TagEdit(adding: added, removing: remove, service)
        if suggest { try await session.reportModel(service, global) }
        var (failure, done): (CommandError?, Int) = (nil, 0)
        for file in files {
            do {
                let isDone = try await run(&tagging, on: try Self.open(file), wish)
                done += isDone ? 1 : 0
            } catch let error as NoteFileError {
                failure = try session.tell(error.failure, before: failure)
            } catch let error as TagServiceError {
                let status = ExitStatus(error)
                let told = CommandError(
                    code: status.code,
                    message: "\(file): \(status.message ?? "")"
                )
                failure = try session.tell(told, before: failure)
            }
        }
        if !dryRun, !suggest { try notice.warn(in: session, global) }
        for name in wish.notFound(tagging.lost) where !suggest {
            try session.note("no file had the tag '\(name)'", global)
        }
        if let failure { throw CommandError(code: failure.code, message: nil) }
        guard done > 0 else { throw CommandError(code: ExitStatus.nothingFound, message: nil) }
    }

    /// Does what was asked for with a file; false where nothing was found or chosen.
    private func run(
        _ tagging: inout FileTagging,
        on file: TaggedFile,
        _ wish: TagEdit
    ) async throws -> Bool {
        if suggest {
            return try await tagging.suggest(for: file, limit: limit, isOneOfMany: files.count > 1)
        }
        if add.isEmpty, remove.isEmpty { return try await tagging.pick(for: file) }
        try await tagging.apply(wish, to: file)
        return true
    }

    private static func open(_ path: String) throws -> TaggedFile {
        let bytes = GivenArguments.process.bytes(ofPath: path)
        guard bytes.elementsEqual(path.utf8) else {
            throw NoteFileError(
                path: path,
                reason: "its name is no UTF-8; rename it",
                cause: .content
            )
        }
        return try TaggedFile(path)
    }
}

extension NoteFileError {
    /// The line and the code that a command ends with.
    var failure: CommandError {
        let (code, advice): (Int32, String) =
            switch cause {
            case _ where isMissing: (ExitStatus.noInput, "name another file")
            case .system: (ExitStatus.inputOutput, "see to the disk and try again")
            case .denied: (ExitStatus.noPermission, "change its mode or that of its folder")
            case .changed: (ExitStatus.tryAgain, "run it again")
            case .content: (ExitStatus.badData, "name another file")
            case .unsupported: (ExitStatus.notAvailable, "move it to another one")
            }
        return CommandError(
            code: code,
            message: "\(path): \(reason)\(reason.contains("; ") ? "" : "; \(advice)")"
        )
    }
}

extension Session {
    /// Tells of a failure after which a command goes on.
    ///
    /// - Parameters:
    ///   - failure: What failed.
    ///   - first: What failed first, if this is not it.
    /// - Returns: The first failure, whose code is that of the command.
    /// - Throws: What the streams throw.
    func tell(
        _ failure: CommandError,
        before first: CommandError?
    ) throws -> CommandError {
        let status = ExitStatus(code: failure.code, message: failure.message)
        try complain("\(status.message ?? "")")
        return first ?? failure
    }
}
