import Foundation
import Testing

@testable import FlowEngine
@testable import TerminalFrontEnd

@Suite struct ChipFlowTests {
    /// Three lines: 5+5+5, 12, 5+5.
    private func flow(_ direction: LayoutDirection = .leftToRight) -> ChipFlow {
        ChipFlow(
            widths: [5, 5, 5, 12, 5, 5], layout: FlowLayout(spacing: 1, lineSpacing: 0), direction: direction,
            columns: 17)
    }

    @Test func `arrows move to the visible neighbors`() {
        let flow = flow()
        #expect(flow.chip(.right, from: 0, near: 2) == 1)
        #expect(flow.chip(.right, from: 2, near: 14) == 3)
        #expect(flow.chip(.left, from: 3, near: 6) == 2)
        #expect(flow.chip(.left, from: 0, near: 2) == 0)
        #expect(flow.chip(.right, from: 5, near: 8) == 5)
        #expect(flow.chip(.down, from: 2, near: 14) == 3)
        #expect(flow.chip(.down, from: 3, near: 14) == 5)
        #expect(flow.chip(.up, from: 3, near: 14) == 2)
        #expect(flow.chip(.up, from: 1, near: 8) == 1)
        #expect(flow.chip(.rows(9), from: 0, near: 2) == 4)
    }

    @Test func `from right to left the arrows still move in their direction`() {
        let flow = flow(.rightToLeft)
        #expect(flow.chip(.left, from: 0, near: 14) == 1)
        #expect(flow.chip(.left, from: 2, near: 2) == 3)
        #expect(flow.chip(.right, from: 3, near: 6) == 2)
    }

    @Test func `chips have the positions of the layout, and are found there`() throws {
        let widths = (0..<500).map { 3 + $0 * 7 % 20 }
        let layout = FlowLayout(spacing: 1, lineSpacing: 0)
        let flow = ChipFlow(widths: widths, layout: layout, direction: .leftToRight, columns: 70)
        let arrangement = layout.arrange(
            widths.map { CGSize(width: Double($0), height: 1) }, proposal: ProposedViewSize(width: 70, height: nil))
        #expect(flow.rows == arrangement.lines.count)
        for (place, wanted) in arrangement.frames.enumerated() {
            let frame = try #require(flow.frame(at: place))
            #expect(CGFloat(frame.row) == wanted.minY && CGFloat(frame.column) == wanted.minX)
            #expect(flow.chip(atRow: frame.row, column: frame.column) == place)
        }
        #expect(flow.chips(inRows: 0..<flow.rows).map(\.place) == Array(0..<500))
        #expect(flow.chips(inRows: 3..<5).allSatisfy { (3..<5).contains($0.frame.row) })
    }

    @Test func `rows between lines have no chips, and moves lead over them`() {
        let layout = FlowLayout(spacing: 1, lineSpacing: 2)
        let widths = Array(repeating: 9, count: 8)
        let flow = ChipFlow(widths: widths, layout: layout, direction: .leftToRight, columns: 20)
        #expect(flow.rows == 10)
        #expect(flow.chips(inRows: 1..<3).isEmpty)
        #expect(flow.chip(.down, from: 1, near: 14) == 3)
        #expect(flow.chip(.rows(5), from: 1, near: 14) == 3)
        #expect(flow.chip(.rows(99), from: 1, near: 2) == 6)
        #expect(flow.chip(.rows(-99), from: 7, near: 2) == 0)
    }
}
