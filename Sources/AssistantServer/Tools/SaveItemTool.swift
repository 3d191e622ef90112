internal import JSON
internal import JSONRPC
internal import TagService

extension AssistantTool {
    /// Saves an item, replacing the item at the same location.
    static let saveItem = AssistantTool(
        name: "save_item",
        title: "Save an item",
        description: """
            Saves an item with its complete list of tags under its location, a URL or a file path. Replaces the tags of an item already saved \
            there. An empty list deletes the item. Fails if a new tag is a near duplicate of an existing tag: use the existing tag, or pass \
            `force`. Later suggestions learn from the saved tags. A file at the location isn't changed.
            """,
        fields: [
            .location,
            ToolField(
                name: "tags",
                kind: .strings(maxCount: 1_000),
                description: "All tags of the item. They replace its previous tags.",
                isRequired: true,
                examples: [["sea", "photo"]]
            ),
            ToolField(
                name: "title",
                kind: .string(maxLength: 10_000),
                description:
                    "The item's title. Default: keep the stored title.",
                examples: ["A walk by the sea"]
            ), .set,
            ToolField(
                name: "force",
                kind: .boolean,
                description:
                    "Whether to create new tags even if they are near duplicates of existing tags.",
                defaultValue: false
            ),
        ],
        output: ToolSchema.object(
            [
                (
                    "saved",
                    ToolSchema.boolean("Whether the item is saved now; false if it was deleted.")
                ),
                (
                    "replaced",
                    ToolSchema.boolean("Whether an item was already saved at the location.")
                ),
                ("created", ToolSchema.strings("The tags that this call created.")),
                ("location", ToolSchema.string("The location the item is stored under.")),
                ("tags", ToolSchema.strings("The item's tags.")),
                ("title", ToolSchema.string("The item's title.")),
                ("set", ToolSchema.string("The item's tag set.")),
                ("saved_at", ToolSchema.string("When the item was saved: RFC 3339, in UTC.")),
            ],
            required: ["saved", "replaced", "created", "location", "tags"]
        ),
        changesTags: true,
        isDestructive: true
    ) { arguments, scope in
        let set = arguments.string("set").map(SetReference.named) ?? scope.set
        let names = arguments.strings("tags") ?? []
        let location = try await scope.location(arguments.string("location") ?? "", in: set)
        let before = try scope.service.item(at: location, in: set)
        let similar = try scope.service.similarTags(to: names)
        if !similar.isEmpty, !arguments.isTrue("force") { throw ToolError(similar) }
        let created = try await scope.newNames(among: names)
        let item = try scope.service.saveItem(
            names,
            title: arguments.string("title") ?? before?.title ?? "",
            location: location,
            in: set
        )
        return [
            "saved": .boolean(item != nil), "replaced": .boolean(before != nil),
            "created": .list(created.map(JSONValue.string)), "location": .string(location),
            "tags": [],
        ]
        .merging(item?.values ?? [:]) { $1 }
    }
}

extension ToolError {
    /// Creates the error for new tags that are near duplicates of existing tags or of each other.
    init(_ similar: [SimilarTag]) {
        let pairs = similar.prefix(10)
            .map { "the new tag '\($0.tag)' resembles '\($0.other)' (\($0.likeness.words))" }
        let rest = similar.count > 10 ? ", and \(similar.count - 10) more" : ""
        self.init(
            "nothing was saved: \(pairs.joined(separator: "; "))\(rest); use the existing tag, or call again with force: true"
        )
    }
}

extension ToolScope {
    /// Returns the names that aren't tags or aliases yet, without repetitions.
    func newNames(among names: [String]) async throws -> [String] {
        var new: [String] = []
        for name in names where try service.resolved([name]).isEmpty {
            let text = try TagService.tagName(name)
            if !new.contains(text) { new.append(text) }
        }
        return new
    }
}
