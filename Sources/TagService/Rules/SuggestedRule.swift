/// A rule that the stored items suggest: a site or a word of titles that nearly always comes with a tag.
///
/// ```swift
/// for rule in try service.rules.suggested().rules {
///     print(rule.q, "→", rule.tag, ":", rule.hits, "of", rule.items)
/// }
/// ```
public struct SuggestedRule: Hashable, Sendable, Codable {
    /// The kind of a rule's query.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The host of a location, with its subdomains.
        case site
        /// A word of titles.
        case word
    }

    /// The query of the rule.
    public var q: String
    /// The tag.
    public var tag: String
    /// The kind of the query.
    public var kind: Kind
    /// The host or the word.
    public var value: String
    /// The number of items that match and have the tag.
    public var hits: Int
    /// The number of items with tags that match.
    public var items: Int
}

/// The rules that the stored items suggest.
public struct SuggestedRules: Hashable, Sendable, Codable {
    /// The rules, by the number of items with the tag, greatest first.
    public var rules: [SuggestedRule]
    /// The number of rules found.
    public var count: Int
}
