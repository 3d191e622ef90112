internal import Foundation
internal import JSON
internal import TagService
internal import TextMeasurement

extension AssistantTool {
    /// Saves an item, replacing the given fields of the item at the same location.
    ///
    /// ```
    /// arguments: {"location": "https://e.org/", "title": "A walk", "tags": ["sea"]}
    /// result:    {"saved": true, "replaced": false, "created": ["sea"], "id": 7, "tags": ["sea"], …}
    /// ```
    static let saveItem = AssistantTool(
        name: "save_item", title: "Save an item",
        description: """
            Saves a bookmark, note, file or any other item. If an item is already saved at the location, the given fields replace its fields, \
            and the others stay. Without tags, a new item is untagged. Fails if a new tag is a near duplicate of an existing tag: use the \
            existing tag, or pass `force`. Later suggestions learn from the saved tags. A file at the location isn't changed.
            """,
        fields: [
            ToolField(
                name: "location", kind: .string(maxLength: 4_000),
                description: "The URL or file path of the item. Default: the item has none.",
                examples: ["https://example.org/", "/home/ada/notes/sea.md"]),
            ToolField(
                name: "tags", kind: .strings(maxCount: 1_000),
                description: "All tags of the item. They replace its previous tags.", examples: [["sea", "photo"]]),
            .title, .note, .text, .at, .set, .force,
        ],
        output: .object(
            JSONSchema.itemFields(required: "id", "tags") + [
                .init(name: "saved", schema: .boolean, summary: "Whether the item is saved now."),
                .init(
                    name: "replaced", schema: .boolean, summary: "Whether an item was already saved at the location."),
                .init(name: "created", schema: .list(.string), summary: "The tags that this call created."),
            ]), changesTags: true, isDestructive: true
    ) { arguments, scope in
        let set = SetReference.entrance(.mcp, named: arguments.string("set") ?? scope.set.name)
        let names = arguments.strings("tags")
        let location = try await scope.location(arguments, in: set)
        guard names?.isEmpty == false || location != nil || arguments.string("title") != nil else {
            throw ToolError("an item needs a location, a title or tags")
        }
        let created = try await scope.newNames(among: names ?? [], arguments)
        let saved = try scope.service.items.save(
            ItemDraft(
                title: arguments.string("title"), location: location, note: arguments.string("note"),
                text: arguments.string("text"), tags: names, savedAt: try arguments.time("at", scope.service)), in: set)
        return ["saved": true, "replaced": .boolean(saved.isReplaced), "created": .list(created.map(JSONValue.string))]
            .merging(saved.item.values) { $1 }
    }
}

extension SetReference {
    /// The name of the set that a server was started with; `nil` for the chosen set.
    fileprivate var name: String? { if case .named(let name) = self { name } else { nil } }
}

extension ToolField {
    static let title = ToolField(
        name: "title", kind: .string(maxLength: 10_000), description: "The item's title.",
        examples: ["A walk by the sea"])
    static let note = ToolField(
        name: "note", kind: .string(maxLength: 64 << 10), description: "The person's own description of the item.")
    static let text = ToolField(
        name: "text", kind: .string(maxLength: AssistantTool.textLimit),
        description: "The text of the page, note or file. It is evidence for suggestions and isn't stored.")
    static let at = ToolField(
        name: "at", kind: .string(maxLength: 100),
        description: "When the item was saved, as RFC 3339 or in words such as 'yesterday'.",
        examples: ["2026-01-31T08:30:00Z"])
    static let force = ToolField(
        name: "force", kind: .boolean,
        description: "Whether to create new tags even if they are near duplicates of existing tags.",
        defaultValue: false)
}

extension ToolArguments {
    /// Returns the time in an argument; `nil` if it is absent.
    func time(_ name: String, _ service: TagService) throws -> Date? { try string(name).map { try service.time($0) } }
}

extension ToolError {
    /// Creates the error for new tags that are near duplicates of existing tags or of each other.
    init(_ similar: [SimilarTag]) {
        let pairs = similar.prefix(10)
            .map { "the new tag \($0.tag.quoted) resembles \($0.other.quoted) (\($0.likeness.words))" }
        let rest = similar.count > 10 ? ", and \(similar.count - 10) more" : ""
        self.init(
            "nothing was saved: \(pairs.joined(separator: "; "))\(rest); use the existing tag, or call again with force: true"
        )
    }
}

extension ToolScope {
    /// Returns the location in the arguments as it is stored; `nil` if there is none.
    func location(_ arguments: ToolArguments, in set: SetReference) async throws -> String? {
        guard let text = arguments.string("location"), !text.isEmpty else { return nil }
        return try await location(text, in: set)
    }

    /// Returns the names that aren't tags or aliases yet, without repetitions.
    ///
    /// - Throws: `ToolError` for a near duplicate of an existing tag, unless the arguments have `force`.
    func newNames(among names: [String], _ arguments: ToolArguments) async throws -> [String] {
        let similar = try service.tags.similar(to: names)
        if !similar.isEmpty, !arguments.isTrue("force") { throw ToolError(similar) }
        var new: [String] = []
        for name in names where try service.tags.resolved([name]).isEmpty {
            let text = try TagService.Tags.tagName(name)
            if !new.contains(text) { new.append(text) }
        }
        return new
    }
}
