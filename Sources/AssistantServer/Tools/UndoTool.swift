internal import Foundation
internal import JSON
internal import TagService

extension AssistantTool {
    /// Reverts the last change.
    static let undo = AssistantTool(
        name: "undo", title: "Undo the last change",
        description: """
            Reverts the last change of tags, tag sets or items, no matter which program made it; `made_here` reports whether this server did. Each \
            further call reverts the change before that.
            """, fields: [],
        output: .object([
            .init(name: "undone", schema: .string, summary: "The change that was reverted."),
            .init(name: "made_at", schema: .string, summary: "When the change was made: RFC 3339, in UTC."),
            .init(name: "made_here", schema: .boolean, summary: "Whether this server made the change."),
            .init(
                name: "kept", schema: .string, isRequired: false,
                summary: "The changes that stay, because other devices have changed them since."),
        ]), changesTags: true, isDestructive: true, isIdempotent: false
    ) { _, scope in
        let step = try scope.service.undoLog.undo()
        var result: [String: JSONValue] = [
            "undone": .string(step.summary), "made_at": .string(step.madeAt.formatted(.iso8601)),
            "made_here": .boolean(step.isOwn),
        ]
        result["kept"] = step.kept.map { .string($0.message) }
        return result
    }
}
