internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of implications between tags.
///
/// ```
/// PUT /api/v1/tags/beagle/implies/dog
/// 200   {"implies":["dog"],"tag":"beagle"}
/// ```
enum ImplicationRoutes {
    static let all = [list, show, make, remove]

    private static let limit = Fields.limit(default: 100)
    private static let after = Fields.after(Place.self)

    private static let list = Route(
        method: .get, path: "/implications", scope: .read,
        summary: "Lists implications: each tag with the tags that it directly implies.", fields: [limit, after],
        response: .json(.object([.init(name: "implications", schema: .list(.named("Implications")))])),
        work: .read { call, service in
            let page = try service.tags.implicationPage(after: call[after]?.tag, limit: call[limit])
            var response = ServiceResponse.json(["implications": page.implications])
            if let next = page.next { response.link(toNext: Cursor.text(Place(tag: next)), of: call) }
            return response
        })

    private struct Place: Codable, Sendable { var tag: Int64 }

    private static let show = Route(
        method: .get, path: "/tags/\(Fields.tag)/implies", scope: .read,
        summary: "Shows the tags that a tag directly implies.", response: .json(.named("Implications")),
        work: .read { call, service in .json(try service.tags.implications(of: call[Fields.tag])) })

    private static let implied = Field.path("implied")

    private static let make = Route(
        method: .put, path: "/tags/\(Fields.tag)/implies/\(implied)", scope: .write,
        summary: "Makes a tag imply another; implications can't form a cycle.", response: .json(.named("Implications")),
        problems: [409, 422],
        work: .write { call, service in
            .json(try service.tags.addImplication(from: call[Fields.tag], to: call[implied]))
        })

    private static let remove = Route(
        method: .delete, path: "/tags/\(Fields.tag)/implies/\(implied)", scope: .write,
        summary: "Removes an implication.", response: .nothing, problems: [409],
        work: .write { call, service in
            try service.tags.deleteImplication(from: call[Fields.tag], to: call[implied])
            return .nothing
        })
}

extension Implications {
    static let schema = JSONSchema.object([
        .init(name: "tag", schema: .string), .init(name: "implies", schema: .list(.string)),
    ])
}
