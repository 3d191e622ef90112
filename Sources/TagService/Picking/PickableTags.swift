public import FlowEngine
public import Suggestions

/// A tag as a picker offers it.
public struct PickableTag: FilterableTag, Hashable, Sendable {
    /// The tag's name.
    public var name: String
    /// The names of its aliases.
    public var aliases: [String]
    /// Whether it is selected in its set.
    public var isSelected: Bool
    /// How much and how lately it was used; greater comes first among tags that match alike.
    public var weight: Double
    /// The bytes that it was given as, and is given back as; nil: those of its name.
    public var line: [UInt8]?

    /// A tag; without more than a name, one that was never used.
    public init(
        _ name: String,
        aliases: [String] = [],
        isSelected: Bool = false,
        weight: Double = 0,
        line: [UInt8]? = nil
    ) {
        self.name = name
        self.aliases = aliases
        self.isSelected = isSelected
        self.weight = weight
        self.line = line
    }
}

/// The tags that a picker offers, and how they flow onto lines.
public struct PickableTags: Hashable, Sendable {
    /// The set's name; empty where the tags come from elsewhere.
    public var set: String
    /// The tags, in the set's order.
    public var tags: [PickableTag]
    /// The layout in cells, without a limit of lines: a picker scrolls.
    public var layout: FlowLayout
    /// Where lines start.
    public var layoutDirection: LayoutDirection
    /// Where the set goes on; nil where these are all of its tags.
    public var rest: PickableRest?

    /// Tags that belong to no set, in the layout that a new set has.
    public init(_ tags: [PickableTag]) {
        self.init(set: "", tags: tags, settings: LayoutSettings())
    }

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

/// The tags of a set that come after those that were read.
public struct PickableRest: Hashable, Sendable {
    let setID: Int64
    /// The position of the last tag that was read; nil: none was.
    let position: Int64?
}
