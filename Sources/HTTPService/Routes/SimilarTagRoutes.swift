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

    private static let limit = Fields.limit(default: 50)
    private static let kind = Field.query(
        "kind", .word, default: Kind.spelling,
        "Default: spelling. Synonyms mean the same by their names or the words of their items.")
    private static let newNames = Field.query(
        repeating: "to", .text, "The name of a new tag; lists tags that it may be a misspelling of instead.")

    private static let list = Route(
        method: .get, path: "/similar-tags", scope: .read,
        summary: "Lists tags that may be misspellings or synonyms of others, with the tag to merge each into.",
        fields: [limit, Fields.afterOffset, kind, newNames],
        response: .json(
            .object([
                .init(name: "similar", schema: .list(.named("SimilarTag"))),
                .init(name: "count", schema: .integer, summary: "The number of pairs found."),
                .init(
                    name: "complete", schema: .boolean,
                    summary: "False if the search stopped at the most used of very many pairs."),
            ])), problems: [422],
        work: .read { call, service in
            let limit = try call[limit]
            let names = try call[newNames]
            guard names.isEmpty else { return .json(try similarTags(to: names, service)) }
            let offset = try call[Fields.afterOffset].offset
            let found =
                try call[kind] == .synonyms ? synonyms(limit, offset, service) : misspellings(limit, offset, service)
            var response = ServiceResponse.json(found)
            response.link(toNextOffset: offset, adding: found.similar.count, of: found.count, call)
            return response
        })

    /// The kinds of similar tags that are listed.
    enum Kind: String, CaseIterable {
        case spelling
        case synonyms
    }

    private static func misspellings(_ limit: Int, _ offset: Int, _ service: TagService) throws -> SimilarTagsDocument {
        let found = try service.tags.similar(limit: limit, offset: offset)
        return SimilarTagsDocument(
            similar: try documents(found.pairs, service), count: found.count, complete: found.isCountComplete)
    }

    private static func synonyms(_ limit: Int, _ offset: Int, _ service: TagService) throws -> SimilarTagsDocument {
        let found = try service.tags.synonyms(limit: limit, offset: offset)
        return SimilarTagsDocument(
            similar: found.pairs.map { SimilarTagDocument($0) }, count: found.count, complete: true)
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

    private static let other = Field.path("other")

    private static let distinguish = Route(
        method: .put, path: "/tags/\(Fields.tag)/distinct/\(other)", scope: .write,
        summary: "Records that two tags are different, so that they aren't listed as similar.",
        response: .json(.named("DistinctTags")), problems: [409],
        work: .write { call, service in .json(try service.tags.distinguish(call[Fields.tag], from: call[other])) })

    private static let forget = Route(
        method: .delete, path: "/tags/\(Fields.tag)/distinct/\(other)", scope: .write,
        summary: "Deletes the record that two tags are different.", response: .nothing, problems: [409],
        work: .write { call, service in
            try service.tags.deleteDistinction(of: call[Fields.tag], from: call[other])
            return .nothing
        })
}

extension DistinctTags {
    static let schema = JSONSchema.object([.init(name: "tag", schema: .string), .init(name: "other", schema: .string)])
}
