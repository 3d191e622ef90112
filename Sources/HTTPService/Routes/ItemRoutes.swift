internal import HTTPTypes
internal import TagService

/// The routes of items.
///
/// ```
/// POST /api/v1/items   {"set": "trip", "tags": ["sea", "map"], "title": "by the sea"}
///
/// 201   {"at":"2026-11-25T09:01:25.134Z","id":1,"set":"trip","tags":["sea","map"],
///        "title":"by the sea"}
/// ```
enum ItemRoutes {
    static let all = [list, save, show, forget, restore]

    private static let list = Route(
        method: .get,
        path: "/items",
        scope: .read,
        summary: "Lists items, the newest first.",
        query: [
            .init(name: "set", summary: "Only those of a set.", schema: .string),
            .init(
                name: "tag",
                summary: "Only those that hold a tag.",
                schema: .string,
                repeats: true
            ),
            .init(
                name: "location",
                summary: "Only items whose location contains a text.",
                schema: .string
            ),
            .limit, .after,
        ],
        response: .json(
            .object([.init(name: "items", schema: .list(.named("Item")))])
        ),
        problems: [422],
        isOpenToSetTokens: true,
        work: .read { call, service in
            let limit = try call.limit(default: 100)
            let set = call.first("set").map(SetReference.named)
            if set == nil { try call.caller.requireEverySet() }
            let page = try service.items(
                ItemQuery(
                    tags: call.all("tag"),
                    location: call.first("location") ?? "",
                    limit: limit,
                    after: call.place(of: ItemQuery.Cursor.self)
                ),
                of: set
            )
            var response = ServiceResponse.json([
                "items": page.items.map(ItemDocument.init)
            ])
            if page.remaining > 0, let last = page.items.last {
                response.link(toNext: Cursor.text(ItemQuery.Cursor(of: last)), of: call)
            }
            return response
        }
    )

    private static let save = Route(
        method: .post,
        path: "/items",
        scope: .write,
        summary:
            "Saves the selection of a set, or given tags, as an item; suggestions learn from it immediately.",
        body: .json(
            .object([
                .init(name: "set", schema: .string),
                .init(name: "title", schema: .optional(.string), isRequired: false),
                .init(name: "tags", schema: .optional(.list(.string)), isRequired: false),
                .init(
                    name: "location",
                    schema: .optional(.string),
                    isRequired: false,
                    summary:
                        "The URL or path of the item; replaces the item at that location."
                ),
            ])
        ),
        response: .json(.named("Item"), status: 201),
        problems: [409, 422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("set", "title", "tags", "location")
            let set = SetReference.named(try fields.string("set"))
            let title = try fields.optionalString("title") ?? ""
            let location = try fields.optionalString("location")
            let saved =
                try fields.has("tags")
                ? service.save(
                    tags: fields.strings("tags"),
                    title: title,
                    location: location,
                    in: set
                )
                : service.save(title: title, location: location, in: set)
            return .created(
                ItemDocument(saved),
                at: call.location("items", "\(saved.id)")
            )
        }
    )

    private static let show = Route(
        method: .get,
        path: "/items/{id}",
        scope: .read,
        summary: "Shows an item.",
        response: .json(.named("Item")),
        isOpenToSetTokens: true,
        work: .read { call, service in .json(ItemDocument(try saved(call, service))) }
    )

    private static let forget = Route(
        method: .delete,
        path: "/items/{id}",
        scope: .write,
        summary: "Deletes an item; suggestions no longer learn from it.",
        response: .nothing,
        isOpenToSetTokens: true,
        work: .write { call, service in
            _ = try service.deleteItem(saved(call, service).id)
            return .nothing
        }
    )

    private static let restore = Route(
        method: .post,
        path: "/items/{id}/restore",
        scope: .write,
        summary: "Makes an item the selection of its set.",
        response: .json(.named("Item")),
        isOpenToSetTokens: true,
        work: .write { call, service in
            .json(ItemDocument(try service.restoreItem(saved(call, service).id)))
        }
    )

    /// Returns the item in the path.
    private static func saved(
        _ call: Call,
        _ service: TagService
    ) throws -> Item {
        try service.item(call.identifier())
    }
}

extension Call {
    /// Returns the id in the path.
    ///
    /// - Throws: a problem with status 404 if it isn't a positive number.
    func identifier() throws -> Int64 {
        guard let id = Int64(self["id"]), id > 0 else {
            throw Problem.notFound("no such id: '\(self["id"].prefix(60))'")
        }
        return id
    }
}
