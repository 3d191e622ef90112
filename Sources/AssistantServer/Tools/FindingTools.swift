internal import JSON
internal import JSONRPC
internal import TagService

/// The tools that only read.
extension AssistantTool {
    private static let tagText = Schema.text("The tag's name.")

    private static func tags(_ description: String) -> JSONValue {
        Schema.list(of: ["type": "string"], description)
    }

    /// What fits a text, given tags and what was typed.
    static let suggestTags = AssistantTool(
        name: "suggest_tags",
        title: "Suggest tags",
        description: """
            Suggests tags for a thing from what this person has saved before, best first, with a score and the reasons. Give its text or title, \
            the tags that it has already, or the beginning of a tag; all of them help. Each suggestion says whether the tag is known.
            """,
        fields: [
            ToolField(
                name: "text",
                kind: .text(most: textLimit),
                description:
                    "The title of the thing, or its whole text with the title in the first line.",
                examples: ["A walk by the sea\n\nThe tide was out, and we found shells."]
            ),
            ToolField(
                name: "given",
                kind: .texts(most: 1_000),
                description: "Tags that the thing has already; they are not suggested again.",
                examples: [["sea", "photo"]]
            ),
            ToolField(
                name: "query",
                kind: .text(most: nameLimit),
                description: "What a tag's name begins with or contains; typos are forgiven.",
                examples: ["trav"]
            ),
            ToolField(
                name: "limit",
                kind: .number(1...1_000),
                description: "The most suggestions.",
                usual: 10,
                examples: [5]
            ),
            ToolField(
                name: "set",
                kind: .text(most: nameLimit),
                description: "Suggest only tags of this tag set.",
                examples: ["default"]
            ),
        ],
        output: Schema.object(
            [
                (
                    "suggestions",
                    Schema.list(
                        of: Schema.object(
                            [
                                ("tag", tagText),
                                ("score", Schema.number("Its rank, from 0 to 1.")),
                                ("known", Schema.truth("Whether this person has the tag.")),
                                ("because", tags("The reasons, strongest first.")),
                                (
                                    "probability",
                                    Schema.number("How likely the thing has it, from 0 to 1.")
                                ),
                            ],
                            required: ["tag", "score", "known", "because"]
                        ),
                        "The tags, best first."
                    )
                ), ("unknown", tags("Given tags that this person does not have.")),
            ],
            required: ["suggestions", "unknown"]
        )
    ) { arguments, scope in
        let query = SuggestionQuery(
            text: arguments.text("query") ?? "",
            given: arguments.texts("given") ?? [],
            title: arguments.text("text") ?? "",
            limit: arguments.number("limit"),
            onlyIn: arguments.text("set").map(SetReference.named)
        )
        let found = try scope.service.suggestedTags(for: query)
        return [
            "suggestions": .list(found.suggestions.map(value)),
            "unknown": .list(found.unknown.map(JSONValue.string)),
        ]
    }

    private static func value(_ suggestion: Suggestion) -> JSONValue {
        var value: [String: JSONValue] = [
            "tag": .string(suggestion.tag), "score": .number(suggestion.score),
            "known": .boolean(suggestion.new != true),
            "because": .list(suggestion.because.map(JSONValue.string)),
        ]
        value["probability"] = suggestion.probability.map(JSONValue.number)
        return .object(value)
    }

    /// The tags whose names contain a text.
    static let findTags = AssistantTool(
        name: "find_tags",
        title: "Find tags",
        description: """
            Lists the tags that this person has, in pages: those whose names contain a text, or all. Use it to see which tags there are, how often \
            each is used, and how they are written. To find tags for a text, suggest_tags is better.
            """,
        fields: [
            ToolField(
                name: "query",
                kind: .text(most: nameLimit),
                description:
                    "What the names contain, whatever case and accents; else all are listed.",
                examples: ["learn"]
            ),
            ToolField(
                name: "order",
                kind: .word(TagOrder.allCases.map(\.rawValue)),
                description: "By name, the most used first, or the most recently used first.",
                usual: "uses"
            ),
            ToolField(
                name: "limit",
                kind: .number(1...1_000),
                description: "The most tags of a page.",
                usual: 50
            ),
            ToolField(
                name: "cursor",
                kind: .text(most: 10_000),
                description: "'next_cursor' of the page before, with the same query and order."
            ),
        ],
        output: Schema.object(
            [
                (
                    "tags",
                    Schema.list(
                        of: Schema.object(
                            [
                                ("tag", tagText), ("aliases", tags("Other names of it.")),
                                ("uses", Schema.count("How often it was used.")),
                                ("sets", Schema.count("In how many tag sets it is.")),
                            ],
                            required: ["tag", "aliases", "uses", "sets"]
                        ),
                        "The tags."
                    )
                ), ("next_cursor", Schema.text("What continues the list; not there at its end.")),
                ("did_you_mean", tags("Where no name contains the text: the nearest ones.")),
            ],
            required: ["tags"]
        )
    ) { arguments, scope in
        let query = arguments.text("query") ?? ""
        let cursor = arguments.text("cursor")
        let place = cursor.flatMap(TagPage.Place.init)
        guard (cursor == nil) == (place == nil) else {
            throw ToolError("'cursor' is 'next_cursor' of the page before; leave it out")
        }
        let page = try scope.service.tagPage(
            arguments.text("order").flatMap(TagOrder.init) ?? .uses,
            containing: query,
            after: place,
            limit: arguments.number("limit")
        )
        var answer: [String: JSONValue] = ["tags": .list(page.tags.map(\.value))]
        answer["next_cursor"] = page.next.map { .string($0.cursor) }
        if page.tags.isEmpty, place == nil, !query.isEmpty {
            let nearest = try scope.service.nearestTags(to: query)
            answer["did_you_mean"] = .list(nearest.map(JSONValue.string))
        }
        return answer
    }

    /// What was saved for a thing.
    static let tagsOf = AssistantTool(
        name: "show_item",
        title: "Tags of a thing",
        description: """
            Tells which tags were saved for a thing, which is known by its location: an address, or the path of a file. Where nothing was saved, \
            lists locations that contain the text.
            """,
        fields: [
            .location, .set,
        ],
        output: Schema.object(
            [
                ("found", Schema.truth("Whether anything was saved for it.")),
                ("location", Schema.text("The location that it is known by.")),
                ("tags", tags("Its tags.")), ("title", Schema.text("What it is called.")),
                ("set", Schema.text("The tag set.")),
                ("saved_at", Schema.text("When it was tagged, after RFC 3339, in UTC.")),
                ("like", tags("Where nothing was found: locations that contain the text.")),
            ],
            required: ["found", "location", "tags"]
        )
    ) { arguments, scope in
        let set = arguments.text("set").map(SetReference.named) ?? scope.set
        let text = arguments.text("location") ?? ""
        let location = try await scope.location(text, in: set)
        guard let thing = try scope.service.thing(location, in: set) else {
            let like = try scope.service.items(
                ItemQuery(location: text, limit: text.isEmpty ? 0 : 10),
                of: set
            )
            return [
                "found": false, "location": .string(location), "tags": [],
                "like": .list(like.items.compactMap(\.location).map(JSONValue.string)),
            ]
        }
        return ["found": true].merging(thing.values) { $1 }
    }

    /// Names that look like others.
    static let similarTags = AssistantTool(
        name: "similar_tags",
        title: "Similar tags",
        description: """
            Finds near duplicates: tags that differ in a letter, an accent, a hyphen or a plural. With names, tells which known tag each new one \
            resembles; without, lists pairs of known tags, the most used first, of which merge_tags makes one.
            """,
        fields: [
            ToolField(
                name: "tags",
                kind: .texts(most: 1_000),
                description: "Names of new tags; else all known tags are compared.",
                examples: [["photos", "maschine learning"]]
            ),
            ToolField(
                name: "limit",
                kind: .number(1...1_000),
                description: "The most pairs.",
                usual: 50
            ),
        ],
        output: Schema.object(
            [
                (
                    "pairs",
                    Schema.list(
                        of: Schema.object(
                            [
                                ("tag", Schema.text("The new or the less used tag.")),
                                ("like", Schema.text("The tag to use instead.")),
                                ("because", Schema.text("How the two differ.")),
                            ],
                            required: ["tag", "like", "because"]
                        ),
                        "The near duplicates."
                    )
                ), ("count", Schema.count("The number of all pairs.")),
                ("complete", Schema.truth("Whether all pairs were found.")),
            ],
            required: ["pairs", "count", "complete"]
        )
    ) { arguments, scope in
        let limit = arguments.number("limit")
        guard let names = arguments.texts("tags") else {
            let found = try scope.service.similarTags(limit: limit)
            return pairs(found.pairs, of: found.count, isComplete: found.isCountComplete)
        }
        let found = try scope.service.similarTags(to: names)
        return pairs(Array(found.prefix(limit)), of: found.count, isComplete: true)
    }

    private static func pairs(
        _ pairs: [SimilarTag],
        of count: Int,
        isComplete: Bool
    ) -> [String: JSONValue] {
        [
            "pairs": .list(
                pairs.map {
                    [
                        "tag": .string($0.tag), "like": .string($0.other),
                        "because": .string($0.likeness.words),
                    ]
                }
            ), "count": .integer(Int64(count)), "complete": .boolean(isComplete),
        ]
    }
}

extension AssistantTool {
    /// The most characters of a text, of which the first 1,000,000 bytes count.
    static let textLimit = 1 << 24
    /// The most characters of a tag's name.
    static let nameLimit = ToolField.nameLimit
}

extension ToolScope {
    /// The location that a thing is known by: of a file, the one that its set has for it.
    func location(_ text: String, in set: SetReference) async throws -> String {
        guard text.hasPrefix("/") else { return text }
        return try service.location(ofFile: text, in: set)
    }
}

extension Item {
    /// What a thing has, as JSON.
    var values: [String: JSONValue] {
        var values: [String: JSONValue] = [
            "location": .string(location ?? ""), "title": .string(title), "set": .string(set),
            "tags": .list(tags.map(JSONValue.string)),
        ]
        values["saved_at"] = timestamp.map(JSONValue.string)
        return values
    }
}
