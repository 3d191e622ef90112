import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `Separators` {
    /// A flow with separators of 2 × 4 between items and of 6 × 1 between lines.
    let flow = FlowLayout(
        spacing: 3, lineSpacing: 5, separator: CGSize(width: 2, height: 4), lineSeparator: CGSize(width: 6, height: 1))

    @Test func `are between the items of a line and between the lines`() {
        //  0    10  13 15  18    28
        //  ┌─────┐   ││    ┌─────┐     0...10, the separator 4 deep
        //  └─────┘         └─────┘
        //  ──                         15...16
        //  ┌─────┐                    21...31
        //  └─────┘
        let arrangement = flow.arrange(boxes(3, 10, 10), proposal: wide(30))
        #expect(arrangement.frames == [rect(0, 0, 10, 10), rect(18, 0, 10, 10), rect(0, 21, 10, 10)])
        #expect(arrangement.separators == [rect(13, 0, 2, 4)])
        #expect(arrangement.lineSeparators == [rect(0, 15, 6, 1)])
        #expect(arrangement.lines.map(\.length) == [28, 10])
        #expect(arrangement.size == CGSize(width: 28, height: 31))
    }

    @Test func `take part in wrapping`() {
        func counts(_ width: Double) -> [Int] {
            flow.arrange(boxes(3, 10, 10), proposal: wide(width)).lines.map(\.items.count)
        }
        // Two items and a separator are 28 long, three items and two separators 46.
        #expect(counts(27.9) == [1, 1, 1])
        #expect(counts(28) == [2, 1])
        #expect(counts(45.9) == [2, 1])
        #expect(counts(46) == [3])
    }

    @Test func `never start or end a line`() {
        var random = SeededNumbers.printed(61, for: "separators")
        for round in 0..<300 {
            var flow = flow
            flow.lineBreaking = random.pick(FlowLineBreaking.allCases)
            flow.alignment = random.pick(FlowAlignment.allCases)
            flow.minLines = random.pick([1, 3])
            let items = (0..<Int.random(in: 0...30, using: &random))
                .map { _ in CGSize(width: Int.random(in: 1...20, using: &random), height: 6) }
            let arrangement = flow.arrange(
                items, proposal: wide(60), bounds: CGSize(width: 60, height: 400),
                layoutDirection: random.pick(LayoutDirection.allCases))
            let place = "seed \(random.seed), round \(round)"
            let gaps = arrangement.lines.flatMap { line in
                line.items.dropFirst().map { (arrangement.frames[$0 - 1], arrangement.frames[$0]) }
            }
            #expect(arrangement.separators.count == gaps.count, "\(place)")
            #expect(arrangement.lineSeparators.count == max(arrangement.lines.count - 1, 0))
            for (separator, (before, after)) in zip(arrangement.separators, gaps) {
                let left = separator.minX - min(before.maxX, after.maxX)
                let right = max(before.minX, after.minX) - separator.maxX
                #expect(abs(left - right) < 1e-9 && left >= 3 - 1e-9, "\(place)")
                #expect(separator.minY == before.minY, "\(place)")
            }
        }
    }

    @Test func `are in the middle of wider gaps`() {
        var flow = flow
        flow.alignment = .spaceBetween
        flow.contentAlignment = .spaceBetween
        let arrangement = flow.arrange(boxes(3, 10, 10), proposal: wide(40), bounds: CGSize(width: 40, height: 60))
        #expect(arrangement.xs == [0, 30, 0])
        #expect(arrangement.separators == [rect(19, 0, 2, 4)])
        #expect(arrangement.ys == [0, 0, 50])
        #expect(arrangement.lineSeparators == [rect(0, 29.5, 6, 1)])
    }

    @Test func `are aligned like items and like lines of one item`() {
        var flow = flow
        flow.alignment = .trailing
        flow.lineAlignment = .center
        let arrangement = flow.arrange(boxes(3, 10, 10), proposal: wide(30))
        #expect(arrangement.separators == [rect(13, 3, 2, 4)])
        #expect(arrangement.lineSeparators == [rect(22, 15, 6, 1)])
        let mirrored = flow.arrange(boxes(3, 10, 10), proposal: wide(30), layoutDirection: .rightToLeft)
        #expect(mirrored.separators == [rect(13, 3, 2, 4)])
        #expect(mirrored.lineSeparators == [rect(0, 15, 6, 1)])
    }

    @Test func `deepen a line of several items`() {
        var flow = flow
        flow.separator = CGSize(width: 2, height: 14)
        let arrangement = flow.arrange(boxes(3, 10, 10), proposal: wide(30))
        #expect(arrangement.lines.map(\.depth) == [14, 10])
        #expect(arrangement.ys == [0, 0, 25])
    }

    @Test func `span the line and the container if they are infinite`() {
        var flow = flow
        flow.separator = CGSize(width: 2, height: CGFloat.infinity)
        flow.lineSeparator = CGSize(width: CGFloat.infinity, height: 1)
        for alignment in FlowLineAlignment.allCases {
            flow.lineAlignment = alignment
            let items = sizes((10, 10), (10, 20), (10, 5)).map { FlowItem(size: $0) }
            let arrangement = flow.arrange(items, proposal: wide(30))
            #expect(arrangement.separators == [rect(13, 0, 2, 20)], "\(alignment)")
            #expect(arrangement.lineSeparators == [rect(0, 25, 28, 1)], "\(alignment)")
        }
    }

    @Test func `keep the distance that items and lines prefer on both sides`() {
        var flow = flow
        flow.spacing = nil
        flow.lineSpacing = nil
        let items = boxes(3, 10, 10).map { FlowItem(size: $0, spacing: ViewSpacing(1)) }
        let arrangement = flow.arrange(items, proposal: wide(30))
        #expect(arrangement.xs == [0, 14, 0])
        #expect(arrangement.separators == [rect(11, 0, 2, 4)])
        #expect(arrangement.ys == [0, 0, 13])
        #expect(arrangement.lineSeparators == [rect(0, 11, 6, 1)])
        let plain = flow.arrange(boxes(2, 10, 10))
        #expect(plain.xs == [0, 28])
    }

    @Test func `turn with the axis`() {
        var flow = flow
        flow.axis = .vertical
        flow.verticalDirection = .up
        let proposal = ProposedViewSize(width: nil, height: 40)
        let arrangement = flow.arrange(boxes(3, 10, 10), proposal: proposal, bounds: CGSize(width: 36, height: 40))
        // 10 + 3 + 4 + 3 + 10 from the bottom, then 10 + 5 + 6 + 5 to the next column.
        #expect(arrangement.frames == [rect(0, 30, 10, 10), rect(0, 10, 10, 10), rect(26, 30, 10, 10)])
        #expect(arrangement.separators == [rect(0, 23, 2, 4)])
        #expect(arrangement.lineSeparators == [rect(15, 39, 6, 1)])
    }

    @Test func `are before the overflow item too`() {
        var flow = flow
        flow.maxLines = 1
        let arrangement = flow.arrange(boxes(5, 10, 10), proposal: wide(30)) { _ in CGSize(width: 6, height: 10) }
        #expect(arrangement.frames.count == 1)
        #expect(arrangement.overflow == rect(18, 0, 6, 10))
        #expect(arrangement.separators == [rect(13, 0, 2, 4)])
        #expect(arrangement.lineSeparators.isEmpty)
    }

    @Test func `make a flow as long as they are`() {
        var flow = flow
        flow.lineSeparator = CGSize(width: 25, height: 1)
        #expect(flow.arrange(boxes(2, 10, 10), proposal: wide(20)).size.width == 25)
        #expect(flow.arrange(boxes(1, 10, 10), proposal: wide(20)).size.width == 10)
        let index = FlowIndex(boxes(2, 10, 10), layout: flow, containerLength: 20)
        #expect(index.size.width == 25)
    }

    @Test func `are nodes after the others`() {
        let node = flow {
            Box(width: 10, height: 10)
            Box(width: 10, height: 10)
            Box(width: 10, height: 10)
        }
        for node in [node, AnyLayout(flow) { ForEach(boxes(3, 10, 10)) { Box($0) } }] as [any LayoutNode] {
            let placed = LayoutTree(node.padding(2)).layout(in: wide(34)).children[0]
            #expect(placed.children.map(\.name).suffix(2) == ["separator", "lineSeparator"])
            #expect(placed.frames.suffix(2) == [rect(15, 2, 2, 4), rect(2, 17, 6, 1)])
        }
        let mirrored = LayoutTree(node, layoutDirection: .rightToLeft).layout(in: wide(28))
        #expect(mirrored.frames.suffix(2) == [rect(13, 0, 2, 4), rect(22, 15, 6, 1)])
        #expect(FlowLayout { Box(width: 1, height: 1) }.layout().children.count == 1)
    }
}
