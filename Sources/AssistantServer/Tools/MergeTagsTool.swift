internal import JSON
internal import TagService

extension AssistantTool {
    /// Merges one tag into another.
    ///
    /// ```
    /// arguments: {"from": "photos", "into": "photo"}
    /// result:    {"from": "photos", "into": "photo", "uses": 12}
    /// ```
    static let mergeTags = AssistantTool(
        name: "merge_tags", title: "Merge two tags",
        description: """
            Merges one tag into another: every item tagged `from` is tagged `into` instead, and `from` becomes an alias. Ask the person before \
            calling it. The undo tool reverts it.
            """,
        fields: [
            ToolField(
                name: "from", kind: .string(maxLength: nameLimit),
                description: "The tag to merge; it becomes an alias.", isRequired: true, examples: ["photos"]),
            ToolField(
                name: "into", kind: .string(maxLength: nameLimit), description: "The tag to keep.", isRequired: true,
                examples: ["photo"]),
        ],
        output: .object([
            .init(name: "from", schema: .string, summary: "The name that is now an alias."),
            .init(name: "into", schema: .string, summary: "The tag that remains, with the uses of both."),
            .init(name: "uses", schema: .count, summary: "The number of times the remaining tag was used."),
        ]), changesTags: true, isDestructive: true, isIdempotent: false
    ) { arguments, scope in
        let merged = try scope.service.tags.merge(arguments.string("from") ?? "", into: arguments.string("into") ?? "")
        let uses = try scope.service.tags.named(merged.into).uses
        return ["from": .string(merged.from), "into": .string(merged.into), "uses": .integer(Int64(uses))]
    }
}
