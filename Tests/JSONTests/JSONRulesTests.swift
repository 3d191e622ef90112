import Foundation
import JSON
import TestSupport
import Testing

/// The stricter parsing of requests, as opposed to messages.
@Suite struct JSONRulesTests {
    private static func request(_ text: String, keepsDigits: Bool = false) throws(JSONSyntaxError) -> JSONValue {
        try JSONValue(Array(text.utf8)[...], .requests(depth: 3, keepsDigits: keepsDigits))
    }

    @Test func `the first of several members with the same name wins`() throws {
        #expect(try Self.request(#"{"a": 1, "b": 3, "a": 2}"#) == ["a": 1, "b": 3])
    }

    @Test(arguments: [
        (#""\ud800""#, JSONSyntaxError.Kind.syntax), ("[[[[1]]]]", .tooDeep), ("1e999", .syntax),
        ("{\"\(String(repeating: "a", count: 1_001))\": 1}", .longName),
    ]) func `a request that breaks a rule is an error`(text: String, kind: JSONSyntaxError.Kind) throws {
        let error = #expect(throws: JSONSyntaxError.self) { try Self.request(text) }
        #expect(error?.kind == kind)
    }

    @Test(arguments: ["0", "-0", "1e999", "18446744073709551617.50e1", "7.0"]) func `numbers keep their digits`(
        digits: String
    ) throws {
        let value = try Self.request(digits, keepsDigits: true)
        #expect(value == .digits(digits))
        #expect(value.bytes == Array(digits.utf8))
        #expect(value.number == (digits == "1e999" ? nil : Double(digits)))
    }

    @Test func `a trailing comma is allowed`() throws {
        #expect(try Self.request(#"{"a": [7 , ],}"#) == ["a": [7]])
        for text in ["[,]", "{,}", "[7,,]"] { #expect(throws: JSONSyntaxError.self) { try Self.request(text) } }
    }

    @Test func `a byte order mark is skipped`() throws { #expect(try Self.request("\u{FEFF}[1]") == [1]) }

    @Test func `mutated requests are accepted exactly if Foundation's decoder accepts them`() throws {
        var numbers = SeededNumbers(seed: 23)
        let parts = [
            "{", "}", "[", "]", ",", ":", #""a""#, #""b\n""#, "7", "1.5", "-0", " ", "null", "true", #""\ud83d\ude00""#,
            #""\ud83d""#, #""\x""#, "01", "1.", "1e5", "é", "\t",
        ]
        var read = 0
        for round in 0..<20_000 {
            var line = ["{", #""a""#, ":", "[", "7", ",", #""b\n""#, "]", "}"]
            for _ in 0...(round % 3) {
                let index = Int.random(in: line.indices, using: &numbers)
                line[index] = parts.randomElement(using: &numbers) ?? ""
            }
            let text = line.joined()
            let ours = try? Self.request(text)
            let theirs = try? JSONDecoder().decode(AnyJSON.self, from: Data(text.utf8))
            #expect(ours.map(Self.normalized) == theirs?.value, "\(text)")
            if ours != nil { read += 1 }
        }
        #expect(read > 1_000)
    }

    /// Converts integral numbers to integers, which Foundation's decoder doesn't distinguish.
    private static func normalized(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number): Int64(exactly: number).map(JSONValue.integer) ?? value
        case .list(let items): .list(items.map(normalized))
        case .object(let members): .object(members.mapValues(normalized))
        default: value
        }
    }
}

/// Any JSON value, read by Foundation's decoder.
private struct AnyJSON: Decodable {
    let value: JSONValue

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let text = try? single.decode(String.self) {
            value = .string(text)
        } else if let number = try? single.decode(Double.self) {
            value = Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
        } else if single.decodeNil() {
            value = .null
        } else if let flag = try? single.decode(Bool.self) {
            value = .boolean(flag)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !list.isAtEnd { values.append(try list.decode(AnyJSON.self).value) }
            value = .list(values)
        } else {
            let keyed = try decoder.container(keyedBy: Name.self)
            var members: [String: JSONValue] = [:]
            for key in keyed.allKeys { members[key.stringValue] = try keyed.decode(AnyJSON.self, forKey: key).value }
            value = .object(members)
        }
    }
}
