internal import JSON
internal import TagService

extension AssistantTool {
    /// Finds near duplicates among all tags, or between new names and existing tags.
    ///
    /// If `photo` is a tag:
    ///
    /// ```
    /// arguments: {"tags": ["photos"]}
    /// result:    {"count": 1, "complete": true, "pairs": [
    ///              {"tag": "photos", "like": "photo", "because": "its plural or singular"}]}
    /// ```
    static let similarTags = AssistantTool(
        name: "similar_tags", title: "Similar tags",
        description: """
            Finds near duplicates: tags that differ in a letter, an accent, a hyphen or a plural. With `tags`, reports which existing tag each new \
            name resembles. Without, lists pairs of existing tags, most used first; merge_tags merges a pair into one tag.
            """,
        fields: [
            ToolField(
                name: "tags", kind: .strings(maxCount: 1_000),
                description:
                    "Names of new tags to compare with existing tags. Default: compare all existing tags with each other.",
                examples: [["photos", "maschine learning"]]),
            ToolField(
                name: "limit", kind: .integer(1...1_000), description: "The maximum number of pairs.", defaultValue: 50),
        ],
        output: .object([
            .init(
                name: "pairs",
                schema: .list(
                    .object([
                        .init(name: "tag", schema: .string, summary: "The new tag, or the less used tag of the pair."),
                        .init(name: "like", schema: .string, summary: "The tag to use instead."),
                        .init(name: "because", schema: .string, summary: "How the two differ."),
                    ])), summary: "The pairs of near duplicates."),
            .init(name: "count", schema: .count, summary: "The total number of pairs, including those beyond `limit`."),
            .init(
                name: "complete", schema: .boolean,
                summary: "Whether the search covered all tags, so that `count` is exact."),
        ])
    ) { arguments, scope in
        let limit = arguments.integer("limit")
        guard let names = arguments.strings("tags") else {
            let found = try scope.service.tags.similar(limit: limit)
            return pairs(found.pairs, of: found.count, isComplete: found.isCountComplete)
        }
        let found = try scope.service.tags.similar(to: names)
        return pairs(Array(found.prefix(limit)), of: found.count, isComplete: true)
    }

    private static func pairs(_ pairs: [SimilarTag], of count: Int, isComplete: Bool) -> [String: JSONValue] {
        [
            "pairs": .list(
                pairs.map {
                    ["tag": .string($0.tag), "like": .string($0.other), "because": .string($0.likeness.words)]
                }), "count": .integer(Int64(count)), "complete": .boolean(isComplete),
        ]
    }
}
