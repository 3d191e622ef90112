internal import TagCore
internal import TagStore

/// The changes of an item's tags since the last exchange with another program.
package struct UnpushedItem: Hashable, Sendable {
    /// A tag that was added here.
    package struct AddedTag: Hashable, Sendable {
        package var name: String
        package var key: String
    }

    /// A tag that was removed here.
    package struct RemovedTag: Hashable, Sendable {
        /// The row of its name there.
        package var id: UInt32
        /// Its name there.
        package var name: String
    }

    /// The item here.
    package var id: Int64
    /// The id there.
    package var remoteID: String
    /// The title, or the location of an item without one.
    package var title: String
    package var added: [AddedTag]
    package var removed: [RemovedTag]
}

/// The changes that were written to another program.
package struct PushedItem: Sendable {
    package var remoteID: String
    /// The tags that the item got there, with their names there.
    package var added: [(name: String, key: String)]
    /// The rows of the names that the item lost there.
    package var removed: [UInt32]

    package init(remoteID: String, added: [(name: String, key: String)], removed: [UInt32]) {
        self.remoteID = remoteID
        self.added = added
        self.removed = removed
    }
}

extension TagService.Connections {
    /// Returns the items of a connection whose tags changed since the last exchange.
    ///
    /// - Parameters:
    ///   - name: the connection.
    ///   - query: the query that the items must match; `nil` for all items.
    /// - Returns: the items, and the number of matching items of the set that have no counterpart there.
    /// - Throws: `TagServiceError.unknownConnection`, `.unknownSetOfConnection`, and those of the query.
    /// - Complexity: linear in the number of the connection's items.
    package func unpushed(
        _ name: String, matching query: ItemQuery? = nil
    ) throws -> (items: [UnpushedItem], withoutCounterpart: Int) {
        try store.read { reader in
            let row = try Self.row(named: name, in: reader)
            let set = try Self.set(of: row, in: reader)
            let chosen = try query.map { query in
                Set(try service.items.ids(of: .matching(query), in: .named(set.name), .max, reader))
            }
            var differences = try ItemDifferences(row, in: reader)
            let (changed, linked) = try differences.changes()
            let items = try changed.filter { chosen?.contains($0.item.itemID) ?? true }
                .map { try differences.named($0) }
            let others = try (chosen ?? Set(reader.itemIDs(inSet: set.id))).subtracting(linked)
            return (items.sorted { $0.id < $1.id }, others.count)
        }
    }

    /// Records changes that were written there, in one transaction.
    ///
    /// Items that a pull has deleted meanwhile are skipped.
    package func record(_ pushed: [PushedItem], of name: String) throws {
        try writing { writer in
            let row = try Self.row(named: name, in: writer.reader)
            for item in pushed {
                guard var known = try writer.reader.remoteItem(item.remoteID, ofConnection: row.id) else { continue }
                let added = try item.added.map { tag in
                    try writer.remoteTagID(RemoteTagRow(connectionID: row.id, name: tag.name, key: tag.key))
                }
                known.tags = Set(known.tags).subtracting(item.removed).union(added).sorted()
                known.tagsByAI.removeAll { !known.tags.contains($0) }
                try writer.put(known)
            }
        }
    }

    /// Returns the items among the given items whose tags changed since the last exchange with their connection.
    package func unpushedIDs(among ids: [Int64]) throws -> Set<Int64> {
        try store.read { reader in
            var found: Set<Int64> = []
            let wanted = Set(ids)
            for row in try reader.connections() {
                var differences = try ItemDifferences(row, in: reader)
                for id in wanted where try differences.isChanged(id) { found.insert(id) }
            }
            return found
        }
    }
}

/// Compares the tags of a connection's items with those after the last exchange.
struct ItemDifferences {
    private let row: ConnectionRow
    private let reader: StoreReader
    private let remoteTags: [UInt32: RemoteTagRow]
    /// The keys of tags here.
    private var keys: [Int64: String] = [:]

    init(_ row: ConnectionRow, in reader: StoreReader) throws {
        self.row = row
        self.reader = reader
        let tags = try reader.remoteTags(ofConnection: row.id)
        remoteTags = Dictionary(tags.map { (UInt32(clamping: $0.id), $0) }) { first, _ in first }
    }

    /// The changed tags of an item.
    struct Change {
        let item: RemoteItemRow
        /// The tags that were added here.
        let added: [Int64]
        /// The rows of the names of tags that were removed here.
        let removed: [UInt32]

        var isEmpty: Bool { added.isEmpty && removed.isEmpty }
    }

    /// Returns the items whose tags changed, and the ids of all items here that exist there.
    mutating func changes() throws -> (changed: [Change], items: Set<Int64>) {
        var rows: [(RemoteItemRow, [Int64])] = []
        try reader.forEachRemoteItem(ofConnection: row.id) { item, tags in
            if let tags { rows.append((item, tags.rowIDs)) }
        }
        var changed: [Change] = []
        for (item, tags) in rows {
            let change = try change(item, tags)
            if !change.isEmpty { changed.append(change) }
        }
        return (changed, Set(rows.map(\.0.itemID)))
    }

    /// Returns whether the tags of an item changed.
    mutating func isChanged(_ itemID: Int64) throws -> Bool {
        guard let tags = try reader.item(id: itemID)?.tagIDs.rowIDs else { return false }
        for item in try reader.remoteItems(ofItem: itemID) where item.connectionID == row.id {
            if try !change(item, tags).isEmpty { return true }
        }
        return false
    }

    private mutating func change(_ item: RemoteItemRow, _ tags: [Int64]) throws -> Change {
        let base = Set(item.tags.compactMap { remoteTags[$0]?.key })
        var local: Set<String> = []
        var added: [Int64] = []
        for id in tags {
            let key = try key(of: id)
            local.insert(key)
            if !base.contains(key) { added.append(id) }
        }
        let names = item.tags.compactMap { remoteTags[$0] }
        // Another tag here may have the same name there.
        let kept = Set(names.filter { local.contains($0.key) }.map(\.name))
        let removed = item.tags.filter { id in
            remoteTags[id].map { !local.contains($0.key) && !kept.contains($0.name) } ?? false
        }
        return Change(item: item, added: added, removed: removed)
    }

    private mutating func key(of tagID: Int64) throws -> String {
        if let key = keys[tagID] { return key }
        let key = try reader.tag(id: tagID)?.key.text ?? ""
        keys[tagID] = key
        return key
    }

    /// Returns a changed item with the names of its tags.
    func named(_ change: Change) throws -> UnpushedItem {
        let item = change.item
        let stored = try reader.item(id: item.itemID)
        let title = stored.flatMap { $0.title.isEmpty ? $0.location : $0.title } ?? ""
        let addedTags = try change.added.compactMap { try reader.tag(id: $0) }.sorted { $0.key.text < $1.key.text }
        return UnpushedItem(
            id: item.itemID, remoteID: item.remoteID, title: title,
            added: addedTags.map { UnpushedItem.AddedTag(name: $0.name, key: $0.key.text) },
            removed: change.removed
                .compactMap { id in remoteTags[id].map { UnpushedItem.RemovedTag(id: id, name: $0.name) } }
                .sorted { $0.name < $1.name })
    }
}
