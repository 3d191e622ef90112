internal import JSON
internal import TagCore
internal import TagService

/// A tag.
struct TagDocument: Encodable {
    var tag: String
    var key: String
    var uses: Int
    var aliases: [String]
    var sets: Int
    /// When the newest item with the tag was saved.
    var last: String?
    var implies: [String]
    /// The nearest tag above.
    var parent: String?
    /// The number of items with the tag or one below it, if there are any below.
    var total: Int?
    var description: String?
    var color: TagColor?
    /// The existing tags that a new tag may be a misspelling of.
    var similar: [SimilarTagDocument]?

    init(_ tag: TagInfo, similar: [SimilarTag]? = nil) {
        self.tag = tag.tag
        key = TagKey(tag.tag).text
        uses = tag.uses
        aliases = tag.aliases
        sets = tag.sets
        last = tag.lastUse
        implies = tag.implies ?? []
        parent = tag.parent
        total = tag.total
        description = tag.description
        color = tag.color
        self.similar = similar?.map { SimilarTagDocument($0) }
    }

    static let fields: [JSONSchema.Field] = [
        .init(name: "tag", schema: .string, summary: "The name."),
        .init(name: "key", schema: .string, summary: "The key, which equal spellings of the name share."),
        .init(name: "uses", schema: .integer, summary: "The number of items with the tag."),
        .init(name: "aliases", schema: .list(.string)),
        .init(name: "sets", schema: .integer, summary: "The number of sets with the tag."),
        .init(name: "last", schema: .time, isRequired: false, summary: "When the newest item with the tag was saved."),
        .init(
            name: "implies", schema: .list(.string),
            summary: "The tags that the tag directly implies, with the nearest tag above it."),
        .init(
            name: "parent", schema: .string, isRequired: false,
            summary: "The nearest tag above, such as 'travel' for 'travel/italy'."),
        .init(
            name: "total", schema: .integer, isRequired: false,
            summary: "The number of items with the tag or a tag below it; absent without tags below it."),
        .init(name: "description", schema: .string, isRequired: false, summary: "What the tag means."),
        .init(name: "color", schema: .text(oneOf: TagColor.allCases.map(\.rawValue)), isRequired: false),
    ]
    static let schema = JSONSchema.object(fields)
    static let newSchema = JSONSchema.object(fields + [.init(name: "similar", schema: .list(.named("SimilarTag")))])
}

/// A page of tags.
struct TagListDocument: Encodable {
    var tags: [TagDocument]
    var total: Int
    var counts: TagPage.Counts?

    init(_ page: TagPage, _ filter: TagUseFilter) {
        tags = page.tags.map { TagDocument($0) }
        counts = page.counts
        total =
            switch filter {
            case .all: page.counts?.all ?? 0
            case .unused: page.counts?.unused ?? 0
            case .once: page.counts?.once ?? 0
            }
    }
}

extension TagPage.Counts {
    static let schema = JSONSchema.object([
        .init(name: "all", schema: .integer),
        .init(name: "unused", schema: .integer, summary: "The number of tags without uses."),
        .init(name: "once", schema: .integer, summary: "The number of tags with a single use."),
    ])
}
