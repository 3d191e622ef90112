internal import TextMeasurement

/// A condition on items, parsed from a query.
///
/// Conjunctions directly within conjunctions are flattened, and so are disjunctions. Double negations are removed.
///
/// ```
/// let query = try ParsedQuery("rome (#article or #book) -#old")
/// // query.expression is .and([rome, .or([#article, #book]), .not(#old)]), with each term as a .term
/// ```
indirect enum QueryExpression: Hashable, Sendable {
    /// Matches every item; only the expression of a query without terms.
    case all
    /// Matches the items that a single term matches.
    case term(QueryTerm)
    /// Matches the items that the operand doesn't match.
    case not(QueryExpression)
    /// Matches the items that all operands match; at least two.
    case and([QueryExpression])
    /// Matches the items that any operand matches; at least two.
    case or([QueryExpression])
}

/// A term of a query, with its values as typed.
///
/// ```
/// QueryTerm(kind: .tagCount(.greater, 5), source: "tags:>5")
/// ```
struct QueryTerm: Hashable, Sendable {
    /// The kind of a term, with its value.
    enum Kind: Hashable, Sendable {
        /// `#NAME` or `tag:NAME`.
        case tag(String)
        /// A word or a quoted phrase; a prefix is `WORD*`, or the last word of a query that is still being typed.
        case text(String, isPhrase: Bool, isPrefix: Bool)
        /// A URL or its beginning, with `http://`, `https://` or `www.`.
        case location(String)
        /// `site:HOST`.
        case site(String)
        /// `since:TIME`.
        case since(String)
        /// `before:TIME`.
        case before(String)
        /// `on:TIME`.
        case on(String)
        /// `untagged`.
        case untagged
        /// `tags:N`, `tags:>N` and so on; the number is from 0 to 20,000.
        case tagCount(Comparison, Int)
        /// `id:N` or `id:N-M`.
        case identifiers(ClosedRange<Int64>)
        /// `set:NAME`.
        case set(String)
        /// `missing`.
        case missing
        /// `dead`.
        case dead
        /// `moved`.
        case moved
    }

    var kind: Kind
    /// The term as typed, for error messages, without a `-` before it.
    var source: String
}

extension QueryTerm {
    /// A comparison of an item's number of tags with a number; the raw values are the operators of SQL.
    ///
    /// ```
    /// QueryTerm.Comparison(rawValue: ">=")  // .greaterOrEqual
    /// ```
    enum Comparison: String, CaseIterable, Sendable {
        case equal = "="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }
}

/// A parsed query: the condition on items, and their order.
///
/// ```
/// let query = try ParsedQuery("swift -concurrency sort:old")
/// print(query.sort)  // .old
/// ```
struct ParsedQuery: Hashable, Sendable {
    /// An order of items; the raw values are the words that `sort:` accepts.
    enum Sort: String, CaseIterable, Sendable {
        /// Newest first.
        case new
        /// Oldest first.
        case old
        /// By title.
        case title
        /// Best match of the text terms first.
        case relevance
    }

    var expression: QueryExpression
    /// The order specified by the last `sort:`; `nil` if there is none.
    var sort: Sort?
    /// Whether the query has nothing but text without letters and digits, such as `!!!`; it then matches nothing.
    var isUnsearchable = false
}

extension ItemQuery {
    /// Returns whether a query names sets or items by identifier, so that it's meant for all sets.
    public static func namesSets(_ text: String) -> Bool {
        do throws(QueryError) { return try ParsedQuery(text).expression.namesSets } catch {
            // The error is reported when the query is used.
            return false
        }
    }
}

extension QueryExpression {
    /// Whether the expression names sets or items by identifier.
    var namesSets: Bool {
        switch self {
        case .all: false
        case .term(let term):
            switch term.kind {
            case .set, .identifiers: true
            default: false
            }
        case .not(let operand): operand.namesSets
        case .and(let operands), .or(let operands): operands.contains(where: \.namesSets)
        }
    }
}

/// The reason why a query isn't valid.
///
/// ```
/// let error = QueryError(term: "tags:x", reason: "expected a number such as tags:2 or tags:>5")
/// print(error)  // query term 'tags:x': expected a number such as tags:2 or tags:>5
/// ```
struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The invalid term as typed; empty if the error concerns the query as a whole.
    let term: String
    let reason: String

    /// One line that states the problem, with the term cut to 60 terminal cells.
    var description: String {
        guard !term.isEmpty else { return "query: \(reason)" }
        return "query term \(term.quoted(toCells: 60)): \(reason)"
    }
}
