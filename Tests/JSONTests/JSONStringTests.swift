import Foundation
import JSON
import Testing
import TextMeasurement

@Suite struct JSONStringTests {
    @Test func `strings are escaped as JSONEncoder escapes them`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let scalars = (0...0x2FFF).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{E0001}", "💪"]
        for scalar in scalars {
            let text = "a\(scalar)b"
            let bytes = JSONValue.string(text).bytes
            let encoded = String(decoding: try encoder.encode(text), as: UTF8.self)
            #expect(String(decoding: bytes, as: UTF8.self) == PrintableText(json: encoded).text)
        }
    }

    @Test(arguments: [0, -0.0, 1, -12, 0.5, 1e15, 1e16, 1e300, 123_456_789.25, -1e-7])
    func `numbers are written as JSONEncoder writes them`(number: Double) throws {
        let encoded = String(decoding: try JSONEncoder().encode(number), as: UTF8.self)
        #expect(String(decoding: JSONValue(number).bytes, as: UTF8.self) == encoded)
    }
}
