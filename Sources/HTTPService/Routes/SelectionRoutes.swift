internal import HTTPTypes
internal import TagService

/// Saved selections.
enum SelectionRoutes {
    static let all = [list, save, show, forget, restore]

    private static let list = Route(
        method: .get,
        path: "/selections",
        scope: .read,
        summary: "Lists saved selections, the newest first.",
        query: [
            .init(name: "set", summary: "Only those of a set.", schema: .string),
            .init(
                name: "tag",
                summary: "Only those that hold a tag.",
                schema: .string,
                repeats: true
            ),
            .init(
                name: "source",
                summary: "Only those of things whose address or path contains a text.",
                schema: .string
            ),
            .limit, .after,
        ],
        answer: .json(
            .object([.init(name: "selections", schema: .list(.named("SavedSelection")))])
        ),
        problems: [422],
        isOpenToSetTokens: true,
        work: .read { call, service in
            let limit = try call.limit(default: 100)
            let set = call.first("set").map(SetReference.named)
            if set == nil { try call.caller.requireEverySet() }
            let page = try service.history(
                HistoryQuery(
                    tags: call.all("tag"),
                    source: call.first("source") ?? "",
                    limit: limit,
                    after: call.place(of: HistoryPlace.self)
                ),
                of: set
            )
            var answer = Answer.json([
                "selections": page.selections.map(SavedSelectionDocument.init)
            ])
            if page.remaining > 0, let last = page.selections.last {
                answer.link(toNext: Cursor.text(HistoryPlace(of: last)), of: call)
            }
            return answer
        }
    )

    private static let save = Route(
        method: .post,
        path: "/selections",
        scope: .write,
        summary: "Saves the selection of a set, or some tags; suggestions learn from it at once.",
        body: .json(
            .object([
                .init(name: "set", schema: .string),
                .init(name: "label", schema: .optional(.string), isRequired: false),
                .init(name: "tags", schema: .optional(.list(.string)), isRequired: false),
                .init(
                    name: "source",
                    schema: .optional(.string),
                    isRequired: false,
                    summary:
                        "The address or path of the thing that has the tags; what was saved for it is replaced."
                ),
            ])
        ),
        answer: .json(.named("SavedSelection"), status: 201),
        problems: [409, 422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("set", "label", "tags", "source")
            let set = SetReference.named(try fields.string("set"))
            let label = try fields.optionalString("label") ?? ""
            let source = try fields.optionalString("source")
            let saved =
                try fields.has("tags")
                ? service.save(
                    tags: fields.strings("tags"),
                    label: label,
                    source: source,
                    in: set
                )
                : service.save(label: label, source: source, in: set)
            return .created(
                SavedSelectionDocument(saved),
                at: call.location("selections", "\(saved.id)")
            )
        }
    )

    private static let show = Route(
        method: .get,
        path: "/selections/{id}",
        scope: .read,
        summary: "Shows a saved selection.",
        answer: .json(.named("SavedSelection")),
        isOpenToSetTokens: true,
        work: .read { call, service in .json(SavedSelectionDocument(try saved(call, service))) }
    )

    private static let forget = Route(
        method: .delete,
        path: "/selections/{id}",
        scope: .write,
        summary: "Forgets a saved selection and what was learnt from it.",
        answer: .nothing,
        isOpenToSetTokens: true,
        work: .write { call, service in
            _ = try service.forget(saved(call, service).id)
            return .nothing
        }
    )

    private static let restore = Route(
        method: .post,
        path: "/selections/{id}/restore",
        scope: .write,
        summary: "Makes a saved selection the selection of its set.",
        answer: .json(.named("SavedSelection")),
        isOpenToSetTokens: true,
        work: .write { call, service in
            .json(SavedSelectionDocument(try service.restore(saved(call, service).id)))
        }
    )

    /// The saved selection that the path names.
    private static func saved(
        _ call: Call,
        _ service: TagService
    ) throws -> SavedSelection {
        try service.savedSelection(call.identifier())
    }
}

extension Call {
    /// The number that the path names.
    func identifier() throws -> Int64 {
        guard let id = Int64(self["id"]), id > 0 else {
            throw Problem.notFound("'\(self["id"].prefix(60))' is no number of one")
        }
        return id
    }
}
