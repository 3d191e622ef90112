import ChipRendering
import Foundation
import Logging
import TagService
import TerminalFrontEnd
import TextMeasurement

/// What a command works with: the service, the streams, and how to print.
///
/// The command line makes one for its command; the REPL holds one for all of its lines.
final class Session {
    let environment: [String: String]
    let output = ByteStream(descriptor: 1)
    let errors = ByteStream(descriptor: 2)
    /// The REPL that the command was typed into, where it was.
    var repl: ReplSession?
    private var opened: TagService?

    init(environment: [String: String]) {
        self.environment = environment
    }

    /// The service on the database that the options, else the environment, name; opened once.
    func service(_ options: GlobalOptions) throws -> TagService {
        if let opened { return opened }
        let location = location(options)
        try GivenArguments.process.requireText(ofDatabase: location.path, option: options.database)
        let service = try TagService(
            location,
            concurrency: .serial,
            terminal: terminal,
            logger: logger(options)
        )
        opened = service
        try tell(service.notices, options)
        return service
    }

    /// Tells on standard error what opening the database did besides.
    private func tell(_ notices: [StoreNotice], _ options: GlobalOptions) throws {
        guard !options.quiet else { return }
        for notice in notices {
            try errors.write("tagflow: \(notice.description)\n")
        }
        try errors.flush()
    }

    /// Where the database is that the options, else the environment, name.
    func location(_ options: GlobalOptions) -> StoreLocation {
        DatabaseLocation(option: options.database, environment: environment).location
    }

    /// The terminal that boards are drawn for.
    var terminal: TerminalIdentity { TerminalIdentity(environment: environment) }

    /// What tells on standard error what is being done, where it is asked for.
    private func logger(_ options: GlobalOptions) -> Logger {
        guard options.verbose else {
            return Logger(label: "tagflow") { _ in SwiftLogNoOpLogHandler() }
        }
        var logger = Logger(label: "tagflow") { _ in PrintedLog() }
        logger.logLevel = .debug
        return logger
    }

    /// Closes the database where one was opened.
    ///
    /// What was done is on disk already, so a failure is none.
    func close() async {
        try? await opened?.close()
    }

    /// The set that a command is about.
    func set(_ options: GlobalOptions) -> SetReference {
        options.set.map(SetReference.named) ?? repl?.set ?? .chosen
    }

    /// Prints an answer.
    func print(_ text: PrintableText) throws {
        try output.write(text)
    }

    /// Prints a remark of a command to a person, unless it was told to be quiet.
    func remark(_ text: PrintableText, _ options: GlobalOptions) throws {
        if !options.quiet { try output.write(text) }
    }

    /// Prints a value as one line of JSON.
    func print(json value: some Encodable) throws {
        try output.write(try JSONLine.printable(value))
    }

    /// Prints the board of a set, as text or JSON.
    func printBoard(
        _ reference: SetReference,
        from service: TagService,
        format: OutputFormat = .text,
        selectedOnly: Bool = false,
        presenter: BoardPresenter? = nil
    ) async throws {
        // The interactive REPL shows the board by itself; only who asks for it in a special way prints it.
        if presenter == nil, format == .text, repl?.isBoardShown == true { return }
        let presenter = presenter ?? self.presenter
        switch format {
        case .text:
            try print(
                try await presenter.text(of: reference, selectedOnly: selectedOnly, from: service)
            )
        case .json:
            let board = try await service.board(
                presenter.request(selectedOnly: selectedOnly),
                of: reference
            )
            try print(json: BoardDocument(board))
        }
    }

    /// Prints the board of a set that a command has changed, unless the command was told to be quiet.
    func confirm(
        _ set: String,
        from service: TagService,
        _ output: FormatOptions,
        _ global: GlobalOptions
    ) async throws {
        guard !global.quiet || output.format == .json else { return }
        try await printBoard(.named(set), from: service, format: output.format)
    }

    /// How boards are drawn here: the REPL's way, else that of standard output.
    var presenter: BoardPresenter {
        if let repl { return repl.presenter }
        return BoardPresenter(
            columns: TerminalWidth.columns(of: 1, environment: environment),
            style: TextBoardStyle(isColored: isColored)
        )
    }

    /// Whether standard output takes colour: on a terminal, never with NO_COLOR, always with CLICOLOR_FORCE.
    var isColored: Bool {
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if let force = environment["CLICOLOR_FORCE"], force != "0", !force.isEmpty { return true }
        return output.isTerminal && environment["TERM"] != "dumb"
    }
}

/// Where the database is when nobody, somebody or the environment says.
struct DatabaseLocation {
    let location: StoreLocation

    init(option: String?, environment: [String: String]) {
        let named = option ?? Self.nonEmpty(environment["TAGFLOW_DATABASE"])
        location = StoreLocation(path: named ?? Self.defaultPath(environment))
    }

    private static func defaultPath(_ environment: [String: String]) -> String {
        let home = nonEmpty(environment["HOME"]) ?? NSHomeDirectory()
        // A relative XDG_DATA_HOME is to be ignored, says its specification.
        let data = nonEmpty(environment["XDG_DATA_HOME"]).flatMap { $0.hasPrefix("/") ? $0 : nil }
        return "\(data ?? "\(home)/.local/share")/tagflow/tagflow.sqlite"
    }

    private static func nonEmpty(_ text: String?) -> String? {
        text?.isEmpty == false ? text : nil
    }
}

/// Prints what is being done on standard error, a line an event.
private struct PrintedLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }
            .joined()
        let stream = ByteStream(descriptor: 2)
        // A log that cannot be written is no failure.
        try? stream.write("tagflow: \(event.level): \(event.message)\(details)\n")
        try? stream.flush()
    }
}
