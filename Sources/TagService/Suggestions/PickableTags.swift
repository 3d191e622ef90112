public import FlowEngine
public import Suggestions

/// A tag that a picker offers.
public struct PickableTag: FilterableTag, Hashable, Sendable {
    /// The tag's name.
    public var name: String
    /// The names of its aliases.
    public var aliases: [String]
    /// Whether it is selected in its set.
    public var isSelected: Bool
    /// Its frecency; the greater ranks first among tags with equal matches.
    public var weight: Double
    /// The bytes of its input line, which are printed if it is picked; `nil` means those of its name.
    public var line: [UInt8]?
    /// The parts of the name to match, each separately; `nil` means the whole name.
    public var fields: [String]?
    /// Whether the item to tag probably has the tag.
    public var isLikely = false
    /// What the tag means; `nil` if it has no description.
    public var description: String?
    /// The color; `nil` if it has none.
    public var color: TagColor?

    /// Creates a tag; by default one that was never used.
    public init(
        _ name: String, aliases: [String] = [], isSelected: Bool = false, weight: Double = 0, line: [UInt8]? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.isSelected = isSelected
        self.weight = weight
        self.line = line
    }
}

/// The tags that a picker offers, and how they flow onto lines.
///
/// ```swift
/// var page = try service.suggestions.pickableTags(in: .named("habits"), limit: 2)
/// while let rest = page.rest {
///     let (tags, next) = try service.suggestions.pickableTags(after: rest, limit: 2)
///     page.tags += tags
///     page.rest = next
/// }
/// ```
public struct PickableTags: Hashable, Sendable {
    /// The name of their set; empty if the tags come from elsewhere.
    public var set: String
    /// The tags, in the set's order.
    public var tags: [PickableTag]
    /// The layout in cells, without a limit of lines: a picker scrolls.
    public var layout: FlowLayout
    /// The side on which lines start.
    public var layoutDirection: LayoutDirection
    /// Where the next page starts; `nil` after the last one.
    public var rest: PickableRest?

    /// Creates tags that belong to no set, in the default layout.
    public init(_ tags: [PickableTag]) { self.init(set: "", tags: tags, settings: LayoutSettings()) }

    init(set: String, tags: [PickableTag], settings: LayoutSettings) {
        self.set = set
        self.tags = tags
        var settings = settings
        settings.maxLines = nil
        settings.verticalDirection = .down
        layout = settings.layout(spacing: 1, lineSpacing: 0)
        layoutDirection = settings.layoutDirection ?? .leftToRight
    }
}

/// The remaining tags of a set, after those that were read.
public struct PickableRest: Hashable, Sendable {
    let setID: Int64
    /// The position of the last tag that was read; `nil` if none was.
    let position: Int64?
}
