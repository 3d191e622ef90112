internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of reviews: the next items to tag with their suggestions, and the items that a tag fits.
///
/// ```
/// GET /api/v1/tags/sea/candidates?limit=1
///
/// 200   {"candidates":[{"item":{"id":7,"set":"trip","tags":[],"title":"By the sea"},"probability":0.83}]}
/// ```
enum ReviewRoutes {
    static let all = [list, mark, forget, candidates]

    private static let query = Field.query("q", .text, "A query for items. Default: untagged.")
    private static let again = Field.query(
        "again", .flag, default: false, "Also items that were saved or skipped in a review.")
    private static let limit = Fields.limit(in: 1...50, default: 10)
    private static let after = Fields.after(ItemQuery.Cursor.self)

    private static let list = Route(
        method: .get, path: "/review", scope: .read,
        summary: "Lists items to review with suggested tags, newest first; those reviewed before are left out.",
        fields: [query, Fields.onlySet, Fields.daily, again, limit, after],
        response: .json(
            .object([
                .init(
                    name: "items",
                    schema: .list(
                        .object([
                            .init(name: "item", schema: .named("Item")),
                            .init(
                                name: "suggestions", schema: .list(SuggestionRoutes.suggestion),
                                summary: "At most nine; tags from a probability of 0.6 on are likely."),
                        ]))), .init(name: "total", schema: .integer, summary: "The number of all items to review."),
                next,
            ])), problems: [422], isOpenToSetTokens: true,
        work: .read { call, service in
            let page = try service.review.page(
                of: call[query], in: call[Fields.onlySet], again: call[again], includesDailySets: call[Fields.daily],
                limit: call[limit], after: call[after])
            let place = page.next.map { Cursor.text($0) }
            return response(ReviewDocument(page, next: place), next: place, of: call)
        })

    private static let mark = Route(
        method: .put, path: "/items/\(Fields.id)/reviewed", scope: .write,
        summary: "Marks an item as reviewed, so that a review doesn't list it again.", response: .nothing,
        isOpenToSetTokens: true,
        work: .write { call, service in
            try service.review.skip(call[Fields.id])
            return .nothing
        })

    private static let forget = Route(
        method: .delete, path: "/items/\(Fields.id)/reviewed", scope: .write,
        summary: "Deletes the mark that an item was reviewed.", response: .nothing, isOpenToSetTokens: true,
        work: .write { call, service in
            guard try service.review.forget(call[Fields.id]) else { throw Problem.notFound("the item wasn't reviewed") }
            return .nothing
        })

    private static let candidateLimit = Fields.limit(in: 1...200, default: 20)
    private static let place = Fields.after(ReviewCandidates.Place.self)

    private static let candidates = Route(
        method: .get, path: "/tags/\(Fields.tag)/candidates", scope: .read,
        summary: "Lists items without a tag that probably should have it, most probable first.",
        fields: [Fields.onlySet, candidateLimit, place],
        response: .json(
            .object([
                .init(
                    name: "candidates",
                    schema: .list(
                        .object([
                            .init(name: "item", schema: .named("Item")), .init(name: "probability", schema: .number),
                        ]))), next,
            ])), problems: [422],
        work: .read { call, service in
            let found = try service.review.candidates(
                for: call[Fields.tag], in: call[Fields.onlySet], limit: call[candidateLimit], after: call[place])
            let place = found.next.map { Cursor.text($0) }
            return response(CandidatesDocument(found, next: place), next: place, of: call)
        })

    private static let next = JSONSchema.Field(
        name: "next", schema: .string, isRequired: false,
        summary: "The value of 'after' for the next page, which the response's link has as well.")

    private static func response(_ document: some Encodable, next: String?, of call: Call) -> ServiceResponse {
        var response = ServiceResponse.json(document)
        if let next { response.link(toNext: next, of: call) }
        return response
    }
}
