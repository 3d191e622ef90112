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

    /// The maximum number of tags in one request.
    private static let tagLimit = 1_000

    private static let tags = JSONSchema.Field(
        name: "tags", schema: .list(.string), summary: "Names, keys or aliases, at most 1,000.")

    private static let merge = Route(
        method: .post, path: "/tags/merge", scope: .write,
        summary: "Merges tags into another, which takes over their uses and names, in one undo step.",
        body: .json(.object([tags, .init(name: "into", schema: .string)])), response: .json(.named("Tag")),
        problems: [404, 409, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("tags", "into")
            let merged = try service.tags.merge(names(in: fields), into: fields.string("into"))
            return .json(TagDocument(try service.tags.details(merged.into)))
        })

    private static let delete = Route(
        method: .post, path: "/tags/delete", scope: .write, summary: "Deletes tags everywhere in one undo step.",
        body: .json(.object([tags])), response: .json(.object([.init(name: "deleted", schema: .integer)])),
        problems: [404, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("tags")
            return .json(["deleted": try service.tags.delete(names(in: fields)).count])
        })

    private static let imply = Route(
        method: .post, path: "/implications", scope: .write,
        summary: "Makes tags imply another, or ends that, in one undo step.",
        body: .json(
            .object([
                tags, .init(name: "implies", schema: .string, summary: "The implied tag."),
                .init(
                    name: "remove", schema: .optional(.boolean), isRequired: false,
                    summary: "Remove the implications instead of adding them."),
            ])),
        response: .json(
            .object([
                .init(
                    name: "changed", schema: .integer, summary: "The number of implications that were added or removed."
                )
            ])), problems: [404, 409, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("tags", "implies", "remove")
            let count = try service.tags.changeImplications(
                of: names(in: fields), fields.string("implies"), isOn: !fields.flag("remove"))
            return .json(["changed": count])
        })

    /// Returns the tags to change.
    private static func names(in fields: RequestFields) throws -> [String] {
        let names = try fields.strings("tags")
        guard (1...tagLimit).contains(names.count) else {
            throw Problem.field("/tags", "'tags' must be a list of 1 to 1,000 names, got \(names.count)")
        }
        return names
    }
}
