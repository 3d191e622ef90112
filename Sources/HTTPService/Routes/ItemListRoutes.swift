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
        fields: [Fields.onlySet, Fields.daily],
        response: .json(
            .object([
                .init(name: "all", schema: .integer), .init(name: "untagged", schema: .integer),
                .init(name: "single", schema: .integer, summary: "Items with exactly one tag."),
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in
            .json(try service.items.counts(in: call[Fields.onlySet], includesDailySets: call[Fields.daily]))
        })

    private static let dryRun = Field.query(
        "dry-run", .flag, default: false, "Only count the items that would be deleted.")

    private static let delete = Route(
        method: .post, path: "/items/delete", scope: .write, summary: "Deletes many items in one undo step.",
        fields: [dryRun] + ItemChoiceFields.all, response: .json(.object([.init(name: "deleted", schema: .integer)])),
        problems: [404, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let count = try service.items.delete(
                ItemChoiceFields.items(of: call), isDryRun: call[dryRun], limit: ItemChoiceFields.limit)
            return .json(["deleted": count])
        })

    private static let groupLimit = Fields.limit(in: 1...200, default: 50)

    private static let duplicates = Route(
        method: .get, path: "/items/duplicates", scope: .read,
        summary: "Lists items of one set whose URLs differ only in http or https, 'www.' or a slash at the end.",
        fields: [Fields.onlySet, groupLimit, Fields.afterOffset],
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
            let offset = try call[Fields.afterOffset].offset
            let found = try service.items.duplicates(in: call[Fields.onlySet], limit: call[groupLimit], offset: offset)
            var response = ServiceResponse.json(DuplicatesDocument(found))
            response.link(toNextOffset: offset, adding: found.groups.count, of: found.count, call)
            return response
        })

    private struct DuplicatesDocument: Encodable {
        var duplicates: [Group]
        var count: Int

        struct Group: Encodable { var items: [ItemDocument] }

        init(_ found: DuplicateItems) {
            duplicates = found.groups.map { items in Group(items: items.map { ItemDocument($0) }) }
            count = found.count
        }
    }

    private static let merged = Field.body(required: "ids", .identifiers, "The items to merge, at most 100.")
    private static let target = Field.body(
        required: "into", .identifier("the number of an item"), "The item that is kept.")

    private static let merge = Route(
        method: .post, path: "/items/merge", scope: .write,
        summary:
            "Merges items of one set into one of them, which gets all tags and notes and the earliest time, in one undo step.",
        fields: [merged, target], response: .json(.named("Item")), problems: [404, 409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let (target, ids) = (try call[target], try call[merged])
            guard ids.count <= mergeLimit else {
                throw Problem.field("/\(merged.name)", "at most 100 items can be merged, got \(ids.count)")
            }
            return .json(ItemDocument(try service.items.merge(ids, into: target)))
        })

    /// The maximum number of items that are merged into one.
    private static let mergeLimit = 100
}
