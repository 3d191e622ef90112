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
    /// - Throws: never, because invalid numbers are ignored.
    init(_ call: Call, maximum: Int = Fields.limits.upperBound) throws {
        self.call = call
        limit = min(try call[Self.limit].flatMap { $0 > 0 ? $0 : nil } ?? Self.usualLimit, maximum)
        offset = min(try call[Self.offset] ?? 0, Self.offsetLimit)
    }

    static let limit = Field.query("limit", .lenientCount, default: nil, "The maximum number of results.")
    static let offset = Field.query("offset", .lenientCount, default: nil, "The number of results to skip.")

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
        var parameters = call.values.query.filter { ![Self.limit.name, Self.offset.name].contains($0.name) }
        parameters.append((Self.limit.name, String(limit)))
        if offset > 0 { parameters.append((Self.offset.name, String(offset))) }
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

extension FieldType where Value == Int? {
    /// A number that isn't negative, however large; `nil` for any other text, which isn't an error.
    fileprivate static var lenientCount: Self {
        Self(.string, "a whole number") { input in
            guard let text = input.string, text.utf8.count <= 1_000 else { return .some(nil) }
            return .some(Int(digits: text))
        }
    }
}

extension Int {
    /// Creates a number from decimal digits, or the maximum for a larger number; `nil` for any other text.
    init?(digits text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        self = Int(text) ?? .max
    }
}
