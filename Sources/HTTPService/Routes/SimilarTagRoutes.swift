internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of tags that may be misspellings of others, and of those that are different.
///
/// ```
/// GET /api/v1/similar-tags?limit=1
/// 200   {"complete":true,"count":28,"similar":[{"likeness":"plural","other":"book",
///        "otherUses":94,"tag":"books","uses":3}]}
///
/// PUT /api/v1/tags/logic/distinct/login
/// 200   {"other":"login","tag":"logic"}
/// ```
enum SimilarTagRoutes {
    static let all = [list, distinguish, forget]

    private static let list = Route(
        method: .get, path: "/similar-tags", scope: .read,
        summary: "Lists tags that may be misspellings or synonyms of others, with the tag to merge each into.",
        query: [
            .limit, .after,
            .init(
                name: "kind",
                summary: "Default: spelling. Synonyms mean the same by their names or the words of their items.",
                schema: .text(oneOf: Kind.allCases.map(\.rawValue))),
            .init(
                name: "to", summary: "The name of a new tag; lists tags that it may be a misspelling of instead.",
                schema: .string, repeats: true),
        ],
        response: .json(
            .object([
                .init(name: "similar", schema: .list(.named("SimilarTag"))),
                .init(name: "count", schema: .integer, summary: "The number of pairs found."),
                .init(
                    name: "complete", schema: .boolean,
                    summary: "False if the search stopped at the most used of very many pairs."),
            ])), problems: [422],
        work: .read { call, service in
            let limit = try call.limit(default: 50)
            let names = call.all("to")
            guard names.isEmpty else { return .json(try similarTags(to: names, service)) }
            let offset = try call.offset()
            if try call.choice("kind", default: Kind.spelling) == .synonyms {
                return try synonyms(limit, offset, call, service)
            }
            let similar = try service.tags.similar(limit: limit, offset: offset)
            var response = ServiceResponse.json(
                SimilarTagsDocument(
                    similar: try documents(similar.pairs, service), count: similar.count,
                    complete: similar.isCountComplete))
            if let end = ListPlace(offset: offset, adding: similar.pairs.count, of: similar.count) {
                response.link(toNext: Cursor.text(end), of: call)
            }
            return response
        })

    /// The kinds of similar tags that are listed.
    enum Kind: String, CaseIterable {
        case spelling
        case synonyms
    }

    private static func synonyms(
        _ limit: Int, _ offset: Int, _ call: Call, _ service: TagService
    ) throws -> ServiceResponse {
        let found = try service.tags.synonyms(limit: limit, offset: offset)
        var response = ServiceResponse.json(
            SimilarTagsDocument(similar: found.pairs.map { SimilarTagDocument($0) }, count: found.count, complete: true)
        )
        if let end = ListPlace(offset: offset, adding: found.pairs.count, of: found.count) {
            response.link(toNext: Cursor.text(end), of: call)
        }
        return response
    }

    private static func similarTags(to names: [String], _ service: TagService) throws -> SimilarTagsDocument {
        let similar = try documents(service.tags.similar(to: names), service)
        return SimilarTagsDocument(similar: similar, count: similar.count, complete: true)
    }

    private static func documents(_ pairs: [SimilarTag], _ service: TagService) throws -> [SimilarTagDocument] {
        let uses = try service.tags.uses(of: pairs.flatMap { [$0.tag, $0.other] })
        return pairs.map { SimilarTagDocument($0, uses: uses[$0.tag] ?? 0, otherUses: uses[$0.other] ?? 0) }
    }

    private struct SimilarTagsDocument: Encodable {
        var similar: [SimilarTagDocument]
        var count: Int
        var complete: Bool
    }

    private static let distinguish = Route(
        method: .put, path: "/tags/{tag}/distinct/{other}", scope: .write,
        summary: "Records that two tags are different, so that they aren't listed as similar.",
        response: .json(.named("DistinctTags")), problems: [409],
        work: .write { call, service in .json(try service.tags.distinguish(call["tag"], from: call["other"])) })

    private static let forget = Route(
        method: .delete, path: "/tags/{tag}/distinct/{other}", scope: .write,
        summary: "Deletes the record that two tags are different.", response: .nothing, problems: [409],
        work: .write { call, service in
            _ = try service.tags.forgetDistinction(call["tag"], from: call["other"])
            return .nothing
        })
}

extension DistinctTags {
    static let schema = JSONSchema.object([.init(name: "tag", schema: .string), .init(name: "other", schema: .string)])
}
