internal import HummingbirdCore
internal import JSON

/// The requested part of one of linkding's lists.
///
/// ```
/// ?limit=20&offset=40    the third page of 20 entries
/// ?limit=none            the first 100 entries: linkding ignores invalid numbers, too
/// ```
struct LinkdingList {
    let limit: Int
    let offset: Int
    private let call: Call

    /// The number of entries without `limit`.
    private static let usualLimit = 100
    private static let offsetLimit = 1_000_000

    /// Reads the part that a request asks for.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - maximum: the maximum number of entries; clients find the rest with `next`.
    init(_ call: Call, maximum: Int = Call.limits.upperBound) {
        self.call = call
        let wanted = Self.number(call.first("limit"))
        limit = min(wanted.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualLimit, maximum)
        offset = min(Self.number(call.first("offset")) ?? 0, Self.offsetLimit)
    }

    /// Returns a number that isn't negative, however large; `nil` for any other text.
    private static func number(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.count <= 1_000,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text) ?? .max
    }

    /// Returns the response with the entries of this part.
    func response(_ entries: [JSONValue], count: Int) -> ServiceResponse {
        let next = offset < count - limit ? link(offset: offset + limit) : nil
        let previous = offset > 0 ? link(offset: max(0, offset - limit)) : nil
        return .value([
            "count": .integer(Int64(count)), "next": next.map(JSONValue.string) ?? .null,
            "previous": previous.map(JSONValue.string) ?? .null, "results": .list(entries),
        ])
    }

    private func link(offset: Int) -> String {
        var parameters = call.query.filter { !["limit", "offset"].contains($0.name) }
        parameters.append(("limit", String(limit)))
        if offset > 0 { parameters.append(("offset", String(offset))) }
        let query = parameters.sorted { $0.name < $1.name }
            .map { "\(PercentEncoding.segment($0.name))=\(PercentEncoding.segment($0.value))" }
        return "\(call.origin)\(call.request.uri.path)?\(query.joined(separator: "&"))"
    }

    /// Returns the schema of a list.
    static func schema(of entry: JSONSchema) -> JSONSchema {
        .object([
            .init(name: "count", schema: .integer, summary: "The number of all results."),
            .init(name: "next", schema: .optional(.string)), .init(name: "previous", schema: .optional(.string)),
            .init(name: "results", schema: .list(entry)),
        ])
    }
}
