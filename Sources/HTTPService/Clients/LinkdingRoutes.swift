internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of linkding's REST API, as version 1.44 has them, for clients that people already use.
///
/// They translate to items, tags and views, and have no rules of their own: `description` is the note, bundles are views,
/// and `unread` and `is_archived` are tags.
///
/// ```
/// GET /linkding/api/bookmarks/?q=%23swift&limit=1
///
/// 200   {"count":12,"next":"http://localhost:7733/linkding/api/bookmarks/?limit=1&offset=1&q=%23swift",
///        "previous":null,"results":[{"id":12,"url":"https://swift.org/", …}]}
/// ```
enum LinkdingRoutes {
    static let all =
        lists + [create, check] + single + states + [assets] + LinkdingTagRoutes.all + LinkdingBundleRoutes.all + [
            LinkdingProfile.route
        ]

    /// The version of linkding whose API this is.
    static let version = "1.44.0"

    /// The response of `/linkding/health`, which needs no token.
    static let health = ServiceResponse.bytes(
        JSONValue(dictionaryLiteral: ("version", .string(version)), ("status", "healthy")).bytes, "application/json")

    // MARK: Lists

    private static let addedSince = Field.query("added_since", .text, "Only bookmarks added after this time.")
    private static let modifiedSince = Field.query("modified_since", .text, "Only bookmarks changed after this time.")
    private static let bundle = Field.query("bundle", .text, "The id of a bundle.")
    private static let unread = Field.query("unread", .text, "Only unread bookmarks (yes), or only others (no).")
    private static let shared = Field.query("shared", .text, "Only shared bookmarks (yes), which don't exist.")
    private static let sort = Field.query(
        "sort", .text, "added_desc, added_asc, modified_desc, modified_asc, title_desc or title_asc.")

    private static let lists = [("/api/bookmarks/", false), ("/api/bookmarks/archived/", true)]
        .map { path, isArchived in
            Route(
                api: .linkding, method: .get, path: RoutePath(path), scope: .read,
                summary: isArchived ? "Finds archived bookmarks." : "Finds bookmarks that aren't archived.",
                fields: [
                    Fields.itemQuery, LinkdingList.limit, LinkdingList.offset, addedSince, modifiedSince, bundle,
                    unread, shared, sort,
                ], response: .json(LinkdingList.schema(of: .named("LinkdingBookmark"))), isOpenToSetTokens: true,
                work: .read { call, service in
                    let list = try LinkdingList(call)
                    let page = try page(of: list, isArchived: isArchived, call, service)
                    let items = ClientItems(call, service)
                    return list.response(page.items.map { LinkdingBookmark.value($0, items) }, count: page.total)
                })
        }

    private static func page(
        of list: LinkdingList, isArchived: Bool, _ call: Call, _ service: TagService
    ) throws -> (items: [Item], total: Int) {
        guard try call[shared] != "yes" else { return ([], 0) }
        var query = try ItemQuery(
            LinkdingQuery.text(call[Fields.itemQuery] ?? "", call.stateTags), limit: list.limit,
            after: ItemQuery.Cursor(offset: list.offset), isLenient: true)
        query.order = LinkdingQuery.order(try call[sort])
        query.matchesBeginnings = true
        query.matchesHyphens = true
        query.savedAfter = try call[addedSince].flatMap { WrittenTime.date($0, zone: .utc) }
        query.modifiedAfter = try call[modifiedSince].flatMap { WrittenTime.date($0, zone: .utc) }
        let archived = [call.stateTags.archived]
        (query.tags, query.excludedTags) = isArchived ? (archived, []) : ([], archived)
        switch try call[unread] {
        case "yes": query.tags.append(call.stateTags.unread)
        case "no": query.excludedTags.append(call.stateTags.unread)
        default: break
        }
        if let id = try call[bundle].flatMap(Int64.init) {
            query.view = try service.items.numberedViews().first { $0.id == id }?.q ?? ""
        }
        do {
            let page = try service.items.find(query)
            return (page.items, page.total)
        } catch TagServiceError.invalidQuery, TagServiceError.unknownSet {
            // linkding's clients search while a query is typed, and expect nothing for an incomplete one.
            return ([], 0)
        }
    }

    // MARK: Saving

    private static let create = Route(
        api: .linkding, method: .post, path: "/api/bookmarks/", scope: .write,
        summary: "Saves a bookmark; a bookmark with the same URL is updated.",
        fields: ["disable_scraping", "disable_html_snapshot"].map { Field.query($0, .text, "Accepted and ignored.") }
            + LinkdingFields.all(needsURL: true), response: .json(.named("LinkdingBookmark"), status: 201),
        isOpenToSetTokens: true,
        work: .write { call, service in
            let items = ClientItems(call, service)
            let fields = LinkdingFields(call)
            let url = try call[LinkdingFields.url]
            let old = try items.item(at: url)
            try LinkdingFields.check(url, of: old, items)
            let saved: Item
            if let old, old.location == nil {
                saved = try service.items.edit(old.id, with: fields.edit(of: old, items, url: url, keepsArchive: true))
            } else {
                let draft = try fields.draft(at: url, over: old, items)
                saved = try service.items.save(draft, in: old.map { .named($0.set) } ?? .chosen).item
            }
            return .value(LinkdingBookmark.value(saved, items), status: 201)
        })

    private static let check = Route(
        api: .linkding, method: .get, path: "/api/bookmarks/check/", scope: .read,
        summary: "Returns the bookmark with a URL, and the tags that automatic rules add to a new one.",
        fields: [LinkdingCheck.url, Field.query("ignore_cache", .text, "Accepted and ignored.")],
        response: .json(LinkdingCheck.schema), isOpenToSetTokens: true,
        work: .stream { try await LinkdingCheck.response(to: $0) })

    // MARK: One bookmark

    private static let single: [Route] = [
        Route(
            api: .linkding, method: .get, path: "/api/bookmarks/\(Fields.id)/", scope: .read,
            summary: "Shows a bookmark.", response: .json(.named("LinkdingBookmark")), isOpenToSetTokens: true,
            work: .read { call, service in
                let item = try service.items.item(call[Fields.id])
                return .value(LinkdingBookmark.value(item, ClientItems(call, service)))
            }), change(.put), change(.patch),
        Route(
            api: .linkding, method: .delete, path: "/api/bookmarks/\(Fields.id)/", scope: .write,
            summary: "Deletes a bookmark.", response: .nothing, isOpenToSetTokens: true,
            work: .write { call, service in
                try service.items.delete(call[Fields.id])
                return .nothing
            }),
    ]

    /// The route that changes a bookmark; fields that aren't sent stay as they are, also with PUT.
    private static func change(_ method: HTTPRequest.Method) -> Route {
        Route(
            api: .linkding, method: method, path: "/api/bookmarks/\(Fields.id)/", scope: .write,
            summary: "Changes a bookmark; fields that aren't sent stay as they are.",
            fields: LinkdingFields.all(needsURL: method == .put), response: .json(.named("LinkdingBookmark")),
            isOpenToSetTokens: true,
            work: .write { call, service in
                let items = ClientItems(call, service)
                let fields = LinkdingFields(call)
                let old = try service.items.item(call[Fields.id])
                let url = try method == .put ? call[LinkdingFields.url] : call[LinkdingFields.newURL]
                if let url { try LinkdingFields.check(url, of: old, items) }
                let edit = try fields.edit(of: old, items, url: url)
                do {
                    let item = try service.items.edit(old.id, with: edit)
                    return .value(LinkdingBookmark.value(item, items))
                } catch TagServiceError.locationTaken {
                    throw Problem.field("/url", "A bookmark with this URL already exists.")
                }
            })
    }

    private static let states = [("archive", true), ("unarchive", false)]
        .map { name, isArchived in
            Route(
                api: .linkding, method: .post, path: "/api/bookmarks/\(Fields.id)/\(fixed: name)/", scope: .write,
                summary: isArchived ? "Archives a bookmark." : "Takes a bookmark from the archive.", response: .nothing,
                isOpenToSetTokens: true,
                work: .write { call, service in
                    let items = ClientItems(call, service)
                    let item = try service.items.item(call[Fields.id])
                    guard items.has(\.archived, item) != isArchived else { return .nothing }
                    let tag = [call.stateTags.archived]
                    let edit = isArchived ? ItemEdit(added: tag) : ItemEdit(removed: tag)
                    try service.items.edit(item.id, with: edit)
                    return .nothing
                })
        }

    private static let assets = Route(
        api: .linkding, method: .get, path: "/api/bookmarks/\(Fields.id)/assets/", scope: .read,
        summary: "Lists the files of a bookmark, which has none.", response: .json(LinkdingList.schema(of: .anything)),
        isOpenToSetTokens: true,
        work: .read { call, service in
            _ = try service.items.item(call[Fields.id])
            return try LinkdingList(call).response([], count: 0)
        })
}

extension ServiceResponse {
    /// Returns a response in JSON.
    static func value(_ value: JSONValue, status: Int = 200) -> ServiceResponse {
        bytes(value.bytes, "application/json", status: status)
    }
}
