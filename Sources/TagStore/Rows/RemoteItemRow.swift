internal import Foundation
internal import GRDB

/// A row of `remote_tag`: the name of a tag in another program, and the key of the tag here that it means.
package struct RemoteTagRow: Hashable, Sendable {
    package var id: Int64
    package var connectionID: Int64
    /// The name there.
    package var name: String
    /// The key of the tag here.
    package var key: String

    package init(id: Int64 = 0, connectionID: Int64, name: String, key: String) {
        self.id = id
        self.connectionID = connectionID
        self.name = name
        self.key = key
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "id, connection_id, name, key"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.feature], connectionID: try row[1, StoredRange.id], name: try row[2],
            key: try row.name(3))
    }
}

/// A row of `remote_item`: an item in another program, with the tags that both sides had after the last exchange.
package struct RemoteItemRow: Hashable, Sendable {
    package var connectionID: Int64
    /// The id there.
    package var remoteID: String
    /// The item here, which may have been deleted.
    package var itemID: Int64
    /// The ids of rows of `remote_tag`.
    package var tags: [UInt32]
    /// A hash of the title, location, note and time there.
    package var content: Int64
    /// The ids of ``tags`` that the program's language model attached.
    package var tagsByAI: [UInt32] = []
    /// Whether a change of the tags there wasn't applied, because the item was deleted here.
    package var hasMissedChange = false

    package init(connectionID: Int64, remoteID: String, itemID: Int64, tags: [UInt32], content: Int64) {
        self.connectionID = connectionID
        self.remoteID = remoteID
        self.itemID = itemID
        self.tags = tags
        self.content = content
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "connection_id, remote_id, item_id, tags, content, ai_tags, missed"

    init(row: StoredRow) throws {
        let tags: Data = try row[3]
        self.init(
            connectionID: try row[0, StoredRange.id], remoteID: try row.name(1), itemID: try row[2, StoredRange.id],
            tags: LittleEndian.words(in: tags), content: try row[4])
        let tagsByAI: Data = try row[5]
        self.tagsByAI = LittleEndian.words(in: tagsByAI)
        hasMissedChange = try row[6]
        guard tagsByAI.count.isMultiple(of: 4) else { throw row.error(at: 5, "isn't a list of numbers") }
        guard tags.count.isMultiple(of: 4) else { throw row.error(at: 3, "isn't a list of numbers") }
    }
}

extension StoreReader {
    /// Returns the names of tags that a connection knows.
    package func remoteTags(ofConnection id: Int64) throws -> [RemoteTagRow] {
        try database.rows("SELECT \(RemoteTagRow.columns) FROM remote_tag WHERE connection_id = ? ORDER BY id", [id])
            .mapAll(RemoteTagRow.init(row:))
    }

    /// Returns an item there.
    package func remoteItem(_ remoteID: String, ofConnection id: Int64) throws -> RemoteItemRow? {
        try database.first(
            "SELECT \(RemoteItemRow.columns) FROM remote_item WHERE connection_id = ? AND remote_id = ?",
            [id, remoteID], RemoteItemRow.init(row:))
    }

    /// Passes each item of a connection to a function, with the tags of the item here; `nil` for one that was deleted here.
    package func forEachRemoteItem(
        ofConnection id: Int64, _ body: (RemoteItemRow, _ tags: PackedTagIDs?) throws -> Void
    ) throws {
        let rows = try database.rows(
            """
            SELECT r.connection_id, r.remote_id, r.item_id, r.tags, r.content, r.ai_tags, r.missed, i.tag_ids
            FROM remote_item r LEFT JOIN item i ON i.id = r.item_id WHERE r.connection_id = ?
            """, [id])
        while let row = try rows.next() { try body(RemoteItemRow(row: row), row.pairedTagIDs(7)) }
    }

    /// Returns the number of items there that are known.
    package func remoteItemCount(ofConnection id: Int64) throws -> Int {
        try database.value("SELECT count(*) FROM remote_item WHERE connection_id = ?", [id]) ?? 0
    }

    /// Returns whether an item here belongs to a connection.
    package func isRemote(itemID: Int64, connectionID: Int64) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM remote_item WHERE item_id = ? AND connection_id = ?", [itemID, connectionID])
    }

    /// Returns whether a change there was missed by an item that exists here again.
    package func hasMissedChange(ofConnection id: Int64) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM remote_item WHERE connection_id = ? AND missed = 1 AND item_id IN (SELECT id FROM item)",
            [id])
    }

    /// Returns the tags that language models attached to items, unless the user has reviewed the item.
    ///
    /// - Complexity: linear in the number of these items and of the names of tags in other programs.
    package func tagsByAI() throws -> [Int64: Set<UInt32>] {
        guard try database.hasRow("SELECT 1 FROM remote_item WHERE length(ai_tags) > 0 LIMIT 1") else { return [:] }
        var tags: [UInt32: UInt32] = [:]
        let names = try database.rows(
            """
            SELECT r.id, ifnull(t.id, a.tag_id) FROM remote_tag r
            LEFT JOIN tag t ON t.key = r.key LEFT JOIN alias a ON a.key = r.key
            WHERE ifnull(t.id, a.tag_id) IS NOT NULL
            """)
        while let row = try names.next() {
            let (name, tag): (Int64, Int64) = (try row[0, StoredRange.feature], try row[1, StoredRange.feature])
            tags[UInt32(clamping: name)] = UInt32(clamping: tag)
        }
        var items: [Int64: Set<UInt32>] = [:]
        let rows = try database.rows(
            """
            SELECT item_id, ai_tags FROM remote_item
            WHERE length(ai_tags) > 0 AND item_id NOT IN (SELECT item_id FROM reviewed_item)
            """)
        while let row = try rows.next() {
            let names = LittleEndian.words(in: try row[1] as Data)
            items[try row[0, StoredRange.id], default: []].formUnion(names.compactMap { tags[$0] })
        }
        return items
    }

    /// Returns the rows of `remote_item` of an item here.
    package func remoteItems(ofItem itemID: Int64) throws -> [RemoteItemRow] {
        try database.rows("SELECT \(RemoteItemRow.columns) FROM remote_item WHERE item_id = ?", [itemID])
            .mapAll(RemoteItemRow.init(row:))
    }
}

extension StoreWriter {
    /// Returns the id of a name of a tag there that means a key, inserting it if it's new.
    package func remoteTagID(_ row: RemoteTagRow) throws -> UInt32 {
        let query = "SELECT id FROM remote_tag WHERE connection_id = ? AND name = ? AND key = ?"
        let values: StatementValues = [row.connectionID, row.name, row.key]
        if let id: Int64 = try database.value(query, values) { return UInt32(clamping: id) }
        try database.run("INSERT INTO remote_tag (connection_id, name, key) VALUES (?, ?, ?)", values)
        return UInt32(clamping: try database.value(query, values) ?? Int64(0))
    }

    /// Inserts or replaces an item there.
    package func put(_ row: RemoteItemRow) throws {
        let old = try reader.remoteItem(row.remoteID, ofConnection: row.connectionID)
        if old?.tagsByAI ?? [] != row.tagsByAI { try touchWeights(ofItem: row.itemID) }
        try database.run(
            "INSERT OR REPLACE INTO remote_item (\(RemoteItemRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                row.connectionID, row.remoteID, row.itemID, LittleEndian.data(of: row.tags), row.content,
                LittleEndian.data(of: row.tagsByAI), row.hasMissedChange,
            ])
    }

    /// Records that the weights of an item's tags change.
    private func touchWeights(ofItem id: Int64) throws {
        changesWeights = true
        if let item = try reader.item(id: id) { touch(item.tagIDs) }
    }

    /// Records that an item is reviewed, or isn't any more: then the weights of tags by language models change.
    func touchWeights(ofReviewedItem id: Int64) throws {
        let query = "SELECT 1 FROM remote_item WHERE item_id = ? AND length(ai_tags) > 0"
        if try database.hasRow(query, [id]) { try touchWeights(ofItem: id) }
    }

    /// Deletes an item there.
    package func deleteRemoteItem(_ remoteID: String, ofConnection id: Int64) throws {
        try database.run("DELETE FROM remote_item WHERE connection_id = ? AND remote_id = ?", [id, remoteID])
    }
}
