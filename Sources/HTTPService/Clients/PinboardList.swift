internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// All posts that a client asked for, which are read and sent in parts.
///
/// ```
/// GET /v1/posts/all?tag=swift&fromdt=2026-01-01T00:00:00Z&format=json
///
/// 200   [{"href":"https://swift.org/", …},{"href":"https://forums.swift.org/", …}]
/// ```
struct PinboardList: Sendable {
    private let call: Call
    private let query: ItemQuery
    /// The tags of the request, as sent.
    private let tag: String
    /// The maximum number of posts.
    private let count: Int

    /// The number of posts that are in memory at a time.
    private static let partSize = 200

    private static let start = Field.query("start", .pinboardCount, default: nil, "The number of posts to skip.")
    private static let results = Field.query("results", .pinboardCount, default: nil, "The maximum number of posts.")
    private static let from = Field.query("fromdt", .pinboardTime, default: nil, "Only items saved after this time.")
    private static let to = Field.query("todt", .pinboardTime, default: nil, "Only items saved before this time.")
    static let fields: [any RequestField] = [start, results, from, to]

    /// Reads the parameters of a request.
    ///
    /// - Throws: a problem with status 400 for an invalid number or time.
    init(_ call: Call) throws {
        self.call = call
        tag = try call[PinboardListRoutes.tag] ?? ""
        count = try call[Self.results] ?? .max
        let start = try call[Self.start] ?? 0
        var query = try PinboardListRoutes.query(call, limit: Self.partSize)
        query.after = ItemQuery.Cursor(offset: min(start, ItemQuery.maximumLimit))
        query.savedAfter = try call[Self.from]
        if let end = try call[Self.to] { query.text += " before:\(end.formatted(.iso8601))" }
        self.query = query
    }

    /// Returns the response; the first part is read before, so that errors are reported.
    func response() async throws -> ServiceResponse {
        let first = try await part(query, limit: count)
        let isJSON = try PinboardAnswer.isJSON(call.values)
        let type = isJSON ? "application/json" : PinboardAnswer.xmlType
        var response = ServiceResponse.stream(type) { writer in
            var (part, sent) = (first, 0)
            try await writer.write(bytes: Array((isJSON ? "[" : start).utf8))
            while true {
                let posts = part.posts.map { isJSON ? $0.json.text : $0.xml }
                let separator = isJSON ? "," : "\n"
                let text = (sent > 0 && !posts.isEmpty ? separator : "")
                try await writer.write(bytes: Array((text + posts.joined(separator: separator)).utf8))
                sent += posts.count
                guard let next = part.next, sent < count else { break }
                var query = query
                query.after = next
                part = try await self.part(query, limit: count - sent)
            }
            try await writer.write(bytes: Array((isJSON ? "]" : "</posts>\n").utf8))
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The beginning of the list in XML.
    private var start: String {
        let attributes = [("tag", tag), ("user", call.pinboardUser)]
        return "\(PinboardAnswer.declaration)<\(PinboardXML.start("posts", attributes))>"
    }

    private func part(_ query: ItemQuery, limit: Int) async throws -> (posts: [PinboardPost], next: ItemQuery.Cursor?) {
        var query = query
        query.limit = min(Self.partSize, limit)
        return try await withTaskExecutorPreference(call.space.worker ?? WorkerPool.requests) { [query] in
            try await call.read { service in
                let page = try service.items.find(query)
                let items = ClientItems(call, service)
                return (page.items.map { PinboardPost($0, items) }, page.next)
            }
        }
    }
}

extension JSONValue { fileprivate var text: String { String(decoding: bytes, as: UTF8.self) } }
