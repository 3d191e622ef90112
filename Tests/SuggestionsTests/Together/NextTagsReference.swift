import Foundation
import TagCore

@testable import Suggestions

/// The method of ``NextTags`` over whole matrices, for comparison.
struct NextTagsReference {
    let selections: [(id: Int64, tags: Set<UInt32>)]
    let tuning = NextTags.Tuning()

    private func uses(_ tags: Set<UInt32>) -> Double { Double(selections.count { tags.isSubset(of: $0.tags) }) }

    private func pair(_ left: UInt32, _ right: UInt32) -> Double { uses([left, right]) }

    func estimates(given: [UInt32]) -> [UInt32: Double] {
        let known = given.filter { uses([$0]) > 0 }
        let tags = Set(selections.flatMap(\.tags)).subtracting(given)
        let linear = linearScores(known, tags)
        var prior = linear.mapValues { min(1.5, $0) }
        let best = tags.sorted { (-(linear[$0] ?? 0), -uses([$0]), $0) < (-(linear[$1] ?? 0), -uses([$1]), $1) }
            .prefix(known.isEmpty ? 0 : tuning.localCandidates)
        let count = Double(known.count)
        for (tag, score) in localScores(known, Array(best)) {
            let share = 0.9 * uses([tag]) / (uses([tag]) + 3) * (count - 1) / (count + 1)
            prior[tag] = (1 - share) * (prior[tag] ?? 0) + share * min(1.5, score)
        }
        let neighbors = neighbors(known)
        let total = neighbors.map(\.weight).reduce(0, +)
        let kappa = neighbors.isEmpty ? 1 : 4 * (1 + 100 / Double(neighbors.count))
        var scores: [UInt32: Double] = [:]
        for tag in tags {
            let floor = 0.02 * uses([tag]) / Double(selections.count)
            let votes = neighbors.filter { $0.tags.contains(tag) }.map(\.weight).reduce(0, +)
            let estimate = (votes + kappa * max(prior[tag] ?? 0, floor)) / (total + kappa)
            let confidence = pow(uses([tag]), 1 - 0.06) / (uses([tag]) + 0.5)
            scores[tag] = min(1, max(0, estimate * confidence))
        }
        return scores
    }

    private func linearScores(_ given: [UInt32], _ tags: Set<UInt32>) -> [UInt32: Double] {
        var matrix = given.map { row in
            given.map { pair(row, $0) + (row == $0 ? tuning.linearRidge : 0) } + [uses([row])]
        }
        matrix.append(given.map { uses([$0]) } + [Double(selections.count)])
        let weights = solve(matrix, matrix.map { _ in 1 })
        var scores: [UInt32: Double] = [:]
        for tag in tags { scores[tag] = zip(weights, given.map { pair($0, tag) } + [uses([tag])]).map(*).reduce(0, +) }
        return scores
    }

    private func localScores(_ given: [UInt32], _ best: [UInt32]) -> [(UInt32, Double)] {
        let all = given + best
        let matrix = all.map { row in all.map { pair(row, $0) + (row == $0 ? tuning.localRidge : 0) } }
        return best.enumerated()
            .map { index, tag in
                let column = solve(matrix, all.indices.map { $0 == given.count + index ? 1 : 0 })
                return (tag, -column.prefix(given.count).reduce(0, +) / column[given.count + index])
            }
    }

    private func neighbors(_ given: [UInt32]) -> [(tags: Set<UInt32>, weight: Double)] {
        let rarity = given.map { log((Double(selections.count) + 1) / uses([$0])) }
        let all = rarity.reduce(0, +)
        let found = selections.filter { !$0.tags.isDisjoint(with: given) }
            .map { selection in
                let shared = zip(given, rarity).filter { selection.tags.contains($0.0) }.map(\.1).reduce(0, +)
                let extra = selection.tags.count { !given.contains($0) }
                let cost = tuning.extraTagCost * Double(extra) * all / Double(given.count)
                return (tags: selection.tags, weight: shared / (all + cost))
            }
        let best = found.map(\.weight).max() ?? 1
        return found.map { ($0.tags, pow($0.weight / best, 6)) }
    }

    /// Gauss-Jordan elimination with pivots.
    func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
        var rows = zip(matrix, right).map { $0 + [$1] }
        for column in rows.indices {
            let pivot = (column..<rows.count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            rows.swapAt(column, pivot)
            rows[column] = rows[column].map { $0 / rows[column][column] }
            for other in rows.indices where other != column {
                let factor = rows[other][column]
                rows[other] = zip(rows[other], rows[column]).map { $0 - factor * $1 }
            }
        }
        return rows.map { $0[$0.count - 1] }
    }
}
