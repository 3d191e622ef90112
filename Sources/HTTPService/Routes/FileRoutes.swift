internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import TagService

/// The routes of import, export and backup, whose bodies are streamed.
///
/// ```
/// POST /api/v1/import   {"tag": "x"}
///                       {"title": "a walk", "tags": ["sea"]}
///
/// 200   {"fieldChanges":{"cutNotes":0,"cutTitles":0,"displacedTags":0,"leftOutAttributes":0,
///        "replacedCharacters":0,"unreadTimes":0},"joined":0,"lines":[],"newDescriptions":0,"newImplications":0,"newItems":1,"newSets":0,
///        "newTags":1,"q":"id:7-7","replaced":0,"skipped":0,"stored":0,"unchanged":0}
/// ```
enum FileRoutes {
    static let all = [load, export, backup]

    private static let contentTypes = [
        "application/x-ndjson", "application/json", "text/csv", "text/markdown", "text/plain",
    ]

    static let reportSchema = JSONSchema.object(
        [
            "newTags", "newSets", "newImplications", "newDescriptions", "newItems", "replaced", "unchanged", "stored",
            "joined", "skipped",
        ]
        .map { JSONSchema.Field(name: $0, schema: .integer) } + [
            .init(
                name: "lines", schema: .list(lineSchema),
                summary: "The first 100 items that were joined with an earlier item of the file."),
            .init(
                name: "fieldChanges",
                schema: .object(
                    [
                        "cutTitles", "cutNotes", "replacedCharacters", "unreadTimes", "leftOutAttributes",
                        "displacedTags",
                    ]
                    .map { JSONSchema.Field(name: $0, schema: .integer) }),
                summary: "Numbers of fields that were changed to store them."),
            .init(
                name: "q", schema: .string, isRequired: false,
                summary: "A query for the added items; absent if none was added."),
        ])

    private static let lineSchema = JSONSchema.object([
        .init(name: "title", schema: .string), .init(name: "location", schema: .string, isRequired: false),
        .init(name: "place", schema: .string, summary: "The place in the file, such as 'line 3'."),
        .init(name: "changed", schema: .list(.string), summary: "The fields of the earlier item that change."),
        .init(name: "lost", schema: .anything, summary: "The fields that aren't kept, with their values."),
    ])

    private static let from: Field<ImportFormat?> = .query(
        "from", .word, "The format; by default, from the content type.")
    private static let skipsInvalid = Field.query("skip-invalid", .flag, default: false, "Skip invalid lines.")
    private static let set = Field.query(
        "set", .text, "The set for records without one; default: for items the set that the caller saved to last.")
    private static let appliesRules = Field.query(
        "rules", .flag, default: false, "Let automatic rules add their tags to new items.")

    private static let load = Route(
        method: .post, path: "/import", scope: .admin,
        summary: "Imports a file of any size: all of it in one transaction, or nothing.",
        fields: [from, skipsInvalid, set, appliesRules], streamedTypes: contentTypes,
        response: .json(.named("ImportReport")), problems: [422],
        work: .stream { call in
            var options = ImportOptions(
                format: try format(of: call), name: "the body", skipsInvalid: try call[skipsInvalid])
            options.appliesRules = try call[appliesRules]
            return try await load(call, options, into: .entrance(call.entrance(), named: call[set]))
        })

    private static func load(
        _ call: Call, _ options: ImportOptions, into set: SetReference
    ) async throws -> ServiceResponse {
        // Reads the whole body before the transaction, so that a slow client doesn't block writers.
        let file = try TemporaryFile()
        var pace = BodyPace(grace: .seconds(call.server.settings.clientTimeout))
        for try await part in call.request.body {
            try pace.count(part.readableBytes)
            try file.append(Array(part.readableBytesView))
        }
        let request = try IdempotentRequest(
            call.request, by: call.caller, content: call.request.headers[.idempotencyKey] == nil ? [] : file.digest())
        let load = try await WorkerPool.requests.run { try prepared(file, options, set, call.space.service) }
        if let request {
            // Run as a shared commit, so that one transaction makes the import and stores the response.
            return try await call.space.commits.run { service in
                try service.answerOnce(request) { .json(ReportDocument(try load(service))) }
            }
        }
        return try await call.space.commits.runAlone(for: call.client) { service in
            .json(ReportDocument(try load(service)))
        }
    }

    /// Compares the items of a file with the rules, if they apply, and returns the import of the file.
    private static func prepared(
        _ file: TemporaryFile, _ options: ImportOptions, _ set: SetReference, _ service: TagService
    ) throws -> @Sendable (TagService) throws -> ImportReport {
        let reading = file.reading()
        guard options.appliesRules else {
            return { try $0.files.importData(options: options, into: set) { try reading.next() ?? [] } }
        }
        // Other changes don't wait for this.
        let prepared = try service.files.prepareImport(options) { try reading.next() ?? [] }
        return { try $0.files.importData(prepared, into: set) }
    }

    /// An item that was joined with an earlier item of the file.
    private struct Line: Encodable {
        var title: String
        var location: String?
        var place: String
        var changed: [String]
        var lost: [String: String]

        init(_ change: ImportedItemChange) {
            (title, location, place) = (change.title, change.location, change.place ?? "")
            (changed, lost) = (change.changed, change.lost)
        }
    }

    private struct ReportDocument: Encodable {
        var newTags: Int
        var newSets: Int
        var newImplications: Int
        var newDescriptions: Int
        var newItems: Int
        var replaced: Int
        var unchanged: Int
        /// The items among the unchanged lines.
        var stored: Int
        var joined: Int
        var lines: [Line]
        var fieldChanges: [String: Int]
        var skipped: Int
        /// A query for the added items; `nil` if none was added.
        var q: String?

        init(_ report: ImportReport) {
            newTags = report.newTags
            newSets = report.newSets
            newImplications = report.newImplications
            newDescriptions = report.newDescriptions
            newItems = report.newItems
            replaced = report.replaced
            unchanged = report.unchanged
            stored = report.stored
            joined = report.joined
            lines = report.lines.prefix(100).map(Line.init)
            let changes = report.fieldChanges
            fieldChanges = [
                "cutTitles": changes.cutTitles.count, "cutNotes": changes.cutNotes.count,
                "replacedCharacters": changes.replacedCharacters.count, "unreadTimes": changes.unreadTimes.count,
                "leftOutAttributes": changes.leftOutAttributes.count, "displacedTags": changes.displacedTags.count,
            ]
            skipped = report.skipped
            q = report.query
        }
    }

    private static func format(of call: Call) throws -> ImportFormat {
        if let format = try call[from] { return format }
        let type = (call.request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        return switch type {
        case "application/json": .json
        case "text/csv": .csv
        case "text/markdown": .markdown
        case "text/plain": .text
        default: .ndjson
        }
    }

    private static let backup = Route(
        method: .get, path: "/backup", scope: .admin, summary: "Returns a copy of the database as one SQLite file.",
        response: .bytes("application/vnd.sqlite3"),
        work: .stream { call in
            try await send("application/vnd.sqlite3", to: call) {
                try await call.space.exports.run(for: call.client) {
                    try await TemporaryFile { try call.space.service.maintenance.backUp(to: $0) }
                }
            }
        })

    /// Creates a file and streams it.
    ///
    /// A slow client doesn't block a thread.
    static func send(
        _ contentType: String, to call: Call, _ make: @escaping @Sendable () async throws -> TemporaryFile
    ) async throws -> ServiceResponse {
        guard call.request.method != .head else { return .stream(contentType) { _ in } }
        let file = try await call.server.heavyWork.run(for: call, make)
        return .stream(contentType) { writer in
            let reading = file.reading()
            while let part = try await WorkerPool.requests.run({ try reading.next() }) {
                try await writer.write(bytes: part)
            }
        }
    }
}
