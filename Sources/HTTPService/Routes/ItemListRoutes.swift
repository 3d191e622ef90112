internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of counts, of deleting many items, and of duplicates.
///
/// ```
/// GET /api/v1/items/counts
///
/// 200   {"all":800,"single":84,"untagged":12}
/// ```
enum ItemListRoutes {
    static let all = [counts, delete, duplicates, merge]

    private static let counts = Route(
        method: .get, path: "/items/counts", scope: .read,
        summary: "Counts all items, those without tags, and those with a single tag.",
        query: [.init(name: "set", summary: "Only items of this set.", schema: .string)],
        response: .json(
            .object([
                .init(name: "all", schema: .integer), .init(name: "untagged", schema: .integer),
                .init(name: "single", schema: .integer, summary: "Items with exactly one tag."),
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in .json(try service.items.counts(of: call.first("set").map(SetReference.named))) })

    private static let delete = Route(
        method: .post, path: "/items/delete", scope: .write, summary: "Deletes many items in one undo step.",
        query: [.init(name: "dry-run", summary: "Only count the items that would be deleted.", schema: .flag)],
        body: .json(.object(JSONSchema.Field.chosenItems)),
        response: .json(.object([.init(name: "deleted", schema: .integer)])), problems: [404, 422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("q", "ids")
            let count = try service.items.delete(
                try fields.items(), isDryRun: try call.flag("dry-run"), limit: Call.bulkLimit)
            return .json(["deleted": count])
        })
}

extension ItemListRoutes {
    private static let duplicates = Route(
        method: .get, path: "/items/duplicates", scope: .read,
        summary: "Lists items of one set whose URLs differ only in http or https, 'www.' or a slash at the end.",
        query: [.init(name: "set", summary: "Only items of this set.", schema: .string), .limit(groupLimits), .after],
        response: .json(
            .object([
                .init(
                    name: "duplicates",
                    schema: .list(
                        .object([
                            .init(
                                name: "items", schema: .list(.named("Item")),
                                summary: "At least two items, oldest first.")
                        ]))), .init(name: "count", schema: .integer, summary: "The number of all groups."),
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in
            let offset = try call.place(of: GroupPlace.self)?.offset ?? 0
            let limit = try call.number("limit", in: groupLimits, default: 50)
            let found = try service.items.duplicates(
                in: call.first("set").map(SetReference.named), limit: limit, offset: offset)
            var response = ServiceResponse.json(DuplicatesDocument(found))
            let shown = found.groups.count
            if shown > 0, offset < found.count - shown {
                response.link(toNext: Cursor.text(GroupPlace(offset: offset + shown)), of: call)
            }
            return response
        })

    /// The valid numbers of groups on a page.
    private static let groupLimits = 1...200

    private struct GroupPlace: Codable { var offset: Int }

    private struct DuplicatesDocument: Encodable {
        var duplicates: [Group]
        var count: Int

        struct Group: Encodable { var items: [ItemDocument] }

        init(_ found: DuplicateItems) {
            duplicates = found.groups.map { items in Group(items: items.map { ItemDocument($0) }) }
            count = found.count
        }
    }

    private static let merge = Route(
        method: .post, path: "/items/merge", scope: .write,
        summary:
            "Merges items of one set into one of them, which gets all tags and notes and the earliest time, in one undo step.",
        body: .json(
            .object([
                .init(name: "ids", schema: .list(.integer), summary: "The items to merge, at most 100."),
                .init(name: "into", schema: .integer, summary: "The item that is kept."),
            ])), response: .json(.named("Item")), problems: [404, 409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("ids", "into")
            guard let target = fields.value("into")?.integer else {
                throw Problem.field("/into", "'into' must be the number of an item")
            }
            let ids = try fields.identifiers()
            guard ids.count <= mergeLimit else {
                throw Problem.field("/ids", "at most 100 items can be merged, got \(ids.count)")
            }
            return .json(ItemDocument(try service.items.merge(ids, into: Int64(target))))
        })

    /// The maximum number of items that are merged into one.
    private static let mergeLimit = 100
}

extension Call {
    /// The maximum number of items that one request changes.
    static let bulkLimit = 10_000
}

extension JSONSchema.Field {
    /// The fields of a request that choose the items to change.
    static let chosenItems = [
        Self(name: "q", schema: .optional(.string), isRequired: false, summary: "A query for up to 10,000 items."),
        Self(
            name: "ids", schema: .optional(.list(.integer)), isRequired: false,
            summary: "Up to 10,000 items, instead of 'q'."),
    ]
}
