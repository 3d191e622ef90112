internal import HTTPTypes
internal import JSON
internal import TagService

/// The tags of linkding's API.
///
/// ```
/// POST /linkding/api/tags/   {"name": "swift"}
///
/// 201   {"date_added":"2026-01-31T08:30:00Z","id":7,"name":"swift"}
/// ```
enum LinkdingTagRoutes {
    static let all = [list, create, show, delete]

    static let schema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "name", schema: .string),
        .init(name: "date_added", schema: .time, summary: "When the oldest bookmark with the tag was saved."),
    ])

    /// The maximum number of tags in a list; linkding's browser extension asks for 5,000.
    private static let maximum = 10_000

    private static let list = Route(
        api: .linkding, method: .get, path: "/api/tags/", scope: .read, summary: "Lists the tags, oldest first.",
        fields: [LinkdingList.limit, LinkdingList.offset],
        response: .json(LinkdingList.schema(of: .named("LinkdingTag"))), isOpenToSetTokens: true,
        work: .read { call, service in
            let list = try LinkdingList(call, maximum: maximum)
            let found = try service.tags.numbered(offset: list.offset, limit: list.limit)
            return list.response(found.tags.map(value), count: found.total)
        })

    private static let name = Field.body(required: "name", .linkdingName)

    private static let create = Route(
        api: .linkding, method: .post, path: "/api/tags/", scope: .write,
        summary: "Creates a tag, or returns the one that has the name.", fields: [name],
        response: .json(.named("LinkdingTag"), status: 201),
        work: .write { call, service in
            let name = try call[name]
            let known = try service.tags.meant([name])[0]
            if try !service.tags.isKnown(known) { try service.tags.create(known) }
            return .value(value(try service.tags.numbered(named: known)), status: 201)
        })

    private static let show = Route(
        api: .linkding, method: .get, path: "/api/tags/\(Fields.id)/", scope: .read, summary: "Shows a tag.",
        response: .json(.named("LinkdingTag")), isOpenToSetTokens: true,
        work: .read { call, service in
            let id = try call[Fields.id]
            guard let tag = try service.tags.numbered(id) else { throw Problem.notFound("no tag has the number \(id)") }
            return .value(value(tag))
        })

    private static let delete = Route(
        api: .linkding, method: .delete, path: "/api/tags/\(Fields.id)/", scope: .write,
        summary: "Deletes a tag; its bookmarks stay.", response: .nothing,
        work: .write { call, service in
            let id = try call[Fields.id]
            guard let tag = try service.tags.numbered(id) else { throw Problem.notFound("no tag has the number \(id)") }
            _ = try service.tags.delete([tag.tag])
            return .nothing
        })

    private static func value(_ tag: NumberedTag) -> JSONValue {
        [
            "id": .integer(tag.id), "name": .string(TagService.Tags.hyphenated(tag.tag)),
            "date_added": .string(tag.firstUse ?? LinkdingBookmark.unknownTime),
        ]
    }
}
