internal import GRDB

/// A row of `webhook`: an address that commits are sent to, and how far that has come.
///
/// Webhooks contain secrets, so they aren't part of undo steps and exports.
package struct WebhookRow: Hashable, Sendable {
    package var id: Int64
    package var url: String
    /// The key of the signatures.
    package var secret: String
    /// The kind of commits that are sent, a ``CommitKinds/name``; `nil` means all.
    package var event: String?
    /// When the webhook was created, in milliseconds since 1970.
    package var madeAt: Int64
    /// The last commit that was delivered, skipped or given up.
    package var lastCommit: Int64
    /// The number of failed attempts to deliver the next commit.
    package var attempts = 0
    /// When to try again, in milliseconds since 1970; `nil` means now.
    package var retryAt: Int64?
    /// When the last attempt was made, in milliseconds since 1970; `nil` if none was made.
    package var triedAt: Int64?
    /// The commit of the last attempt.
    package var triedCommit: Int64?
    /// The result of the last attempt.
    package var result: String?

    package init(id: Int64, url: String, secret: String, event: String?, madeAt: Int64, lastCommit: Int64) {
        self.id = id
        self.url = url
        self.secret = secret
        self.event = event
        self.madeAt = madeAt
        self.lastCommit = lastCommit
    }
}

extension WebhookRow {
    /// The columns that ``init(row:)`` reads, in order.
    static let columns = """
        id, url, secret, event, made_at, last_commit, attempts, retry_at, tried_at, tried_commit, result
        """

    /// The maximum length of a text of a row in bytes of UTF-8.
    private static let textLimit = 10_000

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], url: try row[1], secret: try row[2], event: try row[3], madeAt: try row[4],
            lastCommit: try row[5, 0...StoredRange.id.upperBound])
        attempts = Int(try row[6, 0...1_000] as Int64)
        retryAt = try row[7]
        triedAt = try row[8]
        triedCommit = try row[9]
        result = try row[10]
        for (index, text) in [(1, url), (2, secret), (10, result ?? "-")] {
            guard (1...Self.textLimit).contains(text.utf8.count) else {
                throw row.error(at: index, "has an invalid length")
            }
        }
        guard event.map({ CommitKinds(name: $0) != nil }) ?? true else {
            throw row.error(at: 3, "isn't a kind of commits")
        }
    }
}

extension StoreReader {
    /// Returns all webhooks, oldest first.
    package func webhooks() throws -> [WebhookRow] {
        try database.rows("SELECT \(WebhookRow.columns) FROM webhook ORDER BY id").mapAll(WebhookRow.init(row:))
    }

    /// Returns the webhook with an id.
    package func webhook(id: Int64) throws -> WebhookRow? {
        try database.first("SELECT \(WebhookRow.columns) FROM webhook WHERE id = ?", [id], WebhookRow.init(row:))
    }

    /// Returns the number of webhooks.
    package func webhookCount() throws -> Int { try database.value("SELECT count(*) FROM webhook") ?? 0 }
}

extension StoreWriter {
    /// Inserts a webhook with a new id and returns it.
    package func insert(_ row: WebhookRow) throws -> WebhookRow {
        var row = row
        row.id = try reader.lastID(of: .webhook) + 1
        try database.run(
            """
            INSERT INTO webhook (id, url, secret, event, made_at, last_commit) VALUES (?, ?, ?, ?, ?, ?)
            """, [row.id, row.url, row.secret, row.event, row.madeAt, row.lastCommit])
        return row
    }

    /// Stores how far a webhook has come.
    package func update(_ row: WebhookRow) throws {
        try database.run(
            """
            UPDATE webhook SET last_commit = ?, attempts = ?, retry_at = ?, tried_at = ?, tried_commit = ?,
            result = ? WHERE id = ?
            """, [row.lastCommit, row.attempts, row.retryAt, row.triedAt, row.triedCommit, row.result, row.id])
    }

    /// Deletes a webhook.
    package func deleteWebhook(id: Int64) throws { try database.run("DELETE FROM webhook WHERE id = ?", [id]) }
}
