import Foundation
import Testing

@testable import FlowEngine

@Suite struct `The rules of the stacks` {
    /// A box that accepts any proposal between two widths.
    func flexible(_ least: Double, _ most: Double, height: Double = 10) -> Box {
        Box { proposal in
            let offered = proposal.width?.native ?? least
            return CGSize(width: min(max(offered, least), most), height: height)
        }
    }

    @Test func `1 the available length is the proposal less the spacings`() {
        let placed = HStack(spacing: 10) {
            flexible(0, .infinity)
            flexible(0, .infinity)
            flexible(0, .infinity)
        }
        .layout(in: wide(110))
        #expect(placed.frames == [rect(0, 0, 30, 10), rect(40, 0, 30, 10), rect(80, 0, 30, 10)])
    }

    @Test func `1 an unspecified proposal gives every child an unspecified one`() {
        var offers: [CGFloat?] = []
        let stack = HStack(spacing: 0) {
            Box { proposal in
                offers.append(proposal.width)
                return CGSize(width: 5, height: 5)
            }
        }
        #expect(stack.sizeThatFits(.unspecified) == CGSize(width: 5, height: 5))
        #expect(offers == [nil])
    }

    @Test func `2 children are served by descending priority`() {
        let placed = HStack(spacing: 0) {
            flexible(10, 80)
            flexible(10, 80).layoutPriority(1)
        }
        .layout(in: wide(100))
        #expect(placed.frames.map(\.width) == [20, 80])
    }

    @Test func `2 and within a priority the least flexible first`() {
        let placed = HStack(spacing: 0) {
            flexible(0, .infinity)
            flexible(0, 60)
            Box(width: 50, height: 10)
        }
        .layout(in: wide(100))
        // 50 fixed; then 25 of the remaining 50; then the rest.
        #expect(placed.frames.map(\.width) == [25, 25, 50])
    }

    @Test func `2 two that are infinitely flexible by descending minimum`() {
        let placed = HStack(spacing: 0) {
            flexible(0, .infinity)
            flexible(70, .infinity)
        }
        .layout(in: wide(100))
        #expect(placed.frames.map(\.width) == [30, 70])
    }

    @Test func `3 the least lengths of lower groups are set aside`() {
        let placed = HStack(spacing: 0) {
            flexible(30, .infinity)
            flexible(0, .infinity).layoutPriority(1)
            flexible(10, .infinity).layoutPriority(-1)
        }
        .layout(in: wide(100))
        #expect(placed.frames.map(\.width) == [30, 60, 10])
    }

    @Test func `4 the next child is proposed an equal share of the rest`() {
        var offers: [Double] = []
        func asked(_ width: Double) -> Box {
            Box { proposal in
                if let offer = proposal.width, offer > 0, offer < .infinity { offers.append(offer) }
                return CGSize(width: width, height: 10)
            }
        }
        _ = HStack(spacing: 0) {
            asked(10)
            asked(50)
            asked(20)
        }
        .sizeThatFits(wide(100))
        // 100 / 3, then 90 / 2, then the rest after 60.
        #expect(offers == [100.0 / 3, 45, 40])
        let crowded = HStack(spacing: 0) {
            Box(width: 200, height: 10)
            flexible(0, .infinity)
        }
        .layout(in: wide(100))
        #expect(crowded.frames.map(\.width) == [200, 0])
    }

    @Test func `5 guides meet and the size across is the union`() {
        let placed = HStack(alignment: .center, spacing: 0) {
            Box(width: 10, height: 10)
            Box(width: 10, height: 20).alignmentGuide(VerticalAlignment.center) { _ in 0 }
            Box(width: 10, height: 6).alignmentGuide(VerticalAlignment.center) { _ in 6 }
        }
        .layout()
        // Above the guide 6, below it 20.
        #expect(placed.frames == [rect(0, 1, 10, 10), rect(10, 6, 10, 20), rect(20, 0, 10, 6)])
        #expect(placed.frame.height == 26)
    }

    @Test func `6 a spacer comes last and takes the rest`() {
        let placed = HStack(spacing: 0) {
            flexible(0, 40)
            Spacer()
            flexible(0, 40)
        }
        .layout(in: wide(100))
        #expect(placed.frames == [rect(0, 0, 40, 10), rect(40, 5, 20, 0), rect(60, 0, 40, 10)])
    }

    @Test func `6 a spacer is at least 8 or its minimum length`() {
        func width(_ least: CGFloat?) -> CGFloat {
            HStack(spacing: 0) {
                Box(width: 10, height: 1)
                Spacer(minLength: least)
            }
            .sizeThatFits(wide(0)).width
        }
        #expect(width(nil) == 18)
        #expect(width(30) == 40)
        #expect(width(0) == 10)
    }

    @Test func `6 a spacer has no spacing along the axis`() {
        let placed = HStack {
            Box(width: 10, height: 10)
            Spacer(minLength: 20)
            Box(width: 10, height: 10)
        }
        .layout()
        #expect(placed.frame.width == 40)
    }

    @Test func `7 a fixed frame answers its constant and proposes it`() {
        let placed = flexible(0, .infinity).frame(width: 30).layout(in: wide(100))
        #expect(placed.frame.width == 30)
        #expect(placed.children[0].frame.width == 30)
        let smaller = Box(width: 10, height: 10).frame(width: 30, height: 30, alignment: .bottomTrailing).layout()
        #expect(smaller.frames == [rect(20, 20, 10, 10)])
    }

    @Test func `7 a flexible frame holds to its bounds`() {
        let box = Box(width: 20, height: 10)
        func width(_ node: some LayoutNode, _ proposal: CGFloat?) -> CGFloat {
            node.sizeThatFits(ProposedViewSize(width: proposal, height: nil)).width
        }
        let both = box.frame(minWidth: 10, maxWidth: 50)
        #expect([0, 30, 90].map { width(both, $0) } == [10, 30, 50])
        #expect(width(both, nil) == 20)
        let ideal = box.frame(minWidth: 10, idealWidth: 40, maxWidth: 50)
        #expect(width(ideal, nil) == 40)
        let most = box.frame(maxWidth: 50)
        #expect([0, 30, 90].map { width(most, $0) } == [20, 30, 50])
        let least = box.frame(minWidth: 10)
        #expect([0, 15, 90].map { width(least, $0) } == [10, 15, 20])
        #expect(width(box.frame(maxWidth: .infinity), 90) == 90)
    }

    @Test func `7 bounds that contradict each other are put in order`() {
        let frame = Box(width: 20, height: 10).frame(minWidth: 50, idealWidth: 10, maxWidth: 30)
        #expect(frame.sizeThatFits(.unspecified).width == 50)
        #expect(frame.sizeThatFits(wide(100)).width == 50)
    }

    @Test func `8 fixedSize proposes nothing and padding shrinks and grows`() {
        let fixed = flexible(40, .infinity).fixedSize(horizontal: true, vertical: false)
        #expect(fixed.sizeThatFits(wide(10)).width == 40)
        let padded = flexible(0, .infinity).padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
            .layout(in: wide(100))
        #expect(padded.frame == rect(0, 0, 100, 14))
        #expect(padded.frames == [rect(2, 1, 94, 10)])
        #expect(Box(width: 1, height: 1).padding().sizeThatFits(.zero).width == 33)
    }

    @Test func `9 spacing is the larger preference of two neighbors`() {
        struct Preferring: Layout {
            let distance: CGFloat
            func spacing(subviews: Subviews, cache: inout Void) -> ViewSpacing { ViewSpacing(distance) }
            func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
                CGSize(width: 10, height: 10)
            }
            func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {}
        }
        let placed = HStack {
            Box(width: 10, height: 10)
            Box(width: 10, height: 10)
            Preferring(distance: 3) {}
            Preferring(distance: 20) {}
        }
        .layout()
        #expect(placed.frames.map(\.minX) == [0, 18, 31, 61])
    }

    @Test func `10 a guide is the explicit one else the default`() {
        let box = Box(width: 10, height: 20)
        let placed = HStack(alignment: .top, spacing: 0) {
            box
            box.alignmentGuide(.top) { $0[.bottom] }
            box.alignmentGuide(.bottom) { _ in 3 }
        }
        .layout()
        #expect(placed.frames.map(\.minY) == [20, 0, 20])
    }

    @Test func `11 columns are as wide and rows as tall as their largest cell`() {
        let placed = Grid(alignment: .topLeading, horizontalSpacing: 5, verticalSpacing: 2) {
            GridRow {
                Box(width: 10, height: 10)
                Box(width: 40, height: 5)
            }
            GridRow { Box(width: 30, height: 5) }
            Box(width: 20, height: 4)
        }
        .layout()
        #expect(placed.frames == [rect(0, 0, 10, 10), rect(35, 0, 40, 5), rect(0, 12, 30, 5), rect(0, 19, 20, 4)])
        #expect(placed.frame.size == CGSize(width: 75, height: 23))
    }
}
