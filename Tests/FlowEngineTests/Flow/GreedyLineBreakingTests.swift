import Foundation
import TestSupport
import Testing

@testable import FlowEngine

/// Holds the three places that break lines equal; the article `GreedyLineBreaking` lists them with these tests.
@Suite struct `Greedy line breaking` {
    let metrics = FlowMetrics(FlowLayout(spacing: 1), direction: .leftToRight)

    /// Lengths that a flow may encounter: with zeros, in quarters, off any grid, and hostile ones.
    enum Lengths: CaseIterable {
        case whole, quarters, arbitrary, hostile

        func size(_ random: inout SeededNumbers) -> CGSize {
            let width: Double
            switch self {
            case .whole: width = Double(Int.random(in: 0...30, using: &random))
            case .quarters: width = Double(Int.random(in: 0...120, using: &random)) / 4
            case .arbitrary: width = Double.random(in: 0...30, using: &random)
            case .hostile: width = random.pick([.nan, .infinity, -1, 0, 1e308, 1e-308, 7, 40])
            }
            return CGSize(width: width, height: Double(Int.random(in: 0...5, using: &random)))
        }
    }

    /// Draws sizes and a container's length many times, and calls a function with them.
    func each(_ kinds: [Lengths], _ test: String, _ body: (_ sizes: [CGSize], _ limit: Double, _ place: String) -> Void)
    {
        var random = SeededNumbers.printed(91, for: "greedy line breaking, \(test)")
        for round in 0..<400 {
            let kind = kinds[round % kinds.count]
            let sizes = (0..<Int.random(in: 1...60, using: &random)).map { _ in kind.size(&random) }
            let limit = random.pick([0, 30, 31, 62, 90.5, 100 / 3, 1_000, .infinity])
            body(sizes, limit, "seed \(random.seed), round \(round), \(kind)")
        }
    }

    /// The lines of the place that the others are compared with.
    func lines<Element: FlowElement>(_ elements: [Element], _ limit: Double) -> [FlowLine] {
        LineBreaker(metrics: metrics, elements: elements, limit: limit, count: elements.count).greedyLines()
    }

    @Test func `of a LineBreaker is that of the naive reference`() {
        each([.whole, .quarters, .arbitrary], "LineBreaker") { sizes, limit, place in
            let naive = NaiveFlow(items: sizes, limit: limit, spacing: 1, lineSpacing: 0)
            #expect(lines(sizes, limit).map(\.items) == naive.greedy, "\(place)")
            let items = sizes.map { FlowItem(size: $0) }
            #expect(lines(items, limit) == lines(sizes, limit), "\(place)")
        }
    }

    @Test func `of the single pass is that of a LineBreaker`() {
        each(Lengths.allCases, "single pass") { sizes, limit, place in
            let layout = FlowLayout(spacing: 1, lineSpacing: 0.3)
            let arranger = FlowArranger(layout, sizes, direction: .leftToRight)
            #expect(arranger.allowsSinglePass)
            let separate = arranger.lines(count: sizes.count, limit: limit)
            let bounds = arranger.size(of: separate, limit: limit)
            let single = arranger.singlePassArrangement(limit: limit)
            #expect(single.lines == separate, "\(place)")
            #expect(single.frames == arranger.frames(of: separate, in: bounds), "\(place)")
            #expect(single.size == bounds, "\(place)")
        }
    }

    @Test(arguments: [1, 2, 7, 64]) func `of a ChunkBreaker is that of a LineBreaker`(_ capacity: Int) {
        each(Lengths.allCases, "ChunkBreaker, \(capacity)") { sizes, limit, place in
            let breaker = ChunkBreaker(chunks(sizes, capacity), metrics, limit: limit)
            for line in lines(sizes, limit) {
                let start = line.items.lowerBound
                let found = breaker.line(inChunk: start / capacity, at: start % capacity)
                #expect(found.count == line.items.count, "\(place)")
                #expect(found.length == line.length.native, "\(place)")
                #expect(found.depth == line.depth.native, "\(place)")
            }
        }
    }

    /// Returns sizes in chunks of a number of items each.
    func chunks(_ sizes: [CGSize], _ capacity: Int) -> [FlowChunk] {
        stride(from: 0, to: sizes.count, by: capacity).map { FlowChunk(sizes[$0..<min($0 + capacity, sizes.count)]) }
    }
}
