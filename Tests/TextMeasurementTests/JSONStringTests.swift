import Foundation
import Testing
import TextMeasurement

@Suite struct JSONStringTests {
    @Test func `a string is written as an encoder writes it, for any scalar`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let scalars = (0...0x2FFF).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{E0001}", "💪"]
        for scalar in scalars {
            let text = "a\(scalar)b"
            var bytes: [UInt8] = []
            JSONString.append(text, to: &bytes)
            let encoded = String(decoding: try encoder.encode(text), as: UTF8.self)
            #expect(String(decoding: bytes, as: UTF8.self) == PrintableText(json: encoded).text)
        }
    }
}
