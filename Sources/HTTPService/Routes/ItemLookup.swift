internal import HTTPTypes
internal import PageFetching
internal import TagService

/// The route that finds the item at a location, with suggestions for it.
///
/// ```
/// GET /api/v1/items/lookup?location=https://www.swift.org/&fetch=true
///
/// 200   {"description":"Swift is a general-purpose programming language…","item":null,
///        "location":"https://www.swift.org/","suggestions":[…],"text":"…","title":"Swift.org"}
/// ```
enum ItemLookup {
    private static let location = Field.query("location", .text, "The URL or path.")
    private static let title = Field.query("title", .text, "The title of the page.")
    private static let set = Field.query("set", .set, "Default: the set that the caller saved to last.")
    private static let fetch = Field.query(
        "fetch", .flag, default: false,
        "Also read the page at the location, which requires the scope 'write' and a server with --fetch-titles.")

    static let route = Route(
        method: .get, path: "/items/lookup", scope: .read,
        summary: "Returns the item at a location, and suggestions for it.", fields: [location, title, set, fetch],
        response: .json(LookupDocument.schema), problems: [422], isOpenToSetTokens: true,
        work: .stream { try await response(to: $0) })

    /// Returns the item at a location with suggestions for it and, if requested, what its page contains.
    private static func response(to call: Call) async throws -> ServiceResponse {
        let page = try await fetchedPage(call)
        return try await call.read { service in
            let location = try call[location] ?? ""
            let set = try call[set]
            let usual = try service.sets.usual(for: call.entrance())
            let item =
                try set.map { try service.items.item(at: location, in: $0) }
                ?? Self.item(at: location, usual: usual, service)
            let titles = [try call[title], item?.title, page?.title]
            let evidence = ItemEvidence(
                title: titles.compactMap(\.self).first { !$0.isEmpty } ?? "", location: location,
                note: item?.note ?? "", text: page?.evidence ?? "")
            let query = SuggestionQuery(
                given: item?.tags ?? [], item: evidence, savedItem: item?.id,
                set: item.map { .named($0.set) } ?? set ?? usual.map(SetReference.named), explains: false)
            return .json(
                LookupDocument(
                    item: item.map { ItemDocument($0) },
                    suggestions: try service.suggestions.find(for: query).suggestions, page: page))
        }
    }

    /// Reads the page if the request asks for it.
    ///
    /// It requires the scope `write`: the holder of a token that only reads, such as one in a public page, mustn't choose the addresses that
    /// this server contacts. For the same reason, another site's page can't ask for it with a browser's cookie.
    private static func fetchedPage(_ call: Call) async throws -> FetchedPage? {
        guard try call[fetch] else { return nil }
        guard let pages = call.server.pages else {
            throw Problem(403, "this server doesn't read pages; start it with --fetch-titles")
        }
        try call.caller.require(.write)
        if call.caller.isBrowser { try Authorization.refuseOtherOrigins(call.request, call.peer) }
        guard let location = try call[location], !location.isEmpty else {
            throw Problem.badRequest("'fetch' requires 'location'")
        }
        return try await pages.page(at: location, for: call)
    }

    /// Returns the item at a location in a set or else in any other set.
    static func item(at location: String, usual set: String?, _ service: TagService) throws -> Item? {
        let items = try service.items.find(at: location)
        return items.first { $0.set == set } ?? items.first
    }
}
