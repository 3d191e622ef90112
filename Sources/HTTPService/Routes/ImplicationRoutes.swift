internal import HTTPTypes
internal import TagService

/// Rules between tags: who has one has another.
enum ImplicationRoutes {
    static let all = [list, show, make, remove]

    private static let list = Route(
        method: .get,
        path: "/implications",
        scope: .read,
        summary:
            "Lists the rules between tags, a tag each, with what it implies by rules of its own.",
        query: [.limit, .after],
        answer: .json(
            .object([.init(name: "implications", schema: .list(.named("Implications")))])
        ),
        work: .read { call, service in
            let place = try call.place(of: Place.self)
            let page = try service.implicationPage(
                after: place?.tag,
                limit: call.limit(default: 100)
            )
            var answer = ServiceResponse.json(["implications": page.implications])
            if let next = page.next {
                answer.link(toNext: Cursor.text(Place(tag: next)), of: call)
            }
            return answer
        }
    )

    private struct Place: Codable {
        var tag: Int64
    }

    private static let show = Route(
        method: .get,
        path: "/tags/{tag}/implies",
        scope: .read,
        summary: "Shows what a tag implies by rules of its own.",
        answer: .json(.named("Implications")),
        work: .read { call, service in .json(try service.implications(of: call["tag"])) }
    )

    private static let make = Route(
        method: .put,
        path: "/tags/{tag}/implies/{implied}",
        scope: .write,
        summary: "Makes the rule that who has a tag has another one; rules form no cycle.",
        answer: .json(.named("Implications")),
        problems: [409, 422],
        work: .write { call, service in .json(try service.imply(call["tag"], call["implied"])) }
    )

    private static let remove = Route(
        method: .delete,
        path: "/tags/{tag}/implies/{implied}",
        scope: .write,
        summary: "Takes a rule away.",
        answer: .nothing,
        problems: [409],
        work: .write { call, service in
            _ = try service.unimply(call["tag"], call["implied"])
            return .nothing
        }
    )
}

extension Implications {
    static let schema = Schema.object([
        .init(name: "tag", schema: .string), .init(name: "implies", schema: .list(.string)),
    ])
}
