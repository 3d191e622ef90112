internal import JSON
internal import TagService

extension AssistantTool {
    /// Changes fields of an item.
    ///
    /// ```
    /// arguments: {"id": 7, "add": ["photo"], "title": "A walk by the sea"}
    /// result:    {"created": [], "id": 7, "tags": ["sea", "photo"], …}
    /// ```
    static let editItem = AssistantTool(
        name: "edit_item", title: "Edit an item",
        description: """
            Changes the title, location, note, time or tags of an item; fields that aren't given stay as they are. Find the id with find_items \
            or show_item. The undo tool reverts it.
            """,
        fields: [
            ToolField(
                name: "id", kind: .integer(1...Int.max), description: "The item's identifier.", isRequired: true,
                examples: [7]), .title,
            ToolField(
                name: "location", kind: .string(maxLength: 4_000),
                description: "The new URL or file path; an empty string removes it."),
            ToolField(
                name: "follow", kind: .boolean,
                description: "Whether to take the new location of a moved page: 'location' of its 'checked'.",
                defaultValue: false), .note, .at,
            ToolField(
                name: "tags", kind: .strings(maxCount: 1_000),
                description: "All tags of the item, which replace its present tags."),
            ToolField(name: "add", kind: .strings(maxCount: 1_000), description: "Tags to add.", examples: [["photo"]]),
            ToolField(
                name: "remove", kind: .strings(maxCount: 1_000), description: "Tags to remove.", examples: [["old"]]),
            ToolField(
                name: "reviewed", kind: .boolean,
                description: "Whether the item was reviewed, so that the tool 'review' doesn't list it again."), .force,
        ],
        output: .object(
            JSONSchema.itemFields(required: "id", "tags") + [
                .init(name: "created", schema: .list(.string), summary: "The tags that this call created.")
            ]), changesTags: true, isDestructive: true
    ) { arguments, scope in
        let (tags, added) = (arguments.strings("tags"), arguments.strings("add") ?? [])
        let created = try await scope.newNames(among: (tags ?? []) + added, arguments)
        var edit = ItemEdit(
            title: arguments.string("title"), location: arguments.string("location"), note: arguments.string("note"),
            savedAt: try arguments.time("at", scope.service), tags: tags, added: added,
            removed: arguments.strings("remove") ?? [], isReviewed: arguments.boolean("reviewed"))
        edit.followsMove = arguments.isTrue("follow")
        guard !edit.followsMove || edit.location == nil else {
            throw ToolError("'follow' can't be combined with 'location'; leave one of them out")
        }
        let item = try scope.service.items.edit(Int64(arguments.integer("id")), with: edit)
        return ["created": .list(created.map(JSONValue.string))].merging(item.values) { $1 }
    }
}
