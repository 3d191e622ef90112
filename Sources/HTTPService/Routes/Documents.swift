internal import Foundation
internal import TagService

// The JSON of responses. Each type is followed by its schema for the OpenAPI document.

/// A tag.
struct TagDocument: Encodable {
    var tag: String
    var uses: Int
    var aliases: [String]
    var sets: Int
    /// The existing tags that a new tag may be a misspelling of.
    var similar: [SimilarTagDocument]?

    init(_ tag: TagInfo, similar: [SimilarTag]? = nil) {
        self.tag = tag.tag
        uses = tag.uses
        aliases = tag.aliases
        sets = tag.sets
        self.similar = similar?.map(SimilarTagDocument.init)
    }

    static let fields: [JSONSchema.Field] = [
        .init(name: "tag", schema: .string, summary: "The name."),
        .init(name: "uses", schema: .integer, summary: "The number of items with the tag."),
        .init(name: "aliases", schema: .list(.string)),
        .init(name: "sets", schema: .integer, summary: "The number of sets with the tag."),
    ]
    static let schema = JSONSchema.object(fields)
    static let newSchema = JSONSchema.object(
        fields + [.init(name: "similar", schema: .list(.named("SimilarTag")))]
    )
}

/// A tag that is probably a misspelling of another.
struct SimilarTagDocument: Encodable {
    var tag: String
    var other: String
    var likeness: String

    init(_ similar: SimilarTag) {
        tag = similar.tag
        other = similar.other
        likeness = similar.likeness.rawValue
    }

    static let schema = JSONSchema.object([
        .init(name: "tag", schema: .string),
        .init(name: "other", schema: .string, summary: "The tag to merge it into."),
        .init(
            name: "likeness",
            schema: .text(oneOf: SimilarTag.Likeness.allCases.map(\.rawValue))
        ),
    ])
}

/// A set with its tags.
struct SetDocument: Encodable {
    var set: String
    var tags: [String]
    var selected: [String]
    var layout: LayoutSettings

    init(_ set: TagSet) {
        self.set = set.set
        tags = set.tags
        selected = set.selected
        layout = set.layout
    }

    static let schema = JSONSchema.object([
        .init(name: "set", schema: .string), .init(name: "tags", schema: .list(.string)),
        .init(name: "selected", schema: .list(.string)),
        .init(name: "layout", schema: .named("Layout")),
    ])
}

/// The selection of a set.
struct SelectionDocument: Encodable {
    var set: String
    var selected: [String]

    static let schema = JSONSchema.object([
        .init(name: "set", schema: .string), .init(name: "selected", schema: .list(.string)),
    ])
}

extension ItemDocument {
    static let schema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "set", schema: .string),
        .init(name: "title", schema: .string), .init(name: "at", schema: .time, isRequired: false),
        .init(name: "tags", schema: .list(.string)),
        .init(
            name: "location",
            schema: .string,
            isRequired: false,
            summary: "The URL or path of the item."
        ),
        .init(
            name: "note",
            schema: .string,
            isRequired: false,
            summary: "The user's description of the item."
        ),
        .init(
            name: "replaced",
            schema: .boolean,
            isRequired: false,
            summary: "True if saving the item replaced an item at the location."
        ),
    ])
}

extension ItemQuery.Facet {
    static let schema = JSONSchema.object([
        .init(name: "tag", schema: .string),
        .init(name: "count", schema: .integer, summary: "The number of items with the tag."),
    ])
}

/// An item and suggestions for it.
struct LookupDocument: Encodable {
    var item: ItemDocument?
    var suggestions: [Suggestion]

    private enum Key: CodingKey { case item, suggestions }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        // An absent item is null.
        try container.encode(item, forKey: .item)
        try container.encode(suggestions, forKey: .suggestions)
    }
}

extension AccessTokenDocument {
    static let fields: [JSONSchema.Field] = [
        .init(name: "id", schema: .integer), .init(name: "name", schema: .string),
        .init(name: "scope", schema: .text(oneOf: AccessScope.allCases.map(\.rawValue))),
        .init(name: "sets", schema: .list(.string), isRequired: false),
        .init(name: "made", schema: .time),
        .init(name: "expires", schema: .time, isRequired: false),
        .init(
            name: "used",
            schema: .string,
            isRequired: false,
            summary: "The day of its last use."
        ),
    ]
    static let schema = JSONSchema.object(fields)
    static let newSchema = JSONSchema.object(
        fields + [.init(name: "token", schema: .string, summary: "Shown once.")]
    )
}

/// A commit in events and lists of changes.
struct CommitDocument: Encodable {
    var id: Int64
    var at: String
    var summary: String
    var sets: [String]?
    var tags: [String]?

    init(_ commit: Commit) {
        id = commit.number
        at = commit.at.formatted(.iso8601)
        summary = commit.summary
        sets = commit.sets
        tags = commit.tags
    }
}
