public import ArgumentParser
import Foundation
public import TagService
import TerminalFrontEnd

/// The command `token new|list|revoke`.
///
/// `new` prints the secret; `list` prints tab-separated columns without it:
///
/// ```
/// $ tagflow token new laptop --scope read --expires 2027-01-31T12:00:00Z
/// tf_NvvC…
/// $ tagflow token list
/// 1  laptop  read  every set  never used  until 2027-01-31T12:00:00Z
/// ```
struct TokenCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create, list and revoke tokens for the HTTP service.",
        discussion: """
            'new NAME' prints the token. It isn't stored, so keep it. Scopes are suggest (query \
            suggestions only), read, write, and admin (import, export and create tokens); sync only \
            exchanges the files of 'tagflow sync'. 'revoke ID' ends a token immediately.

            Example: tagflow token new phone --scope write
            """)

    /// The action on tokens.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case new
        case list
        case revoke
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption

    @Argument(help: "The action.") var action: Action
    @Argument(help: ArgumentHelp("The name of a new token, or the number of an existing one.", valueName: "name or id"))
    var subject: String?
    @Option(help: "The permissions of a new token.") var scope: AccessScope = .read
    @Option(
        name: .customLong("sets"),
        help: ArgumentHelp("A set that a new token may access; default: every set.", valueName: "set")) var sets:
        [String] = []
    @Option(
        help: ArgumentHelp("The expiration of a new token, such as 2027-01-31T12:00:00Z.", valueName: "time"),
        transform: { try TokenCommand.time($0) }) var expires: Date?

    var onlyReads: Bool { action == .list }
    static let completions: [String: CommandArguments.Value] = ["name or id": .text]

    func validate() throws {
        guard (action == .list) == (subject == nil) else {
            throw ValidationError(
                action == .list
                    ? "'token list' takes no arguments"
                    : "'token \(action)' needs a \(action == .new ? "name" : "number")")
        }
        guard action != .revoke || identifier != nil else {
            throw ValidationError("'token revoke' needs a number shown by 'token list'")
        }
    }

    private var identifier: Int64? { subject.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } }

    private static func time(_ text: String) throws -> Date {
        do { return try Date(text, strategy: .iso8601) } catch {
            throw ValidationError("--expires needs a time such as 2027-01-31T12:00:00Z")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        switch action {
        case .new: try make(with: service, session)
        case .list: try list(from: service, session)
        case .revoke:
            let token = try service.tokens.revoke(identifier ?? 0)
            try session.remark("revoked \(token.id): \(token.name)\n", global)
        }
    }

    private func make(with service: TagService, _ session: Session) throws {
        let new = try service.tokens.create(
            subject ?? "", scope: scope,
            // The global --set has no other meaning here, so it counts as --sets.
            sets: sets + [global.set].compactMap(\.self), expires: expires)
        guard output.format == .text else {
            return try session.print(json: AccessTokenDocument(new.token, secret: new.secret))
        }
        try session.print("\(new.secret)\n")
    }

    private func list(from service: TagService, _ session: Session) throws {
        let tokens = try service.tokens.all()
        guard output.format == .text else {
            let listed = tokens.prefix(limit.limit ?? tokens.count)
            return try session.print(json: listed.map { AccessTokenDocument($0) })
        }
        let columns: [TextTable.Column] = [.number, .main, .detail, .detail, .detail, .detail]
        try session.list(tokens, columns, limit, global) { token in
            let sets = token.sets.map { $0.joined(separator: ", ") } ?? "every set"
            let used = token.usedOn?.formatted(.iso8601.year().month().day()) ?? "never used"
            let end = token.expiresAt.map { "until \($0.formatted(.iso8601))" } ?? "never expires"
            let cells = ["\(token.id)", token.name, token.scope.rawValue, sets]
            return (cells + [used, end], cells + [token.usedOn.map { RelativeDate.day($0) } ?? used, end])
        }
    }
}

extension AccessScope: ExpressibleByArgument {}
