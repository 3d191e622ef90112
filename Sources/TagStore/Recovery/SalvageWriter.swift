internal import Foundation
internal import GRDB
internal import TagCore

/// A writer that saves salvaged data in a new database with ordinary changes, so that the counts
/// are exact.
struct SalvageWriter {
    private let writer: StoreWriter
    private let salvage: Salvage
    private let isReadableLayout: (String) -> Bool
    /// The ids of tags in the new database, by their ids in the damaged database.
    private var tagIDs: [Int64: Int64] = [:]
    /// The ids of the written tags, by the keys of tags and aliases.
    private var written: [String: Int64] = [:]
    private var sets: Set<Int64> = []
    private var recovered: [String: Int] = [:]
    private var lost: [String: Int] = [:]
    private var placeholders = 0

    /// Writes all data; returns the number of recovered and lost rows.
    static func write(
        _ salvage: Salvage, with writer: StoreWriter, isReadableLayout: @escaping (String) -> Bool
    ) throws -> RecoveryReport {
        var salvageWriter = SalvageWriter(writer: writer, salvage: salvage, isReadableLayout: isReadableLayout)
        try salvageWriter.writeTags()
        try salvageWriter.writeMergedTags()
        try salvageWriter.writeSets()
        try salvageWriter.writeMembers()
        try salvageWriter.writeItems()
        try salvageWriter.writeDistinctPairs()
        try salvageWriter.writeImplications()
        try salvageWriter.writeTagDetails()
        try salvageWriter.writeGroups()
        try salvageWriter.writeDismissedTags()
        try salvageWriter.writeReviewedItems()
        try salvageWriter.writeBookmarks()
        try salvageWriter.writeViews()
        try salvageWriter.writeRules()
        try salvageWriter.writeLocalNames()
        try salvageWriter.writeCopies()
        try salvageWriter.writeRest()
        return salvageWriter.report
    }

    private init(writer: StoreWriter, salvage: Salvage, isReadableLayout: @escaping (String) -> Bool) {
        self.writer = writer
        self.salvage = salvage
        self.isReadableLayout = isReadableLayout
    }

    private var report: RecoveryReport {
        var report = RecoveryReport(tables: salvage.tables, placeholders: placeholders)
        for index in report.tables.indices {
            report.tables[index].recovered = recovered[report.tables[index].table] ?? 0
            report.tables[index].lost += lost[report.tables[index].table] ?? 0
        }
        return report
    }

    /// Writes the tags; merges a tag into an earlier tag with the same key.
    private mutating func writeTags() throws {
        try writer.deferFullTextIndexing()
        for row in salvage.tags.sorted(by: { $0.id < $1.id }) {
            if let other = written[row.key.text] {
                tagIDs[row.id] = other
                lost["tag", default: 0] += 1
            } else {
                try write(row)
                recovered["tag", default: 0] += 1
            }
        }
        try writePlaceholders()
        // Nothing refers to the ids of aliases, and damaged ids may be 0 or negative.
        var nextID: Int64 = 1
        for row in salvage.aliases.sorted(by: { $0.id < $1.id }) {
            guard let tagID = tagIDs[row.tagID], written[row.key.text] == nil else {
                lost["alias", default: 0] += 1
                continue
            }
            written[row.key.text] = tagID
            try writer.apply(.putAlias(AliasRow(id: nextID, name: row.name, tagID: tagID)))
            nextID += 1
            recovered["alias", default: 0] += 1
        }
    }

    private mutating func write(_ row: TagRow) throws {
        tagIDs[row.id] = row.id
        written[row.key.text] = row.id
        try writer.apply(.putTag(row))
    }

    /// Creates tags that are only known from rows that refer to them.
    private mutating func writePlaceholders() throws {
        let named = Set(salvage.members.map(\.tagID)).union(salvage.items.flatMap(\.tagIDs.rowIDs))
            .union(salvage.aliases.map(\.tagID))
        for id in named.sorted() where tagIDs[id] == nil {
            var row = TagRow(id: id, name: "lost tag \(id)")
            while written[row.key.text] != nil { row = TagRow(id: id, name: "\(row.name)?") }
            try write(row)
            placeholders += 1
        }
    }

    /// Writes the sets, and creates sets that are only known from rows that refer to them.
    private mutating func writeSets() throws {
        var rows: [Int64: SetRow] = [:]
        for row in salvage.sets { rows[row.id] = row }
        for id in salvage.members.map(\.setID) + salvage.items.map(\.setID) where rows[id] == nil {
            rows[id] = SetRow(id: id, name: id == 1 ? "default" : "lost set \(id)")
        }
        guard !rows.isEmpty else { return }
        // Delete the default set of the new database.
        try writer.apply(.chooseSet(nil))
        try writer.apply(.deleteSet(1))
        var keys: Set<String> = []
        for var row in rows.values.sorted(by: { $0.id < $1.id }) {
            let boardDay = row.boardDay
            while !keys.insert(row.key.text).inserted {
                row = SetRow(id: row.id, name: "\(row.name)?", layout: row.layout, isDaily: row.isDaily)
            }
            let isJSON: Bool? = try writer.database.value("SELECT json_valid(?)", [row.layout])
            if isJSON != true || !isReadableLayout(row.layout) { row.layout = "{}" }
            try writer.apply(.putSet(row))
            let unsaved = salvage.unsavedTags[row.id]
            try writer.database.run(
                """
                UPDATE tag_set SET board_day = ?1, unsaved = CASE WHEN json_valid(?2) THEN ?2 END WHERE id = ?3
                """, [boardDay, unsaved, row.id])
            sets.insert(row.id)
            recovered["tag_set", default: 0] += 1
        }
        let chosen = salvage.chosenSet.flatMap { sets.contains($0) ? $0 : nil } ?? sets.min()
        try writer.apply(.chooseSet(chosen))
    }

    private mutating func writeMembers() throws {
        struct Membership: Hashable { var set, tag: Int64 }
        var memberships: Set<Membership> = []
        var position: Int64 = 0
        for row in salvage.members.sorted(by: { ($0.setID, $0.position) < ($1.setID, $1.position) }) {
            guard let tagID = tagIDs[row.tagID], memberships.insert(Membership(set: row.setID, tag: tagID)).inserted
            else {
                lost["set_member", default: 0] += 1
                continue
            }
            // Only the order of the positions matters, so they are spaced like those of new
            // members.
            position += 1 << 20
            try writer.apply(
                .putMember(MemberRow(setID: row.setID, tagID: tagID, position: position, isSelected: row.isSelected)))
            recovered["set_member", default: 0] += 1
        }
    }

    private mutating func writeItems() throws {
        for var row in salvage.items.sorted(by: { $0.id < $1.id }) {
            row.tagIDs = PackedTagIDs(row.tagIDs.rowIDs.compactMap { tagIDs[$0] })
            let isEmpty = row.tagIDs.ids.isEmpty && row.title.isEmpty && row.location == nil && row.note.isEmpty
            // Items whose locations were different before a migration stay separate.
            let isDuplicate = try row.location == nil && writer.reader.idOfDuplicate(of: row) != nil
            guard !isEmpty, !isDuplicate else {
                lost["item", default: 0] += 1
                continue
            }
            row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs)
            row.evidence = try evidence(ofItem: row.id)
            try writer.apply(.putItem(row))
            recovered["item", default: 0] += 1
            if row.evidence != nil { recovered["item_evidence", default: 0] += 1 }
            if row.evidence?.newNames.isEmpty == false { recovered["new_name", default: 0] += 1 }
        }
        recovered["word"] = salvage.words.count
    }

    /// Returns the salvaged evidence of an item with the new numbers of words and tags; `nil` if it must be computed.
    private func evidence(ofItem id: Int64) throws -> StoredEvidence? {
        guard var evidence = salvage.evidence[id] else { return nil }
        let words = evidence.textWords.compactMap { word in salvage.words[word.number].map { ($0, word.inText) } }
        evidence.textWords = zip(try writer.wordNumbers(of: words.map(\.0)), words)
            .map { StoredWord(number: $0, inFields: 0, inText: $1.1) }.sorted { $0.number < $1.number }
        evidence.fieldNames = renumbered(evidence.fieldNames)
        evidence.textNames = renumbered(evidence.textNames)
        return evidence
    }

    private func renumbered(_ hits: [NameSearch.Hit]) -> [NameSearch.Hit] {
        var known: Set<UInt32> = []
        // The tag of a hit may be merged or deleted, and then keeps its number.
        return
            hits.map {
                NameSearch.Hit(
                    tag: UInt32(clamping: tagIDs[Int64($0.tag)] ?? Int64($0.tag)), place: $0.place, isHit: $0.isHit)
            }
            .filter { known.insert($0.tag).inserted }.sorted { $0.tag < $1.tag }
    }

    private mutating func writeMergedTags() throws {
        var known: Set<Int64> = []
        for (tag, into) in salvage.mergedTags {
            let into = tagIDs[into] ?? into
            guard tagIDs[tag] == nil, tag != into, known.insert(tag).inserted else {
                lost["merged_tag", default: 0] += 1
                continue
            }
            try writer.database.run("INSERT INTO merged_tag (tag_id, into_id) VALUES (?, ?)", [tag, into])
            recovered["merged_tag", default: 0] += 1
        }
    }

    private mutating func writeLocalNames() throws {
        for name in salvage.localNames {
            // The name of a deleted tag or in a deleted set isn't a loss: deletions leave it.
            guard let tag = tagIDs[name.tagID], sets.contains(name.setID) else { continue }
            guard !name.key.text.isEmpty else {
                lost["local_name", default: 0] += 1
                continue
            }
            try writer.put(LocalName(setID: name.setID, tagID: tag, key: name.key, name: name.name))
            recovered["local_name", default: 0] += 1
        }
    }

    /// Writes the rows of the tables that are copied as they are.
    private mutating func writeCopies() throws {
        for table in CopiedTable.all {
            for row in salvage.copiedRows[table.name] ?? [] {
                if try table.insert(row, in: writer.database) {
                    recovered[table.name, default: 0] += 1
                } else {
                    lost[table.name, default: 0] += 1
                }
            }
        }
    }

    private mutating func writeDistinctPairs() throws {
        for pair in salvage.distinctPairs {
            guard let first = tagIDs[pair.first], let second = tagIDs[pair.second], first != second else {
                lost["distinct_pair", default: 0] += 1
                continue
            }
            try writer.apply(.putDistinctPair(DistinctPair(first, second)))
            recovered["distinct_pair", default: 0] += 1
        }
    }

    /// Writes the implications, except those that would close a cycle.
    private mutating func writeImplications() throws {
        for row in salvage.implications {
            guard let tag = tagIDs[row.tagID], let implied = tagIDs[row.impliedTagID],
                try writer.reader.implicationPath(from: implied, to: tag) == nil
            else {
                lost["implication", default: 0] += 1
                continue
            }
            try writer.apply(.putImplication(ImplicationRow(tag, implies: implied)))
            recovered["implication", default: 0] += 1
        }
    }

    private mutating func writeTagDetails() throws {
        for var row in salvage.tagDetails {
            guard let tag = tagIDs[row.tagID], try writer.reader.detail(ofTag: tag) == nil else {
                lost["tag_detail", default: 0] += 1
                continue
            }
            row.tagID = tag
            try writer.apply(.putTagDetail(row))
            recovered["tag_detail", default: 0] += 1
        }
    }

    private mutating func writeGroups() throws {
        for var row in salvage.groupMembers {
            guard let tag = tagIDs[row.tagID], try writer.groups().group(of: tag) == nil else {
                lost["tag_group", default: 0] += 1
                continue
            }
            row.tagID = tag
            try writer.apply(.putGroupMember(row))
            recovered["tag_group", default: 0] += 1
        }
    }

    private mutating func writeDismissedTags() throws {
        for row in salvage.dismissedTags {
            guard try writer.reader.item(id: row.itemID) != nil else {
                lost["dismissed_tag", default: 0] += 1
                continue
            }
            try writer.apply(.putDismissedTag(row))
            recovered["dismissed_tag", default: 0] += 1
        }
    }

    private mutating func writeReviewedItems() throws {
        for row in salvage.reviewedItems {
            guard try writer.reader.item(id: row.itemID) != nil else {
                lost["reviewed_item", default: 0] += 1
                continue
            }
            try writer.apply(.putReviewedItem(row))
            recovered["reviewed_item", default: 0] += 1
        }
    }

    private mutating func writeBookmarks() throws {
        for (id, bookmark) in salvage.bookmarks {
            guard try writer.reader.item(id: id) != nil else {
                lost["bookmark", default: 0] += 1
                continue
            }
            try writer.apply(.putBookmark(bookmark, itemID: id))
            recovered["bookmark", default: 0] += 1
        }
    }

    private mutating func writeViews() throws {
        var keys: Set<String> = []
        var hashes: Set<Data> = []
        for var view in salvage.views {
            guard !view.key.text.isEmpty, keys.insert(view.key.text).inserted else {
                lost["saved_view", default: 0] += 1
                continue
            }
            if let share = view.share, !hashes.insert(share.hash).inserted { view.share = nil }
            try writer.apply(.putView(view))
            recovered["saved_view", default: 0] += 1
        }
    }

    private mutating func writeRules() throws {
        for row in salvage.rules {
            guard let tag = tagIDs[row.tagID], try writer.reader.rule(query: row.query, tagID: tag) == nil else {
                lost["item_rule", default: 0] += 1
                continue
            }
            var row = row
            row.tagID = tag
            try writer.apply(.putRule(row))
            recovered["item_rule", default: 0] += 1
        }
    }

    private func writeRest() throws {
        for (identity, sizes) in salvage.terminals { try writer.storeMeasurements(sizes, measurer: identity, today: 0) }
        if let limit = salvage.undoLimit { try writer.setUndoLimit(limit) }
        if let model = salvage.model { try writer.use(model) }
        if let key = salvage.feedKey { try writer.setFeedKey(key) }
        for (table, id) in salvage.lastIDs { try reserveIDs(of: table, upTo: id) }
    }

    /// Prevents new rows from getting the ids of deleted rows, which tokens and clients may still refer to.
    private func reserveIDs(of table: String, upTo id: Int64) throws {
        // An id in the upper half of the range can't have been assigned.
        let largest = table == "tag" ? StoredRange.feature.upperBound : StoredRange.id.upperBound
        guard id <= largest / 2, TableRecovery.all[table] != nil else { return }
        let database = writer.database
        try database.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [id, table])
        guard database.changesCount == 0 else { return }
        try database.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, id])
    }
}
