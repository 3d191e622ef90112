internal import TagStore

/// The parsed query of a rule, which must be valid for items that aren't stored.
///
/// ``RulePlan`` compares it with items.
struct RuleCondition {
    let expression: QueryExpression

    /// Parses a query.
    ///
    /// - Throws: `TagServiceError.invalidQuery` for a query that isn't valid for a rule.
    init(_ query: String) throws(TagServiceError) {
        do throws(QueryError) { expression = try ParsedQuery(query).expression } catch {
            throw .invalidQuery(error.description)
        }
        if let reason = Self.refusal(of: expression) { throw .invalidQuery(reason) }
    }

    /// Looks up all names of the query, and parses its times.
    ///
    /// - Throws: `TagServiceError` for an unknown tag or set, or an invalid time.
    func requireKnownNames(of service: TagService, _ reader: StoreReader) throws {
        _ = try ResolvedQuery.condition(of: expression, service: service, reader)
    }

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
        case .missing, .dead, .moved, .identifiers:
            QueryError(term: term.source, reason: "rules are for new items, which don't have it").description
        default: nil
        }
    }
}
