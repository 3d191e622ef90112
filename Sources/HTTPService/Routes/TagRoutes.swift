internal import HTTPTypes
internal import JSON
internal import TagService
internal import TextMeasurement

/// The routes of tags and their aliases.
///
/// ```
/// POST /api/v1/tags   {"tag": "Readng"}
///
/// 201   {"aliases":[],"implies":[],"key":"readng","sets":0,"similar":[{"likeness":"letter","other":"Reading",
///        "tag":"Readng"}],"tag":"Readng","uses":0}
/// ```
enum TagRoutes {
    static let all = [list, make, show, edit, delete, merge, addAlias, removeAlias]

    /// The routes of tags that are called like a route of ``TagListRoutes``.
    static let named = ["merge", "delete"]
        .flatMap { name in [show, edit, delete].map { $0.fixing(Fields.tag, to: name) } }

    // MARK: Listing

    private static let text = Field.query("q", .text, "Text that the names contain.")
    private static let order = Field.query(
        "order", .word, default: TagOrder.name, "By name, the most used first, or the most recently used first.")
    private static let filter = Field.query(
        "filter", .word, default: TagUseFilter.all, "Only tags without uses, or with a single use.")
    private static let limit = Fields.limit(in: 1...10_000, default: 100)
    private static let after = Fields.after(TagPlace.self)

    private static let list = Route(
        method: .get, path: "/tags", scope: .read, summary: "Lists tags.", fields: [text, order, filter, limit, after],
        response: .json(
            .object([
                .init(name: "tags", schema: .list(.named("Tag"))),
                .init(name: "total", schema: .integer, summary: "The number of tags on all pages."),
                .init(name: "counts", schema: .named("TagCounts")),
            ])),
        work: .read { call, service in
            let filter = try call[filter]
            let page = try service.tags.page(
                call[order], containing: call[text] ?? "", filter: filter,
                after: call[after].map { TagPage.Place(rank: $0.rank, key: $0.key) }, limit: call[limit],
                hasDetails: true)
            var response = ServiceResponse.json(TagListDocument(page, filter))
            if let next = page.next {
                response.link(toNext: Cursor.text(TagPlace(rank: next.rank, key: next.key)), of: call)
            }
            return response
        })

    private struct TagPlace: Codable, Sendable {
        var rank: Double
        var key: String
    }

    // MARK: Changing

    private static let strict = Field.query(
        "strict", .flag, default: false, "Don't create a tag that may be a misspelling of another.")
    private static let name = Field.body(required: "tag", .text)
    private static let aliases = Field.body("aliases", .texts, default: [])
    private static let sets = Field.body("sets", .texts, default: [])

    private static let make = Route(
        method: .post, path: "/tags", scope: .write,
        summary: "Creates a tag, and reports tags that it may be a misspelling of.",
        fields: [strict, name, aliases, sets], response: .json(.named("NewTag"), status: 201), problems: [409, 422],
        work: .write { call, service in
            let name = try call[name]
            let similar = try service.tags.similar(to: [name])
            if try call[strict], let first = similar.first {
                throw Problem(
                    409,
                    "\(first.tag.quoted) may be a misspelling of \(first.other.quoted); omit 'strict' to create it anyway",
                    pointer: "/tag")
            }
            let tag = try service.tags.create(name, aliases: call[aliases], sets: call[sets])
            return .created(TagDocument(tag, similar: similar), at: call.location("tags", tag.tag))
        })

    private static let show = Route(
        method: .get, path: "/tags/\(Fields.tag)", scope: .read, summary: "Shows a tag.",
        response: .json(.named("Tag")),
        work: .read { call, service in .json(TagDocument(try service.tags.details(call[Fields.tag]))) })

    private static let leavesAlias = Field.body(
        "alias", .flag, default: true, "Whether the old name becomes an alias; default: true.", schema: .boolean)

    private static let newName = Field.body("tag", .text, "The new name.")
    private static let isOnly = Field.body(
        "only", .flag, default: false, "Whether the tags below it, such as 'a/c' of 'a', keep their names.")
    private static let description = Field.body(
        "description", .text, "At most 1,000 bytes of UTF-8; an empty text removes it.")
    private static let color: Field<TagColorChoice?> = .body("color", .word, "'none' removes it.")

    private static let edit = Route(
        method: .patch, path: "/tags/\(Fields.tag)", scope: .write,
        summary: "Renames a tag and those below it in all sets, which makes the old names aliases, or describes it.",
        fields: [newName, leavesAlias, isOnly, description, color], response: .json(.named("Tag")),
        problems: [409, 422],
        work: .write { call, service in
            let parts: [any RequestField] = [newName, description, color]
            guard parts.contains(where: call.has) else {
                throw Problem.field("", "the body needs 'tag', 'description' or 'color'")
            }
            let name = try service.tags.edit(
                call[Fields.tag], newName: call[newName], leavesAlias: call[leavesAlias], isOnly: call[isOnly],
                description: call[description], color: call[color])
            return .json(TagDocument(try service.tags.details(name)))
        })

    private static let delete = Route(
        method: .delete, path: "/tags/\(Fields.tag)", scope: .write,
        summary: "Deletes a tag everywhere; it can be undone.", response: .nothing,
        work: .write { call, service in
            try service.tags.delete([call[Fields.tag]])
            return .nothing
        })

    private static let target = Field.body(required: "into", .text)

    private static let merge = Route(
        method: .post, path: "/tags/\(Fields.tag)/merge", scope: .write,
        summary: "Merges a tag into another, which takes over its uses and its name as an alias.", fields: [target],
        response: .json(.named("Tag")), problems: [409, 422],
        work: .write { call, service in
            let name = try service.tags.merge(call[Fields.tag], into: call[target]).into
            return .json(TagDocument(try service.tags.details(name)))
        })

    // MARK: Aliases

    private static let alias = Field.path("alias")

    private static let addAlias = Route(
        method: .put, path: "/tags/\(Fields.tag)/aliases/\(alias)", scope: .write, summary: "Adds an alias.",
        response: .json(.named("Tag")), problems: [409, 422],
        work: .write { call, service in
            let name = try service.tags.addAlias(call[alias], to: call[Fields.tag]).tag
            return .json(TagDocument(try service.tags.details(name)))
        })

    private static let removeAlias = Route(
        method: .delete, path: "/tags/\(Fields.tag)/aliases/\(alias)", scope: .write, summary: "Removes an alias.",
        response: .nothing,
        work: .write { call, service in
            let tag = try service.tags.named(call[Fields.tag])
            guard try service.tags.removeAlias(call[alias]).tag == tag.tag else {
                throw Problem.notFound("this tag has no such alias")
            }
            return .nothing
        })
}
