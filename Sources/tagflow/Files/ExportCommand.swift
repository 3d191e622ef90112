import ArgumentParser
import ChipRendering
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `export --format F [-o FILE]`.
struct ExportCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a board or everything to a file or standard output.",
        discussion: """
            'ndjson' is everything in the database, in the import format; the other formats are the board of one set.

            Example: tagflow export --format markdown -o habits.md
            """
    )

    @OptionGroup var global: GlobalOptions
    @Option(help: "The format; else the ending of the file tells it, else text.") var format:
        ExportFormat?
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write.", valueName: "file")
    )
    var output: String?
    @Flag(help: "Only the tags that are on.") var selectedOnly = false
    @Option(help: ArgumentHelp("The width to lay out for.", valueName: "cells")) var width: Int?

    func validate() throws {
        guard width ?? 1 > 0 else { throw ValidationError("--width must be at least 1") }
    }

    func run(in session: Session) async throws {
        let format = try format ?? output.map(ExportFormat.init(fileName:)) ?? .text
        let text = try await text(in: format, session)
        guard let output, output != "-" else { return try session.print(text) }
        try AtomicFile(path: output).write(text)
        try session.remark("wrote \(TerminalText.printable(output))\n", global)
    }

    private func text(in format: ExportFormat, _ session: Session) async throws -> String {
        let service = try session.service(global)
        guard format != .ndjson else { return try await service.everything() }
        var presenter = session.presenter
        presenter.style.isColored = format == .ansi
        if let width { presenter.tried.width = Double(width) }
        let board = try await service.board(
            presenter.request(selectedOnly: selectedOnly),
            of: session.set(global)
        )
        switch format {
        case .text, .ansi: return TextBoard(board, style: presenter.style).text
        case .markdown: return TagTable.markdown(board)
        case .csv: return TagTable.csv(board)
        case .json, .ndjson:
            return try JSONLine.text(of: BoardDocument(board))
        }
    }
}

/// The format of an export.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
    case json
    case ndjson
    case text
    case ansi
    case markdown
    case csv

    /// The format that a file's ending tells.
    init(fileName: String) throws {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "txt", "text": self = .text
        case "ansi": self = .ansi
        case "md", "markdown": self = .markdown
        case "csv": self = .csv
        default:
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "the ending of '\(fileName)' tells no format; say --format"
            )
        }
    }
}
