package import Foundation

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
    /// - Throws: `SHA256.Unavailable`.
    /// - Complexity: linear in the length of the message.
    package static func code(of message: [UInt8], key: [UInt8]) throws(SHA256.Unavailable) -> [UInt8] {
        var key = key.count > blockSize ? try SHA256.digest(of: key) : key
        key += [UInt8](repeating: 0, count: blockSize - key.count)
        let inner = try SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
        return try SHA256.digest(of: key.map { $0 ^ 0x5C } + inner)
    }
}
