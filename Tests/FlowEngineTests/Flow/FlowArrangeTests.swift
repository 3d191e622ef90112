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
        let arrangement = FlowLayout()
            .arrange(
                sizes,
                proposal: ProposedViewSize(width: 100, height: nil)
            )
        #expect(
            arrangement.frames == [
                CGRect(x: 0, y: 0, width: 40, height: 20),
                CGRect(x: 48, y: 0, width: 40, height: 20),
                CGRect(x: 0, y: 28, width: 40, height: 20),
            ]
        )
        #expect(arrangement.size == CGSize(width: 88, height: 48))
        #expect(arrangement.lines.map(\.items) == [0..<2, 2..<3])
        #expect(arrangement.hidden == 0)
    }
}
