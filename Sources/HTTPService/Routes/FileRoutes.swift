internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization
internal import TagService

/// Import, export and backup, all of them as streams.
enum FileRoutes {
    static let all = [load, export, backup]

    private static let contentTypes = [
        "application/x-ndjson", "application/json", "text/csv", "text/markdown", "text/plain",
    ]

    static let reportSchema = Schema.object(
        [
            "newTags", "newSets", "newSavedSelections", "unchanged", "skipped",
        ]
        .map { Schema.Field(name: $0, schema: .integer) }
    )

    private static let load = Route(
        method: .post,
        path: "/import",
        scope: .admin,
        summary: "Imports a file of any size: all of it in one transaction, or nothing.",
        query: [
            .init(
                name: "from",
                summary: "The format; else the content type tells it.",
                schema: .text(oneOf: ImportFormat.allCases.map(\.rawValue))
            ),
            .init(name: "skip-invalid", summary: "Leave invalid lines out.", schema: .boolean),
            .init(name: "set", summary: "The set for what names none.", schema: .string),
        ],
        body: .stream(contentTypes: contentTypes),
        answer: .json(.named("ImportReport")),
        problems: [422],
        work: .stream { call in
            let options = ImportOptions(
                format: try format(of: call),
                source: "the body",
                skipsInvalid: try call.flag("skip-invalid")
            )
            let set = call.first("set").map(SetReference.named) ?? .chosen
            return .json(try await load(call, options, into: set))
        }
    )

    private static func load(
        _ call: Call,
        _ options: ImportOptions,
        into set: SetReference
    ) async throws -> ReportDocument {
        let pipe = BodyPipe()
        async let report = call.space.commits.runAlone { service in
            defer { pipe.stop() }
            return try await service.importData(options: options, into: set) { try pipe.next() }
        }
        do {
            for try await part in call.request.body {
                guard await pipe.append(Array(part.readableBytesView)) else { break }
            }
            pipe.finish()
        } catch {
            pipe.fail(error)
        }
        return ReportDocument(try await report)
    }

    private struct ReportDocument: Encodable {
        var newTags: Int
        var newSets: Int
        var newSavedSelections: Int
        var unchanged: Int
        var skipped: Int

        init(_ report: ImportReport) {
            newTags = report.newTags
            newSets = report.newSets
            newSavedSelections = report.newSavedSelections
            unchanged = report.unchanged
            skipped = report.skipped
        }
    }

    private static func format(of call: Call) throws -> ImportFormat {
        if let name = call.first("from") {
            guard let format = ImportFormat(rawValue: name) else {
                let names = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.badRequest("'from' is one of \(names)")
            }
            return format
        }
        let type = (call.request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        return switch type {
        case "application/json": .json
        case "text/csv": .csv
        case "text/markdown": .markdown
        case "text/plain": .text
        default: .ndjson
        }
    }

    private static let export = Route(
        method: .get,
        path: "/export",
        scope: .admin,
        summary: "Exports everything as NDJSON in the import format.",
        answer: .bytes("application/x-ndjson"),
        work: .stream { call in
            .stream("application/x-ndjson") { writer in
                let pipe = BodyPipe()
                // A service of its own: the snapshot lasts as long as the client reads, and nobody waits for that.
                let service = try TagService(.file(path: call.space.path), concurrency: .pool)
                async let exported: Void = withTaskExecutorPreference(BlockingExecutor.shared) {
                    defer { pipe.finish() }
                    try await service.exportNDJSON { bytes in try pipe.appendBlocking(bytes) }
                }
                do {
                    while let bytes = try await pipe.nextPart() {
                        try await writer.write(bytes: bytes)
                    }
                } catch {
                    pipe.stop()
                    throw error
                }
                try await exported
            }
        }
    )

    private static let backup = Route(
        method: .get,
        path: "/backup",
        scope: .admin,
        summary: "Copies the database as one file of SQLite.",
        answer: .bytes("application/vnd.sqlite3"),
        work: .stream { call in
            let name = "tagflow-\(AccessSecret.random()).sqlite"
            let file = FileManager.default.temporaryDirectory.appending(path: name).path
            let reader = call.space.reader
            try await withTaskExecutorPreference(BlockingExecutor.shared) {
                try await reader.backUp(to: file)
            }
            return .stream("application/vnd.sqlite3") { writer in
                defer {
                    // Nothing more can be done about a temporary file that stays.
                    try? FileManager.default.removeItem(atPath: file)
                }
                let handle = try FileHandle(forReadingFrom: URL(filePath: file))
                while let part = try handle.read(upToCount: 256 << 10), !part.isEmpty {
                    try await writer.write(bytes: Array(part))
                }
            }
        }
    )
}
