internal import TagCore
internal import TagStore

/// The queries of rules, parsed once to be compared with many items.
///
/// A query means the same as it does for stored items (``ResolvedQuery``), but SQLite isn't asked, because an item may
/// not exist yet. Queries and their terms have numbers, counted from 0 in the order of ``number(of:)``; equal terms have
/// one number.
///
/// ```
/// var plan = RulePlan(now: now)
/// let zebra = plan.number(of: "zebra -#dog")
/// let facts = plan.facts(of: &subject)  // whether 'zebra' occurs
/// ```
struct RulePlan: Sendable {
    /// A term of a query, with its value ready to be compared.
    enum Term: Hashable, Sendable {
        case text(SearchText, isPrefix: Bool)
        /// The beginnings of a normalized location.
        case location([String])
        case site(String)
        case saved(TimeRelation, String)
        case tag(TagKey)
        case untagged
        case tagCount(QueryTerm.Comparison, Int)
        case set(TagKey)
    }

    /// How the time of an item relates to a typed time.
    enum TimeRelation { case since, before, during }

    /// An expression of terms by their numbers.
    indirect enum Expression: Sendable {
        case constant(Bool)
        case term(Int)
        case not(Expression)
        case all([Expression])
        case any([Expression])
    }

    /// The current time in milliseconds since 1970, which words such as `yesterday` refer to.
    var now: Int64 { didSet { if now != oldValue { times = times.keys.reduce(into: [:]) { $0[$1] = range(of: $1) } } } }
    private(set) var terms: [Term] = []
    /// The times that match, in milliseconds since 1970, by the numbers of terms; empty for a text that isn't a time.
    private var times: [Int: Range<Int64>] = [:]
    private var termNumbers: [Term: Int] = [:]
    private var expressions: [Expression] = []
    /// The queries with a term for text, by the number of the term.
    private(set) var queriesByText: [Int: Set<Int>] = [:]
    private var queryNumbers: [String: Int] = [:]

    init(now: Int64) { self.now = now }

    /// The number of queries.
    var queryCount: Int { expressions.count }

    /// Returns the number of a query, which is parsed when it's new; a query that isn't valid for rules matches nothing.
    mutating func number(of query: String) -> Int {
        if let number = queryNumbers[query] { return number }
        let number = expressions.count
        let expression = expression(of: query)
        expressions.append(expression)
        queryNumbers[query] = number
        return number
    }

    /// Returns the number of a term; `nil` if no query has it.
    func number(of term: Term) -> Int? { termNumbers[term] }

    /// Returns whether a query matches; `nil` if that depends on terms whose value is `nil`.
    ///
    /// - Complexity: linear in the terms of the query.
    func value(ofQuery number: Int, _ value: (Int) throws -> Bool?) rethrows -> Bool? {
        try Self.value(of: expressions[number], value)
    }

    /// Compares all queries with the texts, the location and the time of an item.
    ///
    /// - Complexity: linear in the terms of all queries and the words of the item.
    func facts(of subject: inout RuleSubject) -> RuleFacts {
        let values = terms.indices.map { holds($0, &subject) }
        return RuleFacts(
            queryCount: queryCount,
            candidates: expressions.indices.filter { Self.value(of: expressions[$0], { values[$0] }) != false }
                .map { UInt32(clamping: $0) },
            terms: values.indices.filter { values[$0] == true }.map { UInt32(clamping: $0) })
    }

    /// Returns the terms for text that the name of a tag contains.
    ///
    /// - Complexity: linear in the terms of all queries.
    func texts(inTag name: String) -> Set<Int> {
        let name = SearchText(name)
        let found = queriesByText.keys.filter { number in
            guard case .text(let text, let isPrefix) = terms[number] else { return false }
            return name.contains(text, isPrefix: isPrefix)
        }
        return Set(found)
    }

    /// Returns whether a term matches the texts, the location or the time of an item; `nil` for a term about tags or sets.
    ///
    /// Text may also be in the name of a tag, which this doesn't consider.
    func holds(_ number: Int, _ subject: inout RuleSubject) -> Bool? {
        switch terms[number] {
        case .text(let text, let isPrefix):
            subject.contains(Array(text.words.prefix(SearchText.wordLimit)), isPrefix: isPrefix || text.isSingleLetter)
        case .location(let beginnings): beginnings.contains { subject.locationKey?.utf8.starts(with: $0.utf8) ?? false }
        case .site(let site): subject.site?.hasPrefix(site) ?? false
        case .saved: times[number]?.contains(subject.savedAt) ?? false
        case .tag, .untagged, .tagCount, .set: nil
        }
    }

    /// Evaluates an expression in three-valued logic, as SQL does.
    private static func value(of expression: Expression, _ value: (Int) throws -> Bool?) rethrows -> Bool? {
        switch expression {
        case .constant(let constant): return constant
        case .term(let number): return try value(number)
        case .not(let operand): return try self.value(of: operand, value).map { !$0 }
        case .all(let operands): return try decided(operands, unless: false, value)
        case .any(let operands): return try decided(operands, unless: true, value)
        }
    }

    /// Returns `decisive` if an operand has this value, and its opposite if none has and all are known.
    private static func decided(
        _ operands: [Expression], unless decisive: Bool, _ value: (Int) throws -> Bool?
    ) rethrows -> Bool? {
        var result: Bool? = !decisive
        for operand in operands {
            let operand = try self.value(of: operand, value)
            if operand == decisive { return decisive }
            if operand == nil { result = nil }
        }
        return result
    }
}

/// Compiling queries.
extension RulePlan {
    private mutating func expression(of query: String) -> Expression {
        do { return compiled(try RuleCondition(query).expression) } catch {
            // 'rule list' shows the problem; saving an item must not fail because of it.
            return .constant(false)
        }
    }

    private mutating func compiled(_ expression: QueryExpression) -> Expression {
        switch expression {
        case .all: .constant(true)
        case .term(let term): compiled(term)
        case .not(let operand): .not(compiled(operand))
        case .and(let operands): .all(operands.map { compiled($0) })
        case .or(let operands): .any(operands.map { compiled($0) })
        }
    }

    private mutating func compiled(_ term: QueryTerm) -> Expression {
        switch term.kind {
        case .tag(let name): number(.tag(TagKey(name)))
        case .text(let text, _, let isPrefix): compiled(SearchText(text), isPrefix)
        case .location(let text): number(.location(NormalizedLocation.beginnings(ofURL: text)))
        case .site(let host): number(NormalizedLocation.site(ofHost: host).map(Term.site))
        case .since(let text): number(.saved(.since, text))
        case .before(let text): number(.saved(.before, text))
        case .on(let text): number(.saved(.during, text))
        case .untagged: number(.untagged)
        case .tagCount(let comparison, let number): self.number(.tagCount(comparison, number))
        case .set(let name): number(.set(TagKey(name)))
        case .identifiers, .missing, .dead, .moved: .constant(false)
        }
    }

    /// Text without letters and digits is ignored in queries.
    private mutating func compiled(_ text: SearchText, _ isPrefix: Bool) -> Expression {
        guard !text.words.isEmpty else { return .constant(true) }
        let expression = number(.text(text, isPrefix: isPrefix))
        if case .term(let number) = expression { queriesByText[number, default: []].insert(expressions.count) }
        return expression
    }

    /// Returns the expression of a term; a value that couldn't be parsed matches nothing.
    private mutating func number(_ term: Term?) -> Expression {
        guard let term else { return .constant(false) }
        if let number = termNumbers[term] { return .term(number) }
        let number = terms.count
        termNumbers[term] = number
        terms.append(term)
        if case .saved = term { times[number] = range(of: number) }
        return .term(number)
    }

    /// Returns the times that match a term; empty if its text isn't a time.
    private func range(of number: Int) -> Range<Int64> {
        guard case .saved(let relation, let text) = terms[number], let time = TypedTime(text, now: now, zone: .system)
        else { return 0..<0 }
        return switch relation {
        case .since: time.milliseconds..<Int64.max
        case .before: Int64.min..<time.milliseconds
        case .during: time.period
        }
    }
}
