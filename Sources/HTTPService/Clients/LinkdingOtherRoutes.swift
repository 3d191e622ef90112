internal import HTTPTypes
internal import JSON
internal import TagService

/// The bundles of linkding's API, which are saved views, and the profile of the user.
///
/// ```
/// GET /linkding/api/bundles/
///
/// 200   {"count":1,"next":null,"previous":null,"results":[{"id":3,"name":"to read","search":"#reading", …}]}
/// ```
enum LinkdingOtherRoutes {
    static let all = [list, show, profile]

    static let bundleSchema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "name", schema: .string),
        .init(name: "search", schema: .string, summary: "The query of the view."),
        .init(name: "any_tags", schema: .string), .init(name: "all_tags", schema: .string),
        .init(name: "excluded_tags", schema: .string), .init(name: "order", schema: .integer),
        .init(name: "date_created", schema: .time), .init(name: "date_modified", schema: .time),
    ])

    private static let list = Route(
        api: .linkding, method: .get, path: "/api/bundles/", scope: .read, summary: "Lists the saved views.",
        fields: [LinkdingList.limit, LinkdingList.offset],
        response: .json(LinkdingList.schema(of: .named("LinkdingBundle"))), isOpenToSetTokens: true,
        work: .read { call, service in
            let list = try LinkdingList(call)
            let views = try service.items.numberedViews()
            let shown = views.enumerated().dropFirst(list.offset).prefix(list.limit)
            return list.response(shown.map { value($1, order: $0) }, count: views.count)
        })

    private static let show = Route(
        api: .linkding, method: .get, path: "/api/bundles/\(Fields.id)/", scope: .read, summary: "Shows a saved view.",
        response: .json(.named("LinkdingBundle")), isOpenToSetTokens: true,
        work: .read { call, service in
            let id = try call[Fields.id]
            let views = try service.items.numberedViews()
            guard let order = views.firstIndex(where: { $0.id == id }) else {
                throw Problem.notFound("no view has the number \(id)")
            }
            return .value(value(views[order], order: order))
        })

    private static func value(_ view: NumberedView, order: Int) -> JSONValue {
        [
            "id": .integer(view.id), "name": .string(view.view), "search": .string(view.q), "any_tags": "",
            "all_tags": "", "excluded_tags": "", "order": .integer(Int64(order)),
            "date_created": .string(LinkdingBookmark.unknownTime),
            "date_modified": .string(LinkdingBookmark.unknownTime),
        ]
    }

    private static let profile = Route(
        api: .linkding, method: .get, path: "/api/user/profile/", scope: .read,
        summary: "Shows the settings that linkding's clients read; they can't be changed.", response: .json(.anything),
        isOpenToSetTokens: true,
        work: .read { _, _ in
            .value([
                "theme": "auto", "bookmark_date_display": "relative", "bookmark_link_target": "_blank",
                "web_archive_integration": "disabled", "tag_search": "strict", "enable_sharing": false,
                "enable_public_sharing": false, "enable_favicons": false, "display_url": false,
                "permanent_notes": false,
                "search_preferences": ["sort": "added_desc", "shared": "off", "unread": "off"],
                "version": .string(LinkdingRoutes.version),
            ])
        })
}
