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

    /// Returns the bookmark at a URL, the page's metadata if the server reads pages, and the tags that automatic rules will add.
    static func response(to call: Call) async throws -> ServiceResponse {
        guard let url = try call[url], !url.isEmpty else {
            throw Problem.field("/\(Self.url.name)", LinkdingError.missing)
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
                    items.shown(item == nil ? try automaticTags(at: url, page, service) : []).map(JSONValue.string)),
            ])
        }
    }

    /// Returns the tags that rules add when a new bookmark is saved with the metadata that clients fill in.
    private static func automaticTags(at url: String, _ page: FetchedPage?, _ service: TagService) throws -> [String] {
        guard LinkdingFields.isURL(url) else { return [] }
        let draft = ItemDraft(title: page?.title, location: url, note: page?.description)
        return try service.rules.matching(draft, isAutomatic: true).map(\.tag)
    }

    /// Reads the page, as linkding does, if the server reads pages and the caller may have it read; `nil` if that fails.
    private static func page(at url: String, for call: Call) async throws -> FetchedPage? {
        guard let pages = call.server.pages, call.caller.scope.includes(.write) else { return nil }
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
