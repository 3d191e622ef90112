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
        work: .read { _, service in .json(["rules": try service.rules.all()]) })

    private static let query = Field.body(required: "q", .text, "A query for items.")
    private static let tag = Field.body(required: "tag", .text, "It's created if it doesn't exist.")
    private static let auto = Field.body("auto", .flag, default: false)

    private static let add = Route(
        method: .post, path: "/rules", scope: .write,
        summary:
            "Adds a rule: new items that match the query get the tag. A rule with the same query and tag is changed.",
        fields: [query, tag, auto], response: .json(.named("Rule"), status: 201), problems: [422],
        work: .write { call, service in
            let (rule, isNew) = try service.rules.add(call[query], tag: call[tag], isAutomatic: call[auto])
            return isNew ? .created(rule, at: call.location("rules", "\(rule.id)")) : .json(rule)
        })

    private static let remove = Route(
        method: .delete, path: "/rules/\(Fields.id)", scope: .write,
        summary: "Removes a rule; items keep the tags that they got from it.", response: .nothing,
        work: .write { call, service in
            try service.rules.delete(call[Fields.id])
            return .nothing
        })

    private static let testedQuery = Field.body("q", .text, "A query; without it, the fields of a new item.")
    private static let testedTag = Field.body("tag", .text, "The tag of the rule, to count the matches that have it.")
    private static let title = Field.body("title", .text)
    private static let location = Field.body("location", .text)
    private static let note = Field.body("note", .text)
    private static let tags = Field.body("tags", .texts, default: [])
    private static let set = Field.body("set", .set, default: .chosen)

    private static let test = Route(
        method: .post, path: "/rules/test", scope: .read,
        summary: "Finds the items that match the query of a rule, or the rules that match a new item.",
        fields: [testedQuery, testedTag, title, location, note, tags, set],
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
            let tag = try call[testedTag]
            guard let query = try call[testedQuery] else {
                let draft = ItemDraft(
                    title: try call[title], location: try call[location].flatMap { $0.isEmpty ? nil : $0 },
                    note: try call[note], tags: try call[tags])
                return .json(["rules": try service.rules.matching(draft, in: call[set])])
            }
            let found = try service.rules.test(query, tag: tag)
            return .json(RuleTestDocument(found))
        })

    private static let limit = Fields.limit(default: 50)

    private static let suggested = Route(
        method: .get, path: "/rules/suggested", scope: .read,
        summary: "Lists hosts and words of titles that nearly always come with a tag.",
        fields: [limit, Fields.afterOffset],
        response: .json(
            .object([
                .init(name: "rules", schema: .list(.named("SuggestedRule"))),
                .init(name: "count", schema: .integer, summary: "The number of rules found."),
            ])),
        work: .read { call, service in
            let offset = try call[Fields.afterOffset].offset
            let found = try service.rules.suggested(limit: call[limit], offset: offset)
            var response = ServiceResponse.json(found)
            response.link(toNextOffset: offset, adding: found.rules.count, of: found.count, call)
            return response
        })
}
