internal import JSON
internal import PageFetching
internal import TagService

/// The response of linkding's `check`, which a client asks before it saves a page.
///
/// ```
/// {"auto_tags":["language"],"bookmark":null,
///  "metadata":{"description":null,"preview_image":null,"title":"Swift.org","url":"https://swift.org/"}}
/// ```
enum LinkdingCheck {
    static let url = Field.query("url", .text, "The URL.")

    /// The probability above which a suggestion is one of `auto_tags`.
    private static let leastProbability = 0.5

    /// Returns the bookmark at a URL, the page's metadata if the server reads pages, and the probable tags.
    static func response(to call: Call) async throws -> ServiceResponse {
        guard let url = try call[url], !url.isEmpty else {
            throw Problem.field("/\(Self.url.name)", "This parameter is required; send the address of the page.")
        }
        let page = try await page(at: url, for: call)
        return try await call.read { service in
            let items = ClientItems(call, service)
            let item = try items.item(at: url)
            return .value([
                "bookmark": item.map { LinkdingBookmark.value($0, items) } ?? .null,
                "metadata": [
                    "url": .string(url), "title": page?.title.map(JSONValue.string) ?? .null,
                    "description": page?.description.map(JSONValue.string) ?? .null, "preview_image": .null,
                ],
                "auto_tags": .list(
                    try suggestions(for: item, at: url, page, items).filter { ($0.probability ?? 0) > leastProbability }
                        .map { .string(TagService.Tags.hyphenated($0.tag)) }),
            ])
        }
    }

    /// Returns the suggestions for an item, or for a page that isn't saved yet.
    static func suggestions(
        for item: Item?, at url: String, _ page: FetchedPage?, _ items: ClientItems
    ) throws -> [Suggestion] {
        let evidence = ItemEvidence(
            title: item?.title ?? page?.title ?? "", location: item == nil ? url : item?.location,
            note: item?.note ?? "", text: page?.evidence ?? "")
        try evidence.checkLengths()
        let set = try item?.set ?? items.service.sets.usual(for: items.entrance)
        return try items.service.suggestions
            .find(
                for: SuggestionQuery(
                    given: item?.tags ?? [], item: evidence, savedItem: item?.id, set: set.map(SetReference.named),
                    explains: false)
            )
            .suggestions
    }

    /// Reads the page, as linkding does, if the server reads pages and the caller may have it read; `nil` if that fails.
    private static func page(at url: String, for call: Call) async throws -> FetchedPage? {
        guard let pages = call.server.pages, call.caller.scope >= .write else { return nil }
        if call.caller.isBrowser { try Authorization.refuseOtherOrigins(call.request, call.peer) }
        do { return try await pages.page(at: url, for: call) } catch let problem as Problem where problem.status == 422
        { return nil }
    }

    static let schema = JSONSchema.object([
        .init(name: "bookmark", schema: .optional(.named("LinkdingBookmark"))),
        .init(
            name: "metadata",
            schema: .object([
                .init(name: "url", schema: .string), .init(name: "title", schema: .optional(.string)),
                .init(name: "description", schema: .optional(.string)),
                .init(name: "preview_image", schema: .optional(.string)),
            ])), .init(name: "auto_tags", schema: .list(.string)),
    ])
}
