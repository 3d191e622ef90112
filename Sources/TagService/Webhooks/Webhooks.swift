internal import Foundation
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
                    rule: "there can be at most 20 webhooks; remove one with 'webhook remove'")
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

    /// Removes a webhook; commits that weren't delivered yet are dropped.
    ///
    /// - Returns: the removed webhook.
    /// - Throws: `TagServiceError.unknownWebhook`.
    @discardableResult public func remove(_ id: Int64) throws -> Webhook {
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
