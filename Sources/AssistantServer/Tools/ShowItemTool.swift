internal import JSON
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
        output: .object(
            JSONSchema.itemFields(required: "location", "tags") + [
                .init(name: "found", schema: .boolean, summary: "Whether an item is saved at the location."),
                .init(
                    name: "like", schema: .list(.string), isRequired: false,
                    summary: "If nothing was found: locations of items with these words."),
            ])
    ) { arguments, scope in
        let set = arguments.string("set").map(SetReference.named) ?? scope.givenSet
        let text = arguments.string("location") ?? ""
        let location = try await scope.location(text, in: set ?? .entrance(.mcp))
        let found =
            try set.map { try scope.service.items.item(at: location, in: $0) }
            ?? (set == nil ? scope.service.items.find(at: location).first : nil)
        guard let item = found else {
            let words = text.isEmpty ? "" : "\"\(text.replacing("\"", with: " "))\""
            let similar = try scope.service.items.find(ItemQuery(words, limit: words.isEmpty ? 0 : 10), in: set)
            return [
                "found": false, "location": .string(location), "tags": [],
                "like": .list(similar.items.compactMap(\.location).map(JSONValue.string)),
            ]
        }
        return ["found": true].merging(item.values) { $1 }
    }
}

extension ToolScope {
    /// The set that the server was started with; `nil` for all sets.
    var givenSet: SetReference? { if case .named = set { set } else { nil } }

    /// Returns the stored location of the item for a URL or path.
    ///
    /// An import stores the files of a folder under relative paths. An absolute path is therefore
    /// converted to the relative path stored in the set.
    func location(_ text: String, in set: SetReference) async throws -> String {
        guard text.hasPrefix("/") else { return text }
        return try service.files.location(ofFile: text, in: set)
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
        if let checked {
            var check: [String: JSONValue] = [
                "status": .integer(Int64(checked.status)), "dead": .boolean(checked.isDead),
            ]
            check["at"] = .string(checked.timestamp)
            check["location"] = checked.location.map(JSONValue.string)
            values["checked"] = .object(check)
        }
        if !displaced.isEmpty { values["displaced"] = .list(displaced.map { .string($0.tag) }) }
        return values
    }
}

extension JSONSchema {
    /// Returns the fields of an item with their summaries.
    static func itemFields(required: String...) -> [Field] {
        let fields: [Field] = [
            .init(name: "id", schema: .count, summary: "The item's identifier."),
            .init(
                name: "location", schema: .string,
                summary: "The location the item is stored under; absent if it has none."),
            .init(name: "tags", schema: .list(.string), summary: "The item's tags."),
            .init(name: "title", schema: .string, summary: "The item's title."),
            .init(name: "note", schema: .string, summary: "The person's own description."),
            .init(name: "set", schema: .string, summary: "The item's tag set."),
            .init(name: "at", schema: .string, summary: "When the item was saved: RFC 3339, in UTC."),
            .init(
                name: "checked",
                schema: .object([
                    .init(name: "status", schema: .count, summary: "The status; 0 without a response."),
                    .init(name: "at", schema: .string, summary: "When it was requested: RFC 3339, in UTC."),
                    .init(name: "dead", schema: .boolean, summary: "Whether the page is gone."),
                    .init(
                        name: "location", schema: .string, isRequired: false,
                        summary: "The new location of a permanent redirect."),
                ]), summary: "The last check of the location; absent if it was never checked."),
            .init(
                name: "displaced", schema: .list(.string),
                summary: "Tags that the change removed or didn't add, because an item has at most one tag of a group."),
        ]
        return fields.map {
            Field(name: $0.name, schema: $0.schema, isRequired: required.contains($0.name), summary: $0.summary)
        }
    }
}
