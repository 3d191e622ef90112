package import Foundation

/// A row of `token`, which contains only the hash of the token's secret.
///
/// ```swift
/// let row = TokenRow(
///     id: 0, name: "phone", hash: hash, scope: "read", setIDs: [3], madeAt: now, expiresAt: nil
/// )
/// let stored = try store.write(at: now) { writer in try writer.insert(row) }
/// ```
package struct TokenRow: Hashable, Sendable {
    package var id: Int64
    package var name: String
    /// The SHA-256 of the secret.
    package var hash: Data
    package var scope: String
    /// The sets that the token gives access to; `nil` means all sets.
    package var setIDs: [Int64]?
    /// When the token was created, in milliseconds since 1970.
    package var madeAt: Int64
    /// When the token expires, in milliseconds since 1970; `nil` means never.
    package var expiresAt: Int64?
    /// The day of the last use, in days since 1970; `nil` if it was never used.
    package var usedOn: Int64?

    /// Creates a row that was never used.
    package init(id: Int64, name: String, hash: Data, scope: String, setIDs: [Int64]?, madeAt: Int64, expiresAt: Int64?)
    {
        self.id = id
        self.name = name
        self.hash = hash
        self.scope = scope
        self.setIDs = setIDs
        self.madeAt = madeAt
        self.expiresAt = expiresAt
    }
}

extension TokenRow {
    static let columns = "id, name, hash, scope, sets, made_at, expires_at, used_on"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], name: try row.name(1), hash: try row[2], scope: try row[3],
            setIDs: try Self.setIDs(row), madeAt: try row[5], expiresAt: try row[6])
        usedOn = try row[7]
    }

    private static func setIDs(_ row: StoredRow) throws -> [Int64]? {
        let json: String? = try row[4]
        do { return try json.map { try JSONDecoder().decode([Int64].self, from: Data($0.utf8)) } } catch {
            throw row.error(at: 4, "isn't a valid list of sets")
        }
    }

    /// The sets, encoded for their column.
    var encodedSetIDs: String? {
        get throws { try setIDs.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } }
    }
}
