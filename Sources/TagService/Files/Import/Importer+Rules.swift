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
        guard try writer.reader.ruleCount() < TagService.Rules.ruleLimit else {
            throw ImportRecordError("there can be at most 1,000 rules")
        }
        let row = RuleRow(
            id: try writer.reader.lastID(of: .rule) + 1, query: query, tagID: id, isAutomatic: isAutomatic)
        try writer.apply(.putRule(row))
        rules?.forgetRules()
        return true
    }

    private func checked(query: String) throws -> String {
        do throws(TagServiceError) { return try TagService.Rules.checkedQuery(query) } catch {
            throw ImportRecordError(error.description)
        }
    }

    /// Adds the tags of the automatic rules that match an item; returns whether there are any.
    @discardableResult mutating func applyRules(to fields: inout ItemFields) throws -> Bool {
        guard rules != nil, let set = try writer.reader.set(id: fields.setID) else { return false }
        // The rules may name tags that aren't written yet.
        try writeNewTags()
        var subject = RuleSubject(fields.row(id: 0, savedAt: now), in: set, now: now)
        let reader = writer.reader
        let tagIDs = fields.tagIDs ?? PackedTagIDs([])
        let matching =
            try rules?.rules(matching: &subject, fields.ruleFacts, in: reader)
            .prefix(max(0, ItemText.tagLimit - tagIDs.ids.count)) ?? []
        guard !matching.isEmpty else { return false }
        let target = try target(named: CheckedName(set.name, of: .set))
        for rule in matching { try addMember(rule.tagID, to: target) }
        fields.tagIDs = PackedTagIDs(tagIDs.rowIDs + matching.map(\.tagID))
        return true
    }
}
