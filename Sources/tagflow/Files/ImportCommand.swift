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
            Reads NDJSON, JSON, CSV and plain text, a tag a line. A file is brought in whole or not at all; bringing \
            it in again changes nothing. A line, or an item of a JSON list, may have up to 16 MB.

            Example: tagflow import --skip-invalid bookmarks.ndjson
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: ArgumentHelp("The files; none, or '-', is standard input.", valueName: "file"))
    var files: [String] = []
    @Option(help: "The format; else the ending of the file tells it, else its first character.")
    var from: ImportFormat?
    @Flag(help: "Leave bad lines out and count them.") var skipInvalid = false

    func run(in session: Session) async throws {
        let service = try session.service(global)
        var total = ImportReport()
        for file in files.isEmpty ? ["-"] : files {
            total.add(try await bring(file, into: service, for: session))
        }
        guard output.format == .text else { return try session.print(json: total) }
        try session.remark(total.text, global)
    }

    private func bring(
        _ file: String,
        into service: TagService,
        for session: Session
    ) async throws -> ImportReport {
        let input = try InputFile.open(file)
        let options = ImportOptions(
            format: try from ?? ImportFormat(fileName: file)
                ?? ImportFormat(sniffing: input.start()),
            source: file == "-" ? "standard input" : file,
            skipsInvalid: skipInvalid
        )
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

extension ImportReport {
    fileprivate mutating func add(_ other: ImportReport) {
        newTags += other.newTags
        newSets += other.newSets
        newSavedSelections += other.newSavedSelections
        partlyPaired += other.partlyPaired
        unchanged += other.unchanged
        skipped += other.skipped
    }

    fileprivate var text: PrintableText {
        let left = skipped == 0 ? "" : ", \(skipped) bad lines left out"
        let large =
            partlyPaired == 0
            ? ""
            : ", \(partlyPaired) saved selections teach the pairs of their 256 rarest tags alone"
        return
            "imported \(newSavedSelections) saved selections, \(newTags) new tags, \(newSets) new sets; "
            + "\(unchanged) lines were known\(left)\(large)\n"
    }
}
