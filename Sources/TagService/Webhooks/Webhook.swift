public import Foundation

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
public struct WebhookDocument: Encodable, Sendable {
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
    public init(_ webhook: Webhook, secret: String? = nil) {
        id = webhook.id
        url = webhook.url
        event = webhook.event
        made = webhook.madeAt.formatted(.iso8601)
        last = webhook.last.map { Attempt(at: $0.at.formatted(.iso8601), commit: $0.commit, result: $0.result) }
        retry = webhook.retryAt?.formatted(.iso8601)
        self.secret = secret
    }
}
