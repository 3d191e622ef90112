internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of rules for items.
///
/// ```
/// POST /api/v1/rules   {"q": "site:youtube.com", "tag": "video"}
///
/// 201   {"auto":false,"id":1,"q":"site:youtube.com","tag":"video"}
/// ```
enum RuleRoutes {
    static let all = [list, add, remove, test, suggested]

    static let schema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "q", schema: .string, summary: "The query."),
        .init(name: "tag", schema: .string),
        .init(
            name: "auto", schema: .boolean,
            summary: "Whether new items get the tag when they are saved; otherwise it's suggested."),
        .init(
            name: "problem", schema: .string, isRequired: false,
            summary: "Why the rule doesn't apply; absent if it does."),
    ])

    static let suggestedSchema = JSONSchema.object([
        .init(name: "q", schema: .string, summary: "The query of the rule."), .init(name: "tag", schema: .string),
        .init(
            name: "kind", schema: .text(oneOf: SuggestedRule.Kind.allCases.map(\.rawValue)),
            summary: "Whether the query is the host of a location or a word of titles."),
        .init(name: "value", schema: .string, summary: "The host or the word."),
        .init(name: "hits", schema: .integer, summary: "The number of matches with the tag."),
        .init(name: "items", schema: .integer, summary: "The number of matches."),
    ])

    private static let list = Route(
        method: .get, path: "/rules", scope: .read, summary: "Lists the rules for items, oldest first.",
        response: .json(.object([.init(name: "rules", schema: .list(.named("Rule")))])),
        work: .read { _, service in .json(["rules": try service.rules.rules()]) })

    private static let add = Route(
        method: .post, path: "/rules", scope: .write,
        summary:
            "Adds a rule: new items that match the query get the tag. A rule with the same query and tag is changed.",
        body: .json(
            .object([
                .init(name: "q", schema: .string, summary: "A query for items."),
                .init(name: "tag", schema: .string, summary: "It's created if it doesn't exist."),
                .init(name: "auto", schema: .optional(.boolean), isRequired: false),
            ])), response: .json(.named("Rule"), status: 201), problems: [422],
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("q", "tag", "auto")
            let (rule, isNew) = try service.rules.add(
                fields.string("q"), tag: fields.string("tag"), isAutomatic: fields.flag("auto"))
            return isNew ? .created(rule, at: call.location("rules", "\(rule.id)")) : .json(rule)
        })

    private static let remove = Route(
        method: .delete, path: "/rules/{id}", scope: .write,
        summary: "Removes a rule; items keep the tags that they got from it.", response: .nothing,
        work: .write { call, service in
            try service.rules.remove(call.identifier())
            return .nothing
        })

    private static let test = Route(
        method: .post, path: "/rules/test", scope: .read,
        summary: "Finds the items that match the query of a rule, or the rules that match a new item.",
        body: .json(
            .object([
                .init(
                    name: "q", schema: .optional(.string), isRequired: false,
                    summary: "A query; without it, the fields of a new item."),
                .init(
                    name: "tag", schema: .optional(.string), isRequired: false,
                    summary: "The tag of the rule, to count the matches that have it."),
                .init(name: "title", schema: .optional(.string), isRequired: false),
                .init(name: "location", schema: .optional(.string), isRequired: false),
                .init(name: "note", schema: .optional(.string), isRequired: false),
                .init(name: "tags", schema: .optional(.list(.string)), isRequired: false),
                .init(name: "set", schema: .optional(.string), isRequired: false),
            ])),
        response: .json(
            .object([
                .init(
                    name: "total", schema: .integer, isRequired: false, summary: "The number of matches of the query."),
                .init(
                    name: "tagged", schema: .integer, isRequired: false, summary: "The number of matches with the tag."),
                .init(
                    name: "items", schema: .list(.named("Item")), isRequired: false, summary: "The newest 20 matches."),
                .init(
                    name: "rules", schema: .list(.named("Rule")), isRequired: false,
                    summary: "The rules that match the new item."),
            ])), problems: [422],
        work: .read { call, service in
            let fields = try call.fields()
            try fields.allow("q", "tag", "title", "location", "note", "tags", "set")
            let tag = try fields.optionalString("tag")
            guard let query = try fields.optionalString("q") else {
                let draft = ItemDraft(
                    title: try fields.optionalString("title"),
                    location: try fields.optionalString("location").flatMap { $0.isEmpty ? nil : $0 },
                    note: try fields.optionalString("note"), tags: try fields.strings("tags"))
                let set = try fields.optionalString("set").map(SetReference.named) ?? .chosen
                return .json(["rules": try service.rules.rules(matching: draft, in: set)])
            }
            let found = try service.rules.test(query, tag: tag)
            return .json(RuleTestDocument(found))
        })

    private static let suggested = Route(
        method: .get, path: "/rules/suggested", scope: .read,
        summary: "Lists hosts and words of titles that nearly always come with a tag.", query: [.limit, .after],
        response: .json(
            .object([
                .init(name: "rules", schema: .list(.named("SuggestedRule"))),
                .init(name: "count", schema: .integer, summary: "The number of rules found."),
            ])),
        work: .read { call, service in
            let limit = try call.limit(default: 50)
            let offset = try call.offset()
            let found = try service.rules.suggested(limit: limit, offset: offset)
            var response = ServiceResponse.json(found)
            if let end = ListPlace(offset: offset, adding: found.rules.count, of: found.count) {
                response.link(toNext: Cursor.text(end), of: call)
            }
            return response
        })
}

/// A place in a list that isn't stored.
struct ListPlace: Codable {
    var offset: Int

    /// Creates the place after a page; `nil` if the page is the last.
    init?(offset: Int, adding shown: Int, of count: Int) {
        guard shown > 0, offset < count - shown else { return nil }
        self.offset = offset + shown
    }
}

extension Call {
    /// Returns the number of elements before the page that 'after' names.
    ///
    /// - Throws: a problem with status 400 if it isn't the value of a link.
    func offset() throws -> Int {
        let offset = try place(of: ListPlace.self)?.offset ?? 0
        guard offset >= 0 else { throw Problem.badRequest("'after' must be the value in a link to the next page") }
        return offset
    }
}
