import Foundation

/// The quality of rankings, computed as `eval_items.py` computes it.
struct Metrics {
    private(set) var count = 0
    private var gain = 0.0
    private var first = 0.0

    private static let discounts = (0..<10).map { 1 / log2(Double($0) + 2) }

    /// The mean NDCG@10.
    var ndcg: Double { count == 0 ? 0 : gain / Double(count) }
    /// The share of rankings whose first tag is right.
    var firstRight: Double { count == 0 ? 0 : first / Double(count) }

    /// Adds a ranking, unless `truth` is empty.
    mutating func add(_ top: [String], truth: Set<String>) {
        guard !truth.isEmpty else { return }
        count += 1
        for (place, tag) in top.prefix(10).enumerated() where truth.contains(tag) {
            gain += Self.discounts[place] / Self.discounts.prefix(truth.count).reduce(0, +)
            if place == 0 { first += 1 }
        }
    }
}
