internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes that add, move and remove single tags of a set, and that list the sizes of sets.
///
/// With these routes, a client doesn't have to send the whole list of tags to change one tag.
///
/// ```
/// POST /api/v1/sets/trip/tags   {"tags": ["photo", "sea"]}
/// 200   {"added":["photo"],"present":["sea"],"set":"trip"}
/// ```
enum MemberRoutes {
    static let all = [summaries, add, move, remove]

    private static let summaries = Route(
        method: .get, path: "/set-summaries", scope: .read,
        summary:
            "Lists the sets without their tags: the number of tags, the chosen set, and the changes that undo and redo would make.",
        fields: [Fields.date],
        response: .json(
            .object([
                .init(name: "sets", schema: .list(.named("StoreReader.SetSummary"))),
                .init(
                    name: "usual", schema: .string, isRequired: false,
                    summary: "The set of the next item that is saved this way, unless it names another."),
                .init(name: "undo", schema: .string, isRequired: false),
                .init(name: "redo", schema: .string, isRequired: false),
                .init(
                    name: "notices", schema: .list(.string), isRequired: false,
                    summary: "Tags of daily sets that weren't saved; each is reported once."),
            ])), isOpenToSetTokens: true,
        work: .read { call, service in
            let sets = try service.sets.all()
            let notices = try service.sets.takeUnsavedDays().map(\.text)
            var document = SummariesDocument(sets, try service.undoLog.next(), notices: notices)
            document.usual = try usualSet(of: call, service)
            return .json(document)
        })

    /// Returns the set that the caller's next item is saved in; `nil` if it doesn't exist yet or every set is daily.
    private static func usualSet(of call: Call, _ service: TagService) throws -> String? {
        do { return try service.sets.usual(for: call.entrance()) } catch TagServiceError.noOrdinarySet { return nil }
    }

    private struct SummariesDocument: Encodable {
        var sets: [TagSetSummary]
        var usual: String?
        var undo: String?
        var redo: String?
        var notices: [String]?

        init(_ sets: [TagSetSummary], _ next: NextSteps, notices: [String]) {
            self.sets = sets
            self.notices = notices.isEmpty ? nil : notices
            undo = next.undo?.summary
            redo = next.redo?.summary
        }
    }

    private static let selected = Field.body("selected", .flag, default: false, schema: .boolean)

    private static let add = Route(
        method: .post, path: "/sets/\(Fields.set)/tags", scope: .write,
        summary: "Adds tags at the end of a set, and selects them on request; creates tags that don't exist.",
        fields: [Fields.tags, selected, Fields.implied, Fields.date], response: .json(addition), problems: [422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            let change = try service.sets.addTags(
                call[Fields.tags], to: .named(call[Fields.set]), selecting: call[selected], implied: call.implied())
            return .json(AdditionDocument(change))
        })

    private static let before = Field.body("before", .text, schema: .string)

    private static let move = Route(
        method: .patch, path: "/sets/\(Fields.set)/tags/\(Fields.tag)", scope: .write,
        summary: "Moves a tag of a set before another tag, or to the end if 'before' is null.", fields: [before],
        response: .nothing, problems: [422], isOpenToSetTokens: true,
        work: .write { call, service in
            let (tag, set) = (try call[Fields.tag], SetReference.named(try call[Fields.set]))
            if let other = try call[before] {
                try service.sets.moveTag(tag, before: other, in: set)
            } else {
                try service.sets.moveTagToEnd(tag, in: set)
            }
            return .nothing
        })

    private static let remove = Route(
        method: .delete, path: "/sets/\(Fields.set)/tags/\(Fields.tag)", scope: .write,
        summary: "Removes a tag from a set; the tag itself stays.", response: .nothing, problems: [422],
        isOpenToSetTokens: true,
        work: .write { call, service in
            try service.sets.removeTags([call[Fields.tag]], from: .named(call[Fields.set]))
            return .nothing
        })

    private static let addition = JSONSchema.object([
        .init(name: "set", schema: .string), .init(name: "added", schema: .list(.string)),
        .init(name: "present", schema: .list(.string), summary: "The tags that were already in the set."),
    ])

    private struct AdditionDocument: Encodable {
        var set: String
        var added: [String]
        var present: [String]

        init(_ change: TagChange) {
            set = change.set
            added = change.changed
            present = change.unchanged
        }
    }
}

extension TagSetSummary {
    static let schema = JSONSchema.object([
        .init(name: "set", schema: .string), .init(name: "daily", schema: .boolean),
        .init(name: "tags", schema: .integer), .init(name: "selected", schema: .integer),
        .init(name: "saved", schema: .integer),
        .init(name: "chosen", schema: .boolean, summary: "Whether the command line shows it."),
    ])
}
