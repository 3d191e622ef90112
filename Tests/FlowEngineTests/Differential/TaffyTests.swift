import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Taffy` {
    @Test func `gives the same frames as the flow`() throws {
        let (peer, cases) = try Fixtures.lines("taffy.ndjson", as: FlexCase.self)
        #expect(peer.contains("Taffy"))
        #expect(cases.count >= 1_500)
        for (index, one) in cases.enumerated() {
            let difference = one.difference
            #expect(difference == nil, "line \(index + 2): \(difference ?? "")")
        }
        FlexCase.expectVariety(of: cases)
    }
}
