import ArgumentParser
import Connections
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `connect add|list|pull|push|watch|remove`.
///
/// ```
/// $ tagflow connect add linkding https://links.example --token-file ~/.linkding-token
/// connected linkding: 2,000 items in the set 'linkding'
/// $ tagflow connect push linkding --dry-run
/// Swift.org: +swift -swift-lang
/// ```
struct ConnectCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "connect", abstract: "Tag the items of linkding, Paperless-ngx and Karakeep where they are.",
        discussion: """
            'add' makes a set of a program's items, 'pull' reads changes there, and 'push' adds and removes tags there \
            as they were added and removed here. Nothing else changes there. 'watch' does both again and again; \
            --accept tags new items without tags. The token is read from a file ('-' is standard input) and kept in a \
            file next to the database that only you can read.

            Example: tagflow connect add paperless https://dms.example --token-file ~/.paperless-token
            Example: tagflow review --set paperless untagged
            Example: tagflow connect push paperless --dry-run
            Example: tagflow connect watch paperless --once --accept .8 --mark tagged-by-tagflow
            """)

    /// What to do with connections.
    enum Action: String, ExpressibleByArgument, CaseIterable { case add, list, pull, push, watch, remove }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: "What to do.") var action: Action
    @Argument(
        help: ArgumentHelp(
            "The name of a connection, all of them by default for 'pull', 'push' and 'watch'; for 'add': linkding, paperless or karakeep.",
            valueName: "name or kind")) var subject: String?
    @Argument(help: ArgumentHelp("The address of the program, for 'add'.", valueName: "url")) var url: String?

    @Option(help: ArgumentHelp("add: the name of the connection and its set; default: the kind.", valueName: "name"))
    var name: String?
    @Option(help: ArgumentHelp("add: a file with the token.", valueName: "file")) var tokenFile: String?
    @Flag(help: "add: take over the connection or set of that name, also with a new token.") var move = false
    @Flag(help: "pull: delete items here that were deleted there, however many.") var yes = false
    @Flag(help: "push: print the changes without making them.") var dryRun = false
    @Option(help: ArgumentHelp("push: only items that match.", valueName: "query")) var matching: String?
    @Flag(help: "push: delete tags there that no item has any more because of it.") var prune = false
    @Option(
        help: ArgumentHelp("watch: the pause between rounds, such as 60s, 5m or 2h.", valueName: "time"),
        transform: WatchInterval.init(_:)) var every: WatchInterval?
    @Option(
        help: ArgumentHelp("watch: give new items without tags their suggestions of this probability.", valueName: "p"),
        transform: Probability.init(_:)) var accept: Probability?
    @Option(help: ArgumentHelp("watch: a tag for the items that get suggestions.", valueName: "name")) var mark: String?
    @Flag(help: "watch: one round only.") var once = false

    var onlyReads: Bool { action == .list || dryRun }
    static let completions: [String: CommandArguments.Value] = [
        "name or kind": .after([
            "add": [.oneOf(ConnectionKind.allCases.map(\.rawValue)), .text], "pull": [.connection, .text],
            "push": [.connection, .text], "watch": [.connection, .text], "remove": [.connection, .text],
        ]), "url": .text, "--mark": .newTag, "--name": .text, "--every": .text,
    ]

    func validate() throws {
        switch action {
        case .add:
            guard subject != nil, url != nil, tokenFile != nil else {
                throw ValidationError(
                    "'connect add' needs a kind, a URL and --token-file, such as 'connect add linkding https://links.example --token-file F'"
                )
            }
            guard ConnectionKind(rawValue: subject ?? "") != nil else {
                throw ValidationError(
                    "unknown kind \((subject ?? "").quoted); expected linkding, paperless or karakeep")
            }
        case .list: guard subject == nil else { throw ValidationError("'connect list' takes no name") }
        case .remove: guard subject != nil else { throw ValidationError("'connect remove' needs a name") }
        case .pull, .push, .watch: break
        }
        guard action == .add || url == nil else { throw ValidationError("'connect \(action)' takes no URL") }
        let given: [(Bool, String, Action)] = [
            (name != nil, "--name", .add), (tokenFile != nil, "--token-file", .add), (move, "--move", .add),
            (dryRun, "--dry-run", .push), (matching != nil, "--matching", .push), (prune, "--prune", .push),
            (every != nil, "--every", .watch), (accept != nil, "--accept", .watch), (mark != nil, "--mark", .watch),
            (once, "--once", .watch),
        ]
        if let wrong = given.first(where: { $0.0 && $0.2 != action }) {
            throw ValidationError("\(wrong.1) is only for 'connect \(wrong.2)'")
        }
        guard !yes || action == .pull else { throw ValidationError("--yes is only for 'connect pull'") }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        switch action {
        case .list: try list(service.connections.all(), session)
        case .add: try add(with: service, session)
        case .remove:
            let name = subject ?? ""
            try exchange(service, session).remove(name)
            try session.report(["removed": name], "removed \(name); its set stays\n", output, global)
        case .pull: try forEachConnection(service, session) { try pull($0, service, session) }
        case .push where dryRun: try printPlan(service, session)
        case .push: try forEachConnection(service, session) { try push($0, service, session) }
        case .watch: try watch(service, session)
        }
    }

    /// Calls a function with the named connection, or with all connections of this device, also if some fail.
    ///
    /// - Throws: `TagServiceError.connectionOnDevice` after that if other devices have some; a watch goes on without them.
    func forEachConnection(_ service: TagService, _ session: Session, _ body: (Connection) throws -> Void) throws {
        if let subject { return try body(service.connections.connection(named: subject)) }
        let all = try service.connections.all()
        guard !all.isEmpty else {
            throw CommandError(code: ExitStatus.nothingFound, message: "no connections; 'connect add' makes one")
        }
        let own = all.filter { $0.device == nil }
        var failure: RemoteError?
        for connection in own {
            do { try body(connection) } catch let error as RemoteError where error.kind != .stopped && own.count > 1 {
                // The others don't depend on it.
                try session.note("\(connection.name): \(error.message)", global)
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        guard action != .watch || own.isEmpty, let other = all.first(where: { $0.device != nil }) else { return }
        throw TagServiceError.connectionOnDevice(other.device ?? "", url: other.url)
    }

    /// Returns the exchange of the database.
    func exchange(
        _ service: TagService, _ session: Session, title: String? = nil,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws -> Exchange {
        let location = session.location(global)
        guard location != .memory else {
            throw CommandError(
                code: ExitStatus.badData,
                message: "a temporary database has no connections; name a file with --database")
        }
        var options = Exchange.Options()
        options.isStopped = isStopped
        if let title {
            let bar = ProgressBar(title: title, isShown: isatty(2) == 1 && !global.quiet)
            options.progress = { share, amount in if share >= 1 { bar.end() } else { bar.show(share, amount) } }
        }
        let isConfirmed = yes
        let canAsk = session.canAsk
        options.confirmsDeletion = { count, total in
            if isConfirmed { return true }
            guard canAsk else { return false }
            ByteStream(descriptor: 1)
                .printIfPossible("\(count) of \(total) items were deleted there. Delete them here too? [y/N] ")
            return try Confirmation.confirm(whereInterrupted: {})
        }
        return Exchange(service, tokens: TokenFile(databasePath: location.path), options: options)
    }

    private func list(_ connections: [Connection], _ session: Session) throws {
        guard output.format == .text else { return try session.print(json: connections.map { ConnectionDocument($0) }) }
        for connection in connections {
            let pulled = connection.lastPull.map { $0.formatted(.iso8601) } ?? "never"
            try session.print(
                "\(connection.name)\t\(connection.kind)\t\(connection.url)\t\(String.counted(connection.items, "item"))\tpulled \(pulled)"
            )
            if connection.unpushed > 0 { try session.print("\t\(connection.unpushed) to push") }
            if let device = connection.device { try session.print("\ton \(device)") }
            try session.print("\n")
        }
    }
}

/// A pause between rounds of a watch.
struct WatchInterval: Hashable {
    /// The length in seconds.
    let seconds: Int

    /// Reads a number with `s`, `m` or `h`; a number without a unit means seconds.
    init(_ text: String) throws {
        let units = ["s": 1, "m": 60, "h": 3_600]
        let unit = text.last.flatMap { units[String($0)] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), (1...100_000).contains(number) else {
            throw ValidationError("expected a time such as 60s, 5m or 2h, got \(text.quoted)")
        }
        seconds = number * (unit ?? 1)
    }
}
