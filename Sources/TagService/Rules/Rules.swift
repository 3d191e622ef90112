internal import Synchronization
internal import TagCore
internal import TagStore

/// Rules for items.
///
/// A rule belongs to its tag: it follows the tag when that is renamed or merged, and is deleted with it. Names in its query are
/// looked up each time, so that aliases find renamed tags; a name that no longer exists matches nothing. Callers limited to some
/// sets have no rules, because a rule could reveal names of other sets.
extension TagService.Rules {
    /// The maximum number of rules.
    public static let ruleLimit = 1_000

    /// Returns all rules, oldest first.
    public func all() throws -> [ItemRule] {
        guard !store.isLimited else { return [] }
        return try store.read { reader in try reader.rules().map { try value(of: $0, in: reader, checks: true) } }
    }

    /// Adds a rule: new items that match a query get a tag, which is created if it doesn't exist.
    ///
    /// If there is a rule with the same query and tag, it is changed.
    ///
    /// ```swift
    /// let rule = try service.rules.add("site:github.com", tag: "code").rule
    /// print(rule.q, rule.tag, rule.auto)  // site:github.com code false
    /// ```
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - tag: the tag.
    ///   - isAutomatic: whether items get the tag when they are saved; otherwise it's suggested.
    /// - Returns: the rule, and whether it's new.
    /// - Throws: `TagServiceError.invalidQuery`, `.invalidName`, `.unknownTag` for a tag in the query, `.unknownSet`,
    ///   and `.invalidSetting` for too many rules.
    @discardableResult public func add(
        _ query: String, tag: String, isAutomatic: Bool = false
    ) throws -> (rule: ItemRule, isNew: Bool) {
        let query = try Self.checkedQuery(query)
        let name = try CheckedName(tag, of: .tag(nil))
        return try writing { writer in
            guard !writer.reader.isLimited else { throw Self.limitedCaller }
            try RuleCondition(query).requireKnownNames(of: service, writer.reader)
            writer.summary = "rule add \(query) --tag \(name.text)\(isAutomatic ? " --auto" : "")"
            let tagID = try TagService.Sets.tag(named: name, with: writer).id
            let old = try writer.reader.rule(query: query, tagID: tagID)
            if old == nil, try writer.reader.ruleCount() >= Self.ruleLimit {
                throw TagServiceError.invalidSetting(
                    "number of rules", value: "\(Self.ruleLimit + 1)",
                    rule: "there can be at most 1,000 rules; remove one first")
            }
            let row = RuleRow(
                id: try old?.id ?? writer.reader.lastID(of: .rule) + 1, query: query, tagID: tagID,
                isAutomatic: isAutomatic)
            if row != old { try writer.apply(.putRule(row)) }
            return (try value(of: row, in: writer.reader), old == nil)
        }
    }

    private static let limitedCaller = TagServiceError.invalidSetting(
        "rule", value: "", rule: "rules apply to all sets; use a token that isn't limited to some")

    /// Validates the length and the characters of a query.
    static func checkedQuery(_ query: String) throws(TagServiceError) -> String {
        let query = try ItemQuery.checkedText(query, limit: RuleRow.queryLimit)
        guard !query.isEmpty else { throw .invalidQuery("query: a rule needs at least one term") }
        return query
    }

    /// Deletes a rule; items keep the tags that they got from it.
    ///
    /// - Returns: the deleted rule.
    /// - Throws: `TagServiceError.unknownRule`.
    @discardableResult public func delete(_ id: Int64) throws -> ItemRule {
        try writing { writer in
            guard !writer.reader.isLimited, let row = try writer.reader.rule(id: id) else {
                throw TagServiceError.unknownRule(id)
            }
            writer.summary = "rule remove \(id)"
            let rule = try value(of: row, in: writer.reader)
            try writer.apply(.deleteRule(id))
            return rule
        }
    }

    /// Returns the rules that would apply to a new item, oldest first.
    ///
    /// - Parameters:
    ///   - draft: the item.
    ///   - reference: its set.
    ///   - isAutomatic: whether only automatic rules count, or only the others; `nil` for all.
    /// - Returns: the rules; of several for one tag, the first.
    /// - Throws: `TagServiceError` for an invalid field or an unknown set.
    public func matching(
        _ draft: ItemDraft, in reference: SetReference = .chosen, isAutomatic: Bool? = nil
    ) throws -> [ItemRule] {
        let checked = try CheckedDraft(draft, past: service.items.past)
        guard !store.isLimited else { return [] }
        return try reading(reference) { reader, set in
            let tags = try (checked.tags ?? []).compactMap { try reader.target(of: $0.key)?.tag.id }
            var subject = RuleSubject(
                title: checked.title ?? "", location: checked.location, note: checked.note ?? "", tagIDs: Set(tags),
                set: set.key, savedAt: checked.savedAt ?? milliseconds)
            return try rules(matching: &subject, automatic: isAutomatic, in: reader)
                .map { try value(of: $0, in: reader) }
        }
    }

    /// Finds the stored items that match the query of a rule, which may not exist yet.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - tag: the tag of the rule, to count the items that already have it.
    ///   - limit: the maximum number of items to list.
    /// - Returns: the numbers of items, and the newest of them.
    /// - Throws: `TagServiceError.invalidQuery` and the errors of ``TagService/Items/find(_:in:)``.
    public func test(_ query: String, tag: String? = nil, limit: Int = 20) throws -> RuleTest {
        let query = try Self.checkedQuery(query)
        _ = try RuleCondition(query)
        let page = try service.items.find(ItemQuery(query, limit: limit))
        let tagged = try tag.map { name in try service.items.count(ItemQuery(query, tags: [name], isLenient: true)) }
        return RuleTest(total: page.total, tagged: tagged, items: page.items)
    }

    /// Returns the rule of a row.
    private func value(of row: RuleRow, in reader: StoreReader, checks: Bool = false) throws -> ItemRule {
        ItemRule(
            id: row.id, q: row.query, tag: try reader.tag(id: row.tagID)?.name ?? "", auto: row.isAutomatic,
            problem: checks ? try problem(of: row, in: reader) : nil)
    }

    private func problem(of row: RuleRow, in reader: StoreReader) throws -> String? {
        do {
            try RuleCondition(row.query).requireKnownNames(of: service, reader)
            return nil
        } catch let error as TagServiceError { return error.description }
    }
}

/// Applying rules.
extension TagService.Rules {
    /// Returns the rules that match one item; see ``RuleMatcher/rules(matching:_:in:)``.
    func rules(matching subject: inout RuleSubject, automatic: Bool? = nil, in reader: StoreReader) throws -> [RuleRow]
    {
        // Parsing a thousand queries takes much longer than comparing them, and a save does it in its transaction.
        var plan = service.rulePlan.withLock(\.self)
        plan.now = milliseconds
        var matcher = RuleMatcher(plan: plan, isAutomatic: automatic)
        let rules = try matcher.rules(matching: &subject, in: reader)
        let isFull = matcher.plan.queryCount > 2 * Self.ruleLimit
        service.rulePlan.withLock { $0 = isFull ? RulePlan(now: plan.now) : matcher.plan }
        return rules
    }

    /// Adds the tags of the automatic rules that match a new item, as members of its set, and returns these rules.
    func applyRules(to row: inout ItemRow, in set: SetRow, with writer: StoreWriter) throws -> [ItemRule] {
        guard !writer.reader.isLimited else { return [] }
        var subject = RuleSubject(row, in: set, now: milliseconds)
        let rules = try rules(matching: &subject, automatic: true, in: writer.reader)
            .prefix(max(0, ItemText.tagLimit - row.tagIDs.ids.count))
        let values = try rules.map { try value(of: $0, in: writer.reader) }
            // Another program may have written a name that can't be added to a set.
            .filter { CheckedName.isTag($0.tag) }
        guard !values.isEmpty else { return [] }
        let names = try values.map { try CheckedName($0.tag, of: .tag(nil)) }
        let tagIDs = try TagService.Items.memberIDs(of: names, addedTo: set, with: writer)
        // A given tag displaces those of rules, and the first rule those of others.
        row.givenTagIDs = tagIDs.reversed() + (row.givenTagIDs ?? row.tagIDs.rowIDs)
        row.tagIDs = PackedTagIDs(row.tagIDs.rowIDs + tagIDs)
        return values
    }

    /// Returns the tags that rules suggest for the item of a query, with the query of the rule.
    func ruledTags(for query: SuggestionQuery, in reader: StoreReader) throws -> [(tag: UInt32, rule: String)] {
        guard !query.item.isEmpty, !reader.isLimited, try reader.hasRules() else { return [] }
        let saved = try query.savedItem.flatMap { try reader.item(id: $0) }
        let set = try query.set.map { try Self.set($0, in: reader) } ?? saved.flatMap { try reader.set(id: $0.setID) }
        let given = try query.given.compactMap { try reader.target(of: TagKey($0))?.tag.id }
        var subject = RuleSubject(
            title: query.item.title, location: query.item.location.flatMap { $0.isEmpty ? nil : $0 },
            note: query.item.note, tagIDs: Set(given), set: set?.key, savedAt: saved?.savedAt ?? milliseconds)
        return try rules(matching: &subject, in: reader)
            .compactMap { row in UInt32(exactly: row.tagID).map { ($0, row.query) } }
    }
}

extension RuleSubject {
    /// Creates the subject of a new item.
    init(_ row: ItemRow, in set: SetRow, now: Int64) {
        self.init(
            title: row.title, location: row.location, note: row.note, tagIDs: Set(row.tagIDs.rowIDs), set: set.key,
            savedAt: row.savedAt ?? now)
    }
}
