internal import JSON
internal import TagService

extension AssistantTool {
    /// Lists tags page by page, optionally those whose names contain a text.
    static let findTags = AssistantTool(
        name: "find_tags", title: "Find tags",
        description: """
            Lists this person's tags page by page: all of them, or those whose names contain a text. Use it to see which tags exist, how they are \
            spelled, what they mean and how often each is used. To find tags that fit an item, call suggest_tags instead.
            """,
        fields: [
            ToolField(
                name: "query", kind: .string(maxLength: nameLimit),
                description: "Text the tag's name contains; case and accents are ignored. Default: list all tags.",
                examples: ["learn"]),
            ToolField(
                name: "order", kind: .choice(TagOrder.allCases.map(\.rawValue)),
                description: "Sort by name, by number of uses, or by most recent use.", defaultValue: "uses"),
            ToolField(
                name: "limit", kind: .integer(1...1_000), description: "The maximum number of tags per page.",
                defaultValue: 50),
            ToolField(
                name: "cursor", kind: .string(maxLength: 10_000),
                description: "`next_cursor` of the previous page, with the same query and order."),
        ],
        output: .object([
            .init(
                name: "tags",
                schema: .list(
                    .object([
                        .init(name: "tag", schema: .string, summary: "The tag's name."),
                        .init(name: "aliases", schema: .list(.string), summary: "Other names of the tag."),
                        .init(name: "uses", schema: .count, summary: "The number of times the tag was used."),
                        .init(name: "sets", schema: .count, summary: "The number of tag sets the tag is in."),
                        .init(
                            name: "parent", schema: .string, isRequired: false,
                            summary:
                                "The nearest tag above, as 'travel' for 'travel/italy'; items with the tag count as it."
                        ),
                        .init(
                            name: "total", schema: .count, isRequired: false,
                            summary: "The number of uses with those of the tags below it."),
                        .init(
                            name: "description", schema: .string, isRequired: false,
                            summary: "What this person means by the tag."),
                        .init(
                            name: "color", schema: .string, isRequired: false, summary: "The color of the tag's chips."),
                    ])), summary: "The tags of this page."),
            .init(
                name: "next_cursor", schema: .string, isRequired: false,
                summary: "The `cursor` of the next page. Absent on the last page."),
            .init(
                name: "did_you_mean", schema: .list(.string), isRequired: false,
                summary: "The most similar tag names, if no name contains the text."),
        ])
    ) { arguments, scope in
        let query = arguments.string("query") ?? ""
        let cursor = arguments.string("cursor")
        let position = cursor.flatMap(TagPage.Place.init)
        guard (cursor == nil) == (position == nil) else {
            throw ToolError("invalid 'cursor'; pass 'next_cursor' of the previous page, or omit it for the first page")
        }
        let page = try scope.service.tags.page(
            arguments.string("order").flatMap(TagOrder.init) ?? .uses, containing: query, after: position,
            limit: arguments.integer("limit"))
        var result: [String: JSONValue] = ["tags": .list(page.tags.map(\.value))]
        result["next_cursor"] = page.next.map { .string($0.cursor) }
        if page.tags.isEmpty, position == nil, !query.isEmpty {
            let nearest = try scope.service.tags.nearest(to: query)
            result["did_you_mean"] = .list(nearest.map(JSONValue.string))
        }
        return result
    }
}
