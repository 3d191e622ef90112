internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import TagService

/// The route of exports: items in a format, or everything in the database.
///
/// ```
/// GET /api/v1/export?format=links&q=%23lake
///
/// 200   - [An example](<https://example.org/>) #lake
/// ```
extension FileRoutes {
    private static let format = Field.query(
        "format", .word, default: ItemExportFormat.ndjson, "The format; default: ndjson.")

    static let export = Route(
        method: .get, path: "/export", scope: .admin,
        summary: "Exports items in a format or, as NDJSON without 'q' and 'set', everything in the import format.",
        fields: [format, Fields.itemQuery, Fields.onlySet],
        response: .bytes(
            ItemExportFormat.ndjson.contentType,
            others: ItemExportFormat.allCases.filter { $0 != .ndjson }.map(\.contentType)), problems: [422],
        isOpenToSetTokens: true,
        work: .stream { call in
            let format = try call[format]
            try call.requireAccepted(format.contentType)
            let query = try call[Fields.itemQuery].map { ItemQuery($0) }
            let set = try call[Fields.onlySet]
            guard format == .ndjson, query == nil, set == nil else {
                return try await exportItems(format, matching: query, of: set, to: call)
            }
            // Tags, aliases and views of other sets are part of the database.
            try call.caller.requireEverySet()
            return try await sendAttachment("tagflow.ndjson", format.contentType, to: call) { file in
                try call.space.service.files.exportNDJSON { try file.append($0) }
            }
        })

    /// Sends the items that the caller may see.
    private static func exportItems(
        _ format: ItemExportFormat, matching query: ItemQuery?, of set: SetReference?, to call: Call
    ) async throws -> ServiceResponse {
        if call.request.method == .head {
            // HEAD reports the same problems as GET.
            try await call.read { _ = try $0.items.find(query ?? ItemQuery(), in: set) }
        }
        return try await sendAttachment(format.fileName, format.contentType, to: call) { file in
            let service = call.space.service
            _ = try service.limited(to: call.caller.setIDs) {
                try service.files.exportItems(as: format, matching: query, in: set) { try file.append($0) }
            }
        }
    }

    /// Streams a file that a browser saves under a name instead of showing it.
    private static func sendAttachment(
        _ name: String, _ contentType: String, to call: Call,
        _ write: @escaping @Sendable (TemporaryFile) throws -> Void
    ) async throws -> ServiceResponse {
        var response = try await send(contentType, to: call) {
            let file = try TemporaryFile()
            try await call.space.exports.run(for: call.client) { try write(file) }
            return file
        }
        response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        // A browser that shows the file anyway must not run scripts of a bookmark.
        response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        return response
    }
}

extension ItemExportFormat {
    fileprivate var contentType: String {
        switch self {
        case .netscape: "text/html; charset=utf-8"
        case .pinboard: "application/json"
        case .itemsCSV: "text/csv; charset=utf-8"
        case .links: "text/markdown; charset=utf-8"
        case .ndjson: "application/x-ndjson"
        }
    }

    /// The name under which a browser saves an export.
    fileprivate var fileName: String {
        switch self {
        case .netscape: "bookmarks.html"
        case .pinboard: "pinboard.json"
        case .itemsCSV: "items.csv"
        case .links: "links.md"
        case .ndjson: "items.ndjson"
        }
    }
}

extension Call {
    /// Throws a problem with status 406 if the client doesn't accept a content type.
    fileprivate func requireAccepted(_ type: String) throws(Problem) {
        guard let field = request.headers[.accept], !AcceptedTypes(field).take(type) else { return }
        throw Problem.notAcceptable([type])
    }
}
