internal import Foundation
internal import JSON
internal import JSONRPC
internal import TagService

/// The tools that change something, which a server that only reads does not offer.
extension AssistantTool {
    /// Saves the tags of a thing.
    static let saveTags = AssistantTool(
        name: "save_item",
        title: "Save a thing's tags",
        description: """
            Saves all tags of a thing under its location, an address or the path of a file, in place of what was saved for it; suggestions learn from it at \
            once. A new tag that is a near duplicate of a known one is refused: use the known one, or force it. An empty list forgets the thing. \
            The file itself is not changed.
            """,
        fields: [
            .location,
            ToolField(
                name: "tags",
                kind: .texts(most: 1_000),
                description: "All tags that the thing has from now on.",
                isRequired: true,
                examples: [["sea", "photo"]]
            ),
            ToolField(
                name: "title",
                kind: .text(most: 10_000),
                description:
                    "What the thing is called; else the title that was saved for it stays.",
                examples: ["A walk by the sea"]
            ), .set,
            ToolField(
                name: "force",
                kind: .truth,
                description: "Whether near duplicates of known tags are made all the same.",
                usual: false
            ),
        ],
        output: Schema.object(
            [
                ("saved", Schema.truth("Whether the thing has tags now.")),
                ("replaced", Schema.truth("Whether something was saved for it before.")),
                ("created", Schema.list(of: ["type": "string"], "Tags that were made.")),
                ("location", Schema.text("The location that it is known by.")),
                ("tags", Schema.list(of: ["type": "string"], "Its tags.")),
                ("title", Schema.text("What it is called.")), ("set", Schema.text("The tag set.")),
                ("saved_at", Schema.text("When it was tagged, after RFC 3339, in UTC.")),
            ],
            required: ["saved", "replaced", "created", "location", "tags"]
        ),
        changesTags: true,
        isDestructive: true
    ) { arguments, scope in
        let set = arguments.text("set").map(SetReference.named) ?? scope.set
        let names = arguments.texts("tags") ?? []
        let location = try await scope.location(arguments.text("location") ?? "", in: set)
        let before = try scope.service.thing(location, in: set)
        let similar = try scope.service.similarTags(to: names)
        if !similar.isEmpty, !arguments.isTrue("force") { throw ToolError(similar) }
        let created = try await scope.newNames(among: names)
        let thing = try scope.service.saveItem(
            names,
            title: arguments.text("title") ?? before?.title ?? "",
            location: location,
            in: set
        )
        return [
            "saved": .boolean(thing != nil), "replaced": .boolean(before != nil),
            "created": .list(created.map(JSONValue.string)), "location": .string(location), "tags": [],
        ]
        .merging(thing?.values ?? [:]) { $1 }
    }

    /// Makes one tag of two.
    static let mergeTags = AssistantTool(
        name: "merge_tags",
        title: "Merge two tags",
        description: """
            Makes one tag of two everywhere: what has the first has the second from then on, and the first name becomes an alias. Ask the \
            person first; undo takes it back.
            """,
        fields: [
            ToolField(
                name: "from",
                kind: .text(most: nameLimit),
                description: "The tag that goes.",
                isRequired: true,
                examples: ["photos"]
            ),
            ToolField(
                name: "into",
                kind: .text(most: nameLimit),
                description: "The tag that stays.",
                isRequired: true,
                examples: ["photo"]
            ),
        ],
        output: Schema.object(
            [
                ("from", Schema.text("The tag that is an alias now.")),
                ("into", Schema.text("The tag that has the uses of both.")),
                ("uses", Schema.count("How often it was used.")),
            ],
            required: ["from", "into", "uses"]
        ),
        changesTags: true,
        isDestructive: true,
        isRepeatable: false
    ) { arguments, scope in
        let merged = try scope.service.mergeTags(
            arguments.text("from") ?? "",
            into: arguments.text("into") ?? ""
        )
        let uses = try scope.service.tag(merged.into).uses
        return [
            "from": .string(merged.from), "into": .string(merged.into),
            "uses": .integer(Int64(uses)),
        ]
    }

    /// Takes the last change back.
    static let undo = AssistantTool(
        name: "undo",
        title: "Undo the last change",
        description: """
            Takes the last change of tags, sets and saved things back, whoever made it; 'made_here' tells whether this server did. Calling it again \
            takes the change before back.
            """,
        fields: [],
        output: Schema.object(
            [
                ("undone", Schema.text("The change that was taken back.")),
                ("made_at", Schema.text("When it was made, after RFC 3339, in UTC.")),
                ("made_here", Schema.truth("Whether this server had made it.")),
            ],
            required: ["undone", "made_at", "made_here"]
        ),
        changesTags: true,
        isDestructive: true,
        isRepeatable: false
    ) { _, scope in
        let step = try scope.service.undoStep()
        return [
            "undone": .string(step.summary), "made_at": .string(step.madeAt.formatted(.iso8601)),
            "made_here": .boolean(step.isOwn),
        ]
    }
}

extension ToolError {
    /// New tags are refused that are near duplicates of known ones, or of one another.
    init(_ similar: [SimilarTag]) {
        let pairs = similar.prefix(10)
            .map { "the new tag '\($0.tag)' is like '\($0.other)', \($0.likeness.words)" }
        let rest = similar.count > 10 ? ", and \(similar.count - 10) more" : ""
        self.init(
            "nothing was saved: \(pairs.joined(separator: "; "))\(rest). Use the other tag, or call again with force: true"
        )
    }
}

extension ToolScope {
    /// The names that no tag has yet, each once.
    func newNames(among names: [String]) async throws -> [String] {
        var new: [String] = []
        for name in names where try service.resolved([name]).isEmpty {
            let text = try TagService.tagName(name)
            if !new.contains(text) { new.append(text) }
        }
        return new
    }
}
