internal import HTTPTypes
internal import JSON
internal import TagService

/// The bundles of linkding's API, which are saved views.
///
/// ```
/// POST /linkding/api/bundles/   {"name": "to read", "search": "swift", "all_tags": "reading"}
///
/// 201   {"id":3,"name":"to read","search":"swift","all_tags":"reading","any_tags":"", …}
/// ```
enum LinkdingBundleRoutes {
    static let all = [list, create, show, change(.put), change(.patch), delete]

    private static let list = Route(
        api: .linkding, method: .get, path: "/api/bundles/", scope: .read, summary: "Lists the saved views.",
        fields: [LinkdingList.limit, LinkdingList.offset],
        response: .json(LinkdingList.schema(of: .named("LinkdingBundle"))), isOpenToSetTokens: true,
        work: .read { call, service in
            let list = try LinkdingList(call)
            let views = try service.items.numberedViews()
            let shown = views.enumerated().dropFirst(list.offset).prefix(list.limit)
            return list.response(shown.map { LinkdingBundle.value($1, order: $0) }, count: views.count)
        })

    private static let show = Route(
        api: .linkding, method: .get, path: "/api/bundles/\(Fields.id)/", scope: .read, summary: "Shows a saved view.",
        response: .json(.named("LinkdingBundle")), isOpenToSetTokens: true,
        work: .read { call, service in .value(try value(view(call, service), service)) })

    private static let delete = Route(
        api: .linkding, method: .delete, path: "/api/bundles/\(Fields.id)/", scope: .write,
        summary: "Deletes a saved view; its items stay.", response: .nothing,
        work: .write { call, service in
            try service.items.deleteView(view(call, service).view)
            return .nothing
        })

    // MARK: Saving

    private static let name = Field.body(required: "name", .linkdingName, "The name of the view.")
    private static let newName = Field.body("name", .linkdingName, "The name of the view.")
    private static let search = Field.body("search", .linkdingText, "A query.")
    private static let anyTags = Field.body("any_tags", .linkdingText, "Tags, of which an item must have one.")
    private static let allTags = Field.body("all_tags", .linkdingText, "Tags that an item must have.")
    private static let excludedTags = Field.body("excluded_tags", .linkdingText, "Tags that an item must not have.")
    private static let parts: [any RequestField] = [search, anyTags, allTags, excludedTags]

    private static let create = Route(
        api: .linkding, method: .post, path: "/api/bundles/", scope: .write, summary: "Saves a view.",
        fields: [name] + parts, response: .json(.named("LinkdingBundle"), status: 201),
        work: .write { call, service in
            let name = try call[name]
            let query = try bundle(LinkdingBundle(), changedBy: call, service).query
            guard try !service.items.numberedViews().contains(where: { TagService.Tags.isSpelling($0.view, of: name) })
            else { throw taken }
            let saved = try reportingFields { try service.items.saveView(name, query: query, isLenient: true).view }
            guard let view = try service.items.numberedViews().first(where: { $0.view == saved.view }) else {
                throw Problem.notFound("the view \(name) was deleted")
            }
            return .value(try value(view, service), status: 201)
        })

    /// The route that changes a view; fields that aren't sent stay as they are.
    private static func change(_ method: HTTPRequest.Method) -> Route {
        Route(
            api: .linkding, method: method, path: "/api/bundles/\(Fields.id)/", scope: .write,
            summary: "Changes a saved view; fields that aren't sent stay as they are.",
            fields: [method == .put ? name : newName] + parts, response: .json(.named("LinkdingBundle")),
            work: .write { call, service in
                let old = try view(call, service)
                let name = try method == .put ? call[name] : call[newName] ?? old.view
                let query = try bundle(LinkdingBundle(old), changedBy: call, service).query
                let new = try reportingFields { try service.items.changeView(old.id, name: name, query: query) }
                return .value(try value(new, service))
            })
    }

    private static let taken = Problem.field("/name", "A bundle with this name already exists.")

    /// Runs a change, and reports its errors as errors of fields.
    private static func reportingFields<Result>(_ change: () throws -> Result) throws -> Result {
        do { return try change() } catch TagServiceError.nameTaken { throw taken } catch TagServiceError.invalidQuery(
            let problem)
        { throw Problem.field("/search", problem) }
    }

    /// Returns a bundle after the changes of a request.
    private static func bundle(
        _ old: LinkdingBundle, changedBy call: Call, _ service: TagService
    ) throws -> LinkdingBundle {
        func tags(_ field: Field<String?>) throws -> [String]? {
            try call[field]
                .map { text in try service.tags.meant(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
        }
        var bundle = old
        bundle.search = try call[search].map { LinkdingQuery.text($0, call.stateTags) } ?? old.search
        bundle.anyTags = try tags(anyTags) ?? old.anyTags
        bundle.allTags = try tags(allTags) ?? old.allTags
        bundle.excludedTags = try tags(excludedTags) ?? old.excludedTags
        return bundle
    }

    /// Returns the view in the path.
    private static func view(_ call: Call, _ service: TagService) throws -> NumberedView {
        let id = try call[Fields.id]
        guard let view = try service.items.numberedViews().first(where: { $0.id == id }) else {
            throw Problem.notFound("no view has the number \(id)")
        }
        return view
    }

    private static func value(_ view: NumberedView, _ service: TagService) throws -> JSONValue {
        let order = try service.items.numberedViews().firstIndex { $0.id == view.id } ?? 0
        return LinkdingBundle.value(view, order: order)
    }
}
