internal import JSON
internal import TagService

extension AssistantTool {
    /// Finds items by a query.
    ///
    /// ```
    /// arguments: {"query": "#sea -#old since:2026-01-01", "limit": 5}
    /// result:    {"items": [{"id": 7, "location": "https://e.org/", "tags": ["sea"], …}], "total": 1, "tags": []}
    /// ```
    static let findItems = AssistantTool(
        name: "find_items", title: "Find items",
        description: """
            Finds bookmarks, notes, files and other saved items. The query combines terms with and, or, not, - and parentheses: #tag, words (also \
            in names of tags), beginnings*, "a phrase", https://example.org/page, site:example.org, since:2026-01-01, before:monday, on:yesterday, untagged, tags:>5, dead, moved (web pages that are gone or have a new address), set:NAME, sort:new|old|title|relevance. \
            An empty query lists the newest items.
            """,
        fields: [
            ToolField(
                name: "query", kind: .string(maxLength: 10_000), description: "The query. Default: all items.",
                examples: ["rome (#article or #book) -#old"]), .set,
            ToolField(
                name: "limit", kind: .integer(1...1_000), description: "The maximum number of items.", defaultValue: 20),
            ToolField(
                name: "tags", kind: .integer(0...1_000),
                description: "The number of the most frequent tags among all results to return.", defaultValue: 0),
        ],
        output: .object([
            .init(
                name: "items", schema: .list(.object(JSONSchema.itemFields(required: "id", "tags"))),
                summary: "The items: best match first for words, else newest first."),
            .init(name: "total", schema: .count, summary: "The number of all matching items."),
            .init(
                name: "tags",
                schema: .list(
                    .object([
                        .init(name: "tag", schema: .string, summary: "The tag's name."),
                        .init(name: "count", schema: .count, summary: "Its items."),
                    ])), summary: "The most frequent tags among all results."),
        ])
    ) { arguments, scope in
        let page = try scope.service.items.find(
            ItemQuery(
                arguments.string("query") ?? "", limit: arguments.integer("limit"),
                facetLimit: arguments.integer("tags")),
            in: arguments.string("set").map(SetReference.named) ?? scope.givenSet)
        return [
            "items": .list(page.items.map { .object($0.values) }), "total": .integer(Int64(page.total)),
            "tags": .list(page.facets.map { ["tag": .string($0.tag), "count": .integer(Int64($0.count))] }),
        ]
    }
}
