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
    static let all = [list, save, ItemLookup.route, tag, show, edit, delete, restore]

    private static let query = Fields.itemQuery
    private static let facets = Field.query(
        "facets", .number(in: 0...1_000), default: 0,
        "The number of the most frequent tags among all results to return.")
    private static let typing = Field.query(
        "typing", .flag, default: false, "The query is being typed: its last word is the beginning of a word.")
    private static let lenient = Field.query(
        "lenient", .flag, default: false, "Unknown tags match nothing instead of being errors.")
    private static let limit = Fields.limit(default: 100)
    private static let after = Fields.after(ItemQuery.Cursor.self)
    private static let offset = Field.query(
        "offset", .number(in: 0...1_000_000), "The number of items to skip, instead of 'after'.")

    private static let list = Route(
        method: .get, path: "/items", scope: .read,
        summary: "Finds items by a query: best match first for words, else newest first.",
        fields: [query, Fields.onlySet, Fields.daily, facets, typing, lenient, limit, after, offset],
        response: .json(
            .object([
                .init(name: "items", schema: .list(.named("Item"))),
                .init(name: "total", schema: .integer, summary: "The number of all matches."),
                .init(name: "facets", schema: .list(.named("Facet"))),
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in
            var query = ItemQuery(
                try call[query] ?? "", limit: try call[limit], after: try cursor(of: call),
                facetLimit: try call[facets], isTyping: try call[typing], isLenient: try call[lenient])
            query.includesDailySets = try call[Fields.daily]
            let page = try service.items.find(query, in: call[Fields.onlySet])
            let unpushed = try service.connections.unpushedIDs(among: page.items.map(\.id))
            var response = ServiceResponse.json(ItemListDocument(page, unpushed: unpushed))
            if let next = page.next { response.link(toNext: Cursor.text(next), of: call) }
            return response
        })

    /// Returns the position that a list begins at; `nil` for its start.
    private static func cursor(of call: Call) throws -> ItemQuery.Cursor? {
        guard call.has(offset) else { return try call[after] }
        guard try call[after] == nil else { throw Problem.conflict(offset, after) }
        return try call[offset].map { ItemQuery.Cursor(offset: $0) }
    }

    // MARK: Saving

    private static let set = Field.body(
        "set", .text, "Default: the set that the caller saved to last, or with 'selection' the chosen set.")
    private static let title = Field.body("title", .text)
    private static let location = Field.body("location", .text, "The URL or path of the item.")
    private static let note = Field.body("note", .text)
    private static let time = Field.body("at", .text, "The time of the item, such as 2026-01-31T08:30:00Z.")
    private static let text = Field.body("text", .text, "The text of the page or note, as evidence; it isn't stored.")
    private static let newTags = Field.body("tags", .texts)
    private static let selection = Field.body(
        "selection", .flag, default: false, "Save the set's selection instead of 'tags'.")

    private static let save = Route(
        method: .post, path: "/items", scope: .write,
        summary: "Saves an item; if the set has an item at the location, the given fields replace its fields.",
        fields: [set, title, location, note, text, newTags, time, selection, Fields.date],
        response: .json(.named("Item"), status: 201), problems: [409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let draft = ItemDraft(
                title: try call[title], location: try call[location].flatMap { $0.isEmpty ? nil : $0 },
                note: try call[note], text: try call[text], tags: try call[newTags],
                savedAt: try call[time].map { try service.time($0) })
            let isSelection = try call[selection]
            guard !isSelection || draft.tags == nil else { throw Problem.conflict(selection, newTags) }
            let name = try call[set]
            let usual = SetReference.entrance(call.entrance(), named: name)
            let saved =
                isSelection
                ? try service.selection.save(
                    draft, in: name.map(SetReference.named) ?? .chosen, into: draft.location == nil ? nil : usual)
                : try service.items.save(draft, in: usual)
            let document = ItemDocument(saved)
            return saved.isReplaced
                ? .json(document) : .created(document, at: call.location("items", "\(saved.item.id)"))
        })

    // MARK: Changing

    private static let dryRun = Field.query("dry-run", .flag, default: false, "Only count the items that would change.")
    private static let added = Field.body("add", .texts, default: [])
    private static let removed = Field.body("remove", .texts, default: [])
    private static let accepted = Field.body(
        "accept", .number(in: 0.0...1), "Also add suggestions with at least this probability, to at most 500 items.")

    private static let tag = Route(
        method: .post, path: "/items/tag", scope: .write, summary: "Changes the tags of many items in one undo step.",
        fields: [dryRun] + ItemChoiceFields.all + [added, removed, accepted],
        response: .json(
            .object([
                .init(name: "changed", schema: .integer),
                .init(
                    name: "displaced", schema: .integer, isRequired: false,
                    summary: "The number of tags that items lost, because they got others of the same groups."),
            ])), problems: [404, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            let tagging = BulkTagging(added: try call[added], removed: try call[removed], accepted: try call[accepted])
            let (changed, displaced) = try service.items.retag(
                ItemChoiceFields.items(of: call), with: tagging, isDryRun: call[dryRun],
                // Changes of others wait for this one, and each suggestion takes a millisecond or more.
                limit: tagging.accepted == nil ? ItemChoiceFields.limit : 500)
            return .json(["changed": changed].merging(displaced > 0 ? ["displaced": displaced] : [:]) { $1 })
        })

    private static let show = Route(
        method: .get, path: "/items/\(Fields.id)", scope: .read, summary: "Shows an item.",
        response: .json(.named("Item")), isOpenToSetTokens: true,
        work: .read { call, service in .json(ItemDocument(try item(call, service))) })

    private static let tags = Field.body("tags", .texts, "All tags of the item.")
    private static let reviewed = Field.body(
        "reviewed", .flag, "Whether the item was reviewed, so that GET /review leaves it out.")

    private static let follow = Field.body(
        "follow", .flag, default: false, "Take the location that the item has moved to: 'location' of its 'checked'.")

    private static let edit = Route(
        method: .patch, path: "/items/\(Fields.id)", scope: .write,
        summary: "Changes fields of an item; fields that aren't given stay as they are.",
        fields: [title, location, follow, note, time, tags, added, removed, reviewed], response: .json(.named("Item")),
        problems: [409, 422], isOpenToSetTokens: true,
        work: .write { call, service in
            for field in [added, removed] where call.has(tags) && call.has(field) {
                throw Problem.conflict(field, tags)
            }
            let follows = try call[follow]
            guard !follows || !call.has(location) else { throw Problem.conflict(follow, location) }
            var edit = ItemEdit(
                title: try call[title], location: try call[location], note: try call[note],
                savedAt: try call[time].map { try service.time($0) }, tags: try call[tags], added: try call[added],
                removed: try call[removed], isReviewed: try call[reviewed])
            edit.followsMove = follows
            return .json(ItemDocument(try service.items.edit(item(call, service).id, with: edit)))
        })

    private static let delete = Route(
        method: .delete, path: "/items/\(Fields.id)", scope: .write,
        summary: "Deletes an item; suggestions no longer learn from it.", response: .nothing, isOpenToSetTokens: true,
        work: .write { call, service in
            try service.items.delete(item(call, service).id)
            return .nothing
        })

    private static let restore = Route(
        method: .post, path: "/items/\(Fields.id)/restore", scope: .write,
        summary: "Makes the tags of an item the selection of its set.", response: .json(.named("Item")),
        isOpenToSetTokens: true,
        work: .write { call, service in .json(ItemDocument(try service.items.restore(item(call, service).id))) })

    /// Returns the item in the path.
    private static func item(_ call: Call, _ service: TagService) throws -> Item {
        try service.items.item(call[Fields.id])
    }
}
