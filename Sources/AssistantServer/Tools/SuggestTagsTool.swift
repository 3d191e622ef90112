internal import JSON
internal import TagService

extension AssistantTool {
    /// Suggests tags from the evidence of an item, the given tags and a typed query.
    static let suggestTags = AssistantTool(
        name: "suggest_tags", title: "Suggest tags",
        description: """
            Suggests tags for an item, learned from the items this person saved before. Returns the best suggestions first, each with a score and \
            its reasons. Pass the item's title, location, note and text, the tags it already has, a partial tag name, or any combination. \
            `known` is false for a tag that doesn't exist yet.
            """,
        fields: [
            ToolField(
                name: "title", kind: .string(maxLength: 1_000), description: "The item's title.",
                examples: ["A walk by the sea"]),
            ToolField(
                name: "location", kind: .string(maxLength: 4_000), description: "The URL or file path of the item.",
                examples: ["https://example.org/", "/home/ada/notes/sea.md"]), .note,
            ToolField(
                name: "text", kind: .string(maxLength: textLimit),
                description: "The text of the page, note or file. By itself, its first line counts as the title.",
                examples: ["A walk by the sea\n\nThe tide was out, and we found shells."]),
            ToolField(
                name: "given", kind: .strings(maxCount: 1_000),
                description: "Tags the item already has. They aren't suggested again.", examples: [["sea", "photo"]]),
            ToolField(
                name: "query", kind: .string(maxLength: nameLimit),
                description: "Part of a tag's name. Typos are tolerated.", examples: ["trav"]),
            ToolField(
                name: "limit", kind: .integer(1...1_000), description: "The maximum number of suggestions.",
                defaultValue: 10, examples: [5]),
            ToolField(
                name: "set", kind: .string(maxLength: nameLimit),
                description: "Suggest only tags of this tag set. Default: all tags.", examples: ["default"]),
        ],
        output: .object([
            .init(
                name: "suggestions",
                schema: .list(
                    .object([
                        .init(name: "tag", schema: .string, summary: "The tag's name."),
                        .init(name: "score", schema: .number, summary: "How well the tag matches, from 0 to 1."),
                        .init(name: "known", schema: .boolean, summary: "Whether the tag already exists."),
                        .init(name: "because", schema: .list(.string), summary: "The reasons, strongest first."),
                        .init(
                            name: "probability", schema: .number, isRequired: false,
                            summary: "The probability that the tag applies to the item, from 0 to 1."),
                    ])), summary: "The suggested tags, best first."),
            .init(name: "unknown", schema: .list(.string), summary: "The given tags that don't exist."),
        ])
    ) { arguments, scope in
        let evidence = ItemEvidence(
            title: arguments.string("title") ?? "", location: arguments.string("location"),
            note: arguments.string("note") ?? "", text: arguments.string("text") ?? "")
        try evidence.checkLengths()
        let query = SuggestionQuery(
            text: arguments.string("query") ?? "", given: arguments.strings("given") ?? [], item: evidence,
            limit: arguments.integer("limit"), onlyIn: arguments.string("set").map(SetReference.named))
        let found = try scope.service.suggestions.find(for: query)
        return [
            "suggestions": .list(found.suggestions.map(value)), "unknown": .list(found.unknown.map(JSONValue.string)),
        ]
    }

    private static func value(_ suggestion: Suggestion) -> JSONValue {
        var value: [String: JSONValue] = [
            "tag": .string(suggestion.tag), "score": .number(suggestion.score),
            "known": .boolean(suggestion.new != true), "because": .list(suggestion.because.map(JSONValue.string)),
        ]
        value["probability"] = suggestion.probability.map(JSONValue.number)
        return .object(value)
    }
}
