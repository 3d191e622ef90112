import Foundation
import Testing

@testable import FlowEngine

@Suite struct `The parameters of the flow` {
    @Test func `are these by default`() {
        let flow = FlowLayout()
        #expect(flow.axis == .horizontal)
        #expect(flow.alignment == .leading)
        #expect(flow.lineAlignment == .top)
        #expect(flow.contentAlignment == .leading)
        #expect(flow.spacing == 8)
        #expect(flow.lineSpacing == 8)
        #expect(flow.separator == nil)
        #expect(flow.lineSeparator == nil)
        #expect(flow.lineBreaking == .greedy)
        #expect(flow.maxItemsPerLine == nil)
        #expect(flow.minLines == 1)
        #expect(!flow.justified)
        #expect(flow.maxLines == nil)
        #expect(flow.verticalDirection == .down)
    }

    @Test func `share the free space of a line out`() {
        func xs(_ alignment: FlowAlignment) -> [Double] {
            FlowLayout(alignment: alignment, spacing: 5)
                .arrange(boxes(2, 20, 10), proposal: wide(105), bounds: CGSize(width: 105, height: 10)).xs
        }
        //  60 free, 5 between
        #expect(xs(.leading) == [0, 25])
        #expect(xs(.center) == [30, 55])
        #expect(xs(.trailing) == [60, 85])
        #expect(xs(.spaceBetween) == [0, 85])
        #expect(xs(.spaceAround) == [15, 70])
        #expect(xs(.spaceEvenly) == [20, 65])
    }

    @Test func `distribute the space across the lines`() {
        func ys(_ alignment: FlowAlignment) -> [Double] {
            FlowLayout(contentAlignment: alignment, spacing: 0, lineSpacing: 0)
                .arrange(boxes(2, 20, 10), proposal: wide(20), bounds: CGSize(width: 20, height: 80)).ys
        }
        #expect(ys(.leading) == [0, 10])
        #expect(ys(.center) == [30, 40])
        #expect(ys(.trailing) == [60, 70])
        #expect(ys(.spaceBetween) == [0, 70])
        #expect(ys(.spaceAround) == [15, 55])
        #expect(ys(.spaceEvenly) == [20, 50])
    }

    @Test func `put text on a common baseline`() {
        let placed = FlowLayout(lineAlignment: .firstTextBaseline, spacing: 0) {
            Box(width: 10, height: 20).alignmentGuide(.firstTextBaseline) { _ in 15 }
            Box(width: 10, height: 30).alignmentGuide(.firstTextBaseline) { _ in 12 }
            Box(width: 10, height: 8)
        }
        .layout()
        //  Baseline at 15; the second item reaches 18 below it.
        #expect(placed.frames == [rect(0, 0, 10, 20), rect(10, 3, 10, 30), rect(20, 7, 10, 8)])
        #expect(placed.frame.height == 33)
    }

    @Test func `take the spacing that items prefer`() {
        let wide = FlowItem(size: CGSize(width: 10, height: 10), spacing: ViewSpacing(20))
        let plain = FlowItem(size: CGSize(width: 10, height: 10))
        let none = FlowItem(size: CGSize(width: 10, height: 10), spacing: .zero)
        let flow = FlowLayout(spacing: nil, lineSpacing: nil)
        #expect(flow.arrange([plain, plain, wide, none, none]).xs == [0, 18, 48, 78, 88])
        let stacked = flow.arrange([none, wide, none], proposal: ProposedViewSize(width: 1, height: nil))
        #expect(stacked.ys == [0, 30, 60])
    }

    @Test func `let items start lines and choose their alignment`() {
        let placed = FlowLayout(spacing: 0, lineSpacing: 0) {
            Box(width: 10, height: 20)
            Box(width: 10, height: 10).flowLineAlignment(.bottom)
            Box(width: 10, height: 10).flowStartsNewLine()
        }
        .layout(in: wide(100))
        #expect(placed.frames == [rect(0, 0, 10, 20), rect(10, 10, 10, 10), rect(0, 20, 10, 10)])
    }

    @Test func `grow flexible items first and up to their maximum`() {
        func item(_ flexibility: FlowFlexibility, most: CGFloat = .infinity) -> FlowItem {
            FlowItem(size: CGSize(width: 10, height: 10), flexibility: flexibility, maximumLength: most)
        }
        let last = FlowItem(size: CGSize(width: 10, height: 10), startsNewLine: true)
        func widths(_ items: FlowItem...) -> [Double] {
            FlowLayout(spacing: 0, justified: true).arrange(items + [last], proposal: wide(100)).frames.dropLast()
                .map { $0.width.native }
        }
        #expect(widths(item(.natural), item(.natural)) == [50, 50])
        #expect(widths(item(.rigid), item(.natural)) == [10, 90])
        #expect(widths(item(.fill), item(.natural)) == [90, 10])
        #expect(widths(item(.fill, most: 30), item(.natural)) == [30, 70])
        #expect(widths(item(.natural, most: 20), item(.natural), item(.natural)) == [20, 40, 40])
        #expect(widths(item(.rigid), item(.rigid)) == [10, 10])
    }

    @Test func `do not grow the last line`() {
        let arrangement = FlowLayout(spacing: 0, justified: true).arrange(boxes(3, 40, 10), proposal: wide(100))
        #expect(arrangement.frames.map(\.width) == [50, 50, 40])
    }

    @Test func `grow nodes up to the size they accept`() {
        let placed = FlowLayout(spacing: 0, lineSpacing: 0, justified: true) {
            Box(width: 40, height: 10)
            Box(width: 40, height: 10).frame(minWidth: 40, maxWidth: .infinity)
            Box(width: 40, height: 10)
        }
        .layout(in: wide(100))
        #expect(placed.frames.map(\.width) == [40, 60, 40])
        #expect(placed.frame.width == 100)
        let flexible = FlowLayout(spacing: 0, lineSpacing: 0, justified: true) {
            Box(width: 40, height: 10)
            Box { CGSize(width: $0.width.map { min(max($0, 30), 500) } ?? 30, height: 10) }
            Box(width: 90, height: 10)
        }
        .layout(in: wide(100))
        #expect(flexible.frames.map(\.width) == [40, 60, 90])
    }

    @Test func `hide items past the last line`() {
        let arrangement = FlowLayout(spacing: 0, lineSpacing: 0, maxLines: 2)
            .arrange(boxes(9, 30, 10), proposal: wide(100))
        #expect(arrangement.frames.count == 6)
        #expect(arrangement.hidden == 3)
        #expect(arrangement.size == CGSize(width: 90, height: 20))
        #expect(FlowLayout(maxLines: 0).arrange(boxes(3, 1, 1)).hidden == 3)
        #expect(FlowLayout(maxLines: -1).arrange(boxes(3, 1, 1)).size == .zero)
        #expect(FlowLayout(maxLines: 5).arrange(boxes(3, 1, 1)).hidden == 0)
    }

    @Test func `pass the number of hidden items to the overflow node`() {
        let placed = FlowLayout(spacing: 0, lineSpacing: 0, maxLines: 2) {
            ForEach(0..<30) { Box(width: 30, height: 10).id($0) }
        } overflow: { hidden in
            // As wide as its digits.
            Box(width: Double(5 * (hidden.description.count + 1)), height: 10).id("+\(hidden)")
        }
        .layout(in: wide(100))
        //  ┌──┐┌──┐┌──┐
        //  └──┘└──┘└──┘
        //  ┌──┐┌──┐┌─┐
        //  └──┘└──┘└─┘ +25
        let overflow = placed.children[30]
        #expect(overflow.frame == rect(60, 10, 15, 10))
        #expect(overflow.children[0].id == AnyHashable("+25"))
        #expect(placed.children.filter(\.isHidden).count == 25)
        #expect(placed.children[4].frame == rect(30, 10, 30, 10))
        #expect(placed.children[5].isHidden)
    }

    @Test func `show no overflow node if nothing is hidden`() {
        let placed = FlowLayout(maxLines: 2) {
            Box(width: 30, height: 10)
        } overflow: { _ in
            Box(width: 5, height: 5)
        }
        .layout(in: wide(100))
        #expect(placed.children[1].isHidden)
        #expect(placed.frame == rect(0, 0, 30, 10))
    }

    @Test func `give the overflow item its room however wide it is`() {
        let arrangement = FlowLayout(spacing: 0, maxLines: 1)
            .arrange(boxes(9, 30, 10), proposal: wide(100), overflow: { _ in CGSize(width: 95, height: 10) })
        #expect(arrangement.hidden == 9)
        #expect(arrangement.frames.isEmpty)
        #expect(arrangement.overflow == rect(0, 0, 95, 10))
    }
}
