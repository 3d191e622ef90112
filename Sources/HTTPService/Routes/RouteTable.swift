internal import HTTPTypes

/// Every route below `/api/v1`, in the order of the OpenAPI document.
enum Routes {
    static let all: [Route] =
        SuggestionRoutes.all + TagRoutes.all + ImplicationRoutes.all + SetRoutes.all
        + MemberRoutes.all + BoardRoutes.all
        + SelectionRoutes.all + JournalRoutes.all + FileRoutes.all + TokenRoutes.all
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
