package import Foundation
internal import GRDB
package import TagCore

/// A row of `tag`, without its counts, which are derived from items.
package struct TagRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The number of uses elsewhere, as reported by imports.
    package var otherUses: Int64 = 0
    /// The ``Frecency`` of the tag, in seconds since 1970; `nil` if it was never used.
    package var frecency: Double?

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, otherUses: Int64 = 0, frecency: Double? = nil) {
        self.init(id: id, key: TagKey(name), name: name, otherUses: otherUses, frecency: frecency)
    }

    /// Creates a row with a known key.
    package init(id: Int64, key: TagKey, name: String, otherUses: Int64 = 0, frecency: Double? = nil) {
        self.id = id
        self.key = key
        self.name = name
        self.otherUses = otherUses
        self.frecency = frecency
    }
}

/// A row of `alias`.
package struct AliasRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    package var tagID: Int64

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, tagID: Int64) {
        self.init(id: id, key: TagKey(name), name: name, tagID: tagID)
    }

    /// Creates a row with a known key.
    package init(id: Int64, key: TagKey, name: String, tagID: Int64) {
        self.id = id
        self.key = key
        self.name = name
        self.tagID = tagID
    }
}

/// A row of `tag_set`.
package struct SetRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The layout settings as a JSON object.
    package var layout: String
    /// Whether the set has one item per local day.
    package var isDaily: Bool
    /// The local day that the selection of a daily set belongs to, in days since 1970; `nil` before its first use.
    ///
    /// It isn't part of changes, so undo doesn't restore it.
    package internal(set) var boardDay: Int64?

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, layout: String = "{}", isDaily: Bool = false) {
        self.init(id: id, key: TagKey(name), name: name, layout: layout, isDaily: isDaily)
    }

    /// Creates a row with a known key.
    package init(id: Int64, key: TagKey, name: String, layout: String = "{}", isDaily: Bool = false) {
        self.id = id
        self.key = key
        self.name = name
        self.layout = layout
        self.isDaily = isDaily
    }

    /// Returns whether layout settings from before schema version 25, which had the kind of the set, are those of a daily set.
    static func isDaily(layout: String) -> Bool {
        let settings = try? JSONSerialization.jsonObject(with: Data(layout.utf8)) as? [String: Any]
        return settings?["daily"] as? Bool ?? false
    }
}

/// A row of `set_member`.
package struct MemberRow: Hashable, Sendable {
    package var setID: Int64
    package var tagID: Int64
    package var position: Int64
    package var isSelected: Bool

    package init(setID: Int64, tagID: Int64, position: Int64, isSelected: Bool) {
        self.setID = setID
        self.tagID = tagID
        self.position = position
        self.isSelected = isSelected
    }
}

extension TagRow {
    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "tag.id, tag.key, tag.folded, tag.name, tag.other_uses, tag.frecency"
    static let columnCount = 6

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.feature], key: TagKey(text: try row.name(1), folded: try row.name(2)),
            name: try row.name(3), otherUses: try row[4, 0...Int64.max], frecency: try row[5, StoredRange.frecency])
    }
}

extension AliasRow {
    static let columns = "id, key, folded, name, tag_id"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], key: TagKey(text: try row.name(1), folded: try row.name(2)),
            name: try row.name(3), tagID: try row[4, StoredRange.feature])
    }
}

extension SetRow {
    static let columns = "tag_set.id, tag_set.name, tag_set.layout, tag_set.daily, tag_set.board_day"
    static let columnCount = 5

    init(row: StoredRow) throws {
        self.init(id: try row[0, StoredRange.id], name: try row.name(1), layout: try row[2], isDaily: try row[3])
        boardDay = try row[4, StoredRange.day]
    }
}

extension MemberRow {
    static let columns = "set_id, tag_id, position, selected"

    init(row: StoredRow) throws {
        self.init(
            setID: try row[0, StoredRange.id], tagID: try row[1, StoredRange.feature],
            position: try row[2, StoredRange.position], isSelected: try row[3])
    }
}

extension ItemRow {
    static let columns = """
        id, set_id, title, saved_at, tag_ids, paired_tag_ids, calibration_sample, location, imported_from, \
        modified_at, note, day, arrival
        """
    static let columnCount = 13
    /// The columns before schema version 25, for migrations.
    static let earlierColumns = columns.replacing("note, day, arrival", with: "note, NULL, NULL")

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], setID: try row[1, StoredRange.id], title: try row.name(2),
            savedAt: try row[3, StoredRange.time], modifiedAt: try row[9, StoredRange.time], tagIDs: try row.tagIDs(4),
            pairedTagIDs: try row.pairedTagIDs(5), sample: try row.sample(6), location: try row.location(7),
            note: try row.note(10), importedFrom: try row.location(8))
        day = try row[11, StoredRange.day]
        let number: Int64? = try row[12]
        arrival = number.flatMap(ItemArrival.init(rawValue:))
        if number != nil, arrival == nil { throw row.error(at: 12, "isn't a way to save an item") }
    }

    /// The sample, encoded for its column.
    var sampleData: Data? { sample.map { LittleEndian.data(of: $0.words) } }
}

/// A row of `saved_view`: a named query for items.
package struct ViewRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The query as the user entered it.
    package var query: String
    /// The secret address of the view; `nil` if it isn't shared.
    package var share: Share?

    /// The secret address at which anyone can read a view.
    package struct Share: Hashable, Sendable {
        /// The SHA-256 of the secret, 32 bytes.
        package var hash: Data
        /// Whether the address also opens a page, rather than feeds only.
        package var hasPage: Bool

        /// Creates a share.
        package init(hash: Data, hasPage: Bool) {
            self.hash = hash
            self.hasPage = hasPage
        }

        /// Whether the hash is valid; a damaged undo log may contain another.
        var isValid: Bool { hash.count == 32 }
    }

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, query: String, share: Share? = nil) {
        self.id = id
        key = TagKey(name)
        self.name = name
        self.query = query
        self.share = share
    }

    static let columns = "id, key, name, query, share_hash, share_page"

    init(row: StoredRow) throws {
        try self.init(notShared: row)
        share = try Self.share(row)
    }

    /// Reads the columns other than those of the secret address.
    init(notShared row: StoredRow) throws {
        let name = try row.name(2)
        id = try row[0, StoredRange.id]
        key = TagKey(text: try row.name(1), folded: TagKey(name).folded)
        self.name = name
        query = try row.name(3)
    }

    static func share(_ row: StoredRow) throws -> Share? {
        let hash: Data? = try row[4]
        guard hash != nil else { return nil }
        return Share(hash: Data(try row.hash(4)), hasPage: try row[5])
    }
}

extension StoreReader {
    /// Returns all views, ordered by key.
    package func views() throws -> [ViewRow] {
        try database.rows("SELECT \(ViewRow.columns) FROM saved_view ORDER BY key").mapAll(ViewRow.init(row:))
    }

    /// Returns the view with an id.
    package func view(id: Int64) throws -> ViewRow? {
        try database.first("SELECT \(ViewRow.columns) FROM saved_view WHERE id = ?", [id], ViewRow.init(row:))
    }

    /// Returns the view with a key.
    package func view(key: TagKey) throws -> ViewRow? {
        try database.first("SELECT \(ViewRow.columns) FROM saved_view WHERE key = ?", [key.text], ViewRow.init(row:))
    }

    /// Returns the view that is shared with the secret of a hash.
    package func view(shareHash: Data) throws -> ViewRow? {
        let sql = "SELECT \(ViewRow.columns) FROM saved_view WHERE share_hash = ?"
        return try database.first(sql, [shareHash], ViewRow.init(row:))
    }

    /// Returns the random key that the ids of feeds are computed with; `nil` in a shared model.
    package func feedKey() throws -> Data? { try database.value("SELECT feed_key FROM state") }
}

extension StoreWriter {
    /// Inserts or replaces a view and returns the inverse change.
    func put(_ row: ViewRow) throws -> RowChange {
        let old = try reader.view(id: row.id)
        try database.run(
            """
            INSERT INTO saved_view (\(ViewRow.columns)) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET key = excluded.key, name = excluded.name, query = excluded.query,
                share_hash = excluded.share_hash, share_page = excluded.share_page
            """, [row.id, row.key.text, row.name, row.query, row.share?.hash, row.share?.hasPage ?? false])
        return old.map(RowChange.putView) ?? .deleteView(row.id)
    }

    /// Deletes a view and returns the inverse change.
    func deleteView(_ id: Int64) throws -> [RowChange] {
        guard let old = try reader.view(id: id) else { return [] }
        try database.run("DELETE FROM saved_view WHERE id = ?", [id])
        return [.putView(old)]
    }

    /// Sets the key that the ids of feeds are computed with, so that they stay the same in a recovered database.
    func setFeedKey(_ key: Data) throws { try database.run("UPDATE state SET feed_key = ?", [key]) }
}

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

/// A row of `idempotency_key` with its body: the response to a request that may be repeated.
package struct IdempotencyRow: Hashable, Sendable {
    /// The sender of the request.
    package var caller: String
    /// The request's `Idempotency-Key`.
    package var key: String
    /// The hash of the request.
    package var requestHash: Data
    package var status: Int
    /// The `Location` header field of the response.
    package var location: String?
    /// When the response was made, in milliseconds since 1970.
    package var madeAt: Int64
    /// The other header fields of the response as a JSON object, and its body; `nil` if there was no body or it was
    /// deleted.
    package var content: Content?

    /// The part of a response whose size has a limit.
    package struct Content: Hashable, Sendable {
        package var headers: String
        package var body: Data

        /// Creates content.
        package init(headers: String, body: Data) {
            self.headers = headers
            self.body = body
        }

        /// The size in bytes that counts toward the limits.
        var size: Int { headers.utf8.count + body.count }
    }

    /// Creates a row.
    package init(
        caller: String, key: String, requestHash: Data, status: Int, location: String?, madeAt: Int64, content: Content?
    ) {
        self.caller = caller
        self.key = key
        self.requestHash = requestHash
        self.status = status
        self.location = location
        self.madeAt = madeAt
        self.content = content
    }
}

extension IdempotencyRow {
    static let columns = "caller, key, request_hash, status, location, made_at, headers, body"

    init(row: StoredRow) throws {
        let headers: String? = try row[6]
        let body: Data? = try row[7]
        self.init(
            caller: try row[0], key: try row[1], requestHash: try row[2], status: try row[3], location: try row[4],
            madeAt: try row[5], content: headers.map { Content(headers: $0, body: body ?? Data()) })
    }
}

/// The limits of stored responses.
package enum IdempotencyLimits {
    /// The maximum size of one response's content, in bytes; for a larger one, only status and location are stored.
    package static let content = 16 << 10
    /// The maximum total size of all contents, in bytes; the oldest are deleted first.
    package static let allContents = 16 << 20
    /// The maximum number of keys that one caller may use in a day.
    package static let keysPerCaller = 100_000
}
