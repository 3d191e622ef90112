import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `backup FILE`.
///
/// ```
/// $ tagflow backup copy.sqlite
/// copied the database to copy.sqlite
/// $ tagflow backup --keep 7 tags.sqlite
/// copied the database to tags-2026-11-25T101112.sqlite
/// ```
struct BackupCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the database while it is in use.",
        discussion: """
            The file appears when the copy is complete and on disk. Only its owner can read it.

            A copy is a database: 'tagflow --database FILE' opens it, and to go back to it, copy it \
            over the database while nothing uses that.

            --keep inserts the date and time before the extension, as in \
            tags-2026-11-25T101112.sqlite, and deletes all but the newest of these copies.

            Example: tagflow backup tags-monday.sqlite
            Example: tagflow backup --force tags.sqlite
            Example: tagflow backup --keep 7 ~/backups/tags.sqlite
            Example: tagflow backup - | gzip > tags.sqlite.gz
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Flag(help: "Replace an existing backup.") var force = false
    @Option(
        help: ArgumentHelp("The number of dated copies to keep.", valueName: "n"),
        transform: NumberRange.backups.number(in:)) var keep: Int?

    @Argument(help: "The file to create; '-' is standard output.") var file: String

    var onlyReads: Bool { true }

    func validate() throws {
        guard keep == nil || file != "-" else { throw ValidationError("--keep needs the name of a file") }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        guard !session.isWithoutDatabase else {
            throw CommandError(code: ExitStatus.nothingFound, message: "there is no database yet; nothing was copied")
        }
        guard file != "-" else { return try stream(service, in: session) }
        let series = keep == nil ? nil : BackupSeries(of: file)
        let target = series?.path(at: Date()) ?? file
        try service.maintenance.backUp(to: target, replacing: force)
        let deleted = try series?.deleteOld(keeping: keep ?? 1, after: target)
        let rest = deleted?.count ?? 0
        let olds = rest == 1 ? "1 older copy" : "\(rest) older copies"
        try session.report(
            BackupDocument(file: target, deleted: deleted),
            "copied the database to \(target)\(rest > 0 ? "; deleted \(olds)" : "")\n", output, global)
    }

    /// Writes the copy to standard output, from a temporary file that is removed before.
    private func stream(_ service: TagService, in session: Session) throws {
        guard !session.output.isTerminal else {
            throw CommandError(
                code: ExitStatus.usage, message: "a terminal can't show a database; name a file, or redirect the output"
            )
        }
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("tagflow-\(UUID().uuidString).sqlite")
            .path
        try service.maintenance.backUp(to: copy)
        let handle = FileHandle(forReadingAtPath: copy)
        // The open file stays readable. The pointer to the path is only used during the call.
        _ = unsafe unlink(copy)
        try session.output.flush()
        let writer = DescriptorWriter(descriptor: 1)
        while let piece = try Self.piece(of: handle, at: copy), !piece.isEmpty { try writer.write(piece) }
    }

    /// Returns the next bytes of the temporary file, or `nil` at its end.
    private static func piece(of handle: FileHandle?, at path: String) throws -> Data? {
        do { if let handle { return try handle.read(upToCount: 1 << 18) } } catch {
            // The error below is enough.
        }
        throw CommandError(
            code: ExitStatus.inputOutput, message: "can't read \(path.quoted); check the disk and try again")
    }
}

/// The result of `backup` as JSON.
private struct BackupDocument: Encodable {
    let file: String
    /// The older copies that were deleted; `nil` without `--keep`.
    let deleted: [String]?
}
