public import Foundation
internal import TagStore

/// Creating, listing, checking and revoking access tokens.
extension TagService.Tokens {
    /// Creates a token.
    ///
    /// ```swift
    /// let new = try service.tokens.create("phone", scope: .read, sets: ["habits"])
    /// print(new.secret)  // shown only once
    /// ```
    ///
    /// - Parameters:
    ///   - name: a label for its owner.
    ///   - scope: its permissions.
    ///   - sets: the sets that it gives access to; empty means every set.
    ///   - expires: when it expires; `nil` means never.
    ///   - isSession: whether it's the session of a browser in which a person signed in.
    /// - Returns: the token with its secret, which is never stored.
    /// - Throws: `TagServiceError` for an invalid name, an unknown set or an expiry in the past.
    public func create(
        _ name: String, scope: AccessScope, sets: [String] = [], expires: Date? = nil, isSession: Bool = false
    ) throws -> NewAccessToken {
        let name = try CheckedName(name, of: .token)
        if let expires, expires <= now() {
            throw TagServiceError.invalidSetting(
                "expiry", value: expires.formatted(.iso8601), rule: "choose a time in the future")
        }
        return try writing { writer in
            try make(name, scope, sets, expires, AccessSecret.random(isSession: isSession), with: writer)
        }
    }

    private func make(
        _ name: CheckedName, _ scope: AccessScope, _ sets: [String] = [], _ expires: Date?, _ secret: String,
        with writer: StoreWriter
    ) throws -> NewAccessToken {
        let hash = Data(SHA256.digest(of: secret.utf8))
        let rows = try sets.map { try Self.set(.named($0), in: writer.reader) }
        let row = try writer.insert(
            TokenRow(
                id: 0, name: name.text, hash: hash, scope: scope.rawValue, setIDs: sets.isEmpty ? nil : rows.map(\.id),
                madeAt: milliseconds, expiresAt: expires.map { Int64(clamping: $0.timeIntervalSince1970 * 1_000) }))
        return NewAccessToken(token: try Self.token(row, in: writer.reader), secret: secret)
    }

    /// The name of the keys of sign-in links in the list of tokens.
    private static let linkName = "sign-in link"

    /// Creates the key of a link that signs one browser in within ten minutes, and deletes those that have expired.
    ///
    /// - Returns: the key.
    package func makeSignInKey() throws -> String {
        let name = try CheckedName(Self.linkName, of: .token)
        let expires = now().addingTimeInterval(600)
        return try writing { writer in
            for old in try writer.reader.tokens()
            where old.name == Self.linkName && old.expiresAt.map({ $0 <= milliseconds }) ?? false {
                try writer.deleteToken(id: old.id)
            }
            return try make(name, .admin, [], expires, AccessSecret.randomLink(), with: writer).secret
        }
    }

    /// Uses up the key of a sign-in link, and creates the session of the browser.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - expires: when the session ends.
    /// - Returns: the session; `nil` if the key isn't valid.
    /// - Throws: `StoreError`.
    package func signIn(_ key: String, expires: Date) throws -> NewAccessToken? {
        guard AccessSecret.isLink(key) else { return nil }
        let digest = SHA256.digest(of: key.utf8)
        return try writing { writer in
            guard let row = try writer.reader.token(hash: Data(digest)), let end = row.expiresAt, end > milliseconds
            else { return nil }
            try writer.deleteToken(id: row.id)
            let name = try CheckedName("browser", of: .token)
            return try make(name, .admin, [], expires, AccessSecret.random(isSession: true), with: writer)
        }
    }

    /// Returns all tokens, including expired tokens, oldest first.
    public func all() throws -> [AccessToken] {
        try store.read { reader in try reader.tokens().map { try Self.token($0, in: reader) } }
    }

    /// Returns the ids of all tokens that weren't revoked, including expired tokens.
    package func ids() throws -> Set<Int64> { Set(try store.read { try $0.tokenIDs() }) }

    /// Revokes a token.
    ///
    /// - Throws: `TagServiceError.unknownToken`.
    @discardableResult public func revoke(_ id: Int64) throws -> AccessToken {
        try writing { writer in
            guard let row = try writer.reader.token(id: id) else { throw TagServiceError.unknownToken(id) }
            try writer.deleteToken(id: id)
            return try Self.token(row, in: writer.reader)
        }
    }

    /// Returns the valid token with the digest of a secret, or `nil` if it is unknown or has expired.
    package func token(digest: [UInt8]) throws -> AccessToken? {
        try store.read { reader in
            guard let row = try reader.token(hash: Data(digest)), row.expiresAt.map({ $0 > milliseconds }) ?? true
            else { return nil }
            return try Self.token(row, in: reader)
        }
    }

    /// A secret for a database that isn't open.
    package enum ClosedSecret: Sendable {
        /// The digest of a token.
        case token([UInt8])
        /// The digest of the secret in the address of a shared view.
        case share([UInt8])
    }

    /// Returns whether a database that isn't open has a valid token, or a shared view, with the digest of a secret.
    ///
    /// The database is opened only for this check; it isn't created or migrated.
    ///
    /// - Throws: `StoreError` if the database can't be read.
    package static func database(at path: String, has secret: ClosedSecret) throws -> Bool {
        let now = Int64(clamping: (Date().timeIntervalSince1970 * 1_000).rounded(.down))
        let stored: TagStore.ClosedSecret =
            switch secret {
            case .token(let digest): .token(Data(digest))
            case .share(let digest): .share(Data(digest))
            }
        return try TagStore.database(at: path, has: stored, validAt: now)
    }

    /// Records that a token was used today.
    package func markUsed(_ id: Int64) throws {
        try store.write(at: milliseconds) { writer in
            try writer.markToken(id: id, usedOn: milliseconds / millisecondsPerDay)
        }
    }

    private static func token(_ row: TokenRow, in reader: StoreReader) throws -> AccessToken {
        guard let scope = AccessScope(rawValue: row.scope) else {
            throw RowError("table token, row \(row.id): scope is damaged")
        }
        return AccessToken(
            id: row.id, name: row.name, scope: scope,
            // A token whose sets were all dropped gives access to no sets, not to every set.
            sets: try row.setIDs.map { try $0.compactMap { try reader.set(id: $0)?.name } },
            setIDs: row.setIDs?.sorted(), madeAt: Date(timeIntervalSince1970: Double(row.madeAt) / 1_000),
            expiresAt: row.expiresAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            usedOn: row.usedOn.map { Date(timeIntervalSince1970: Double($0) * 86_400) })
    }
}
