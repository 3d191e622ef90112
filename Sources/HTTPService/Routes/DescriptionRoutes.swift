internal import HTTPTypes
internal import JSON
internal import TagService

/// The route of the descriptions and colors of all tags, for clients that show many tags.
///
/// ```
/// GET /api/v1/descriptions
///
/// 200   {"count":2,"descriptions":[{"color":"blue","tag":"sea"},{"description":"pictures that I took","tag":"photo"}]}
/// ```
enum DescriptionRoutes {
    static let all = [list]

    private static let limit = Fields.limit(in: 1...10_000, default: 1_000)

    private static let list = Route(
        method: .get, path: "/descriptions", scope: .read,
        summary: "Lists the tags that have a description or a color, oldest first.",
        fields: [limit, Fields.afterOffset],
        response: .json(
            .object([
                .init(
                    name: "descriptions",
                    schema: .list(
                        .object([
                            .init(name: "tag", schema: .string),
                            .init(name: "description", schema: .string, isRequired: false),
                            .init(
                                name: "color", schema: .text(oneOf: TagColor.allCases.map(\.rawValue)),
                                isRequired: false),
                        ]))), .init(name: "count", schema: .integer, summary: "The number of such tags."),
            ])),
        work: .read { call, service in
            let offset = try call[Fields.afterOffset].offset
            let found = try service.tags.descriptions(limit: call[limit], offset: offset)
            var response = ServiceResponse.json(
                DescriptionsDocument(descriptions: found.descriptions, count: found.count))
            response.link(toNextOffset: offset, adding: found.descriptions.count, of: found.count, call)
            return response
        })

    private struct DescriptionsDocument: Encodable {
        var descriptions: [TagDescription]
        var count: Int
    }
}
