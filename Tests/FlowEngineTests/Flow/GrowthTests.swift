import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `Growth by weight` {
    let flow = FlowLayout(spacing: 0, lineSpacing: 0)

    func widths(_ items: [FlowItem], in width: Double, _ flow: FlowLayout? = nil) -> [Double] {
        (flow ?? self.flow).arrange(items, proposal: wide(width)).frames.map { ($0.width.native * 1e6).rounded() / 1e6 }
    }

    func item(_ width: Double, _ weight: Double, most: Double = .infinity) -> FlowItem {
        FlowItem(size: CGSize(width: width, height: 10), maximumLength: CGFloat(most), weight: weight)
    }

    @Test func `shares the leftover space of each line, the last one too`() {
        #expect(widths([item(10, 1), item(10, 3), item(10, 0)], in: 50) == [15, 25, 10])
        #expect(widths([item(30, 1), item(30, 0), item(30, 1)], in: 70) == [40, 30, 70])
    }

    @Test func `leaves what exceeds a maximum to the others`() {
        #expect(widths([item(10, 1, most: 12), item(10, 1), item(10, 2)], in: 62) == [12, 20, 30])
        #expect(widths([item(10, 1, most: 12), item(10, 1, most: 5)], in: 60) == [12, 10])
    }

    @Test func `is a fraction of the leftover space if the weights are less than 1`() {
        #expect(widths([item(10, 0.25), item(10, 0.5)], in: 60) == [20, 30])
        #expect(widths([item(10, 0.25), item(10, 0.75, most: 15)], in: 60) == [20, 15])
    }

    @Test(arguments: [0, -1, Double.nan, Double.infinity, -Double.infinity])
    func `is 0 for weights that are no numbers above 0`(_ weight: Double) {
        #expect(widths([item(10, weight), item(10, 0)], in: 60) == [10, 10])
        #expect(widths([item(10, weight), item(10, 2)], in: 60) == [10, 50])
    }

    @Test func `accepts weights of any size`() {
        #expect(widths([item(10, 1e300), item(10, 1e300)], in: 60) == [30, 30])
        #expect(widths([item(10, 1e-300), item(10, .leastNonzeroMagnitude)], in: 60) == [10, 10])
        #expect(widths([item(10, 1e30), item(10, 1)], in: 60) == [50, 10])
    }

    @Test func `comes before that of a justified flow`() {
        var flow = flow
        flow.justified = true
        let items = [item(10, 1, most: 15), item(10, 0), item(40, 0)]
        #expect(widths(items, in: 40, flow) == [15, 25, 40])
        let half = [item(10, 0.5), item(10, 0), item(40, 0)]
        #expect(widths(half, in: 40, flow) == [20, 20, 40])
    }

    @Test func `takes the whole proposed length`() {
        #expect(flow.arrange([item(10, 1)], proposal: wide(50)).size.width == 50)
        #expect(flow.arrange([item(10, 1)]).size.width == 10)
        #expect(flow.arrange([item(10, 0)], proposal: wide(50)).size.width == 10)
    }

    @Test func `is as CSS iterates it, by freezing items at their maximum`() {
        var random = SeededNumbers.printed(71, for: "growth")
        for round in 0..<500 {
            let items = (0..<Int.random(in: 1...8, using: &random))
                .map { _ in
                    item(
                        10, random.pick([0, 0.1, 0.3, 1, 2, 7]), most: random.pick([10, 11, 15, 40, Double.infinity]))
                }
            let found = widths(items, in: 200)
            let expected = reference(items, free: 200 - 10 * Double(items.count))
            for (ours, theirs) in zip(found, expected) {
                #expect(abs(ours - theirs) < 1e-5, "seed \(random.seed), round \(round): \(items)")
            }
        }
    }

    /// The widths as section 9.7 of CSS Flexbox computes them, step by step.
    func reference(_ items: [FlowItem], free: Double) -> [Double] {
        var frozen: [Int: Double] = [:]
        for (index, item) in items.enumerated() where item.weight == 0 { frozen[index] = 10 }
        while frozen.count < items.count {
            let open = items.indices.filter { frozen[$0] == nil }
            let weights = open.reduce(0) { $0 + items[$1].weight }
            var rest = free - frozen.values.reduce(0) { $0 + $1 - 10 }
            if weights < 1 { rest = min(rest, free * weights) }
            let targets = open.map { 10 + rest * items[$0].weight / weights }
            let tooLong = zip(open, targets).filter { $1 > items[$0].maximumLength.native }
            for (index, target) in zip(open, targets) where tooLong.isEmpty { frozen[index] = target }
            for (index, _) in tooLong { frozen[index] = items[index].maximumLength.native }
        }
        return items.indices.map { frozen[$0] ?? 0 }
    }

    @Test func `proposes the grown size to nodes, up to their maximum`() {
        let placed = flow {
            Box { CGSize(width: min($0.width ?? 10, 18), height: 10) }
                .layoutValue(key: FlexibilityWeight.self, value: 1)
            Box(width: 10, height: 10).layoutValue(key: FlexibilityWeight.self, value: 1)
            Box { CGSize(width: $0.width ?? 10, height: 10) }.layoutValue(key: FlexibilityWeight.self, value: 1)
        }
        .layout(in: wide(60))
        #expect(placed.frames.map(\.width) == [18, 10, 32])
        #expect(placed.children[2].proposal == ProposedViewSize(width: 32, height: 10))
    }
}

@Suite struct `Stretched items` {
    let flow = FlowLayout(lineAlignment: .stretch, spacing: 0, lineSpacing: 0)

    @Test func `are as deep as their line`() {
        let arrangement = flow.arrange(sizes((10, 5), (10, 20), (10, 7)), proposal: wide(20))
        #expect(arrangement.frames == [rect(0, 0, 10, 20), rect(10, 0, 10, 20), rect(0, 20, 10, 7)])
    }

    @Test func `can be single items of any flow`() {
        let items = [
            FlowItem(size: CGSize(width: 10, height: 5), lineAlignment: .stretch),
            FlowItem(size: CGSize(width: 10, height: 20)), FlowItem(size: CGSize(width: 10, height: 5)),
        ]
        let frames = FlowLayout(lineAlignment: .bottom, spacing: 0).arrange(items).frames
        #expect(frames.map(\.minY) == [0, 0, 15])
        #expect(frames.map(\.height) == [20, 20, 5])
    }

    @Test func `are proposed the depth, and stay at the upper edge if they take less`() {
        let placed = flow {
            Box { CGSize(width: 10, height: $0.height ?? 5) }
            Box(width: 10, height: 20)
            Box(width: 10, height: 5)
            Box(width: 10, height: 5).flowLineAlignment(.bottom)
        }
        .layout(in: wide(40))
        #expect(placed.frames.map(\.minY) == [0, 0, 0, 15])
        #expect(placed.frames.map(\.height) == [20, 20, 5, 5])
        #expect(placed.children[0].proposal == ProposedViewSize(width: 10, height: 20))
    }

    @Test func `fill a column on a vertical axis`() {
        let flow = FlowLayout(axis: .vertical, lineAlignment: .stretch, spacing: 0)
        let arrangement = flow.arrange(sizes((5, 10), (20, 10)), layoutDirection: .rightToLeft)
        #expect(arrangement.frames == [rect(0, 0, 20, 10), rect(0, 10, 20, 10)])
    }
}
