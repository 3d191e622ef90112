package import Foundation
internal import GRDB

/// Access tokens, which aren't part of undo steps or exports.
extension StoreReader {
    /// Returns all tokens, oldest first.
    package func tokens() throws -> [TokenRow] {
        try database.rows("SELECT \(TokenRow.columns) FROM token ORDER BY id").mapAll(TokenRow.init(row:))
    }

    /// Returns the ids of all tokens.
    package func tokenIDs() throws -> [Int64] {
        try database.rows("SELECT id FROM token").mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns the token with a hash.
    package func token(hash: Data) throws -> TokenRow? {
        try database.first("SELECT \(TokenRow.columns) FROM token WHERE hash = ?", [hash], TokenRow.init(row:))
    }

    /// Returns the token with an id.
    package func token(id: Int64) throws -> TokenRow? {
        try database.first("SELECT \(TokenRow.columns) FROM token WHERE id = ?", [id], TokenRow.init(row:))
    }
}

extension StoreWriter {
    /// Inserts a token and returns it with its id.
    package func insert(_ token: TokenRow) throws -> TokenRow {
        var token = token
        try database.run(
            "INSERT INTO token (name, hash, scope, sets, made_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            [token.name, token.hash, token.scope, try token.encodedSetIDs, token.madeAt, token.expiresAt])
        token.id = database.lastInsertedRowID
        return token
    }

    /// Deletes a token.
    package func deleteToken(id: Int64) throws { try database.run("DELETE FROM token WHERE id = ?", [id]) }

    /// Stores the day on which a token was used.
    package func markToken(id: Int64, usedOn day: Int64) throws {
        try database.run("UPDATE token SET used_on = ?1 WHERE id = ?2 AND ifnull(used_on, -1) < ?1", [day, id])
    }
}
