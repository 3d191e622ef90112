import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Arranging sizes` {
    @Test func `chips wrap onto a second line`() {
        //  0    40 48   88
        //  ┌────┐ ┌────┐
        //  └────┘ └────┘   0...20
        //  ┌────┐         28...48
        let sizes = Array(repeating: CGSize(width: 40, height: 20), count: 3)
        let arrangement = FlowLayout().arrange(sizes, proposal: ProposedViewSize(width: 100, height: nil))
        #expect(
            arrangement.frames == [
                CGRect(x: 0, y: 0, width: 40, height: 20), CGRect(x: 48, y: 0, width: 40, height: 20),
                CGRect(x: 0, y: 28, width: 40, height: 20),
            ])
        #expect(arrangement.size == CGSize(width: 88, height: 48))
        #expect(arrangement.lines.map(\.items) == [0..<2, 2..<3])
        #expect(arrangement.hidden == 0)
    }
}

@Suite struct `The rules of the flow` {
    @Test func `1 an item that is too wide is proposed the width and gets a separate line`() {
        let placed = FlowLayout(spacing: 0, lineSpacing: 0) {
            Box(width: 10, height: 10)
            // Two lines of text: 120 × 10 if possible, otherwise as wide as proposed and taller.
            Box { proposal in
                let width = min(proposal.width ?? 120, 120)
                return CGSize(width: width * 0.8, height: width < 120 ? 20 : 10)
            }
            Box(width: 10, height: 10)
        }
        .layout(in: wide(90))
        //  ┌─┐
        //  └─┘       0...10
        //  ┌──────┐
        //  └──────┘  10...30, alone though the next item had room
        //  ┌─┐
        //  └─┘       30...40
        #expect(placed.frames == [rect(0, 0, 10, 10), rect(0, 10, 72, 20), rect(0, 30, 10, 10)])
        #expect(placed.children[1].proposal == wide(90))
    }

    @Test func `1 an item that still does not fit keeps its size`() {
        let placed = FlowLayout(spacing: 0, lineSpacing: 0) {
            Box(width: 10, height: 10)
            Box(width: 200, height: 10)
            Box(width: 10, height: 10)
        }
        .layout(in: wide(90))
        #expect(placed.frames == [rect(0, 0, 10, 10), rect(0, 10, 200, 10), rect(0, 20, 10, 10)])
        #expect(placed.frame.width == 200)
    }

    @Test func `2 an exact fit fits`() {
        let flow = FlowLayout(spacing: 5)
        #expect(flow.arrange(boxes(4, 30, 10), proposal: wide(135)).lines.count == 1)
        #expect(flow.arrange(boxes(4, 30, 10), proposal: wide(134.9)).lines.count == 2)
    }

    @Test func `2 a difference under a millionth is ignored`() {
        let flow = FlowLayout(spacing: 0)
        for count in 1...40 {
            let parts = boxes(count, 100 / Double(count), 10)
            #expect(flow.arrange(parts, proposal: wide(100)).lines.count == 1, "\(count) parts")
        }
        let over = sizes((50, 1), (50.000_000_9, 1))
        #expect(flow.arrange(over, proposal: wide(100)).lines.count == 1)
        let tooMuch = sizes((50, 1), (50.000_001_1, 1))
        #expect(flow.arrange(tooMuch, proposal: wide(100)).lines.count == 2)
    }

    @Test func `2 spacing is only between two items of a line`() {
        let arrangement = FlowLayout(spacing: 8).arrange(boxes(3, 46, 10), proposal: wide(100))
        #expect(arrangement.xs == [0, 54, 0])
        #expect(arrangement.size.width == 100)
    }

    @Test func `3 a line is as deep as its deepest item and lines do not share depth`() {
        let items = sizes((40, 10), (40, 30), (40, 5), (40, 7))
        let arrangement = FlowLayout(spacing: 0, lineSpacing: 2).arrange(items, proposal: wide(80))
        #expect(arrangement.ys == [0, 0, 32, 32])
        #expect(arrangement.lines.map(\.depth) == [30, 7])
        #expect(arrangement.size == CGSize(width: 80, height: 39))
    }

    @Test func `3 an empty layout is nothing`() {
        let arrangement = FlowLayout().arrange([CGSize](), proposal: wide(100))
        #expect(arrangement.size == .zero)
        #expect(arrangement.lines.isEmpty)
        #expect(FlowLayout(justified: true) {}.layout(in: wide(100)).frame == .zero)
    }

    @Test(arguments: FlowAlignment.allCases) func `4 an overfull line starts at the leading edge`(
        _ alignment: FlowAlignment
    ) {
        let flow = FlowLayout(alignment: alignment)
        let bounds = CGSize(width: 60, height: 20)
        let item = boxes(1, 100, 20)
        #expect(flow.arrange(item, proposal: wide(60), bounds: bounds).frames[0].minX == 0)
        let mirrored = flow.arrange(item, proposal: wide(60), bounds: bounds, layoutDirection: .rightToLeft)
        #expect(mirrored.frames[0].maxX == 60)
        var column = flow
        column.axis = .vertical
        column.verticalDirection = .up
        let up = column.arrange(
            boxes(1, 20, 100), proposal: ProposedViewSize(width: nil, height: 60), bounds: CGSize(width: 20, height: 60)
        )
        #expect(up.frames[0].maxY == 60)
    }

    @Test(arguments: FlowAlignment.allCases) func `4 lines that are too many start at the first edge`(
        _ alignment: FlowAlignment
    ) {
        let flow = FlowLayout(contentAlignment: alignment, spacing: 0, lineSpacing: 0)
        let bounds = CGSize(width: 10, height: 30)
        let items = boxes(5, 10, 10)
        #expect(flow.arrange(items, proposal: wide(10), bounds: bounds).ys == [0, 10, 20, 30, 40])
    }

    @Test func `4 one item is leading between and centered around and evenly`() {
        func x(_ alignment: FlowAlignment) -> Double {
            FlowLayout(alignment: alignment)
                .arrange(boxes(1, 20, 10), proposal: wide(100), bounds: CGSize(width: 100, height: 10)).xs[0]
        }
        #expect(x(.spaceBetween) == 0)
        #expect(x(.spaceAround) == 40)
        #expect(x(.spaceEvenly) == 40)
    }

    @Test(arguments: FlowAlignment.allCases) func `5 the size hugs the content for every alignment`(
        _ alignment: FlowAlignment
    ) {
        let flow = FlowLayout(alignment: alignment, contentAlignment: alignment)
        let arrangement = flow.arrange(boxes(5, 40, 10), proposal: wide(100))
        #expect(arrangement.size == CGSize(width: 88, height: 46))
    }

    @Test func `5 a justified flow fills a finite width`() {
        let flow = FlowLayout(justified: true)
        #expect(flow.arrange(boxes(5, 40, 10), proposal: wide(100)).size.width == 100)
        #expect(flow.arrange(boxes(5, 40, 10)).size.width == 232)
    }

    @Test func `5 an unspecified or infinite width is one line`() {
        let flow = FlowLayout()
        #expect(flow.arrange(boxes(50, 40, 10)).lines.count == 1)
        #expect(flow.arrange(boxes(50, 40, 10), proposal: .infinity).lines.count == 1)
    }

    @Test func `5 lines are broken and aligned for the bounds`() {
        let arrangement = FlowLayout(alignment: .trailing, spacing: 0, lineSpacing: 0)
            .arrange(boxes(3, 40, 10), proposal: wide(80), bounds: CGSize(width: 130, height: 10))
        #expect(arrangement.size == CGSize(width: 80, height: 20))
        #expect(arrangement.xs == [10, 50, 90])
    }

    @Test func `6 right to left mirrors within the bounds`() {
        let arrangement = FlowLayout(spacing: 10)
            .arrange(
                boxes(2, 30, 10), proposal: wide(100), bounds: CGSize(width: 100, height: 10),
                layoutDirection: .rightToLeft)
        #expect(arrangement.xs == [70, 30])
    }

    @Test func `6 up stacks lines from the bottom and keeps top and bottom`() {
        let items = sizes((40, 10), (40, 30), (40, 20))
        func frames(_ alignment: FlowLineAlignment) -> [CGRect] {
            FlowLayout(lineAlignment: alignment, spacing: 0, lineSpacing: 0, verticalDirection: .up)
                .arrange(items, proposal: wide(80)).frames
        }
        //  ┌────┐          0...20
        //  └────┘
        //  ┌────┐ ┌────┐   20...50
        //  └────┘ │    │
        //         └────┘
        #expect(frames(.top) == [rect(0, 20, 40, 10), rect(40, 20, 40, 30), rect(0, 0, 40, 20)])
        #expect(frames(.bottom)[0] == rect(0, 40, 40, 10))
    }

    @Test func `6 leading and trailing follow the layout direction`() {
        let items = sizes((10, 40), (30, 40))
        let frames = FlowLayout(axis: .vertical, lineAlignment: .leading, spacing: 0)
            .arrange(items, proposal: ProposedViewSize(width: nil, height: 100), layoutDirection: .rightToLeft).frames
        #expect(frames == [rect(20, 0, 10, 40), rect(0, 40, 30, 40)])
    }

    @Test func `6 an item of no size takes its spacing`() {
        let arrangement = FlowLayout(spacing: 8).arrange(sizes((10, 5), (0, 0), (10, 5)))
        #expect(arrangement.xs == [0, 18, 26])
    }

    @Test func `7 size and places share one arrangement and one measurement`() {
        let counter = Counter()
        let placed = FlowLayout {
            ForEach(0..<50) { index in counter.box("\(index)") { _ in CGSize(width: 30, height: 10) } }
        }
        .layout(in: wide(200))
        #expect(placed.children.count == 50)
        #expect(counter.total == 50)
    }

    @Test func `7 odd sizes count as nothing`() {
        let odd = sizes((.nan, -1), (.infinity, 5), (-.infinity, .nan), (7, .infinity))
        let arrangement = FlowLayout(spacing: 1).arrange(odd, proposal: wide(100))
        #expect(arrangement.frames == [rect(0, 0, 0, 0), rect(1, 0, 0, 5), rect(2, 0, 0, 0), rect(3, 0, 7, 0)])
    }
}
