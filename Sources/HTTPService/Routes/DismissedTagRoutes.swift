internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of tags that don't fit an item, and aren't suggested for it any more.
///
/// ```
/// PUT /api/v1/items/5/dismissed/seen
///
/// 200   {"dismissed":["seen"]}
/// ```
enum DismissedTagRoutes {
    static let all = [list, dismiss, forget]

    private static let tags = JSONSchema.object([.init(name: "dismissed", schema: .list(.string))])

    private static let list = Route(
        method: .get, path: "/items/\(Fields.id)/dismissed", scope: .read,
        summary: "Lists the tags that were dismissed for an item.", response: .json(tags), isOpenToSetTokens: true,
        work: .read { call, service in .json(["dismissed": try service.items.dismissedTags(for: call[Fields.id])]) })

    private static let dismiss = Route(
        method: .put, path: "/items/\(Fields.id)/dismissed/\(Fields.tag)", scope: .write,
        summary: "Dismisses a tag for an item, so that it isn't suggested for the item any more.",
        response: .json(tags), problems: [422], isOpenToSetTokens: true,
        work: .write { call, service in
            .json(["dismissed": try service.items.dismissTag(call[Fields.tag], for: call[Fields.id])])
        })

    private static let forget = Route(
        method: .delete, path: "/items/\(Fields.id)/dismissed/\(Fields.tag)", scope: .write,
        summary: "Lets a dismissed tag be suggested again.", response: .nothing, isOpenToSetTokens: true,
        work: .write { call, service in
            guard try service.items.undismissTag(call[Fields.tag], for: call[Fields.id]) else {
                throw Problem.notFound("this tag isn't dismissed for the item")
            }
            return .nothing
        })
}
