import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONValueTests {
    private static func value(_ text: String, depth: Int = 64) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(Array(text.utf8)[...], .messages(depth: depth))
    }

    @Test(
        arguments: [
            ("null", JSONValue.null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
            ("1.5", .number(1.5)), ("1e2", .number(100)), ("-2.5E-1", .number(-0.25)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            (#""""#, ""), (#""a\n\"\\\/\b\f\r\t""#, "a\n\"\\/\u{8}\u{C}\r\t"), (#""\u00e9\ud83d\ude00""#, "é😀"),
            (#""x\ud83d""#, "x\u{FFFD}"), (#""\ude00y""#, "\u{FFFD}y"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
            ("[]", .list([])), ("[1,[2] , {}]", .list([1, [2], [:]])),
            (#"{"a":1,"b":{"c":null},"a":2}"#, ["a": 2, "b": ["c": nil]]),
        ] as [(String, JSONValue)]) func `valid JSON is parsed`(text: String, value: JSONValue) throws
    { #expect(try Self.value(text) == value) }

    @Test(arguments: [
        ("", 0, "unexpected end of input"), ("nul", 0, "expected a value"), ("[1,]", 3, "expected a value"),
        ("[1", 2, "expected ',' or ']'"), ("{\"a\" 1}", 5, "expected ':'"), ("{a:1}", 1, "expected a member name"),
        ("1 2", 2, "unexpected text after the value"), ("01", 1, "unexpected text after the value"),
        ("-", 1, "expected a digit"), ("1.", 2, "expected a digit"), ("1e999", 5, "number too large"),
        ("\"a", 2, "unterminated string"), ("\"a\nb\"", 2, "unescaped control character in a string"),
        ("\"\\x\"", 2, "invalid escape sequence"), ("\"\\u12\"", 5, "expected four hexadecimal digits after '\\u'"),
        ("[[[1]]]", 2, "nested more than 2 levels deep"),
    ]) func `invalid JSON is reported with its offset`(text: String, offset: Int, message: String) throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            try Self.value(text, depth: text.hasPrefix("[[[") ? 2 : 64)
        }
        #expect(error?.offset == offset && error?.message == message)
    }

    @Test func `long runs of marks are bounded, except in the member that is read exactly`() throws {
        let marks = "e" + String(repeating: "\u{301}\u{316}", count: 500)
        let text = #"{"title": "\#(marks)", "text": "\#(marks)"}"#
        let value = try JSONValue(Array(text.utf8)[...], .messages(depth: 4, exactMember: "text"))
        let title = try #require(value["title"]?.string)
        #expect(title.unicodeScalars.contains("\u{34F}"))
        #expect(title.unicodeScalars.filter { $0 != "\u{34F}" }.elementsEqual(marks.unicodeScalars))
        #expect(value["text"]?.string?.utf8.elementsEqual(marks.utf8) == true)
    }

    @Test func `a million brackets are rejected without recursion`() {
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)[...], .messages(depth: 64))
        }
    }

    @Test func `every value survives writing and parsing`() throws {
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<2_000 {
            let value = Self.random(&numbers, depth: 4)
            let bytes = value.bytes
            #expect(try JSONValue(bytes[...], .messages(depth: 64)) == value)
            // Foundation accepts it too.
            let other = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(!(other is [Any]) == (value.list == nil))
        }
    }

    @Test func `mutated JSON that is accepted is also accepted by Foundation`() throws {
        var numbers = SeededNumbers(seed: 11)
        for _ in 0..<3_000 {
            var bytes = Self.random(&numbers, depth: 3).bytes
            for _ in 0...Int.random(in: 0...2, using: &numbers) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0...2, using: &numbers) {
                case 0: bytes.remove(at: index)
                case 1: bytes[index] = UInt8.random(in: 0...255, using: &numbers)
                default: bytes.insert(bytes[index], at: index)
                }
            }
            let ours = try? JSONValue(bytes[...], .messages(depth: 64))
            guard let ours else { continue }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(theirs != nil, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(try JSONValue(ours.bytes[...], .messages(depth: 64)) == ours)
        }
    }

    private static func random(_ numbers: inout SeededNumbers, depth: Int) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &numbers) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &numbers))
        case 2: return .integer(Int64.random(in: -1_000_000...1_000_000, using: &numbers))
        case 3: return .number(Double.random(in: -10...10, using: &numbers) + 0.015_625)
        case 4:
            let texts = ["", "a", "é\u{1}", "\"\\", "😀\n", "\u{2028}"]
            return .string(texts[Int.random(in: 0..<texts.count, using: &numbers)])
        case 5:
            return .list((0..<Int.random(in: 0...3, using: &numbers)).map { _ in random(&numbers, depth: depth - 1) })
        default:
            var members: [String: JSONValue] = [:]
            for index in 0..<Int.random(in: 0...3, using: &numbers) {
                members["m\(index)"] = random(&numbers, depth: depth - 1)
            }
            return .object(members)
        }
    }
}
