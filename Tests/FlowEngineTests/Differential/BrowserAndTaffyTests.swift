import Foundation
import Testing

@testable import FlowEngine

@Suite struct `The browser` {
    @Test func `gives the same frames as the flow`() throws {
        let (browser, cases) = try Fixtures.lines("chromium.ndjson", as: FlexCase.self)
        #expect(browser.contains("Chromium"))
        #expect(cases.count >= 1_500)
        for (index, one) in cases.enumerated() {
            let difference = one.difference
            #expect(difference == nil, "line \(index + 2): \(difference ?? "")")
        }
        FlexCase.expectVariety(of: cases)
        #expect(cases.count { $0.lineBreaking == .balanced } > 300)
        #expect(cases.count { $0.layoutDirection == .rightToLeft } > 300)
        #expect(cases.count { $0.lineAlignment == .firstTextBaseline } > 50)
    }
}

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
