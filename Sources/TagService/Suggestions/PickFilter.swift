internal import Suggestions

/// The filter of a picker: of tags by kind of match and use, or of lines in the order of fzf.
///
/// ```swift
/// var filter = PickFilter(PickFilter.Options(isOfLines: true))
/// filter.append(["annotate.rs", "note/tag.rs"].map { PickableTag($0) })
/// let found = filter.matches("tag")
/// ```
public struct PickFilter: Sendable {
    /// The options of a filter.
    public struct Options: Hashable, Sendable {
        /// Whether to rank matches by their score as fzf does, instead of by the rules for tags.
        public var isOfLines = false
        /// Whether a tag must contain each typed word, instead of the word's letters in order.
        public var isExact = false
        /// Whether matches keep the order of the tags.
        public var keepsOrder = false
        /// Whether later tags come first.
        public var isReversed = false

        /// Creates options; by default for tags.
        public init(isOfLines: Bool = false, isExact: Bool = false) {
            self.isOfLines = isOfLines
            self.isExact = isExact
        }
    }

    /// The options.
    public let options: Options
    /// The number of tags.
    public private(set) var count = 0
    private var tags = TagFilter()
    private var lines = LineFilter()

    /// Creates a filter without tags.
    public init(_ options: Options = Options()) { self.options = options }

    /// Appends tags.
    ///
    /// - Complexity: linear in the length of the names.
    public mutating func append(_ new: [PickableTag]) {
        count += new.count
        if options.isOfLines {
            for tag in new { lines.append(tag.name, parts: tag.fields) }
        } else {
            tags.append(TagFilter(new))
        }
    }

    /// Appends the tags of another filter with the same options.
    public mutating func append(_ other: PickFilter) {
        count += other.count
        if options.isOfLines { lines.append(other.lines) } else { tags.append(other.tags) }
    }

    /// Sets the affinity of tags to the selected tags.
    ///
    /// - Parameter affinities: indices of tags and their scores; other tags have none.
    public mutating func setAffinities(_ affinities: [(tag: Int, score: Double)]) {
        if options.isOfLines { lines.setAffinities(affinities) } else { tags.setAffinities(affinities) }
    }

    /// Returns the indices of the matching tags, in the order of the options.
    ///
    /// - Parameters:
    ///   - query: the typed text; an empty text matches every tag.
    ///   - earlier: the matches of a prefix of the text, if they are known.
    ///   - withTypos: whether to search tags for typos if nothing else matches.
    /// - Returns: indices of tags, without duplicates.
    /// - Complexity: O(*n* log *n*) in the number of matches, and linear in the length of all names.
    public func matches(_ query: String, among earlier: [Int]? = nil, withTypos: Bool = false) -> [Int] {
        if options.isOfLines {
            return lines.matches(
                query, among: earlier, isExact: options.isExact, order: options.keepsOrder ? .lines : .score,
                isReversed: options.isReversed)
        }
        let found = tags.matches(
            query, among: earlier, withTypos: withTypos && !options.isExact, isExact: options.isExact)
        let ordered = options.keepsOrder ? found.sorted() : found
        let isInOrder = options.keepsOrder || query.isEmpty
        return isInOrder && options.isReversed ? ordered.reversed() : ordered
    }

    /// Returns the index of the tag whose key is that of a text, or `nil`.
    ///
    /// - Complexity: linear in the length of the names.
    public func tag(named text: String) -> Int? {
        options.isOfLines ? lines.line(equalTo: text) : tags.tag(named: text)
    }

    /// Returns the ranges of characters of a shown name that match a query.
    ///
    /// - Complexity: O(name · query).
    public func ranges(of query: String, in name: String) -> [Range<Int>] {
        if options.isOfLines { return LineFilter.ranges(of: query, in: name, isExact: options.isExact) }
        let query = query.drop(while: \.isWhitespace)
        guard !query.isEmpty else { return [] }
        return MatchRanges.range(ofFiltered: String(query), in: name).map { [$0] } ?? []
    }
}
