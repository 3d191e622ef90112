import Foundation
import Testing

@testable import FlowEngine

@Suite struct `The browser` {
    @Test func `gives the same frames as the flow`() throws {
        let (browser, cases) = try Fixtures.lines("chromium.ndjson", as: BrowserCase.self)
        #expect(browser.contains("Chromium"))
        #expect(cases.count >= 1_500)
        for (index, one) in cases.enumerated() {
            let difference = one.difference
            #expect(difference == nil, "line \(index + 2): \(difference ?? "")")
        }
    }
}
