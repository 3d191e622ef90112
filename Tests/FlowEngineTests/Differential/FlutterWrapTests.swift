import Foundation
import Testing

@testable import FlowEngine

/// The rules of Flutter's documentation of `Wrap`, in FlowLayout's terms.
///
/// `runs` are lines, `runAlignment` is `contentAlignment`, `crossAxisAlignment` is `lineAlignment`,
/// `runSpacing` is `lineSpacing`.
@Suite struct `Flutter's Wrap` {
    let container = CGSize(width: 100, height: 100)

    func arrange(_ flow: FlowLayout, _ items: [CGSize]) -> FlowArrangement {
        flow.arrange(items, proposal: wide(100), bounds: container)
    }

    @Test func `starts a run when a child doesn't fit into the current one`() {
        let flow = FlowLayout(spacing: 0, lineSpacing: 0)
        #expect(arrange(flow, boxes(5, 40, 10)).lines.map(\.items.count) == [2, 2, 1])
    }

    @Test func `places children within a run by alignment`() {
        func xs(_ alignment: FlowAlignment) -> [Double] {
            arrange(FlowLayout(alignment: alignment, spacing: 0), boxes(2, 20, 10)).xs
        }
        #expect(xs(.leading) == [0, 20])
        #expect(xs(.trailing) == [60, 80])
        #expect(xs(.center) == [30, 50])
        #expect(xs(.spaceBetween) == [0, 80])
        #expect(xs(.spaceAround) == [15, 65])
        #expect(xs(.spaceEvenly) == [20, 60])
    }

    @Test func `places runs within the container by runAlignment`() {
        func ys(_ alignment: FlowAlignment) -> [Double] {
            let flow = FlowLayout(contentAlignment: alignment, spacing: 0, lineSpacing: 0)
            return arrange(flow, boxes(2, 60, 20)).ys
        }
        #expect(ys(.leading) == [0, 20])
        #expect(ys(.trailing) == [60, 80])
        #expect(ys(.center) == [30, 50])
        #expect(ys(.spaceBetween) == [0, 80])
        #expect(ys(.spaceAround) == [15, 65])
        #expect(ys(.spaceEvenly) == [20, 60])
    }

    @Test func `places children across a run by crossAxisAlignment`() {
        func ys(_ alignment: FlowLineAlignment) -> [Double] {
            arrange(FlowLayout(lineAlignment: alignment), sizes((10, 30), (10, 10))).ys
        }
        #expect(ys(.top) == [0, 0])
        #expect(ys(.center) == [0, 10])
        #expect(ys(.bottom) == [0, 20])
    }

    @Test func `stacks runs upwards with verticalDirection up`() {
        let flow = FlowLayout(spacing: 0, lineSpacing: 0, verticalDirection: .up)
        #expect(arrange(flow, boxes(3, 60, 20)).ys == [80, 60, 40])
    }

    @Test func `runs upwards along a vertical axis with verticalDirection up`() {
        var flow = FlowLayout(axis: .vertical, spacing: 0, lineSpacing: 0)
        flow.verticalDirection = .up
        let arrangement = flow.arrange(
            boxes(3, 10, 40), proposal: ProposedViewSize(width: nil, height: 100), bounds: container)
        #expect(arrangement.ys == [60, 20, 60])
        #expect(arrangement.xs == [0, 0, 10])
    }

    @Test func `starts at the right with textDirection rtl`() {
        let arrangement = FlowLayout(spacing: 5)
            .arrange(boxes(2, 20, 10), proposal: wide(100), bounds: container, layoutDirection: .rightToLeft)
        #expect(arrangement.xs == [80, 55])
    }

    @Test func `puts spacing between children and runSpacing between runs, not around`() {
        let flow = FlowLayout(spacing: 10, lineSpacing: 15)
        let arrangement = flow.arrange(boxes(3, 45, 20), proposal: wide(100))
        #expect(arrangement.xs == [0, 55, 0])
        #expect(arrangement.ys == [0, 0, 35])
        #expect(arrangement.size == CGSize(width: 100, height: 55))
    }

    @Test func `gives one child no spacing`() {
        let arrangement = FlowLayout(spacing: 50, lineSpacing: 50).arrange(boxes(1, 20, 10), proposal: wide(100))
        #expect(arrangement.size == CGSize(width: 20, height: 10))
    }

    @Test func `counts children of no size as children`() {
        let arrangement = FlowLayout(spacing: 10).arrange(sizes((0, 0), (20, 10), (0, 0)), proposal: wide(100))
        #expect(arrangement.xs == [0, 10, 40])
        #expect(arrangement.size.width == 40)
    }

    @Test func `is empty without children`() { #expect(arrange(FlowLayout(), []).size == .zero) }

    @Test func `gives a child wider than the container a separate run`() {
        let flow = FlowLayout(spacing: 0, lineSpacing: 0)
        #expect(arrange(flow, sizes((20, 10), (150, 10), (20, 10))).ys == [0, 10, 20])
    }
}
