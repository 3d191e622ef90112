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

    private static let step = JSONSchema.object([
        .init(name: "change", schema: .string),
        .init(
            name: "kept", schema: .string, isRequired: false,
            summary: "The changes that stay, because other devices have changed them since."),
    ])

    private static let change = Field.body(
        "change", .identifier("the id of a change"), "The id of the change; if it isn't the newest, nothing is undone.")

    private static let undo = Route(
        method: .post, path: "/undo", scope: .write, summary: "Undoes the last change, and returns its name.",
        fields: [change], isBodyOptional: true, response: .json(step), problems: [409, 422],
        work: .write { call, service in .json(UndoneDocument(try service.undoLog.undo(ifNewestIs: call[change]))) })

    private static let redo = Route(
        method: .post, path: "/redo", scope: .write, summary: "Redoes the last undone change, and returns its name.",
        response: .json(step), problems: [409],
        work: .write { _, service in .json(UndoneDocument(try service.undoLog.redo())) })

    private static let limit = Fields.limit(default: 100)

    private static let changes = Route(
        method: .get, path: "/changes", scope: .read, summary: "Lists the changes that can be undone, newest first.",
        fields: [limit], response: .json(.object([.init(name: "changes", schema: .list(.named("Change")))])),
        work: .read { call, service in
            .json(["changes": try service.undoLog.steps(limit: call[limit]).steps.map(StepDocument.init)])
        })

    static let changeSchema = JSONSchema.object([
        .init(name: "id", schema: .integer), .init(name: "at", schema: .time), .init(name: "change", schema: .string),
    ])

    private struct UndoneDocument: Encodable {
        var change: String
        var kept: String?

        init(_ step: UndoStep) {
            change = step.summary
            kept = step.kept?.message
        }
    }

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
