public import Foundation
internal import TagCore
internal import TagStore

/// A query for items, and the part of its results to return.
///
/// ```swift
/// let page = try service.items.find(ItemQuery("rome (#article or #book) -#old", facetLimit: 10))
/// print(page.total, page.items.map(\.title), page.facets)
/// ```
public struct ItemQuery: Hashable, Sendable {
    /// The fields of the query language, as in `site:swift.org`; text before another colon is only text.
    public static let fields = QueryKey.allCases.map(\.rawValue)

    /// The query in tagflow's query language, up to 100 terms.
    ///
    /// Terms are `#tag`, a word, `beginning*` or `"phrase"`, a URL or its beginning, `site:`, `since:`, `before:`, `on:`, `set:`, `untagged`, `tags:>5`, `missing`, `dead`, `moved` and `sort:`,
    /// combined with `and`, `or`, `not`, `-`, `|` and parentheses.
    public var text: String
    /// Tags that the items must all have, by name, key or alias, in addition to the query.
    public var tags: [String]
    /// Tags that the items must not have, by name, key or alias; unknown tags are ignored.
    public var excludedTags: [String] = []
    /// A second query that the items must match, such as that of a view; its `sort:` is ignored.
    public var view = ""
    /// The time after which the items were saved; `nil` for any time.
    public var savedAfter: Date?
    /// The time after which a field of the items changed, or they were saved; `nil` for any time.
    public var modifiedAfter: Date?
    /// Whether a hyphen in an unknown tag can also be a space, for programs whose tags have no spaces.
    public var matchesHyphens = false
    /// Whether every word and phrase also matches beginnings of words, for programs that search while a query is typed.
    public var matchesBeginnings = false
    /// Whether items of daily sets are found if neither the query nor the caller names a set.
    public var includesDailySets = true
    /// Whether items that were saved or skipped in a review are left out.
    var excludesReviewed = false
    /// The order of the items, unless the query has a `sort:`; `nil` for the usual order.
    public var order: Order?
    /// The maximum number of items, up to a million; zero or less returns none.
    public var limit: Int
    /// The cursor of an earlier page; `nil` starts with the first item.
    public var after: Cursor?
    /// The maximum number of facets: the most frequent tags among all results.
    public var facetLimit: Int
    /// Whether the query is still being typed: its last word matches as a prefix, and an incomplete end is ignored.
    public var isTyping: Bool
    /// Whether unknown tags match nothing; otherwise they are errors.
    public var isLenient: Bool

    /// Creates a query; without arguments, it finds the newest 20 items.
    public init(
        _ text: String = "", tags: [String] = [], limit: Int = 20, after: Cursor? = nil, facetLimit: Int = 0,
        isTyping: Bool = false, isLenient: Bool = false
    ) {
        self.text = text
        self.tags = tags
        self.limit = limit
        self.after = after
        self.facetLimit = facetLimit
        self.isTyping = isTyping
        self.isLenient = isLenient
    }

    /// An order of items.
    public enum Order: Hashable, Sendable {
        /// By the time when they were saved.
        case saved(isDescending: Bool)
        /// By the time when a field last changed or else they were saved.
        case modified(isDescending: Bool)
        /// By title or, without one, by location.
        case title(isDescending: Bool)
    }

    /// Validates the characters of a query that is stored, and collapses its white space.
    ///
    /// - Parameters:
    ///   - text: the query.
    ///   - limit: the maximum length in bytes.
    /// - Returns: the query.
    /// - Throws: `TagServiceError.invalidQuery`.
    static func checkedText(_ text: String, limit: Int = QueryParser.byteLimit) throws(TagServiceError) -> String {
        let text = WhiteSpace.collapsed(text)
        if let problem = CheckedName.problem(of: text, limit: limit) {
            throw .invalidQuery("query: \(problem.description)")
        }
        return text
    }

    /// The maximum limit of a query.
    public static let maximumLimit = 1_000_000

    /// A position in the list of results.
    public struct Cursor: Hashable, Sendable, Codable {
        /// The identifier of the last item of the page; `nil` if the position is a number of items.
        var id: Int64?
        /// The time of the last item, in milliseconds since 1970; `nil` if unknown.
        var savedAt: Int64?
        /// The number of items before the position.
        var offset: Int?

        init(id: Int64? = nil, savedAt: Int64? = nil, offset: Int? = nil) {
            self.id = id
            self.savedAt = savedAt
            self.offset = offset
        }

        /// Creates the position after a number of items.
        public init(offset: Int) { self.init(id: nil, savedAt: nil, offset: max(0, offset)) }
    }

    /// A tag and its number of items among the results of a query.
    public struct Facet: Hashable, Sendable, Codable {
        /// The name of the tag.
        public var tag: String
        /// The number of items with the tag or one below it.
        public var count: Int
        /// The name of the nearest tag above, such as `travel` for `travel/italy`; `nil` if there is none.
        public var parent: String?
    }

    /// A page of the items that match a query.
    public struct Page: Hashable, Sendable {
        /// The items, in the order that the query specifies.
        ///
        /// By default, queries with words are ordered by relevance, others by time, newest first.
        public var items: [Item]
        /// The number of items on all pages.
        public var total: Int
        /// The most frequent tags among all results, most frequent first.
        public var facets: [Facet]
        /// The cursor of the next page; `nil` on the last page.
        public var next: Cursor?

        init(items: [Item], total: Int, facets: [Facet]) {
            self.items = items
            self.total = total
            self.facets = facets
        }

        /// Creates a page of items that weren't found by a query.
        package init(_ items: [Item]) { self.init(items: items, total: items.count, facets: []) }
    }
}
