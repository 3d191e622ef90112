internal import GRDB

/// Stored responses to requests with an idempotency key. They aren't part of undo steps or exports.
extension StoreReader {
    /// Returns whether any response is stored.
    package func hasIdempotencyRows() throws -> Bool {
        let id: Int64? = try database.value("SELECT id FROM idempotency_key LIMIT 1")
        return id != nil
    }

    /// Returns the response to a request; `nil` if no request had this key.
    ///
    /// - Complexity: O(log n) in the number of stored keys.
    package func idempotencyRow(caller: String, key: String) throws -> IdempotencyRow? {
        try database.first(
            """
            SELECT \(IdempotencyRow.columns) FROM idempotency_key
            LEFT JOIN idempotency_body ON key_id = id WHERE caller = ? AND key = ?
            """, [caller, key], IdempotencyRow.init(row:))
    }
}

extension StoreWriter {
    /// Deletes the responses made before a time, in milliseconds since 1970.
    package func deleteIdempotencyRows(madeBefore time: Int64) throws {
        try database.run("DELETE FROM idempotency_key WHERE made_at < ?", [time])
    }

    /// Stores a response.
    ///
    /// Content larger than ``IdempotencyLimits`` allows is omitted; older content is deleted to make room.
    ///
    /// - Returns: whether the response was stored; `false` if the caller has used too many keys.
    /// - Complexity: O(log n) in the number of stored keys.
    package func insert(_ row: IdempotencyRow) throws -> Bool {
        let number = Int64(1) + (try bound("max", of: row.caller) ?? 0)
        guard number - (try bound("min", of: row.caller) ?? number) < IdempotencyLimits.keysPerCaller else {
            return false
        }
        try database.run(
            """
            INSERT INTO idempotency_key (caller, key, number, request_hash, status, location, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, [row.caller, row.key, number, row.requestHash, row.status, row.location, row.madeAt])
        if let content = row.content, content.size <= IdempotencyLimits.content {
            try insert(content, keyID: database.lastInsertedRowID)
        }
        return true
    }

    private func bound(_ function: String, of caller: String) throws -> Int64? {
        try database.first("SELECT \(function)(number) FROM idempotency_key WHERE caller = ?", [caller]) {
            try $0[0] as Int64?
        } ?? nil
    }

    private func insert(_ content: IdempotencyRow.Content, keyID: Int64) throws {
        let last = try database.first("SELECT max(end_position) FROM idempotency_body", []) { try $0[0] as Int64? }
        // Empty content would have the same end position as the content before it.
        let end = ((last ?? nil) ?? 0) + Int64(max(content.size, 1))
        try database.run(
            "INSERT INTO idempotency_body (end_position, key_id, headers, body) VALUES (?, ?, ?, ?)",
            [end, keyID, content.headers, content.body])
        try database.run(
            "DELETE FROM idempotency_body WHERE end_position <= ?", [end - Int64(IdempotencyLimits.allContents)])
    }
}
