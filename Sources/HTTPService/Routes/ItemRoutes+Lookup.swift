internal import PageFetching
internal import TagService

/// The work of GET `/items/lookup`.
///
/// ```
/// GET /api/v1/items/lookup?location=https://www.swift.org/&fetch=true
///
/// 200   {"description":"Swift is a general-purpose programming language…","item":null,
///        "location":"https://www.swift.org/","suggestions":[…],"text":"…","title":"Swift.org"}
/// ```
extension ItemRoutes {
    /// Returns the item at a location with suggestions for it and, if requested, what its page contains.
    static func lookUp(_ call: Call) async throws -> ServiceResponse {
        let page = try await fetchedPage(call)
        return try await call.read { service in
            let location = call.first("location") ?? ""
            let set = call.first("set").map(SetReference.named)
            let item = try Self.item(at: location, in: set, of: call, service)
            let titles = [call.first("title"), item?.title, page?.title]
            let evidence = ItemEvidence(
                title: titles.compactMap(\.self).first { !$0.isEmpty } ?? "", location: location,
                note: item?.note ?? "", text: page?.evidence ?? "")
            let query = SuggestionQuery(
                given: item?.tags ?? [], item: evidence, savedItem: item?.id,
                set: item.map { .named($0.set) } ?? set ?? .chosen, explains: false)
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
        guard try call.flag("fetch") else { return nil }
        guard let pages = call.pages else {
            throw Problem(403, "this server doesn't read pages; start it with --fetch-titles")
        }
        try call.caller.require(.write)
        if call.caller.isBrowser { try Authorization.refuseOtherOrigins(call.request, call.peer) }
        guard let location = call.first("location"), !location.isEmpty else {
            throw Problem.badRequest("'fetch' requires 'location'")
        }
        return try await pages.page(at: location, for: call)
    }

    /// Returns the item at a location in a set or, without a set, in the chosen set or else in any other set.
    private static func item(
        at location: String, in set: SetReference?, of call: Call, _ service: TagService
    ) throws -> Item? {
        if let set { return try service.items.item(at: location, in: set) }
        let items = try service.items.find(at: location)
        guard items.count > 1, call.caller.setIDs == nil else { return items.first }
        let chosen = try service.sets.name(of: .chosen)
        return items.first { $0.set == chosen } ?? items.first
    }
}
