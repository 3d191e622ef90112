public import FlowEngine
public import Suggestions
internal import TagCore
internal import TagStore

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

/// What a picker asks for.
extension TagService {
    /// The tags of a set, as a picker offers them: all of them, or the first.
    ///
    /// Complexity: linear in the tags; nothing is measured or laid out.
    public func pickableTags(
        of reference: SetReference = .chosen,
        limit: Int? = nil
    ) throws -> PickableTags {
        try reading(reference) { reader, set in
            var tags = PickableTags(
                set: set.name,
                tags: [],
                settings: try LayoutSettings(of: set)
            )
            let start = PickableRest(setID: set.id, position: nil)
            (tags.tags, tags.rest) = try Self.page(start, limit: limit, from: reader)
            return tags
        }
    }

    /// The next tags of a set, and where it goes on then.
    ///
    /// Complexity: linear in the limit.
    public func pickableTags(
        _ rest: PickableRest,
        limit: Int
    ) throws -> (tags: [PickableTag], rest: PickableRest?) {
        try store.read { try Self.page(rest, limit: limit, from: $0) }
    }

    private static func page(
        _ rest: PickableRest,
        limit: Int?,
        from reader: StoreReader
    ) throws -> ([PickableTag], PickableRest?) {
        let limit = limit.map { max($0, 0) }
        let rows = try reader.pickableRows(
            ofSet: rest.setID,
            after: rest.position,
            limit: limit ?? -1
        )
        guard let last = rows.last?.position else { return ([], nil) }
        let aliases = try reader.aliasNames(inSet: rest.setID, after: rest.position, upTo: last)
        let tags = rows.map { row in
            PickableTag(
                row.name,
                aliases: aliases[row.tagID] ?? [],
                isSelected: row.isSelected,
                weight: row.frecency ?? Double(row.uses) / Double(row.uses + 1)
            )
        }
        let goesOn = rows.count == limit
        return (tags, goesOn ? PickableRest(setID: rest.setID, position: last) : nil)
    }

    /// How well tags go with those that are given, by name; only those of which something was learnt.
    public func affinities(to given: [String]) throws -> [String: Double] {
        guard !given.isEmpty else { return [:] }
        return try store.read { reader in
            let ids = try given.compactMap { try reader.target(of: TagKey($0))?.tag.id }
            let next = try NextTags()
                .suggest(
                    given: ids.compactMap { UInt32(exactly: $0) },
                    limit: SuggestionRanking.favouriteLimit,
                    from: StoredCooccurrences(reader)
                )
            let names = try reader.names(of: next.map { Int64($0.tag) })
            var scores: [String: Double] = [:]
            for tag in next { names[Int64(tag.tag)].map { scores[$0] = tag.score } }
            return scores
        }
    }

    /// The names of the tags that names, keys or aliases lead to; unknown ones are left out.
    public func resolved(_ names: [String]) throws -> [String] {
        guard !names.isEmpty else { return [] }
        return try store.read { reader in
            try names.compactMap { try reader.target(of: TagKey($0))?.tag.name }
        }
    }

    /// Makes tags the whole selection of a set; those that do not exist yet are made, and all become members.
    public func replaceSelection(
        with names: [String],
        in reference: SetReference = .chosen
    ) throws -> TagChange {
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try writing(reference) { writer, set in
            _ = try Self.add(names, to: set, with: writer)
            let wanted = Set(try names.compactMap { try writer.reader.target(of: $0.key)?.tag.id })
            let members = try writer.reader.members(ofSet: set.id)
                .filter { $0.isSelected != wanted.contains($0.tagID) }
            let tags = try members.map { member in
                (
                    try writer.reader.tag(id: member.tagID) ?? TagRow(id: member.tagID, name: "?"),
                    member
                )
            }
            return try change(tags, .toggle, in: set, with: writer)
        }
    }

    /// Keeps tags as a saved selection of a set; those that do not exist yet are made, and all become members.
    ///
    /// The set's own selection stays as it is.
    /// - Throws: `TagServiceError.nothingSelected` for no tags, or where a name cannot be a tag's.
    public func save(
        _ names: [String],
        label: String = "",
        in reference: SetReference = .chosen
    ) throws -> SavedSelection {
        let label = try CheckedName.label(label)
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try writing(reference) { writer, set in
            _ = try Self.add(names, to: set, with: writer)
            let ids = try names.compactMap { try writer.reader.target(of: $0.key)?.tag.id }
            return try save(tagIDs: ids, label: label, in: set, with: writer)
        }
    }
}
