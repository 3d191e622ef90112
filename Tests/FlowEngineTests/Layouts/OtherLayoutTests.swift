import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `Other layouts` {
    @Test func `a waterfall fills the shortest column, the first on a tie`() {
        let placed = WaterfallLayout(columns: 2, spacing: 4) {
            Box(width: 1, height: 10)
            Box(width: 1, height: 30)
            Box(width: 1, height: 16)
            Box(width: 1, height: 5)
        }
        .layout(in: wide(100))
        // 48 wide each; after three, both columns are 30 high.
        #expect(
            placed.frames.map(\.origin) == [
                CGPoint(x: 0, y: 0), CGPoint(x: 52, y: 0), CGPoint(x: 0, y: 14), CGPoint(x: 0, y: 34),
            ])
        #expect(placed.frame.size == CGSize(width: 100, height: 39))
        #expect(placed.children[1].proposal == wide(48))
    }

    @Test func `a waterfall has as many columns as fit at a least width`() {
        func columns(_ width: Double) -> Int {
            let placed = WaterfallLayout(columns: .minimumWidth(30), spacing: 10) {
                ForEach(0..<9) { _ in Box(width: 1, height: 1) }
            }
            .layout(in: wide(width))
            return Set(placed.frames.map(\.minX)).count
        }
        #expect([10, 69, 70, 109, 110].map(columns) == [1, 1, 2, 2, 3])
    }

    @Test func `a waterfall agrees with a naive one`() {
        var random = SeededNumbers.printed(3, for: "waterfall")
        for _ in 0..<50 {
            let heights = (0..<40).map { _ in Double(Int.random(in: 0...9, using: &random)) }
            let count = Int.random(in: 1...7, using: &random)
            let tolerance: Double = random.pick([0, 0, 2, 5.5, 100, -1, .nan, .infinity])
            let wall = WaterfallLayout(columns: count, spacing: 1, tolerance: CGFloat(tolerance))
            let placed = wall { ForEach(heights) { Box(width: 1, height: $0) } }
                .layout(in: wide(Double(count * 11 - 1)))
            var columns = Array(repeating: 0.0, count: count)
            for (height, frame) in zip(heights, placed.frames) {
                let limit = (columns.min() ?? 0) + (tolerance.isFinite ? max(tolerance, 0) : 0)
                let first = columns.firstIndex { $0 <= limit } ?? 0
                #expect(frame.origin == CGPoint(x: Double(first * 11), y: columns[first]))
                columns[first] += height + 1
            }
        }
    }

    @Test func `a circle starts at the top and runs clockwise`() {
        let placed = CircularLayout(radius: 50) { ForEach(0..<4) { _ in Box(width: 20, height: 10) } }.layout()
        #expect(placed.frame.size == CGSize(width: 120, height: 110))
        let centers = placed.frames.map { [$0.midX, $0.midY] }
        for (center, expected) in zip(centers, [[60, 5], [110, 55], [60, 105], [10, 55]]) {
            #expect(abs(center[0] - CGFloat(expected[0])) < 1e-9)
            #expect(abs(center[1] - CGFloat(expected[1])) < 1e-9)
        }
    }

    @Test func `an adaptive layout is the first that fits`() {
        let node = AdaptiveLayout(AnyLayout(HStackLayout(spacing: 0)), AnyLayout(VStackLayout(spacing: 0))) {
            Box(width: 40, height: 10)
            Box(width: 40, height: 10)
        }
        #expect(node.layout(in: wide(80)).frame.size == CGSize(width: 80, height: 10))
        #expect(node.layout(in: wide(79)).frame.size == CGSize(width: 40, height: 20))
        #expect(node.layout(in: wide(10)).frame.size == CGSize(width: 40, height: 20))
        #expect(node.layout().frame.size == CGSize(width: 80, height: 10))
    }

    @Test func `a pile is the union of those of the highest priority`() {
        let placed = ZStack(alignment: .bottomLeading) {
            Box(width: 50, height: 5).layoutPriority(-1)
            Box(width: 20, height: 10)
            Box(width: 10, height: 20)
        }
        .layout()
        #expect(placed.frame.size == CGSize(width: 20, height: 20))
        #expect(placed.frames == [rect(0, 15, 50, 5), rect(0, 10, 20, 10), rect(0, 0, 10, 20)])
    }

    @Test func `builders take conditions, loops and groups`() {
        let wantsMore = true
        let placed = HStack(spacing: 0) {
            if wantsMore { Box(width: 1, height: 1) }
            if !wantsMore { Box(width: 100, height: 1) } else { Box(width: 2, height: 1) }
            for width in [3.0, 4] { Box(width: width, height: 1) }
            Group {
                Box(width: 5, height: 1)
                ForEach([6.0, 7], id: \.self) { Box(width: $0, height: 1) }
            }
        }
        .layout()
        #expect(placed.frames.map(\.width) == [1, 2, 3, 4, 5, 6, 7])
        #expect(placed.first(id: 7.0)?.frame.width == 7)
    }
}
