internal import TextMeasurement

extension ParsedQuery {
    /// Parses a query.
    ///
    /// Terms are joined by `and`. From tightest to loosest, the operators are `|`, `not` and `-`, `and`, `or`: `-#a|#b`
    /// means neither. A lone `#` or `-` and text without any letter or digit are ignored.
    ///
    /// ```
    /// try ParsedQuery("rome (#article or #book) since:2026 sort:title")
    /// try ParsedQuery("(#article or swi", isTyping: true)  // "swi" is a prefix, as is "swi*"
    /// ```
    ///
    /// - Parameters:
    ///   - text: the query as typed, at most 10,000 bytes of UTF-8.
    ///   - isTyping: whether the query may be incomplete. Operators and unfinished values at its end are then ignored,
    ///     missing parentheses are added, and a word at its end is a prefix.
    /// - Throws: `QueryError` for an invalid query.
    /// - Complexity: O(*n*) in the length of the text.
    init(_ text: String, isTyping: Bool = false) throws(QueryError) {
        guard text.utf8.count <= QueryParser.byteLimit else {
            let reason = "at most 10,000 bytes of UTF-8, got \(text.utf8.count)"
            throw QueryError(term: "", reason: reason)
        }
        var tokenizer = QueryTokenizer(text, isTyping: isTyping)
        try tokenizer.tokenize()
        var parser = QueryParser(tokenizer.tokens, isTyping: isTyping)
        expression = try parser.parse()
        sort = tokenizer.sort
        isUnsearchable = expression == .all && tokenizer.hasUnsearchableText && !isTyping
    }
}

/// A recursive descent parser for the tokens of a query.
///
/// Its functions return `nil` for an operand without a condition, such as `sort:new` or a lone `-`.
///
/// ```
/// try ParsedQuery("#a|#b not c").expression  // .and([.or([#a, #b]), .not(c)])
/// ```
struct QueryParser {
    /// The maximum length of a query in bytes of UTF-8.
    static let byteLimit = 10_000
    private static let termLimit = 100
    /// The maximum number of parentheses and negations around a term.
    private static let depthLimit = 50

    private var tokens: [QueryToken]
    private let isTyping: Bool
    private var position = 0
    private var depth = 0
    private var isNegated = false

    init(_ tokens: [QueryToken], isTyping: Bool) {
        self.tokens = tokens
        self.isTyping = isTyping
    }

    mutating func parse() throws(QueryError) -> QueryExpression {
        let count = tokens.count { if case .term = $0.kind { true } else { false } }
        guard count <= Self.termLimit else { throw Self.error("at most \(Self.termLimit) terms, got \(count)") }
        if isTyping { while let last = tokens.last?.kind, last.isOperator || last == .open { tokens.removeLast() } }
        guard !tokens.isEmpty else { return .all }
        let expression = try disjunction()
        guard position == tokens.count else { throw Self.error("')' without '('") }
        return expression ?? .all
    }

    // MARK: - Grammar

    private mutating func disjunction() throws(QueryError) -> QueryExpression? {
        var operands = [try conjunction()]
        while consume(.or) { operands.append(try conjunction()) }
        return .disjunction(operands)
    }

    private mutating func conjunction() throws(QueryError) -> QueryExpression? {
        var operands = [try negation()]
        while consume(.and) || current?.beginsOperand == true { operands.append(try negation()) }
        return .conjunction(operands)
    }

    /// Parses alternatives with any number of negations before them, or a single term after a `|`.
    private mutating func negation(isAlternative: Bool = false) throws(QueryError) -> QueryExpression? {
        var count = 0
        while consume(.not) { count += 1 }
        try descend(by: count)
        let isOdd = !count.isMultiple(of: 2)
        let wasNegated = isNegated
        isNegated = wasNegated || isOdd
        defer {
            depth -= count
            isNegated = wasNegated
        }
        let operand = isAlternative ? try primary() : try alternatives()
        return isOdd ? operand?.negated : operand
    }

    private mutating func alternatives() throws(QueryError) -> QueryExpression? {
        var operands = [try primary()]
        while consume(.bar) { operands.append(try negation(isAlternative: true)) }
        return .disjunction(operands)
    }

    private mutating func primary() throws(QueryError) -> QueryExpression? {
        switch current {
        case .term(var term):
            position += 1
            // Excluding the words that a half-typed word begins would hide too much.
            if isNegated, case .text(let text, let isPhrase, _) = term.kind, !text.hasSuffix("*") {
                term.kind = .text(text, isPhrase: isPhrase, isPrefix: false)
            }
            return .term(term)
        case .ignored:
            position += 1
            return nil
        case .open:
            position += 1
            try descend(by: 1)
            defer { depth -= 1 }
            let expression = try disjunction()
            guard consume(.close) || isTyping else { throw Self.error("'(' without ')'") }
            return expression
        default: throw missingTerm()
        }
    }

    // MARK: - Tokens

    private var current: QueryToken.Kind? { position < tokens.count ? tokens[position].kind : nil }

    private mutating func consume(_ kind: QueryToken.Kind) -> Bool {
        guard current == kind else { return false }
        position += 1
        return true
    }

    // MARK: - Errors

    private mutating func descend(by levels: Int) throws(QueryError) {
        depth += levels
        guard depth <= Self.depthLimit else {
            throw Self.error("at most \(Self.depthLimit) levels of parentheses and 'not'")
        }
    }

    /// Returns the error for a token that doesn't begin a term, or for the end of the query.
    private func missingTerm() -> QueryError {
        let previous = position > 0 ? tokens[position - 1] : nil
        if let previous, previous.kind.isOperator { return Self.missingTerm("after", previous) }
        guard position < tokens.count else { return Self.error("'(' without ')'") }
        guard current == .close else { return Self.missingTerm("before", tokens[position]) }
        return Self.error(previous == nil ? "')' without '('" : "expected a term between '(' and ')'")
    }

    private static func missingTerm(_ place: String, _ token: QueryToken) -> QueryError {
        let hint = token.kind == .bar ? "" : "; use quotes to search for the word"
        return error("expected a term \(place) \(token.source.quoted)\(hint)")
    }

    private static func error(_ reason: String) -> QueryError { QueryError(term: "", reason: reason) }
}

extension QueryExpression {
    fileprivate var negated: QueryExpression { if case .not(let operand) = self { operand } else { .not(self) } }

    fileprivate static func conjunction(_ operands: [QueryExpression?]) -> QueryExpression? {
        let flat = operands.compactMap(\.self).flatMap { if case .and(let inner) = $0 { inner } else { [$0] } }
        return flat.count > 1 ? .and(flat) : flat.first
    }

    fileprivate static func disjunction(_ operands: [QueryExpression?]) -> QueryExpression? {
        let flat = operands.compactMap(\.self).flatMap { if case .or(let inner) = $0 { inner } else { [$0] } }
        return flat.count > 1 ? .or(flat) : flat.first
    }
}
