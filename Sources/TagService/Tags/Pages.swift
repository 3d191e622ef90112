internal import Foundation
internal import TagCore
internal import TagStore

/// The order of a list of tags.
public enum TagOrder: String, CaseIterable, Codable, Hashable, Sendable {
    /// By key.
    case name
    /// By number of uses, most used first.
    case uses
    /// By frecency: tags used recently and often come first.
    case recent

    fileprivate var stored: StoreReader.TagPageOrder {
        switch self {
        case .name: .name
        case .uses: .uses
        case .recent: .recent
        }
    }
}

/// A number of uses that the tags of a list have.
public enum TagUseFilter: String, CaseIterable, Codable, Hashable, Sendable {
    /// Any number.
    case all
    /// None.
    case unused
    /// One.
    case once

    fileprivate var uses: Int64? {
        switch self {
        case .all: nil
        case .unused: 0
        case .once: 1
        }
    }
}

/// A page of a list of tags.
public struct TagPage: Hashable, Sendable {
    /// The tags.
    public var tags: [TagInfo]
    /// The position of the next page; `nil` at the end of the list.
    public var next: Place?
    /// The numbers of tags that match the text; `nil` if they weren't requested.
    public var counts: Counts?

    /// The numbers of tags in a list.
    public struct Counts: Hashable, Sendable, Codable {
        /// The number of all tags.
        public var all: Int
        /// The number of tags without uses.
        public var unused: Int
        /// The number of tags with a single use.
        public var once: Int
    }

    /// A position in a list of tags.
    public struct Place: Hashable, Sendable {
        /// The number that the last tag is sorted by.
        public var rank: Double
        /// The key of the last tag.
        public var key: String

        /// Creates a position.
        public init(rank: Double, key: String) {
            self.rank = rank
            self.key = key
        }
    }
}

/// Listing tags by pages, looking up a tag, and creating a tag.
extension TagService.Tags {
    /// Returns a page of the tags of the whole database.
    ///
    /// ```swift
    /// var page = try service.tags.page(.name, limit: 2)
    /// while let place = page.next {
    ///     page = try service.tags.page(.name, after: place, limit: 2)
    ///     print(page.tags.map(\.tag))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - text: text that names must contain, ignoring case and accents; empty for every tag.
    ///   - filter: the number of uses that the tags must have.
    ///   - place: the position from the previous page; `nil` for the first page.
    ///   - limit: the maximum number of tags.
    ///   - hasDetails: whether the tags have their last use and implications, and the page has counts.
    /// - Returns: the tags and the position of the next page.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of tags in the database; with details, also in the number of items.
    public func page(
        _ order: TagOrder = .name, containing text: String = "", filter: TagUseFilter = .all,
        after place: TagPage.Place? = nil, limit: Int = 100, hasDetails: Bool = false
    ) throws -> TagPage {
        try store.read { reader in
            let limit = max(1, limit)
            let folded = FoldedText(text).withoutAccents
            let rows = try reader.tagPage(
                order.stored, containing: folded, uses: filter.uses,
                after: place.map { StoreReader.TagPageEnd(rank: $0.rank, key: $0.key) }, limit: limit + 1)
            let shown = rows.prefix(limit)
            let summaries = shown.map(\.tag)
            var page = TagPage(
                tags: try Self.infos(of: summaries, hasDetails: hasDetails, in: reader),
                next: rows.count > limit ? shown.last.map { TagPage.Place(rank: $0.end.rank, key: $0.end.key) } : nil)
            if hasDetails {
                let counts = try reader.tagCounts(containing: folded)
                page.counts = TagPage.Counts(all: Int(counts.all), unused: Int(counts.unused), once: Int(counts.once))
            }
            return page
        }
    }

    /// Returns the tags of a set or of the whole database in an order.
    ///
    /// - Parameters:
    ///   - reference: the set; `nil` for all tags.
    ///   - order: the order; `nil` for that of the set or, for all tags, most used first.
    ///   - itemCounts: the numbers of items that listed tags may have, such as 0 for unused tags; `nil` for any number.
    /// - Returns: the tags.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: O(*n* log *n*) in the number of tags.
    public func all(in reference: SetReference?, by order: TagOrder?, itemCounts: Set<Int>? = nil) throws -> [TagInfo] {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader).id }
            var tags = try reader.tagSummaries(inSet: set)
            if let itemCounts { tags.removeAll { !itemCounts.contains(Int(clamping: $0.uses)) } }
            if let order { tags.sort { $0.precedes($1, by: order) } }
            return try Self.infos(of: tags, inSet: set, in: reader)
        }
    }

    /// Returns the tag with a name, key or alias.
    ///
    /// - Throws: `TagServiceError.unknownTag`.
    public func named(_ name: String) throws -> TagInfo {
        try store.read { reader in try Self.infos(of: [reader.summary(of: Self.tag(name, in: reader))], in: reader)[0] }
    }

    /// Returns the tag with a name, key or alias, with its last use and its implications.
    ///
    /// - Throws: `TagServiceError.unknownTag`.
    /// - Complexity: at most linear in the number of items.
    public func details(_ name: String) throws -> TagInfo {
        try store.read { reader in
            let summary = try reader.summary(of: Self.tag(name, in: reader))
            return try Self.infos(of: [summary], hasDetails: true, in: reader)[0]
        }
    }

    /// Returns tags with their parents and totals and, if requested, with their last use and implications.
    static func infos(
        of tags: [StoreReader.TagSummary], inSet setID: Int64? = nil, hasDetails: Bool = false, in reader: StoreReader
    ) throws -> [TagInfo] {
        let last = try hasDetails ? reader.lastUses(of: tags.map { ($0.tag.id, $0.uses) }) : [:]
        let levels = try TagLevels(in: setID, reader)
        // For a list, one scan of all keys costs less than looking for the tags below each.
        let isList = tags.count > 1
        let above = try isList ? levels.tagsAbove() : [:]
        let parents = Set(above.values)
        return try tags.map { summary in
            let id = summary.tag.id
            var info = TagInfo(summary)
            let parent = try isList ? above[id] : levels.tagID(above: id)
            info.parent = try parent.flatMap { try reader.names(of: [$0])[$0] }
            let below = try isList && !parents.contains(id) ? [] : levels.tags(below: id)
            if !below.isEmpty { info.total = try levels.uses(ofTagAndBelow: summary.tag, below) }
            guard hasDetails else { return info }
            info.lastUsed = last[id].map { Date(timeIntervalSince1970: Double($0) / 1_000) }
            let implied = try levels.tagIDs(impliedBy: id)
            let names = try reader.names(of: implied)
            info.implies = implied.compactMap { names[$0] }
            return info
        }
    }

    /// Creates a tag with aliases and adds it to sets.
    ///
    /// - Throws: `TagServiceError` if a name is taken or invalid, or a set is unknown; in that case, nothing is created.
    @discardableResult public func create(_ name: String, aliases: [String] = [], sets: [String] = []) throws -> TagInfo
    {
        let name = try CheckedName(name, of: .tag(nil))
        let aliases = try aliases.map { try CheckedName($0, of: .alias(of: nil)) }
        return try writing { writer in
            try Self.requireFree(name, in: writer.reader)
            let tag = try TagService.Sets.tag(named: name, with: writer)
            for alias in aliases where alias.key != name.key {
                try Self.requireFree(alias, in: writer.reader)
                try Self.insertAlias(alias, of: tag.id, with: writer)
            }
            for set in sets {
                let set = try Self.set(.named(set), in: writer.reader)
                _ = try TagService.Sets.add([name], to: set, with: writer)
            }
            writer.summary = StepSummary(command: "add", names: [name.text]).text
            return try Self.infos(of: [writer.reader.summary(of: tag)], in: writer.reader)[0]
        }
    }

    private static func requireFree(_ name: CheckedName, in reader: StoreReader) throws {
        switch try reader.target(of: name.key) {
        case .tag(let tag): throw TagServiceError.nameTaken(name.text, by: .tag(tag.name))
        case .alias(_, let tag): throw TagServiceError.nameTaken(name.text, by: .alias(of: tag.name))
        case nil: break
        }
    }
}

extension StoreReader.TagSummary {
    /// Returns whether the tag comes before another; equal tags are ordered by key.
    fileprivate func precedes(_ other: StoreReader.TagSummary, by order: TagOrder) -> Bool {
        let (first, second) = (rank(by: order), other.rank(by: order))
        return first == second ? tag.key.text < other.tag.key.text : first > second
    }

    private func rank(by order: TagOrder) -> Double {
        switch order {
        case .name: 0
        case .uses: Double(uses) + Double(tag.otherUses)
        case .recent: tag.frecency ?? -.infinity
        }
    }
}

extension TagInfo {
    init(_ summary: StoreReader.TagSummary) {
        self.init(
            tag: summary.tag.name, aliases: summary.aliases,
            uses: Int(clamping: summary.uses.addingReportingOverflow(summary.tag.otherUses).partialValue),
            sets: Int(summary.setCount), description: summary.detail?.shownDescription, color: summary.detail?.tagColor)
    }
}

/// A tag that no item has, or a single one.
public struct RareTag: Hashable, Sendable, Codable {
    /// The name.
    public var tag: String
    /// The identifier of its only item; `nil` for an unused tag.
    public var item: Int64?
    /// The title or else the location of its only item; `nil` for an unused tag.
    public var title: String?
}

/// Tags that no item has, or a single one.
public struct RareTags: Hashable, Sendable, Codable {
    /// The tags in alphabetical order.
    public var tags: [RareTag]
    /// The number of tags found.
    public var count: Int
}

/// Listing tags that may not be worth keeping.
extension TagService.Tags {
    /// Finds the tags of no item, or of exactly one with that item.
    ///
    /// ```swift
    /// try service.sets.addTags(["tea"])
    /// print(try service.tags.rare(once: false, limit: 10).tags.map(\.tag))  // ["tea"]
    /// ```
    ///
    /// - Parameters:
    ///   - once: whether to find tags of one item rather than of none.
    ///   - limit: the maximum number of tags.
    /// - Returns: the tags; none for a caller limited to some sets.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n* log *n*) in the number of these tags.
    public func rare(once: Bool, limit: Int) throws -> RareTags {
        guard let rare = try rare() else { return RareTags(tags: [], count: 0) }
        let names = once ? rare.once : rare.unused
        return try store.read { reader in
            let tags = try names.prefix(max(0, limit))
                .map { name -> RareTag in
                    var found = RareTag(tag: name)
                    guard once, let tag = try reader.target(of: TagKey(name))?.tag,
                        let item = try reader.items(holding: tag.id).first
                    else { return found }
                    found.item = item.id
                    found.title = item.title.isEmpty ? item.location ?? "" : item.title
                    return found
                }
            return RareTags(tags: tags, count: names.count)
        }
    }
}
