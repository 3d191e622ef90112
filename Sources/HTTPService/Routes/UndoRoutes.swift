internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of undo, redo, and the list of changes.
///
/// ```
/// POST /api/v1/undo
/// 200   {"change":"add photo, sea"}
/// ```
enum UndoRoutes {
    static let all = [undo, redo, changes]

    private static let step = JSONSchema.object([.init(name: "change", schema: .string)])

    private static let undo = Route(
        method: .post, path: "/undo", scope: .write, summary: "Undoes the last change, and returns its name.",
        body: .json(
            .object([
                .init(
                    name: "change", schema: .optional(.integer), isRequired: false,
                    summary: "The id of the change; if it isn't the newest, nothing is undone.")
            ])), response: .json(step), problems: [409, 422],
        work: .write { call, service in .json(["change": try service.undo.undo(ifNewestIs: change(of: call))]) })

    /// Returns the id of the change to undo; `nil` if the request has no body or no id.
    private static func change(of call: Call) throws -> Int64? {
        guard call.body != .null else { return nil }
        let fields = try call.fields()
        try fields.allow("change")
        guard fields.has("change") else { return nil }
        guard let id = fields.value("change")?.integer else {
            throw Problem.field("/change", "'change' must be the id of a change")
        }
        return Int64(id)
    }

    private static let redo = Route(
        method: .post, path: "/redo", scope: .write, summary: "Redoes the last undone change, and returns its name.",
        response: .json(step), problems: [409],
        work: .write { _, service in .json(["change": try service.undo.redo()]) })

    private static let changes = Route(
        method: .get, path: "/changes", scope: .read, summary: "Lists the changes that can be undone, newest first.",
        query: [.limit], response: .json(.object([.init(name: "changes", schema: .list(.named("Change")))])),
        work: .read { call, service in
            let limit = try call.limit(default: 100)
            return .json(["changes": try service.undo.steps(limit: limit).steps.map(StepDocument.init)])
        })

    static let changeSchema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "at", schema: .time), .init(name: "change", schema: .string),
    ])

    private struct StepDocument: Encodable {
        var id: Int64
        var at: String
        var change: String

        init(_ step: UndoStep) {
            id = step.id
            at = step.madeAt.formatted(.iso8601)
            change = step.summary
        }
    }
}
