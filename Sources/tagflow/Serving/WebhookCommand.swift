public import ArgumentParser
import Foundation
import PageFetching
public import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `webhook add|list|remove`.
///
/// `add` prints the secret if it was made; `list` prints tab-separated columns without it:
///
/// ```
/// $ tagflow webhook add https://example.org/hook --event items
/// tf_NvvC…
/// $ tagflow webhook list
/// 1  https://example.org/hook  items  2026-11-25T09:01:25Z  200
/// ```
struct WebhookCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Have a server send each change to other programs.",
        discussion: """
            tagflow-server posts each commit as JSON, as in its event stream, with the header field \
            X-Tagflow-Signature: sha256=HMAC, the code of the body with the secret. A failed delivery is tried \
            again three times. Addresses and ports that aren't public are refused, unless both 'add' and the \
            server have --allow-private. 'add' prints a secret if it makes one; it isn't shown again.

            Example: tagflow webhook add https://example.org/hook --event items
            Example: tagflow webhook list
            Example: tagflow webhook remove 1
            """)

    /// What to do with webhooks.
    enum Action: String, ExpressibleByArgument, CaseIterable { case add, list, remove }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: "What to do.") var action: Action
    @Argument(help: ArgumentHelp("The URL of a new webhook, or the number of an existing one.", valueName: "url or id"))
    var subject: String?
    @Option(
        help: ArgumentHelp(
            "The key of the signatures, or '-' to read it from standard input; default: a random key.",
            valueName: "secret")) var secret: String?
    @Option(help: "The kind of changes to send; default: all.") var event: Webhook.Event?
    @Flag(help: "Accept an address or a port that isn't public; the server needs this option too.") var allowPrivate =
        false

    var onlyReads: Bool { action == .list }
    static let completions: [String: CommandArguments.Value] = ["url or id": .text]

    func validate() throws {
        guard (action == .list) == (subject == nil) else {
            throw ValidationError(
                action == .list
                    ? "'webhook list' takes no arguments"
                    : "'webhook \(action)' needs a \(action == .add ? "URL" : "number")")
        }
        guard action != .remove || subject.flatMap({ Int64($0) }) != nil else {
            throw ValidationError("'webhook remove' needs a number shown by 'webhook list'")
        }
        guard action == .add || secret == nil && event == nil && !allowPrivate else {
            throw ValidationError("--secret, --event and --allow-private are only for 'webhook add'")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        switch action {
        case .add: try add(with: service, session)
        case .list: try list(try service.webhooks.all(), session)
        case .remove:
            let webhook = try service.webhooks.delete(subject.flatMap { Int64($0) } ?? 0)
            try session.remark("removed \(webhook.id): \(webhook.url)\n", global)
        }
    }

    private func add(with service: TagService, _ session: Session) throws {
        try requireAllowedAddress(session)
        var given = secret
        if secret == "-" {
            try session.requireFile("-")
            given = try StandardInput.lines().first ?? ""
        }
        let new = try service.webhooks.add(subject ?? "", secret: given, event: event)
        guard output.format == .text else {
            return try session.print(json: WebhookDocument(new.webhook, secret: new.secret))
        }
        if given == nil {
            try session.print("\(new.secret)\n")
        } else {
            try session.remark("added \(new.webhook.id): \(new.webhook.url)\n", global)
        }
    }

    /// Throws if a server would refuse to send messages to the address, unless the user allows it.
    private func requireAllowedAddress(_ session: Session) throws {
        let allowsPrivate = allowPrivate || session.environment["TAGFLOW_ALLOW_PRIVATE"] == "1"
        let url = subject ?? ""
        guard let refusal = WebhookSender(allowsPrivate: allowsPrivate).refusal(of: url) else { return }
        throw CommandError(
            code: ExitStatus.badData,
            message: "can't add \(url.quoted): \(refusal.refusalReason); use --allow-private here and with the server")
    }

    private func list(_ webhooks: [Webhook], _ session: Session) throws {
        guard output.format == .text else { return try session.print(json: webhooks.map { WebhookDocument($0) }) }
        for webhook in webhooks {
            let event = webhook.event?.rawValue ?? "all"
            let at = webhook.last.map { $0.at.formatted(.iso8601) } ?? "never"
            let result = webhook.last?.result ?? "nothing was sent yet"
            try session.print("\(webhook.id)\t\(webhook.url)\t\(event)\t\(at)\t\(result)\n")
        }
    }
}

extension Webhook.Event: ExpressibleByArgument {}
