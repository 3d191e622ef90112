/// A rule for items: new items that match a query get a tag.
///
/// ```swift
/// try service.rules.add("site:youtube.com", tag: "video", isAutomatic: true)
/// let saved = try service.items.save(ItemDraft(location: "https://www.youtube.com/watch?v=1"))
/// print(saved.item.tags, saved.rules.map(\.tag))  // ["video"] ["video"]
/// ```
public struct ItemRule: Hashable, Sendable, Codable {
    /// The identifier.
    public var id: Int64
    /// The query for items.
    public var q: String
    /// The tag that matching items get.
    public var tag: String
    /// Whether items get the tag when they are saved; otherwise it's suggested with probability 1.
    public var auto: Bool
    /// Why the rule doesn't apply, such as a tag in its query that no longer exists; `nil` if it applies.
    public var problem: String?

    /// Creates a rule.
    public init(id: Int64, q: String, tag: String, auto: Bool, problem: String? = nil) {
        self.id = id
        self.q = q
        self.tag = tag
        self.auto = auto
        self.problem = problem
    }
}

/// The stored items that match the query of a rule.
public struct RuleTest: Hashable, Sendable {
    /// The number of items that match.
    public var total: Int
    /// How many of them have the tag; `nil` if no tag was given.
    public var tagged: Int?
    /// The newest of them.
    public var items: [Item]
}

/// The JSON representation of a test of a rule.
package struct RuleTestDocument: Encodable {
    var total: Int
    var tagged: Int?
    var items: [ItemDocument]

    /// Creates the document of a test.
    package init(_ test: RuleTest) {
        total = test.total
        tagged = test.tagged
        items = test.items.map { ItemDocument($0) }
    }
}
