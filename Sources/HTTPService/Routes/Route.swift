internal import HTTPTypes
internal import TagService

/// A route, declared once: how requests reach it, who may use it, what it does, and what the OpenAPI document says of it.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// The path below `/api/v1`, with parameters in braces.
    var path: String
    var scope: AccessScope
    var summary: String
    var query: [QueryParameter] = []
    var body: RequestShape = .none
    /// The answer where nothing goes wrong.
    var answer: AnswerShape
    /// The statuses of problems beyond those that every route can answer.
    var problems: [Int] = []
    /// Whether a token that opens some sets only may use it; the route then looks after the sets itself.
    var isOpenToSetTokens = false
    var work: Work

    /// How a route does its work.
    enum Work: Sendable {
        /// Reads, beside other reads and beside writes.
        case read(@Sendable (Call, isolated TagService) throws -> Answer)
        /// Changes something; shares its commit with what waits together with it.
        case write(@Sendable (Call, isolated TagService) throws -> Answer)
        /// Anything else, such as answering while the request still arrives.
        case stream(@Sendable (Call) async throws -> Answer)
    }

    /// A parameter of the query.
    struct QueryParameter: Sendable {
        var name: String
        var summary: String
        var schema: Schema
        var repeats = false
    }

    /// What a request's body holds.
    enum RequestShape: Sendable {
        case none
        case json(Schema)
        /// Lines or another text that is read as it arrives.
        case stream(contentTypes: [String])
    }

    /// What an answer's body holds.
    struct AnswerShape: Sendable {
        var status: Int
        var schema: Schema?
        var contentType = "application/json"

        static func json(_ schema: Schema, status: Int = 200) -> Self {
            Self(status: status, schema: schema)
        }

        static func bytes(_ contentType: String) -> Self {
            Self(status: 200, schema: nil, contentType: contentType)
        }

        static let nothing = Self(status: 204, schema: nil, contentType: "")
    }
}

/// The routes by path and method.
struct RouteTable: Sendable {
    /// The routes of one path, with its segments.
    private struct Entry: Sendable {
        var segments: [Segment]
        var routes: [Route]
    }

    private enum Segment: Hashable, Sendable {
        case fixed(String)
        case parameter(String)
    }

    /// What a path leads to.
    struct Match: Sendable {
        /// The routes of the path, one a method.
        var routes: [Route]
        /// The parameters, decoded.
        var parameters: [String: String]

        /// The methods that the path takes, for `Allow`.
        var methods: [String] {
            let methods = routes.map(\.method.rawValue)
            let head = methods.contains("GET") ? ["HEAD"] : []
            return (methods + head + ["OPTIONS"]).sorted()
        }
    }

    /// The paths by the number of their segments.
    private var entries: [Int: [Entry]] = [:]

    init(_ routes: [Route]) {
        for route in routes {
            let segments = Self.segments(route.path)
            var sameLength = entries[segments.count] ?? []
            if let place = sameLength.firstIndex(where: { $0.segments == segments }) {
                sameLength[place].routes.append(route)
            } else {
                sameLength.append(Entry(segments: segments, routes: [route]))
            }
            entries[segments.count] = sameLength
        }
    }

    /// Returns what a path leads to, as its percent-encoded segments.
    ///
    /// - Returns: `nil` if it leads nowhere.
    /// - Complexity: linear in the paths of as many segments.
    func match(_ path: [Substring]) -> Match? {
        // Fixed segments are preferred to parameters.
        var best: (fixed: Int, match: Match)?
        for entry in entries[path.count] ?? [] {
            guard let parameters = Self.parameters(of: path, in: entry.segments) else { continue }
            let fixed = entry.segments.count - parameters.count
            if fixed > best?.fixed ?? -1 {
                best = (fixed, Match(routes: entry.routes, parameters: parameters))
            }
        }
        return best?.match
    }

    private static func parameters(
        of path: [Substring],
        in segments: [Segment]
    ) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .fixed(let name):
                guard name == text else { return nil }
            case .parameter(let name):
                guard let decoded = PercentEncoding.decoded(text), !decoded.isEmpty else {
                    return nil
                }
                parameters[name] = decoded
            }
        }
        return parameters
    }

    private static func segments(_ path: String) -> [Segment] {
        path.split(separator: "/")
            .map { segment in
                segment.first == "{"
                    ? .parameter(String(segment.dropFirst().dropLast())) : .fixed(String(segment))
            }
    }
}

/// Percent-encoding of URLs (RFC 3986).
enum PercentEncoding {
    /// Decodes a part of a path; `nil` if it is no UTF-8 or has an incomplete escape.
    static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Decodes a part of a query, in which a plus sign is a space.
    static func decodedQuery(_ text: some StringProtocol) -> String? {
        decoded(text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " "))
    }

    /// Encodes a name as one segment of a path.
    static func segment(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.append(Character(Unicode.Scalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        UInt8(String(Unicode.Scalar(byte)), radix: 16)
    }
}
