internal import Foundation
internal import JSON
internal import TagService

// The JSON of responses. Each type is followed by its schema for the OpenAPI document.

/// A set with its tags.
struct SetDocument: Encodable {
    var set: String
    var daily: Bool
    var tags: [String]
    var selected: [String]
    var layout: LayoutSettings

    init(_ set: TagSet) {
        self.set = set.set
        daily = set.daily
        tags = set.tags
        selected = set.selected
        layout = set.layout
    }

    static let schema = JSONSchema.object([
        .init(name: "set", schema: .string),
        .init(name: "daily", schema: .boolean, summary: "Whether the set has one item per local day."),
        .init(name: "tags", schema: .list(.string)), .init(name: "selected", schema: .list(.string)),
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
        .init(name: "id", schema: .integer), .init(name: "set", schema: .string), .init(name: "title", schema: .string),
        .init(name: "at", schema: .time, isRequired: false), .init(name: "tags", schema: .list(.string)),
        .init(name: "location", schema: .string, isRequired: false, summary: "The URL or path of the item."),
        .init(name: "note", schema: .string, isRequired: false, summary: "The user's description of the item."),
        .init(
            name: "day", schema: .string, isRequired: false,
            summary: "The local date of an item of a daily set, such as 2026-01-31."),
        .init(
            name: "checked",
            schema: .object([
                .init(name: "status", schema: .integer, summary: "The status of the response; 0 without a response."),
                .init(name: "at", schema: .time, summary: "The time of the request."),
                .init(
                    name: "since", schema: .time, isRequired: false,
                    summary: "The time of the first of the last checks with this status, if there were several."),
                .init(
                    name: "location", schema: .string, isRequired: false,
                    summary: "The new location of a permanent redirect (301 or 308)."),
            ]), isRequired: false,
            summary: "The last check of the location by 'items --check'; absent if it was never checked."),
        .init(
            name: "unpushed", schema: .boolean, isRequired: false,
            summary: "In lists, true if the tags changed since the last exchange with the connection of the set."),
        .init(
            name: "replaced", schema: .boolean, isRequired: false,
            summary: "True if saving the item replaced an item at the location."),
        .init(
            name: "rules", schema: .list(.named("Rule")), isRequired: false,
            summary: "The automatic rules that added tags to a new item."),
        .init(
            name: "displaced",
            schema: .list(.object([.init(name: "tag", schema: .string), .init(name: "group", schema: .string)])),
            isRequired: false,
            summary: "The tags that a change removed or didn't add, because the item got others of the same groups."),
    ])
}

extension ItemQuery.Facet {
    static let schema = JSONSchema.object([
        .init(name: "tag", schema: .string),
        .init(name: "count", schema: .integer, summary: "The number of items with the tag or one below it."),
        .init(name: "parent", schema: .string, isRequired: false, summary: "The nearest tag above."),
    ])
}

extension AccessTokenDocument {
    static let fields: [JSONSchema.Field] = [
        .init(name: "id", schema: .integer), .init(name: "name", schema: .string),
        .init(name: "scope", schema: .text(oneOf: AccessScope.allCases.map(\.rawValue))),
        .init(name: "sets", schema: .list(.string), isRequired: false), .init(name: "made", schema: .time),
        .init(name: "expires", schema: .time, isRequired: false),
        .init(name: "used", schema: .string, isRequired: false, summary: "The day of its last use."),
    ]
    static let schema = JSONSchema.object(
        fields + [
            .init(name: "current", schema: .boolean, isRequired: false, summary: "True for the token of the request.")
        ])
    static let newSchema = JSONSchema.object(fields + [.init(name: "token", schema: .string, summary: "Shown once.")])
}

/// A commit in events and lists of changes.
struct CommitDocument: Encodable {
    var id: Int64
    var at: String
    var summary: String
    var sets: [String]?
    var tags: [String]?
    var items: [ChangedItem]?

    init(_ commit: Commit) {
        id = commit.number
        at = commit.at.formatted(.iso8601)
        summary = commit.summary
        sets = commit.sets
        tags = commit.tags
        items = commit.items
    }
}
