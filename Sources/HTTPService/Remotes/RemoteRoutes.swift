internal import Connections
internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of connections to other programs; the command `connect` adds and removes them.
///
/// ```
/// POST /api/v1/remotes/linkding/push?dry-run=true
///
/// 200   {"added":2,"failed":[],"forbidden":[],"pushed":1,"removed":0,"withoutCounterpart":0}
/// ```
enum RemoteRoutes {
    static let all = [list, pull, push]

    static let schema = JSONSchema.object([
        .init(name: "name", schema: .string), .init(name: "kind", schema: .string, summary: "The program."),
        .init(name: "url", schema: .string), .init(name: "items", schema: .integer),
        .init(name: "lastPull", schema: .time, isRequired: false, summary: "Absent before the first complete pull."),
        .init(name: "unpushed", schema: .integer, summary: "The number of items with changes to push."),
    ])

    private static let list = Route(
        method: .get, path: "/remotes", scope: .admin, summary: "Lists the connections to other programs.",
        response: .json(.object([.init(name: "remotes", schema: .list(.named("Remote")))])),
        work: .read { _, service in .json(["remotes": try service.connections.all().map { ConnectionDocument($0) }]) })

    private static let name = Field.path("name")

    private static let pull = Route(
        method: .post, path: "/remotes/\(name)/pull", scope: .admin,
        summary: "Reads new, changed and deleted items of the other program.",
        response: .json(
            .object([
                .init(name: "new", schema: .integer), .init(name: "changed", schema: .integer),
                .init(name: "deleted", schema: .integer),
            ])), problems: [409, 502],
        work: .stream { call in
            let name = try call[name]
            let counts = try await exchanging(name, call) { try $0.pull(name) }
            return .json(["new": counts.new, "changed": counts.changed, "deleted": counts.deleted])
        })

    private static let dryRun = Field.query("dry-run", .flag, default: false, "Only count the changes.")

    private static let push = Route(
        method: .post, path: "/remotes/\(name)/push", scope: .admin,
        summary: "Adds and removes tags in the other program that were added and removed here.", fields: [dryRun],
        response: .json(
            .object([
                .init(name: "pushed", schema: .integer, summary: "The number of items."),
                .init(name: "added", schema: .integer, summary: "The number of tags that items got there."),
                .init(name: "removed", schema: .integer, summary: "The number of tags that items lost there."),
                .init(
                    name: "withoutCounterpart", schema: .integer,
                    summary: "The number of items of the set that don't exist there."),
                .init(name: "forbidden", schema: .list(.string), summary: "The items that may not be changed there."),
                .init(name: "failed", schema: .list(.string), summary: "The items that weren't changed otherwise."),
            ])), problems: [409, 502],
        work: .stream { call in
            let (name, isDryRun) = (try call[name], try call[dryRun])
            let document = try await exchanging(name, call) { exchange in
                isDryRun ? PushDocument(try exchange.plan(name)) : PushDocument(try exchange.push(name))
            }
            return .json(document)
        })

    /// Runs an exchange of a connection, and turns its errors into problems.
    private static func exchanging<Result: Sendable>(
        _ name: String, _ call: Call, _ work: @escaping @Sendable (Exchange) throws -> Result
    ) async throws -> Result {
        do { return try await call.server.remotes.run(name, in: call.space, work) } catch let error as RemoteError {
            throw Problem(error, in: call)
        }
    }

    private struct PushDocument: Encodable, Sendable {
        let pushed, added, removed, withoutCounterpart: Int
        let forbidden, failed: [String]

        init(_ report: PushReport) {
            (pushed, added, removed) = (report.pushed, report.added, report.removed)
            withoutCounterpart = report.withoutCounterpart
            forbidden = report.forbidden.map(\.title)
            failed = report.failed.map(\.title)
        }

        init(_ plan: (changes: [PlannedPush], withoutCounterpart: Int)) {
            pushed = plan.changes.count
            added = plan.changes.reduce(0) { $0 + $1.added.count }
            removed = plan.changes.reduce(0) { $0 + $1.removed.count }
            withoutCounterpart = plan.withoutCounterpart
            (forbidden, failed) = ([], [])
        }
    }
}
