internal import TagCore
internal import TagStore

/// The query of a rule, ready to be compared with items that aren't stored.
///
/// It means the same as the query does for stored items (``ResolvedQuery``), but SQLite isn't asked, because the item may
/// not exist yet.
struct RuleCondition {
    private let expression: QueryExpression
    let service: TagService
    let reader: StoreReader

    /// Parses a query.
    ///
    /// - Throws: `TagServiceError.invalidQuery` for a query that isn't valid for a rule.
    init(_ query: String, of service: TagService, _ reader: StoreReader) throws(TagServiceError) {
        do throws(QueryError) { expression = try ParsedQuery(query).expression } catch {
            throw .invalidQuery(error.description)
        }
        self.service = service
        self.reader = reader
        if let reason = Self.refusal(of: expression) { throw .invalidQuery(reason) }
    }

    /// Looks up all names of the query, and parses its times.
    ///
    /// - Throws: `TagServiceError` for an unknown tag or set, or an invalid time.
    func requireKnownNames() throws { _ = try ResolvedQuery.condition(of: expression, service: service, reader) }

    /// Returns whether an item matches; a tag or set that no longer exists matches nothing.
    ///
    /// - Complexity: linear in the terms of the query and the words of the item.
    func matches(_ subject: inout RuleSubject) throws -> Bool { try Self.matches(expression, &subject, self) }

    /// Returns why a query isn't valid for a rule; `nil` if it is.
    private static func refusal(of expression: QueryExpression) -> String? {
        switch expression {
        case .all: "query: a rule needs at least one term"
        case .term(let term): refusal(of: term)
        case .not(let operand): refusal(of: operand)
        case .and(let operands), .or(let operands): operands.lazy.compactMap(refusal).first
        }
    }

    private static func refusal(of term: QueryTerm) -> String? {
        switch term.kind {
        case .missing, .identifiers:
            QueryError(term: term.source, reason: "rules are for new items, which don't have it").description
        default: nil
        }
    }

    private static func matches(
        _ expression: QueryExpression, _ subject: inout RuleSubject, _ rule: Self
    ) throws -> Bool {
        switch expression {
        case .all: return true
        case .term(let term): return try rule.matches(term, &subject)
        case .not(let operand): return try !matches(operand, &subject, rule)
        case .and(let operands):
            for operand in operands where try !matches(operand, &subject, rule) { return false }
            return true
        case .or(let operands):
            for operand in operands where try matches(operand, &subject, rule) { return true }
            return false
        }
    }

    private func matches(_ term: QueryTerm, _ subject: inout RuleSubject) throws -> Bool {
        switch term.kind {
        case .tag(let name):
            guard !subject.tagIDs.isEmpty, let tag = try reader.target(of: TagKey(name))?.tag else { return false }
            let ids = try TagService.tagIDs(countingAs: tag.id, in: reader)
            return ids.contains(where: subject.tagIDs.contains)
        case .text(let text, _, let isPrefix): return Self.matches(text, isPrefix, &subject)
        case .site(let host):
            guard let wanted = NormalizedLocation.site(ofHost: host) else { return false }
            return subject.site?.hasPrefix(wanted) ?? false
        case .since(let text): return time(text).map { subject.savedAt >= $0.milliseconds } ?? false
        case .before(let text): return time(text).map { subject.savedAt < $0.milliseconds } ?? false
        case .on(let text): return time(text).map { $0.period.contains(subject.savedAt) } ?? false
        case .untagged: return subject.tagIDs.isEmpty
        case .tagCount(let comparison, let number): return comparison.holds(subject.tagIDs.count, number)
        case .set(let name): return try subject.setID != nil && reader.set(key: TagKey(name)).map(\.id) == subject.setID
        case .identifiers, .missing: return false
        }
    }

    private static func matches(_ text: String, _ isPrefix: Bool, _ subject: inout RuleSubject) -> Bool {
        let words = SearchText(text)
        // Text without letters and digits is ignored in queries.
        guard !words.words.isEmpty else { return true }
        return subject.contains(words.words.prefix(SearchText.wordLimit), isPrefix: isPrefix || words.isSingleLetter)
    }

    private func time(_ text: String) -> TypedTime? { TypedTime(text, now: service.milliseconds, zone: .system) }
}

extension QueryTerm.Comparison {
    /// Returns whether a number of tags compares as wanted.
    fileprivate func holds(_ count: Int, _ number: Int) -> Bool {
        switch self {
        case .equal: count == number
        case .less: count < number
        case .lessOrEqual: count <= number
        case .greater: count > number
        case .greaterOrEqual: count >= number
        }
    }
}
