internal import JSON
internal import TagService

extension AssistantTool {
    /// Lists the next items to review with their suggestions, or the items that a tag fits.
    ///
    /// ```
    /// arguments: {"limit": 1}
    /// result:    {"items": [{"id": 7, "tags": [], "title": "A walk", "suggestions": [{"tag": "sea", "probability": 0.7}], …}],
    ///             "total": 12}
    /// ```
    static let review = AssistantTool(
        name: "review", title: "Review items",
        description: """
            Lists the next items to tag, newest first, with the tags that probably fit each of them. Items without tags are listed unless there is \
            a query; items that were reviewed before are left out. With 'tag', lists the items without the tag that probably should have it, most \
            probable first. Save tags with edit_item, with 'reviewed': true.
            """,
        fields: [
            ToolField(
                name: "query", kind: .string(maxLength: 10_000),
                description: "The items to review, as find_items takes it. Default: untagged.",
                examples: ["since:monday tags:<2"]),
            ToolField(
                name: "tag", kind: .string(maxLength: nameLimit),
                description: "List the items that this tag fits instead.", examples: ["sea"]), .set,
            ToolField(
                name: "again", kind: .boolean, description: "Whether items that were reviewed before are listed, too.",
                defaultValue: false),
            ToolField(
                name: "limit", kind: .integer(1...50), description: "The maximum number of items.", defaultValue: 10),
        ],
        output: .object([
            .init(
                name: "items",
                schema: .list(
                    .object(
                        JSONSchema.itemFields(required: "id", "tags") + [
                            .init(
                                name: "suggestions",
                                schema: .list(
                                    .object([
                                        .init(name: "tag", schema: .string, summary: "The tag's name."),
                                        .init(
                                            name: "probability", schema: .number, isRequired: false,
                                            summary:
                                                "The probability that it fits, from 0 to 1; from 0.6 on it is likely."),
                                    ])), isRequired: false, summary: "Tags that the item doesn't have, best first."),
                            .init(
                                name: "probability", schema: .number, isRequired: false,
                                summary: "With 'tag': the probability that the tag fits the item."),
                        ])), summary: "The items."),
            .init(
                name: "total", schema: .count, isRequired: false,
                summary: "Without 'tag': the number of all items to review."),
        ])
    ) { arguments, scope in
        let set = arguments.string("set").map(SetReference.named) ?? scope.givenSet
        let limit = arguments.integer("limit")
        if let tag = arguments.string("tag") {
            guard arguments.string("query") == nil else {
                throw ToolError("'tag' can't be combined with 'query'; omit one of them")
            }
            let found = try scope.service.review.candidates(for: tag, in: set, limit: limit)
            return [
                "items": .list(
                    found.candidates.map { candidate in
                        .object(candidate.item.values.merging(["probability": .number(candidate.probability)]) { $1 })
                    })
            ]
        }
        let page = try scope.service.review.page(
            of: arguments.string("query"), in: set, again: arguments.isTrue("again"), limit: limit)
        return ["items": .list(page.entries.map(value)), "total": .integer(Int64(page.total))]
    }

    private static func value(_ entry: ReviewEntry) -> JSONValue {
        let suggestions = entry.suggestions.map { suggestion -> JSONValue in
            var value: [String: JSONValue] = ["tag": .string(suggestion.tag)]
            value["probability"] = suggestion.probability.map(JSONValue.number)
            return .object(value)
        }
        return .object(entry.item.values.merging(["suggestions": .list(suggestions)]) { $1 })
    }
}
