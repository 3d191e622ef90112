internal import Synchronization

/// The server's metrics, in the text format of Prometheus.
///
/// ```
/// tagflow_requests_total{route="/tags",status="201"} 2
/// tagflow_request_seconds_bucket{route="/tags",le="0.005"} 2
/// tagflow_event_streams 0
/// ```
final class ServiceMetrics: Sendable {
    private struct Key: Hashable {
        var route: String
        var status: Int
    }

    private struct Histogram {
        var counts = [Int](repeating: 0, count: ServiceMetrics.bounds.count)
        var count = 0
        var seconds = 0.0

        mutating func add(_ seconds: Double) {
            count += 1
            self.seconds += seconds
            guard let place = ServiceMetrics.bounds.firstIndex(where: { seconds <= $0 }) else { return }
            counts[place] += 1
        }

        mutating func add(_ other: Histogram) {
            counts = zip(counts, other.counts).map(+)
            count += other.count
            seconds += other.seconds
        }
    }

    /// The upper bounds of the histogram's buckets, in seconds.
    private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let responses = Mutex<[Key: Histogram]>([:])

    /// Counts a response of a route.
    func count(_ route: String, status: Int, _ took: Duration) {
        let seconds = took / .seconds(1)
        let key = Key(route: route, status: status)
        responses.withLock { $0[key, default: Histogram()].add(seconds) }
    }

    /// Returns all metrics as text, including the given numbers of streams, spaces and commits.
    func text(streams: Int, spaces: Int, commits: Int64) -> String {
        let responses = responses.withLock { $0 }
            .sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
        var lines = ["# TYPE tagflow_requests_total counter"]
        var latencies: [String: Histogram] = [:]
        for (key, histogram) in responses {
            lines.append("tagflow_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(histogram.count)")
            latencies[key.route, default: Histogram()].add(histogram)
        }
        lines.append("# TYPE tagflow_request_seconds histogram")
        for (route, histogram) in latencies.sorted(by: { $0.key < $1.key }) {
            lines += Self.lines(of: histogram, route)
        }
        lines += [
            "# TYPE tagflow_event_streams gauge", "tagflow_event_streams \(streams)",
            "# TYPE tagflow_open_spaces gauge", "tagflow_open_spaces \(spaces)", "# TYPE tagflow_commits_total counter",
            "tagflow_commits_total \(commits)",
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
