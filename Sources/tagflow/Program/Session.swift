import ChipRendering
import Foundation
import Logging
import PageFetching
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The context of a command: the service, the output streams and the settings for printing.
///
/// A command on the command line gets a new session; the REPL uses one session for all its lines.
final class Session {
    /// The environment, adjusted to the command's `--color`.
    var environment: [String: String] { color.applied(to: processEnvironment) }
    private let processEnvironment: [String: String]
    /// The command's `--color`.
    var color = ColorChoice.auto
    /// Whether the command only reads, so that a missing database isn't created.
    var onlyReads = false
    /// Whether there is no default database yet, and the service is that of an empty database in memory.
    private(set) var isWithoutDatabase = false
    let output = ByteStream(descriptor: 1)
    let errors = ByteStream(descriptor: 2)
    /// The reader of the web pages that commands name.
    var pageFetcher = PageFetcher()
    /// The checker of the locations of items.
    var linkChecker = LinkChecker()
    /// The REPL that runs the command, if any.
    var repl: ReplSession?
    private var opened: TagService?
    /// Whether the background of the terminal is light, once that is known.
    private var knownLight: Bool?

    init(environment: [String: String]) {
        processEnvironment = environment
        output.columns = { TerminalWidth.columns(of: 1, environment: environment) }
        errors.columns = { TerminalWidth.columns(of: 2, environment: environment) }
    }

    /// Returns the service of the database named by the options or, without them, the environment.
    ///
    /// The first call opens the database; later calls return the same service.
    func service(_ options: GlobalOptions) throws -> TagService { try service(options, .serial) }

    /// Returns the service of a long-running command, whose readers never wait for a writer.
    func pooledService(_ options: GlobalOptions) throws -> TagService { try service(options, .pool) }

    private func service(_ options: GlobalOptions, _ concurrency: StoreConcurrency) throws -> TagService {
        if let opened { return opened }
        let location = location(options)
        try GivenArguments.process.requireText(ofDatabase: location.path, option: options.database)
        if onlyReads, location.isMissing, !isWithoutDatabase {
            try requireDefault(options)
            isWithoutDatabase = true
        }
        let service = try TagService(
            isWithoutDatabase ? .memory : location, concurrency: concurrency, terminal: terminal,
            logger: logger(options))
        opened = service
        try report(service.notices, options)
        return service
    }

    /// Returns the service of the database, or of an empty one if the file doesn't exist.
    func serviceOrEmpty(_ options: GlobalOptions) throws -> TagService {
        if opened == nil, location(options).isMissing { isWithoutDatabase = true }
        return try service(options)
    }

    /// Throws if the options or the environment name a database, which doesn't exist.
    private func requireDefault(_ options: GlobalOptions) throws {
        let database = DatabaseLocation(option: options.database, environment: environment)
        guard !database.isDefault else { return }
        throw CommandError(
            code: ExitStatus.noInput,
            message:
                "no database at \(database.location.path.quoted); check the path, or 'tagflow new NAME TAG…' creates it"
        )
    }

    /// Reports side effects of opening the database on standard error.
    private func report(_ notices: [StoreNotice], _ options: GlobalOptions) throws {
        guard !options.quiet else { return }
        for notice in notices { try errors.write("tagflow: \(notice.description)\n") }
        try errors.flush()
    }

    /// Returns the location of the database named by the options or, without them, the environment.
    func location(_ options: GlobalOptions) -> StoreLocation {
        DatabaseLocation(option: options.database, environment: environment).location
    }

    /// The terminal that boards are drawn for.
    var terminal: TerminalIdentity { TerminalIdentity(environment: environment) }

    /// Returns the logger for `--verbose`; without the option, a logger that drops everything.
    private func logger(_ options: GlobalOptions) -> Logger {
        guard options.verbose else { return Logger(label: "tagflow") { _ in SwiftLogNoOpLogHandler() } }
        var logger = Logger(label: "tagflow") { _ in StandardErrorLog() }
        logger.logLevel = .debug
        return logger
    }

    /// Closes the database if it was opened.
    func close() {
        do { try opened?.close() } catch {
            // All changes are on disk already, so an error loses nothing.
            ByteStream(descriptor: 2).printIfPossible("tagflow: \(String(describing: error))\n")
        }
    }

    /// Returns the set that a command works on.
    func set(_ options: GlobalOptions) -> SetReference { options.set.map(SetReference.named) ?? repl?.set ?? .chosen }

    /// Returns the set that a command saves items with a location in.
    func terminalSet(_ options: GlobalOptions) -> SetReference {
        if let name = options.set { return .entrance(.terminal, named: name) }
        // The REPL may show another set than the chosen one.
        if case .named(let name) = repl?.set, repl?.isSetNamed == true { return .entrance(.terminal, named: name) }
        return .entrance(.terminal)
    }

    /// Returns the tags that a command's words name.
    ///
    /// `-` reads one tag per line of standard input. In the REPL, a number names a chip.
    func tags(_ words: [String], _ options: GlobalOptions) throws -> [String] {
        var tags: [String] = []
        for word in words { tags += word == "-" ? try StandardInput.lines() : try named([word], options) }
        return tags
    }

    /// Returns the tag that a word names, which in the REPL may be the number of a chip.
    func tag(_ word: String, _ options: GlobalOptions) throws -> String {
        let names = try named([word], options)
        guard names.count == 1 else {
            throw CommandError(
                code: ExitStatus.usage, message: "\(word.quoted) names \(names.count) chips; expected one")
        }
        return names[0]
    }

    /// Returns the tags named by words; in the REPL a number names a chip.
    func named(_ words: [String], _ options: GlobalOptions) throws -> [String] {
        try repl?.names(words, in: service(options)) ?? words
    }

    /// Throws if a path is `-` in the interactive REPL, which reads the keyboard itself.
    func requireFile(_ path: String) throws {
        guard path == "-", repl?.isBoardShown == true else { return }
        throw CommandError(code: ExitStatus.usage, message: "the REPL reads the keyboard itself; name a file")
    }

    /// Reports tags of daily sets that weren't saved on an earlier day; each is reported once.
    func reportUnsavedDays(_ options: GlobalOptions) throws {
        guard let opened, !options.quiet else { return }
        for unsaved in try opened.sets.takeUnsavedDays() { try note("\(unsaved.text)", options) }
    }

    /// Prints text on standard output.
    func print(_ text: PrintableText) throws { try output.write(text) }

    /// Prints a remark, unless `--quiet` is set.
    func remark(_ text: PrintableText, _ options: GlobalOptions) throws { if !options.quiet { try output.write(text) } }

    /// Prints the result of a command: as JSON if requested, otherwise as a remark.
    func report(
        _ document: some Encodable, _ text: PrintableText, _ output: FormatOptions, _ global: GlobalOptions
    ) throws {
        guard output.format == .text else { return try print(json: document) }
        try remark(text, global)
    }

    /// Prints a note on standard error, unless `--quiet` is set.
    func note(_ text: PrintableText, _ options: GlobalOptions) throws { if !options.quiet { try complain(text) } }

    /// Prints a message on standard error, after which the command continues.
    func complain(_ text: PrintableText) throws {
        // The interactive REPL shows only standard output.
        guard repl?.isBoardShown != true else { return try output.write("\(text)\n") }
        try output.flush()
        try errors.write("tagflow: \(text)\n")
        try errors.flush()
    }

    /// Reports a model that suggestions ignore, because it is missing or has changed.
    func reportModel(_ service: TagService, _ options: GlobalOptions) throws {
        do { _ = try service.suggestions.model() } catch let error as ModelError {
            try note("\(error.description)", options)
        }
    }

    /// Prints a value as one line of JSON.
    func print(json value: some Encodable) throws { try output.write(data: try JSONLine.printable(value)) }

    /// Prints the board of a set, as text or JSON.
    func printBoard(
        _ reference: SetReference, from service: TagService, format: OutputFormat = .text, selectedOnly: Bool = false,
        changed: ChangedTags? = nil, presenter: BoardPresenter? = nil, showsTitle: Bool = false
    ) throws {
        // The interactive REPL always shows the board; `show` with options still prints it.
        if presenter == nil, format == .text, let repl, repl.isBoardShown {
            repl.changes += [changed].compactMap(\.self)
            return
        }
        var presenter = presenter ?? self.presenter
        switch format {
        case .text:
            presenter.style.isOnLight = isOnLight(presenter.style)
            let drawing = try presenter.drawing(
                of: reference, selectedOnly: selectedOnly, changed: changed, from: service)
            if showsTitle, let title = drawing.board.title { try print("\(title)\n") }
            try print(drawing.text)
            repl?.note(drawing)
        case .json:
            let board = try service.sets.board(presenter.request(selectedOnly: selectedOnly), of: reference)
            try print(json: BoardDocument(board))
        }
    }

    /// Prints the board of a changed set, unless `--quiet` is set.
    ///
    /// - Parameters:
    ///   - set: the set.
    ///   - changed: the changed tags, or `nil` to print the whole board. If the board is taller
    ///     than the terminal, only the lines of changed tags are printed, and a last line reports
    ///     changed tags that aren't visible.
    ///   - service: the service.
    ///   - output: the format.
    ///   - global: the options that include `--quiet`.
    /// - Throws: the errors of the service and the stream.
    func confirm(
        _ set: String, changed: ChangedTags? = nil, from service: TagService, _ output: FormatOptions,
        _ global: GlobalOptions
    ) throws {
        guard !global.quiet || output.format == .json else { return }
        try printBoard(.named(set), from: service, format: output.format, changed: changed)
    }

    /// Prints the board after a change of tags, unless `--quiet` is set.
    func confirm(_ change: TagChange, from service: TagService, _ output: FormatOptions, _ global: GlobalOptions) throws
    {
        let changed = ChangedTags(change)
        try confirm(change.set, changed: changed, from: service, output, global)
    }

    /// Returns whether a board is drawn on a light background; asks the terminal once.
    private func isOnLight(_ style: TextBoardStyle) -> Bool {
        guard repl == nil, output.isTerminal, style.colors == .palette else { return style.isOnLight }
        let isLight = knownLight ?? TextBoardStyle.isOnLight(environment: environment)
        knownLight = isLight
        return isLight
    }

    /// Whether lists are printed with colors.
    var isColored: Bool { BoardColors(environment: environment, isTerminal: output.isTerminal) != .none }

    /// The presenter that draws boards: the REPL's if it is running, or one for standard output.
    var presenter: BoardPresenter {
        let colors = BoardColors(environment: environment, isTerminal: output.isTerminal)
        if var presenter = repl?.presenter {
            presenter.style.colors = colors
            return presenter
        }
        return BoardPresenter(
            columns: TerminalWidth.columns(of: 1, environment: environment),
            rows: TerminalHeight.rows(of: 1, environment: environment), style: TextBoardStyle(colors: colors))
    }
}

/// A log handler that prints events on standard error, one per line.
private struct StandardErrorLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }.joined()
        ByteStream(descriptor: 2).printIfPossible("tagflow: \(event.level): \(event.message)\(details)\n")
    }
}
