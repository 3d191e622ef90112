internal import JSON
internal import JSONRPC
internal import TagService

extension AssistantTool {
    /// Shows the item at a location.
    ///
    /// ```
    /// arguments: {"location": "https://e.org/"}
    /// result:    {"found": true, "id": 7, "location": "https://e.org/", "tags": ["sea"], "title": "A walk",
    ///             "set": "default", "at": "2026-11-25T09:00:00Z"}
    /// ```
    static let showItem = AssistantTool(
        name: "show_item", title: "Show an item",
        description: """
            Shows the tags, title and time of the item saved at a location, which is a URL or a file path. If there is no such item, lists the \
            locations of items that contain the words.
            """, fields: [.location, .set],
        output: ToolSchema.object(
            ToolSchema.itemFields + [
                ("found", ToolSchema.boolean("Whether an item is saved at the location.")),
                ("like", ToolSchema.strings("If nothing was found: locations of items with these words.")),
            ], required: ["found", "location", "tags"])
    ) { arguments, scope in
        let set = arguments.string("set").map(SetReference.named) ?? scope.set
        let text = arguments.string("location") ?? ""
        let location = try await scope.location(text, in: set)
        guard let item = try scope.service.item(at: location, in: set) else {
            let words = text.isEmpty ? "" : "\"\(text.replacing("\"", with: " "))\""
            let similar = try scope.service.items(ItemQuery(words, limit: words.isEmpty ? 0 : 10), of: set)
            return [
                "found": false, "location": .string(location), "tags": [],
                "like": .list(similar.items.compactMap(\.location).map(JSONValue.string)),
            ]
        }
        return ["found": true].merging(item.values) { $1 }
    }
}

extension ToolScope {
    /// Returns the stored location of the item for a URL or path.
    ///
    /// An import stores the files of a folder under relative paths. An absolute path is therefore
    /// converted to the relative path stored in the set.
    func location(_ text: String, in set: SetReference) async throws -> String {
        guard text.hasPrefix("/") else { return text }
        return try service.location(ofFile: text, in: set)
    }
}

extension Item {
    /// The item as structured content.
    var values: [String: JSONValue] {
        var values: [String: JSONValue] = [
            "id": .integer(id), "title": .string(title), "set": .string(set), "tags": .list(tags.map(JSONValue.string)),
        ]
        values["location"] = location.map(JSONValue.string)
        if !note.isEmpty { values["note"] = .string(note) }
        values["at"] = timestamp.map(JSONValue.string)
        return values
    }
}

extension ToolSchema {
    /// The fields of an item.
    static let itemFields: [(String, JSONValue)] = [
        ("id", count("The item's identifier.")),
        ("location", string("The location the item is stored under; absent if it has none.")),
        ("tags", strings("The item's tags.")), ("title", string("The item's title.")),
        ("note", string("The person's own description.")), ("set", string("The item's tag set.")),
        ("at", string("When the item was saved: RFC 3339, in UTC.")),
    ]
}
