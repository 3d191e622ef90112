internal import Synchronization

/// What the server counts, in the text format of Prometheus.
final class ServiceMetrics: Sendable {
    private struct Key: Hashable {
        var route: String
        var status: Int
    }

    private struct Histogram {
        var counts = [Int](repeating: 0, count: ServiceMetrics.bounds.count)
        var count = 0
        var seconds = 0.0
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var latencies: [String: Histogram] = [:]
    }

    /// The upper bounds of the histogram, in seconds.
    private static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private let state = Mutex(State())

    /// Counts one answer.
    func count(_ route: String, status: Int, _ took: Duration) {
        let seconds = took / .seconds(1)
        state.withLock { state in
            state.requests[Key(route: route, status: status), default: 0] += 1
            var histogram = state.latencies[route] ?? Histogram()
            histogram.count += 1
            histogram.seconds += seconds
            if let place = Self.bounds.firstIndex(where: { seconds <= $0 }) {
                histogram.counts[place] += 1
            }
            state.latencies[route] = histogram
        }
    }

    /// Everything that was counted, with what is open now.
    func text(streams: Int, spaces: Int, commits: Int64) -> String {
        let (requests, latencies) = state.withLock { ($0.requests, $0.latencies) }
        var lines = ["# TYPE tagflow_requests_total counter"]
        for (key, count) in requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            lines.append(
                "tagflow_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(count)"
            )
        }
        lines.append("# TYPE tagflow_request_seconds histogram")
        for (route, histogram) in latencies.sorted(by: { $0.key < $1.key }) {
            lines += Self.lines(of: histogram, route)
        }
        lines += [
            "# TYPE tagflow_event_streams gauge", "tagflow_event_streams \(streams)",
            "# TYPE tagflow_open_spaces gauge", "tagflow_open_spaces \(spaces)",
            "# TYPE tagflow_commits_total counter", "tagflow_commits_total \(commits)",
        ]
        return lines.map { "\($0)\n" }.joined()
    }

    private static func lines(of histogram: Histogram, _ route: String) -> [String] {
        var sum = 0
        var lines = zip(bounds, histogram.counts)
            .map { bound, count in
                sum += count
                return "tagflow_request_seconds_bucket{route=\"\(route)\",le=\"\(bound)\"} \(sum)"
            }
        lines += [
            "tagflow_request_seconds_bucket{route=\"\(route)\",le=\"+Inf\"} \(histogram.count)",
            "tagflow_request_seconds_sum{route=\"\(route)\"} \(histogram.seconds)",
            "tagflow_request_seconds_count{route=\"\(route)\"} \(histogram.count)",
        ]
        return lines
    }
}
