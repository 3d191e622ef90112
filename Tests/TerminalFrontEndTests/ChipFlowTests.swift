import Foundation
import Testing

@testable import FlowEngine
@testable import TerminalFrontEnd

@Suite struct ChipFlowTests {
    /// Three lines: 5+5+5, 12, 5+5.
    private func flow(_ direction: LayoutDirection = .leftToRight) -> ChipFlow {
        ChipFlow(
            widths: [5, 5, 5, 12, 5, 5],
            layout: FlowLayout(spacing: 1, lineSpacing: 0),
            direction: direction,
            columns: 17
        )
    }

    @Test func `arrows go to what is seen beside, above and below`() {
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

    @Test func `from right to left the arrows still go where they point`() {
        let flow = flow(.rightToLeft)
        #expect(flow.chip(.left, from: 0, near: 14) == 1)
        #expect(flow.chip(.left, from: 2, near: 2) == 3)
        #expect(flow.chip(.right, from: 3, near: 6) == 2)
    }

    @Test func `the first chips stand where they stand among all`() {
        let widths = (0..<500).map { 3 + $0 * 7 % 20 }
        let layout = FlowLayout(spacing: 1, lineSpacing: 0)
        let whole = ChipFlow(widths: widths, layout: layout, direction: .leftToRight, columns: 70)
        let first = ChipFlow(
            widths: Array(widths.prefix(200)),
            layout: layout,
            direction: .leftToRight,
            columns: 70,
            isWhole: false
        )
        #expect(first.lines < whole.lines)
        for index in 0..<200 { #expect(first.frame(at: index) == whole.frame(at: index)) }
        #expect(whole.chip(atRow: 3, column: 1) == whole.chips(onLine: 3).lowerBound)
        #expect(whole.chips(inRows: 0..<whole.rows) == 0..<500)
    }
}
