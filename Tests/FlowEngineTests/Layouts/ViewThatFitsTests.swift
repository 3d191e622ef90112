import Foundation
import Testing

@testable import FlowEngine

@Suite struct `The view that fits` {
    func choice(_ axes: Axis.Set, _ proposal: ProposedViewSize) -> CGSize {
        ViewThatFits(in: axes) {
            Box { CGSize(width: 100, height: $0.width.map { $0 < 100 ? 40 : 20 } ?? 20) }
            Box(width: 60, height: 30)
            Box(width: 10, height: 50)
        }
        .layout(in: proposal).children[0].frame.size
    }

    @Test func `is the first whose ideal size fits along the given axes`() {
        let both: Axis.Set = [.horizontal, .vertical]
        #expect(choice(both, ProposedViewSize(width: 100, height: 20)).width == 100)
        #expect(choice(both, ProposedViewSize(width: 99, height: 30)).width == 60)
        #expect(choice(both, ProposedViewSize(width: 99, height: 29)).width == 10)
        #expect(choice(both, .unspecified).width == 100)
        #expect(choice(both, .zero).width == 10)
        #expect(choice(.horizontal, ProposedViewSize(width: 60, height: 1)).width == 60)
        #expect(choice(.vertical, ProposedViewSize(width: 50, height: 40)) == CGSize(width: 100, height: 40))
        #expect(choice(.vertical, ProposedViewSize(width: 50, height: 39)).width == 60)
        #expect(choice([], .zero).width == 100)
    }

    @Test func `is then given the proposal of the whole`() {
        let placed = ViewThatFits(in: .horizontal) {
            Box { $0.replacingUnspecifiedDimensions(by: CGSize(width: 20, height: 20)) }
        }
        .layout(in: ProposedViewSize(width: 70, height: 90))
        #expect(placed.frame == rect(0, 0, 70, 90))
        #expect(placed.children[0].frame == rect(0, 0, 70, 90))
    }

    @Test func `of nothing is nothing`() { #expect(ViewThatFits {}.layout(in: wide(50)).frame.size == .zero) }

    @Test func `passes its guides on`() {
        let row = HStack(alignment: .firstTextBaseline, spacing: 0) {
            ViewThatFits {
                Box(width: 100, height: 10).alignmentGuide(.firstTextBaseline) { _ in 1 }
                Box(width: 10, height: 10).alignmentGuide(.firstTextBaseline) { _ in 4 }
            }
            Box(width: 10, height: 10)
        }
        #expect(row.layout(in: ProposedViewSize(width: 40, height: 20)).frames[0].minY == 6)
    }
}
