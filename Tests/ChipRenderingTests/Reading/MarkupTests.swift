import Foundation
import TestSupport
import Testing
import TextMeasurement

@testable import ChipRendering

@Suite struct MarkupTests {
    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.0004, "0"), (0.0005, "0.001"), (12.34567, "12.346"),
            (-0.25, "-0.25"), (1_000.1, "1000.1"), (1e300, "1e+300"), (.nan, "0"), (.infinity, "0"),
            (1e15, "1000000000000000"),
        ] as [(Double, String)]) func `a number is written with the places it needs, at most three`(
            value: Double, text: String
        )
    { #expect(SVGNumber(value).description == text) }

    @Test func `numbers are read back to within half a thousandth`() {
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<2_000 {
            let value = Double.random(in: -10_000...10_000, using: &numbers)
            let read = Double(SVGNumber(value).description)
            #expect(abs((read ?? .infinity) - value) <= 0.000_5 + 1e-9)
        }
    }

    @Test func `texts are escaped, and characters invalid in XML are replaced`() {
        #expect(MarkupText("<a href=\"'&'\">").description == "&lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;")
        #expect(MarkupText("a\u{0}b\u{1B}\u{FFFE}").description == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
        #expect(MarkupText("a\tb\nc\rd").description == "a&#9;b&#10;c&#13;d")
        #expect(MarkupText("早间例行 ☀️ 👩‍👩‍👧‍👦").description == "早间例行 ☀️ 👩‍👩‍👧‍👦")
    }

    @Test func `the policy of a page allows the script that the page has`() throws {
        let hash = try #require(Tool("sha256sum", package: "coreutils").path)
        let folder = try TemporaryFolder()
        let file = folder.file("script.js")
        try Data(HTMLScript.text.utf8).write(to: URL(fileURLWithPath: file))
        let answer = try Tool("sha256sum", package: "coreutils").run([file])
        #expect(hash.hasSuffix("sha256sum"))
        let digits = String(decoding: answer.output, as: UTF8.self).prefix(64)
        let bytes = stride(from: 0, to: 64, by: 2)
            .compactMap { start -> UInt8? in UInt8(digits.dropFirst(start).prefix(2), radix: 16) }
        #expect(HTMLScript.hash == "sha256-\(Data(bytes).base64EncodedString())")
    }
}
