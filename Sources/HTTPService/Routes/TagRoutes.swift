internal import Foundation
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
    static let all = [list, make, show, rename, delete, merge, addAlias, removeAlias]

    /// The routes of tags that are called like a route of ``TagListRoutes``.
    static let named = ["merge", "delete"]
        .flatMap { name in [show, rename, delete].map { $0.fixing("tag", to: name) } }

    private static let newTag = JSONSchema.object([
        .init(name: "tag", schema: .string),
        .init(name: "aliases", schema: .optional(.list(.string)), isRequired: false),
        .init(name: "sets", schema: .optional(.list(.string)), isRequired: false),
    ])

    private static let list = Route(
        method: .get, path: "/tags", scope: .read, summary: "Lists tags.",
        query: [
            .init(name: "q", summary: "Text that the names contain.", schema: .string),
            .init(
                name: "order", summary: "By name, the most used first, or the most recently used first.",
                schema: .text(oneOf: TagOrder.allCases.map(\.rawValue))),
            .init(
                name: "filter", summary: "Only tags without uses, or with a single use.",
                schema: .text(oneOf: TagUseFilter.allCases.map(\.rawValue))), .limit(limits), .after,
        ],
        response: .json(
            .object([
                .init(name: "tags", schema: .list(.named("Tag"))),
                .init(name: "total", schema: .integer, summary: "The number of tags on all pages."),
                .init(name: "counts", schema: .named("TagCounts")),
            ])),
        work: .read { call, service in
            let place = try call.place(of: TagPlace.self)
            let filter = try call.choice("filter", default: TagUseFilter.all)
            let page = try service.tags.page(
                call.choice("order", default: .name), containing: call.first("q") ?? "", filter: filter,
                after: place.map { TagPage.Place(rank: $0.rank, key: $0.key) },
                limit: call.number("limit", in: limits, default: 100), hasDetails: true)
            var response = ServiceResponse.json(TagListDocument(page, filter))
            if let next = page.next {
                response.link(toNext: Cursor.text(TagPlace(rank: next.rank, key: next.key)), of: call)
            }
            return response
        })

    /// The valid page sizes of the list of tags.
    private static let limits = 1...10_000

    private struct TagPlace: Codable {
        var rank: Double
        var key: String
    }

    private static let make = Route(
        method: .post, path: "/tags", scope: .write,
        summary: "Creates a tag, and reports tags that it may be a misspelling of.",
        query: [
            .init(name: "strict", summary: "Don't create a tag that may be a misspelling of another.", schema: .flag)
        ], body: .json(newTag), response: .json(.named("NewTag"), status: 201), problems: [409, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("tag", "aliases", "sets")
            let name = try fields.string("tag")
            let similar = try service.tags.similar(to: [name])
            if try call.flag("strict"), let first = similar.first {
                throw Problem(
                    409,
                    "\(first.tag.quoted) may be a misspelling of \(first.other.quoted); omit 'strict' to create it anyway",
                    pointer: "/tag")
            }
            let tag = try service.tags.create(name, aliases: fields.strings("aliases"), sets: fields.strings("sets"))
            return .created(TagDocument(tag, similar: similar), at: call.location("tags", tag.tag))
        })

    private static let show = Route(
        method: .get, path: "/tags/{tag}", scope: .read, summary: "Shows a tag.", response: .json(.named("Tag")),
        work: .read { call, service in .json(TagDocument(try service.tags.details(call["tag"]))) })

    private static let rename = Route(
        method: .patch, path: "/tags/{tag}", scope: .write,
        summary: "Renames a tag in all sets; its old name becomes an alias.",
        body: .json(
            .object([
                .init(name: "tag", schema: .string),
                .init(
                    name: "alias", schema: .boolean, isRequired: false,
                    summary: "Whether the old name becomes an alias; default: true."),
            ])), response: .json(.named("Tag")), problems: [409, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("tag", "alias")
            let names = try service.tags.rename(
                call["tag"], to: fields.string("tag"), leavesAlias: fields.has("alias") ? fields.flag("alias") : true)
            return .json(TagDocument(try service.tags.details(names.new)))
        })

    private static let delete = Route(
        method: .delete, path: "/tags/{tag}", scope: .write, summary: "Deletes a tag everywhere; it can be undone.",
        response: .nothing,
        work: .write { call, service in
            _ = try service.tags.delete([call["tag"]])
            return .nothing
        })

    private static let merge = Route(
        method: .post, path: "/tags/{tag}/merge", scope: .write,
        summary: "Merges a tag into another, which takes over its uses and its name as an alias.",
        body: .json(.object([.init(name: "into", schema: .string)])), response: .json(.named("Tag")),
        problems: [409, 422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("into")
            let name = try service.tags.merge(call["tag"], into: fields.string("into")).into
            return .json(TagDocument(try service.tags.details(name)))
        })

    private static let addAlias = Route(
        method: .put, path: "/tags/{tag}/aliases/{alias}", scope: .write, summary: "Adds an alias.",
        response: .json(.named("Tag")), problems: [409, 422],
        work: .write { call, service in
            let name = try service.tags.addAlias(call["alias"], of: call["tag"]).tag
            return .json(TagDocument(try service.tags.details(name)))
        })

    private static let removeAlias = Route(
        method: .delete, path: "/tags/{tag}/aliases/{alias}", scope: .write, summary: "Removes an alias.",
        response: .nothing,
        work: .write { call, service in
            let tag = try service.tags.named(call["tag"])
            guard try service.tags.removeAlias(call["alias"]).tag == tag.tag else {
                throw Problem.notFound("this tag has no such alias")
            }
            return .nothing
        })
}

extension Route.QueryParameter {
    static let limit = limit(Call.limits)

    static func limit(_ range: ClosedRange<Int>) -> Self {
        Self(name: "limit", summary: "The maximum number of results.", schema: .wholeNumber(range))
    }

    static let after = Self(
        name: "after", summary: "The position of the next page, from the response's link.", schema: .string)
}

/// Positions in lists, as opaque text for clients.
enum Cursor {
    static func text(_ place: some Encodable) -> String {
        Data(JSONBytes.encoded(place)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    static func place<Place: Decodable>(_ text: String, of type: Place.Type) throws -> Place {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        let problem = Problem.badRequest("'after' must be the value in a link to the next page")
        guard let data = Data(base64Encoded: plain + padding) else { throw problem }
        do { return try JSONDecoder().decode(type, from: data) } catch { throw problem }
    }
}

extension Call {
    /// Returns the requested position in a list; `nil` for the start.
    func place<Place: Decodable>(of type: Place.Type) throws -> Place? {
        guard let text = first("after"), !text.isEmpty else { return nil }
        return try Cursor.place(text, of: type)
    }
}
