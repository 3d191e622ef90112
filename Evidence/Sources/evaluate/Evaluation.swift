import Foundation
import MemoryItems
import Suggestions

/// The metrics of one set of data, after each part of the score is added.
struct Evaluation {
    private var steps = [Metrics](repeating: Metrics(), count: 4)
    private var times: [Duration] = []
    private var learning = Duration.zero
    private var training = Duration.zero

    static let header =
        "set          asked | N            | + R          | + C          | + L          | save, train; query p50, p99"

    /// The metrics without the linear model.
    var withCompanions: Metrics { steps[2] }

    /// The metrics and times in one line.
    var line: String {
        let figures = steps.map { String(format: "%.4f %.3f", $0.ndcg, $0.firstRight) }
        let sorted = times.sorted()
        let queries = [50, 99]
            .map { percent in
                sorted.isEmpty ? 0 : sorted[sorted.count * percent / 100] / .milliseconds(1)
            }
        let seconds = String(
            format: "%.2f s, %.2f s; ",
            learning / .seconds(1),
            training / .seconds(1)
        )
        return String(format: "%5d | ", steps[0].count) + figures.joined(separator: " | ") + " | "
            + seconds
            + String(format: "%.2f ms, %.2f ms", queries[0], queries[1])
    }

    /// Saves items in order, and asks about others with nothing given.
    mutating func ask(_ asked: [Row], after learned: [Row]) {
        var items = MemoryItems()
        learning += ContinuousClock()
            .measure { for row in learned { items.save(row.words, tags: row.tags) } }
        var model: LinearTagModel?
        training += ContinuousClock()
            .measure {
                model = LinearTagModel(training: items.trainingRows(), isStopped: { false })
            }
        let known = Set(learned.flatMap(\.tags))
        for row in asked {
            let truth = known.intersection(row.tags)
            if !truth.isEmpty { ask(row, truth: truth, items, model) }
        }
    }

    private mutating func ask(
        _ row: Row,
        truth: Set<String>,
        _ items: MemoryItems,
        _ model: LinearTagModel?
    ) {
        let start = ContinuousClock.now
        let words = row.words
        let scores = ItemScores(words, names: NameSearch(words, in: items.names), from: items)
        let best = scores.best(limit: 10, from: items)
        times.append(ContinuousClock.now - start)
        let all = scores.scores(of: items.mostUsed(limit: .max), from: items)
        let parts: [(ItemScores.Tag) -> Double] = [{ $0.named }, { $0.named + $0.similar }]
        for (step, part) in parts.enumerated() {
            let top = all.map { (part($0), $0.uses, $0.tag) }
                .sorted { ($0.0, $0.1, $1.2) > ($1.0, $1.1, $0.2) }
            steps[step].add(top.prefix(10).map { items.tagNames[Int($0.2)] }, truth: truth)
        }
        steps[2].add(best.map { items.tagNames[Int($0.tag)] }, truth: truth)
        let mixed = scores.best(limit: 10, model: model, from: items)
        steps[3].add(mixed.map { items.tagNames[Int($0.tag)] }, truth: truth)
    }
}
