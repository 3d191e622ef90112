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
        try salvageWriter.writeSets()
        try salvageWriter.writeMembers()
        try salvageWriter.writeItems()
        try salvageWriter.writeDistinctPairs()
        try salvageWriter.writeImplications()
        try salvageWriter.writeDismissedTags()
        try salvageWriter.writeViews()
        try salvageWriter.writeRules()
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
            while !keys.insert(row.key.text).inserted {
                row = SetRow(id: row.id, name: "\(row.name)?", layout: row.layout, isDaily: row.isDaily)
            }
            let isJSON: Bool? = try writer.database.value("SELECT json_valid(?)", [row.layout])
            if isJSON != true || !isReadableLayout(row.layout) { row.layout = "{}" }
            try writer.apply(.putSet(row))
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
            let isEmpty = row.tagIDs.ids.isEmpty && row.title.isEmpty && row.location == nil
            guard !isEmpty, try writer.reader.idOfDuplicate(of: row) == nil else {
                lost["item", default: 0] += 1
                continue
            }
            try writer.apply(.putItem(row))
            recovered["item", default: 0] += 1
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

    private mutating func writeViews() throws {
        var keys: Set<String> = []
        for view in salvage.views {
            guard !view.key.text.isEmpty, keys.insert(view.key.text).inserted else {
                lost["saved_view", default: 0] += 1
                continue
            }
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
    }
}
