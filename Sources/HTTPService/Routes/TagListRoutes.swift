internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes that change many tags in one undo step.
///
/// ```
/// POST /api/v1/tags/merge   {"tags": ["books", "boook"], "into": "book"}
///
/// 200   {"aliases":["books","boook"],"implies":[],"key":"book","sets":1,"tag":"book","uses":97}
/// ```
enum TagListRoutes {
    static let all = [merge, delete, imply]

    private static let tags = Field.body(
        required: "tags", names(upTo: 1_000, "1,000"), "Names, keys or aliases, at most 1,000.")

    /// A list of a limited number of names, at least one.
    private static func names(upTo limit: Int, _ limitText: String) -> FieldType<[String]> {
        let texts = FieldType<[String]>.texts
        let expectation: @Sendable (Int) -> String = { count in "a list of 1 to \(limitText) names, got \(count)" }
        return FieldType(texts.schema, texts.expectation, missing: .expected(expectation(0))) { input in
            guard let names = try texts.parse(input) else { return nil }
            guard (1...limit).contains(names.count) else { throw InvalidValue.expected(expectation(names.count)) }
            return names
        }
    }

    private static let target = Field.body(required: "into", .text)

    private static let merge = Route(
        method: .post, path: "/tags/merge", scope: .write,
        summary: "Merges tags into another, which takes over their uses and names, in one undo step.",
        fields: [tags, target], response: .json(.named("Tag")), problems: [404, 409, 422],
        work: .write { call, service in
            let merged = try service.tags.merge(call[tags], into: call[target])
            return .json(TagDocument(try service.tags.details(merged.into)))
        })

    private static let delete = Route(
        method: .post, path: "/tags/delete", scope: .write, summary: "Deletes tags everywhere in one undo step.",
        fields: [tags], response: .json(.object([.init(name: "deleted", schema: .integer)])), problems: [404, 422],
        work: .write { call, service in .json(["deleted": try service.tags.delete(call[tags]).count]) })

    private static let implied = Field.body(required: "implies", .text, "The implied tag.")
    private static let removes = Field.body(
        "remove", .flag, default: false, "Remove the implications instead of adding them.")

    private static let imply = Route(
        method: .post, path: "/implications", scope: .write,
        summary: "Makes tags imply another, or ends that, in one undo step.", fields: [tags, implied, removes],
        response: .json(
            .object([
                .init(
                    name: "changed", schema: .integer, summary: "The number of implications that were added or removed."
                )
            ])), problems: [404, 409, 422],
        work: .write { call, service in
            let count =
                try call[removes]
                ? service.tags.deleteImplications(from: call[tags], to: call[implied])
                : service.tags.addImplications(from: call[tags], to: call[implied])
            return .json(["changed": count])
        })
}
