internal import TagCore
internal import TagStore

/// Importing rules, and applying them to imported items.
extension Importer {
    /// Adds a rule, unless there is one with the query and tag; returns whether it was added.
    mutating func importRule(_ query: String, _ tag: String, _ isAutomatic: Bool) throws -> Bool {
        let name = try checked(tag, of: .tag(nil))
        let query = try checked(query: query)
        let id = try tagID(of: name)
        try writeNewTags()
        guard try writer.reader.rule(query: query, tagID: id) == nil else { return false }
        guard try writer.reader.ruleCount() < TagService.ruleLimit else {
            throw ImportRecordError("there can be at most 1,000 rules")
        }
        let row = RuleRow(
            id: try writer.reader.lastID(of: .rule) + 1, query: query, tagID: id, isAutomatic: isAutomatic)
        try writer.apply(.putRule(row))
        return true
    }

    private func checked(query: String) throws -> String {
        do throws(TagServiceError) { return try TagService.checkedQuery(query) } catch {
            throw ImportRecordError(error.description)
        }
    }

    /// Adds the tags of the automatic rules that match the fields of an item, unless the item keeps its stored tags.
    ///
    /// This includes items that are stored already, so that importing a file again changes nothing.
    mutating func applyRules(to fields: inout ItemFields) throws {
        guard ruling != nil, fields.location == nil || fields.tagIDs != nil else { return }
        var row = fields.row(id: 0, savedAt: now)
        let count = row.tagIDs.ids.count
        try applyRules(to: &row)
        if row.tagIDs.ids.count > count { fields.tagIDs = row.tagIDs }
    }

    /// Adds the tags of the automatic rules that match a new item.
    mutating func applyRules(to row: inout ItemRow) throws {
        guard let ruling, let set = try writer.reader.set(id: row.setID) else { return }
        try writeNewTags()
        var subject = RuleSubject(row, now: now)
        let rules = try ruling.rules(matching: &subject, automatic: true, in: writer.reader)
            .prefix(max(0, ItemText.tagLimit - row.tagIDs.ids.count))
        guard !rules.isEmpty else { return }
        let target = try target(named: CheckedName(set.name, of: .set))
        for rule in rules { try addMember(rule.tagID, to: target) }
        row.tagIDs = PackedTagIDs(row.tagIDs.rowIDs + rules.map(\.tagID))
    }
}
