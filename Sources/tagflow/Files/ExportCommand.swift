import ArgumentParser
import ChipRendering
import FlowEngine
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
            'ndjson' is everything in the database, in the import format; the other formats are the board of one set. \
            Widths are in cells of a terminal, of svg, png, pdf and html in points; json with --font is in points too.

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
    @Option(help: ArgumentHelp("The width to lay out for.", valueName: "cells or points"))
    var width: Double?

    @Option(help: "What becomes of the free space of a line.") var align: FlowAlignment?
    @OptionGroup(title: "Options for pictures") var picture: PictureOptions

    func validate() throws {
        guard let width else { return }
        guard width >= 1, width.isFinite else {
            throw ValidationError("--width must be at least 1")
        }
    }

    func run(in session: Session) async throws {
        let format = try format ?? output.map(ExportFormat.init(fileName:)) ?? .text
        let file = output.flatMap { $0 == "-" ? nil : $0 }
        if format.isBinary, file == nil, session.output.isTerminal {
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "a terminal cannot show \(format.rawValue); name a file with -o"
            )
        }
        if file == nil, format.isDrawn {
            return try session.print(try await drawn(format, session))
        }
        if format == .ndjson {
            try await writeEverything(to: file, session)
        } else {
            let bytes = try await bytes(in: format, session)
            guard let file else { return try session.output.write(bytes) }
            try await AtomicFile(path: file).write(bytes)
        }
        guard let file else { return }
        try session.remark("wrote \(file)\n", global)
    }

    /// Writes everything as it is read, so that it is never whole in memory.
    private func writeEverything(to file: String?, _ session: Session) async throws {
        let service = try session.service(global)
        guard let file else {
            guard !session.output.isTerminal else {
                return try session.output.write(try await service.exportNDJSON().utf8)
            }
            try session.output.flush()
            let writer = DescriptorWriter(descriptor: 1)
            return try await service.exportNDJSON { try writer.write($0) }
        }
        try await AtomicFile(path: file)
            .write { writer in try await service.exportNDJSON { try writer.write($0) } }
    }

    private func bytes(in format: ExportFormat, _ session: Session) async throws -> Data {
        guard format.isPicture else { return Data(try await text(in: format, session).utf8) }
        let bar = ProgressBar(title: "export", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        return try await pictureExport(session)
            .bytes(
                in: format,
                of: session.set(global),
                from: session.service(global),
                progress: { bar.show($0) }
            )
    }

    private func text(in format: ExportFormat, _ session: Session) async throws -> String {
        if format.isDrawn { return try await drawn(format, session).text }
        let board = try await board(presenter(for: format, session), in: format, session)
        switch format {
        case .markdown: return TagTable.markdown(board)
        case .csv: return TagTable.csv(board)
        default: return try JSONLine.text(of: BoardDocument(board))
        }
    }

    /// The board drawn with characters.
    private func drawn(_ format: ExportFormat, _ session: Session) async throws -> PrintableText {
        let presenter = presenter(for: format, session)
        let board = try await board(presenter, in: format, session)
        return TextBoard(board, style: presenter.style).printable
    }

    /// The board in cells; as JSON with a font named, in points.
    private func board(
        _ presenter: BoardPresenter,
        in format: ExportFormat,
        _ session: Session
    ) async throws -> Board {
        let service = try session.service(global)
        if format == .json, picture.font != nil {
            return try await pictureExport(session).board(of: session.set(global), from: service)
                .board
        }
        return try await service.board(
            presenter.request(selectedOnly: selectedOnly),
            of: session.set(global)
        )
    }

    private func presenter(for format: ExportFormat, _ session: Session) -> BoardPresenter {
        var presenter = session.presenter
        presenter.style.isColored = format == .ansi
        presenter.tried.width =
            width.map { min($0.rounded(.down), 1_000_000) } ?? presenter.tried.width
        presenter.tried.alignment = align ?? presenter.tried.alignment
        return presenter
    }

    private func pictureExport(_ session: Session) -> PictureExport {
        var settings = LayoutSettings()
        settings.alignment = align
        return PictureExport(
            options: picture,
            environment: session.environment,
            settings: settings,
            selectedOnly: selectedOnly,
            width: width
        )
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
    case svg
    case png
    case pdf
    case html

    /// Whether the format is a picture, with lengths in points.
    var isPicture: Bool {
        switch self {
        case .svg, .png, .pdf, .html: true
        default: false
        }
    }

    /// Whether the format is the board as it is drawn on a terminal.
    var isDrawn: Bool {
        self == .text || self == .ansi
    }

    /// Whether the format is none that a terminal can show.
    var isBinary: Bool {
        self == .png || self == .pdf
    }

    /// The format that a file's ending tells.
    init(fileName: String) throws {
        switch fileName.split(separator: ".").last?.lowercased() {
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "txt", "text": self = .text
        case "ansi": self = .ansi
        case "md", "markdown": self = .markdown
        case "csv": self = .csv
        case "svg": self = .svg
        case "png": self = .png
        case "pdf": self = .pdf
        case "html", "htm": self = .html
        default:
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "the ending of '\(fileName)' tells no format; say --format"
            )
        }
    }
}
