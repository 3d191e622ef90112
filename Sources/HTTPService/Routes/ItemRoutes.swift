internal import HTTPTypes
internal import JSON
internal import TagService
internal import TextMeasurement

/// The routes of items.
///
/// ```
/// POST /api/v1/items   {"set": "trip", "tags": ["sea", "map"], "title": "by the sea"}
///
/// 201   {"at":"2026-11-25T09:01:25.134Z","id":1,"set":"trip","tags":["sea","map"],
///        "title":"by the sea"}
/// ```
enum ItemRoutes {
    static let all = [list, save, lookup, tag, show, edit, delete, restore]

    private static let list = Route(
        method: .get, path: "/items", scope: .read,
        summary: "Finds items by a query: best match first for words, else newest first.",
        query: [
            .query, .init(name: "set", summary: "Only items of this set.", schema: .string),
            .init(
                name: "facets", summary: "The number of the most frequent tags among all results to return.",
                schema: .wholeNumber(facetLimits)),
            .init(
                name: "typing", summary: "The query is being typed: its last word is the beginning of a word.",
                schema: .flag),
            .init(name: "lenient", summary: "Unknown tags match nothing instead of being errors.", schema: .flag),
            .limit, .after,
            .init(
                name: "offset", summary: "The number of items to skip, instead of 'after'.",
                schema: .wholeNumber(offsets)),
        ],
        response: .json(
            .object([
                .init(name: "items", schema: .list(.named("Item"))),
                .init(name: "total", schema: .integer, summary: "The number of all matches."),
                .init(name: "facets", schema: .list(.named("Facet"))),
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in
            let query = ItemQuery(
                call.first("q") ?? "", limit: try call.limit(default: 100), after: try cursor(of: call),
                facetLimit: try call.number("facets", in: facetLimits, default: 0), isTyping: try call.flag("typing"),
                isLenient: try call.flag("lenient"))
            let page = try service.items.find(query, of: call.first("set").map(SetReference.named))
            var response = ServiceResponse.json(ItemListDocument(page))
            if let next = page.next { response.link(toNext: Cursor.text(next), of: call) }
            return response
        })

    /// Returns the position that a list begins at; `nil` for its start.
    private static func cursor(of call: Call) throws -> ItemQuery.Cursor? {
        guard call.first("offset") != nil else { return try call.place(of: ItemQuery.Cursor.self) }
        guard call.first("after") ?? "" == "" else {
            throw Problem.badRequest("'offset' can't be combined with 'after'")
        }
        return ItemQuery.Cursor(offset: try call.number("offset", in: offsets, default: 0))
    }

    /// The valid numbers of items to skip.
    private static let offsets = 0...1_000_000

    /// The valid numbers of facets.
    private static let facetLimits = 0...1_000

    private static let save = Route(
        method: .post, path: "/items", scope: .write,
        summary: "Saves an item; if the set has an item at the location, the given fields replace its fields.",
        body: .json(
            .object(
                [.init(name: "set", schema: .optional(.string), isRequired: false, summary: "Default: the chosen set.")]
                    + textFields + [
                        .init(
                            name: "text", schema: .optional(.string), isRequired: false,
                            summary: "The text of the page or note, as evidence; it isn't stored."),
                        .init(name: "tags", schema: .optional(.list(.string)), isRequired: false),
                        .init(
                            name: "selection", schema: .optional(.boolean), isRequired: false,
                            summary: "Save the set's selection instead of 'tags'."),
                    ])), response: .json(.named("Item"), status: 201), problems: [409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("set", "title", "location", "note", "text", "tags", "at", "selection")
            let set = try fields.optionalString("set").map(SetReference.named) ?? .chosen
            let draft = ItemDraft(
                title: try fields.optionalString("title"),
                location: try fields.optionalString("location").flatMap { $0.isEmpty ? nil : $0 },
                note: try fields.optionalString("note"), text: try fields.optionalString("text"),
                tags: try fields.has("tags") ? fields.strings("tags") : nil,
                savedAt: try fields.optionalString("at").map { try service.time($0) })
            let isSelection = try fields.flag("selection")
            guard !isSelection || draft.tags == nil else {
                throw Problem.field("/selection", "'selection' can't be combined with 'tags'")
            }
            let saved =
                isSelection ? try service.selection.save(draft, in: set) : try service.items.save(draft, in: set)
            let document = ItemDocument(saved)
            return saved.isReplaced
                ? .json(document) : .created(document, at: call.location("items", "\(saved.item.id)"))
        })

    /// The text fields of an item in a request.
    private static let textFields: [JSONSchema.Field] = [
        .init(name: "title", schema: .optional(.string), isRequired: false),
        .init(name: "location", schema: .optional(.string), isRequired: false, summary: "The URL or path of the item."),
        .init(name: "note", schema: .optional(.string), isRequired: false),
        .init(
            name: "at", schema: .optional(.string), isRequired: false,
            summary: "The time of the item, such as 2026-01-31T08:30:00Z."),
    ]

    private static let lookup = Route(
        method: .get, path: "/items/lookup", scope: .read,
        summary: "Returns the item at a location, and suggestions for it.",
        query: [
            .init(name: "location", summary: "The URL or path.", schema: .string),
            .init(name: "title", summary: "The title of the page.", schema: .string),
            .init(name: "set", summary: "Default: the chosen set.", schema: .string),
            .init(
                name: "fetch",
                summary:
                    "Also read the page at the location, which requires the scope 'write' and a server with --fetch-titles.",
                schema: .flag),
        ], response: .json(LookupDocument.schema), problems: [422], isOpenToSetTokens: true,
        work: .stream { try await lookUp($0) })

    private static let tag = Route(
        method: .post, path: "/items/tag", scope: .write, summary: "Changes the tags of many items in one undo step.",
        query: [.init(name: "dry-run", summary: "Only count the items that would change.", schema: .flag)],
        body: .json(
            .object(
                JSONSchema.Field.chosenItems + [
                    .init(name: "add", schema: .optional(.list(.string)), isRequired: false),
                    .init(name: "remove", schema: .optional(.list(.string)), isRequired: false),
                    .init(
                        name: "accept", schema: .optional(.length(0...1)), isRequired: false,
                        summary: "Also add suggestions with at least this probability, to at most 500 items."),
                ])), response: .json(.object([.init(name: "changed", schema: .integer)])), problems: [404, 422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("q", "ids", "add", "remove", "accept")
            let tagging = BulkTagging(
                added: try fields.strings("add"), removed: try fields.strings("remove"),
                accepted: try fields.probability("accept"))
            let count = try service.items.tag(
                try fields.items(), tagging, isDryRun: try call.flag("dry-run"),
                // Changes of others wait for this one, and each suggestion takes a millisecond or more.
                limit: tagging.accepted == nil ? Call.bulkLimit : 500)
            return .json(["changed": count])
        })

    private static let show = Route(
        method: .get, path: "/items/{id}", scope: .read, summary: "Shows an item.", response: .json(.named("Item")),
        isOpenToSetTokens: true, work: .read { call, service in .json(ItemDocument(try item(call, service))) })

    private static let edit = Route(
        method: .patch, path: "/items/{id}", scope: .write,
        summary: "Changes fields of an item; fields that aren't given stay as they are.",
        body: .json(
            .object(
                textFields + [
                    .init(
                        name: "tags", schema: .optional(.list(.string)), isRequired: false,
                        summary: "All tags of the item."),
                    .init(name: "add", schema: .optional(.list(.string)), isRequired: false),
                    .init(name: "remove", schema: .optional(.list(.string)), isRequired: false),
                ])), response: .json(.named("Item")), problems: [409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("title", "location", "note", "at", "tags", "add", "remove")
            for name in ["add", "remove"] where fields.has("tags") && fields.has(name) {
                throw Problem.field("/\(name)", "'\(name)' can't be combined with 'tags'")
            }
            let edit = ItemEdit(
                title: try fields.optionalString("title"), location: try fields.optionalString("location"),
                note: try fields.optionalString("note"),
                savedAt: try fields.optionalString("at").map { try service.time($0) },
                tags: try fields.has("tags") ? fields.strings("tags") : nil, added: try fields.strings("add"),
                removed: try fields.strings("remove"))
            return .json(ItemDocument(try service.items.edit(item(call, service).id, edit)))
        })

    private static let delete = Route(
        method: .delete, path: "/items/{id}", scope: .write,
        summary: "Deletes an item; suggestions no longer learn from it.", response: .nothing, isOpenToSetTokens: true,
        work: .write { call, service in
            _ = try service.items.delete(item(call, service).id)
            return .nothing
        })

    private static let restore = Route(
        method: .post, path: "/items/{id}/restore", scope: .write,
        summary: "Makes the tags of an item the selection of its set.", response: .json(.named("Item")),
        isOpenToSetTokens: true,
        work: .write { call, service in .json(ItemDocument(try service.items.restore(item(call, service).id))) })

    /// Returns the item in the path.
    private static func item(_ call: Call, _ service: TagService) throws -> Item {
        try service.items.item(call.identifier())
    }
}

extension Route.QueryParameter {
    /// A query for items.
    static let query = Self(
        name: "q",
        summary:
            "The query: #tag, words, \"a phrase\", site:, since:, before:, on:, untagged, tags:>5, set:, sort:, combined with and, or, not, - and parentheses.",
        schema: .string)
}

extension Call {
    /// Returns the id in the path.
    ///
    /// - Throws: a problem with status 404 if it isn't a positive number.
    func identifier() throws -> Int64 {
        guard let id = Int64(self["id"]), id > 0 else { throw Problem.notFound("no such number: \(self["id"].quoted)") }
        return id
    }
}
