import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `Any flow` {
    struct Case {
        var flow: FlowLayout
        let items: [CGSize]
        let width: Double
        let direction: LayoutDirection

        var arrangement: FlowArrangement {
            flow.arrange(
                items, proposal: wide(width), bounds: CGSize(width: width, height: 400), layoutDirection: direction)
        }
    }

    /// Draws a flow, and calls a function with it, many times.
    func each(_ test: String, seed: UInt64, _ body: (Case, String) -> Void) {
        var random = SeededNumbers.printed(seed, for: test)
        for round in 0..<300 {
            let flow = FlowLayout(
                alignment: random.pick(FlowAlignment.allCases), lineAlignment: random.pick(FlowLineAlignment.allCases),
                contentAlignment: random.pick(FlowAlignment.allCases), spacing: random.pick([0, 8, 1.7, nil]),
                lineSpacing: random.pick([0, 8, 0.3, nil]), lineBreaking: random.pick(FlowLineBreaking.allCases),
                justified: random.flip(4), verticalDirection: random.pick(VerticalDirection.allCases))
            let items = (0..<Int.random(in: 0...40, using: &random))
                .map { _ in
                    CGSize(
                        width: Double.random(in: 0...90, using: &random),
                        height: Double.random(in: 0...30, using: &random))
                }
            let one = Case(
                flow: flow, items: items, width: Double.random(in: 0...400, using: &random),
                direction: random.pick(LayoutDirection.allCases))
            body(one, "seed \(random.seed), round \(round)")
        }
    }

    /// Returns how many pairs of frames overlap by more than rounding.
    func overlaps(_ frames: [CGRect]) -> Int {
        let solid = frames.map { $0.insetBy(dx: 1e-9, dy: 1e-9) }.filter { !$0.isEmpty }
        return solid.indices.reduce(0) { count, index in
            count + solid[(index + 1)...].count { $0.intersects(solid[index]) }
        }
    }

    @Test func `keeps the order of its items`() {
        each("order", seed: 11) { one, place in
            let frames = one.arrangement.frames
            for line in one.arrangement.lines {
                let xs = frames[line.items].map { one.direction == .leftToRight ? $0.minX : -$0.maxX }
                #expect(xs == xs.sorted(), "\(place)")
            }
            let items = one.arrangement.lines.flatMap(\.items)
            #expect(items == Array(one.items.indices), "\(place)")
        }
    }

    @Test func `lets no two items overlap`() {
        each("overlap", seed: 12) { one, place in #expect(overlaps(one.arrangement.frames) == 0, "\(place)") }
    }

    @Test func `has lines that fit or hold one item`() {
        each("fit", seed: 13) { one, place in
            for line in one.arrangement.lines {
                #expect(line.items.count == 1 || line.length <= one.width + 1e-6, "\(place)")
            }
        }
    }

    @Test func `is the same when it is mirrored twice`() {
        each("mirror", seed: 14) { one, place in
            let other: LayoutDirection = one.direction == .leftToRight ? .rightToLeft : .leftToRight
            let mirror = Case(flow: one.flow, items: one.items, width: one.width, direction: other)
            for (frame, mirrored) in zip(one.arrangement.frames, mirror.arrangement.frames) {
                let twice = one.width - mirrored.maxX
                #expect(abs(twice - frame.minX) < 1e-9, "\(place)")
                #expect(mirrored.minY == frame.minY, "\(place)")
            }
        }
    }

    @Test func `uses no more lines when it is balanced`() {
        each("balance", seed: 15) { one, place in
            var other = one
            other.flow.lineBreaking = one.flow.lineBreaking == .greedy ? .balanced : .greedy
            #expect(other.arrangement.lines.count == one.arrangement.lines.count, "\(place)")
        }
    }

    @Test func `gives the same frames to sizes, items and nodes`() {
        each("nodes", seed: 16) { one, place in
            let items = one.items.map { FlowItem(size: $0) }
            let bounds = CGSize(width: one.width, height: 400)
            let arrangement = one.flow.arrange(
                items, proposal: wide(one.width), bounds: bounds, layoutDirection: one.direction)
            #expect(arrangement == one.arrangement, "\(place)")
            guard !one.flow.justified else { return }
            let tree = LayoutTree(one.flow { ForEach(one.items) { Box($0) } }, layoutDirection: one.direction)
            let placed = tree.layout(in: wide(one.width), bounds: bounds)
            for (ours, theirs) in zip(placed.frames, arrangement.frames) {
                #expect(abs(ours.minX - theirs.minX) < 1e-9 && ours.minY == theirs.minY, "\(place)")
            }
        }
    }
}
