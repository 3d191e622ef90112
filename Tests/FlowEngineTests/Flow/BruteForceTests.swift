import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `Every small flow` {
    /// All sequences of so many sizes from {0, 1, 3, 8}; a depth goes with each length.
    func sequences(_ count: Int) -> [[CGSize]] {
        let lengths = [(0.0, 1.0), (1.0, 3.0), (3.0, 0.0), (8.0, 2.0)]
        return (0..<Int(pow(4, Double(count))))
            .map { number in
                (0..<count)
                    .map { place in
                        let (width, height) = lengths[number >> (2 * place) & 3]
                        return CGSize(width: width, height: height)
                    }
            }
    }

    /// Every width at which the lines of the given items may change.
    ///
    /// An item leaves or joins a line only at the length of consecutive items.
    func widths(_ items: [CGSize], spacing: Double) -> Set<Double> {
        var widths: Set = [0.0]
        for first in items.indices {
            var length = -spacing
            for item in items[first...] {
                length += spacing + item.width
                widths.insert(length)
            }
        }
        return widths
    }

    @Test(arguments: 0...7) func `gives the frames of a naive reference at every width`(_ count: Int) {
        let spacing = 1.0
        for items in sequences(count) {
            for width in widths(items, spacing: spacing) {
                let naive = NaiveFlow(items: items, limit: width, spacing: spacing, lineSpacing: 2)
                let flow = FlowLayout(spacing: 1, lineSpacing: 2)
                let arrangement = flow.arrange(items, proposal: wide(width))
                guard arrangement.frames == naive.frames(naive.greedy) else {
                    Issue.record("\(items.map(\.width)) at \(width): \(arrangement.frames)")
                    return
                }
            }
        }
    }

    @Test(arguments: 1...5, [0.0, 1.0]) func `is balanced at the least cost`(_ count: Int, _ spacing: Double) {
        for items in sequences(count) {
            for width in [1.0, 4, 8, 9, 12, 17] {
                let naive = NaiveFlow(items: items, limit: width, spacing: spacing, lineSpacing: 0)
                let lines = FlowLayout(spacing: spacing, lineBreaking: .balanced).arrange(items, proposal: wide(width))
                    .lines.map(\.items)
                guard lines.count == naive.greedy.count, naive.cost(lines) == naive.leastCost else {
                    Issue.record("\(items.map(\.width)) at \(width): \(lines)")
                    return
                }
            }
        }
    }

    @Test func `puts fuller lines first if costs are equal`() {
        func counts(_ widths: [Double], _ limit: Double, spacing: Double = 0) -> [Int] {
            let items = widths.map { CGSize(width: $0, height: 1) }
            return FlowLayout(spacing: spacing, lineBreaking: .balanced).arrange(items, proposal: wide(limit)).lines
                .map(\.items.count)
        }
        #expect(counts([1, 1, 1, 1, 1, 1, 1], 3) == [3, 2, 2])
        #expect(counts([5, 5, 0, 5], 11) == [3, 1])
        #expect(counts([5, 0, 0, 5], 6) == [3, 1])
        #expect(counts(Array(repeating: 100.0 / 3, count: 7), 100) == [3, 2, 2])
    }

    @Test func `balances up to twelve items at the least cost`() {
        var random = SeededNumbers.printed(5, for: "balanced, 8 to 12 items")
        for _ in 0..<60 {
            let count = Int.random(in: 8...12, using: &random)
            let items = (0..<count)
                .map { _ in CGSize(width: Double(Int.random(in: 0...40, using: &random)) / 4, height: 1) }
            let spacing = random.pick([0.0, 0.5, 2])
            let limit = Double(Int.random(in: 8...40, using: &random)) / 2
            let naive = NaiveFlow(items: items, limit: limit, spacing: spacing, lineSpacing: 0)
            let lines = FlowLayout(spacing: spacing, lineBreaking: .balanced).arrange(items, proposal: wide(limit))
                .lines.map(\.items)
            #expect(lines.count == naive.greedy.count)
            #expect(naive.cost(lines) == naive.leastCost, "seed \(random.seed): \(items)")
        }
    }
}
