import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `The number of items and lines` {
    func counts(_ flow: FlowLayout, _ items: [CGSize], _ width: Double? = nil) -> [Int] {
        flow.arrange(items, proposal: ProposedViewSize(width: width.map { CGFloat($0) }, height: nil)).lines
            .map(\.items.count)
    }

    @Test func `of a line is at most maxItemsPerLine`() {
        var flow = FlowLayout(spacing: 0, maxItemsPerLine: 3)
        #expect(counts(flow, boxes(7, 10, 10)) == [3, 3, 1])
        #expect(counts(flow, boxes(7, 10, 10), 20) == [2, 2, 2, 1])
        flow.lineBreaking = .balanced
        #expect(counts(flow, boxes(7, 10, 10)) == [3, 2, 2])
        flow.maxItemsPerLine = 0
        #expect(counts(flow, boxes(3, 10, 10)) == [1, 1, 1])
        flow.maxItemsPerLine = -.max
        #expect(counts(flow, boxes(2, 10, 10)) == [1, 1])
    }

    @Test func `of a line includes the overflow item`() {
        let flow = FlowLayout(spacing: 0, maxItemsPerLine: 3, maxLines: 1)
        let arrangement = flow.arrange(boxes(7, 10, 10)) { _ in CGSize(width: 1, height: 1) }
        #expect(arrangement.frames.count == 2)
        #expect(arrangement.hidden == 5)
    }

    @Test func `of lines is at least minLines`() {
        var flow = FlowLayout(spacing: 0, lineBreaking: .balanced, minLines: 3)
        #expect(counts(flow, boxes(9, 10, 10)) == [3, 3, 3])
        #expect(counts(flow, boxes(9, 10, 10), 20) == [2, 2, 2, 2, 1])
        #expect(counts(flow, boxes(2, 10, 10)) == [1, 1])
        #expect(counts(flow, []) == [])
        // No length gives exactly three lines of four equal items.
        #expect(counts(flow, boxes(4, 10, 10)) == [2, 1, 1])
        flow.minLines = .max
        #expect(counts(flow, boxes(4, 10, 10)) == [1, 1, 1, 1])
        for none in [1, 0, -1, Int.min] {
            flow.minLines = none
            #expect(counts(flow, boxes(4, 10, 10)) == [4])
        }
        flow.minLines = 5
        flow.maxLines = 2
        #expect(counts(flow, boxes(4, 10, 10)) == [2, 2])
        flow.lineBreaking = .greedy
        flow.maxLines = nil
        #expect(counts(flow, boxes(4, 10, 10)) == [4])
    }

    @Test(arguments: [1e-4, 0.1, 1e9, 1e150, 1e300]) func `of lines is at least minLines for lengths of any size`(
        _ length: Double
    ) {
        let flow = FlowLayout(spacing: 0, lineBreaking: .balanced, minLines: 3)
        let items = [1, 2, 3, 1, 2, 3, 1, 2, 3].map { CGSize(width: $0 * length, height: 1) }
        #expect(counts(flow, items) == [3, 3, 3])
        #expect(counts(flow, Array(items.prefix(4))) == [2, 1, 1])
    }

    @Test func `of lines counts those that are forced`() {
        let flow = FlowLayout(spacing: 0, lineBreaking: .balanced, minLines: 3)
        let items = boxes(5, 10, 10).enumerated().map { FlowItem(size: $0.element, startsNewLine: $0.offset == 1) }
        #expect(flow.arrange(items).lines.map(\.items.count) == [1, 2, 2])
    }

    /// Draws small flows, in which many lines are exactly full.
    func each(_ test: String, seed: UInt64, _ body: (FlowLayout, [CGSize], Double, String) -> Void) {
        var random = SeededNumbers.printed(seed, for: test)
        for round in 0..<1_500 {
            let lengths = random.pick([[1], [0, 1], [2, 4], [1, 2, 3], [0, 1, 2, 5], [4, 5, 6, 7, 9]])
            let items = (0..<Int.random(in: 1...14, using: &random))
                .map { _ in CGSize(width: random.pick(lengths), height: 1) }
            let flow = FlowLayout(
                spacing: random.pick([0, 1]), lineBreaking: .balanced,
                maxItemsPerLine: random.flip(4) ? Int.random(in: 1...5, using: &random) : nil,
                minLines: Int.random(in: 1...15, using: &random))
            let width = random.pick([6, 10, 17, 1_000, Double.infinity])
            body(flow, items, width, "seed \(random.seed), round \(round): \(items.map(\.width))")
        }
    }

    @Test func `of lines is exactly that of greedy breaking, or the minimum`() {
        each("minimum of lines", seed: 81) { flow, items, width, place in
            var greedy = flow
            greedy.lineBreaking = .greedy
            let needed = counts(greedy, items, width).count
            let found = counts(flow, items, width)
            #expect(found.count == max(needed, min(flow.minLines, items.count)), "\(place), \(flow)")
            #expect(found.reduce(0, +) == items.count, "\(place)")
            #expect(found.allSatisfy { $0 <= flow.maxItemsPerLine ?? .max }, "\(place)")
        }
    }

    @Test func `of lines leaves none longer than the shortest container needs`() {
        each("shortest container", seed: 82) { flow, items, width, place in
            var greedy = flow
            greedy.lineBreaking = .greedy
            let wanted = max(counts(greedy, items, width).count, min(flow.minLines, items.count))
            // Lengths are whole numbers, so that the shortest container is found by trying all.
            let all = Int(items.reduce(0) { $0 + $1.width.native + 1 })
            let shortest = (0...all).first { counts(greedy, items, Double($0)).count <= wanted }
            let lines = flow.arrange(items, proposal: wide(width)).lines
            guard flow.minLines > counts(greedy, items, width).count, let shortest else { return }
            for line in lines where line.items.count > 1 {
                #expect(line.length <= CGFloat(shortest) + 1e-5, "\(place), \(flow)")
            }
        }
    }
}
