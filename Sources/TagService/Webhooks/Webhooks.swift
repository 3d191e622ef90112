public import Foundation
internal import TagStore
internal import TextMeasurement

/// Webhooks: programs that a server sends each commit to.
///
/// Commits are delivered in order, at least once. The log of commits is the queue, so nothing is lost when the server is killed.
/// After three retries a commit is given up. A receiver that falls more than 10,000 commits behind is sent a `reset` instead.
extension TagService.Webhooks {
    /// The maximum number of webhooks.
    public static let webhookLimit = 20

    /// Returns all webhooks, oldest first, without their secrets.
    public func all() throws -> [Webhook] { try store.read { try $0.webhooks().map(Self.value) } }

    /// Adds a webhook, which is sent the commits from now on.
    ///
    /// ```swift
    /// let new = try service.webhooks.add("https://example.org/hook")
    /// print(new.webhook.id, new.secret)
    /// ```
    ///
    /// - Parameters:
    ///   - url: an http or https URL; it is contacted by a server only.
    ///   - secret: the key of the signatures, up to 200 bytes; `nil` makes a random key.
    ///   - event: the kind of commits; `nil` means all.
    /// - Returns: the webhook with its secret.
    /// - Throws: `TagServiceError.invalidName` and `.invalidSetting` for an invalid URL or secret, or for too many webhooks.
    public func add(_ url: String, secret: String? = nil, event: Webhook.Event? = nil) throws -> NewWebhook {
        let url = try Self.checkedURL(url)
        let secret = try secret.map(Self.checkedSecret) ?? AccessSecret.random()
        return try writing { writer in
            let reader = writer.reader
            guard try reader.webhookCount() < Self.webhookLimit else {
                throw TagServiceError.invalidSetting(
                    "number of webhooks", value: "\(Self.webhookLimit + 1)",
                    rule: "there can be at most 20 webhooks; remove one first")
            }
            let row = try writer.insert(
                WebhookRow(
                    id: 0, url: url, secret: secret, event: event?.rawValue, madeAt: milliseconds,
                    lastCommit: try reader.lastCommit()))
            return NewWebhook(webhook: Self.value(of: row), secret: secret)
        }
    }

    private static func checkedURL(_ url: String) throws -> String {
        let url = try CheckedName.location(url)
        let scheme = url.prefix { $0 != ":" }
        let host = url.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        guard TagService.isWebAddress(url), !host.isEmpty, !host.contains("@"),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else {
            throw TagServiceError.invalidSetting(
                "webhook URL", value: url, rule: "expected a URL such as https://example.org/hook, without a user")
        }
        return url
    }

    private static func checkedSecret(_ secret: String) throws -> String {
        guard (1...200).contains(secret.utf8.count), TerminalText.firstUnprintable(in: secret) == nil else {
            // The value isn't quoted, because logs shouldn't contain it.
            throw TagServiceError.invalidSetting(
                "secret", value: "…", rule: "expected 1 to 200 bytes of UTF-8 without control characters")
        }
        return secret
    }

    /// Deletes a webhook; commits that weren't delivered yet are dropped.
    ///
    /// - Returns: the deleted webhook.
    /// - Throws: `TagServiceError.unknownWebhook`.
    @discardableResult public func delete(_ id: Int64) throws -> Webhook {
        try writing { writer in
            guard let row = try writer.reader.webhook(id: id) else { throw TagServiceError.unknownWebhook(id) }
            try writer.deleteWebhook(id: id)
            return Self.value(of: row)
        }
    }

    private static func value(of row: WebhookRow) -> Webhook {
        func date(_ time: Int64) -> Date { Date(timeIntervalSince1970: Double(time) / 1_000) }
        var webhook = Webhook(
            id: row.id, url: row.url, event: row.event.flatMap(Webhook.Event.init), madeAt: date(row.madeAt),
            lastCommit: row.lastCommit)
        if let triedAt = row.triedAt, let commit = row.triedCommit, let result = row.result {
            webhook.last = Webhook.Attempt(at: date(triedAt), commit: commit, result: result)
        }
        webhook.retryAt = row.retryAt.map(date)
        return webhook
    }
}

/// Delivering commits, for a server.
extension TagService.Webhooks {
    /// Returns the ids of all webhooks.
    package func ids() throws -> [Int64] { try store.read { try $0.webhooks().map(\.id) } }

    /// The number of skipped commits after which a webhook's position is stored.
    private static let skippedLimit: Int64 = 1_000

    /// Returns what to do next for a webhook; `nil` if it was removed.
    ///
    /// - Complexity: linear in the number of commits that it isn't sent.
    package func nextStep(ofWebhook id: Int64) throws -> WebhookStep? {
        let (row, step) = try store.read { reader -> (WebhookRow?, WebhookStep) in
            guard var row = try reader.webhook(id: id) else { return (nil, .idle) }
            if let retryAt = row.retryAt, retryAt > milliseconds {
                return (row, .wait(until: Date(timeIntervalSince1970: Double(retryAt) / 1_000)))
            }
            let kind = row.event.flatMap(CommitKinds.init(name:))
            while true {
                guard let commits = try reader.commits(after: row.lastCommit, limit: 1_000) else {
                    return (row, .deliver(row.delivery(try reader.lastCommit(), of: nil)))
                }
                guard let last = commits.last else { return (row, .idle) }
                let found = commits.first { commit in
                    guard let kind, let kinds = commit.kinds else { return true }
                    return !kinds.isDisjoint(with: kind)
                }
                if let found { return (row, .deliver(row.delivery(found.number, of: Commit(found)))) }
                row.lastCommit = last.number
            }
        }
        guard let row else { return nil }
        if step == .idle, let stored = try store.read({ try $0.webhook(id: id) }),
            row.lastCommit - stored.lastCommit > Self.skippedLimit
        {
            try update(webhook: id) { $0.lastCommit = max($0.lastCommit, row.lastCommit) }
        }
        return step
    }

    /// Records the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - outcome: the outcome.
    ///   - delivery: the delivery that was attempted.
    ///   - delays: how long to wait before each retry, in seconds.
    /// - Throws: `StoreError`.
    package func record(_ outcome: WebhookOutcome, of delivery: WebhookDelivery, delays: [Double]) throws {
        try update(webhook: delivery.webhookID) { row in
            row.triedAt = milliseconds
            row.triedCommit = delivery.number
            let isRetried: Bool
            switch outcome {
            case .delivered(let text), .refused(let text):
                row.result = Self.bounded(text)
                isRetried = false
            case .failed(let text):
                isRetried = row.attempts < delays.count
                row.result = Self.bounded(isRetried ? text : "gave up after \(row.attempts + 1) attempts: \(text)")
            }
            if isRetried {
                row.retryAt = milliseconds + Int64(clamping: delays[row.attempts] * 1_000)
                row.attempts += 1
            } else {
                row.lastCommit = max(row.lastCommit, delivery.number)
                (row.attempts, row.retryAt) = (0, nil)
                // The log may have become shorter, as after a database was replaced by an older copy.
                if delivery.commit == nil { row.lastCommit = delivery.number }
            }
        }
    }

    private func update(webhook id: Int64, _ change: (inout WebhookRow) -> Void) throws {
        try writing { writer in
            guard var row = try writer.reader.webhook(id: id) else { return }
            change(&row)
            try writer.update(row)
        }
    }

    /// Returns a result as it is stored: printable, on one line, and not too long.
    private static func bounded(_ text: String) -> String { text.shown }
}

extension WebhookRow {
    fileprivate func delivery(_ number: Int64, of commit: Commit?) -> WebhookDelivery {
        WebhookDelivery(webhookID: id, url: url, secret: secret, number: number, commit: commit)
    }
}

/// A program that is sent the commits of a database by HTTP.
///
/// ```swift
/// let new = try service.webhooks.add("https://example.org/hook", event: .items)
/// print(new.secret)  // shown only once
/// ```
public struct Webhook: Hashable, Sendable {
    /// The kind of commits that a webhook is sent.
    public enum Event: String, Sendable, Codable, CaseIterable {
        /// Commits that add, change or delete items.
        case items
        /// Commits that add, change or delete tags, aliases or relations between tags.
        case tags
    }

    /// The result of the last attempt to deliver a commit.
    public struct Attempt: Hashable, Sendable {
        /// When it was made.
        public var at: Date
        /// The number of the commit.
        public var commit: Int64
        /// The status of the response, or the reason why there is none.
        public var result: String
    }

    /// The identifier.
    public var id: Int64
    /// The URL that commits are posted to.
    public var url: String
    /// The kind of commits; `nil` means all.
    public var event: Event?
    /// When the webhook was created.
    public var madeAt: Date
    /// The last commit that was delivered, skipped or given up.
    public var lastCommit: Int64
    /// The last attempt; `nil` if none was made.
    public var last: Attempt?
    /// When the next commit is tried again; `nil` if the last attempt succeeded.
    public var retryAt: Date?
}

/// A webhook that was just created, with its secret.
public struct NewWebhook: Hashable, Sendable {
    /// The webhook.
    public var webhook: Webhook
    /// The key of its signatures.
    public var secret: String
}

/// The JSON representation of a webhook, with its secret only if it was just created.
package struct WebhookDocument: Encodable, Sendable {
    /// The last attempt.
    struct Attempt: Encodable {
        var at: String
        var commit: Int64
        var result: String
    }

    var id: Int64
    var url: String
    var event: Webhook.Event?
    var made: String
    var last: Attempt?
    var retry: String?
    var secret: String?

    /// Creates the document of a webhook.
    ///
    /// - Parameters:
    ///   - webhook: the webhook.
    ///   - secret: its secret, if it was just created.
    package init(_ webhook: Webhook, secret: String? = nil) {
        id = webhook.id
        url = webhook.url
        event = webhook.event
        made = webhook.madeAt.formatted(.iso8601)
        last = webhook.last.map { Attempt(at: $0.at.formatted(.iso8601), commit: $0.commit, result: $0.result) }
        retry = webhook.retryAt?.formatted(.iso8601)
        self.secret = secret
    }
}

/// A commit to be sent to a webhook.
package struct WebhookDelivery: Hashable, Sendable {
    /// The webhook.
    package let webhookID: Int64
    /// The URL to post to.
    package let url: String
    /// The key of the signature.
    package let secret: String
    /// The number of the commit, or of the latest commit if commits are missing.
    package let number: Int64
    /// The commit; `nil` if commits are no longer in the log, so that the receiver must fetch everything again.
    package let commit: Commit?
}

/// What to do next for a webhook.
package enum WebhookStep: Hashable, Sendable {
    /// Deliver a commit.
    case deliver(WebhookDelivery)
    /// Try again at a time.
    case wait(until: Date)
    /// Wait for a commit.
    case idle
}

/// The outcome of an attempt to deliver a commit.
package enum WebhookOutcome: Hashable, Sendable {
    /// The receiver accepted it; the text is its status.
    case delivered(String)
    /// It may succeed later.
    case failed(String)
    /// It can't succeed, such as for an address that must not be contacted.
    case refused(String)
}

/// The HMAC-SHA256 of messages (RFC 2104).
package enum HMAC {
    private static let blockSize = 64

    /// Returns the 32-byte code of a message.
    ///
    /// - Complexity: linear in the length of the message.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var key = key.count > blockSize ? SHA256.digest(of: key) : key
        key += [UInt8](repeating: 0, count: blockSize - key.count)
        let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
        return SHA256.digest(of: key.map { $0 ^ 0x5C } + inner)
    }
}
