import Foundation
import TagService
import Testing

/// Limits of a query in a batch.
@Suite struct BatchLimitTests {
    @Test(arguments: [("0", 0), ("1000", 1_000), ("1e3", 1_000)]) func `the limit of a query is at most 1,000`(
        written: String, limit: Int
    ) throws {
        let query = try BatchQuery("{\"limit\": \(written)}")
        #expect(query.limit == limit)
        for other in ["-1", "1001", "99999", "1e9"] {
            #expect(throws: BatchQueryError(.limitOutOfRange)) { try BatchQuery("{\"limit\": \(other)}") }
        }
    }

    @Test func `a query has at most 1,000 given tags`() throws {
        func line(_ count: Int) -> String {
            "{\"given\": [\((0..<count).map { "\"t\($0)\"" }.joined(separator: ","))]}"
        }
        let query = try BatchQuery(line(1_000))
        #expect(query.given.count == 1_000)
        #expect(throws: BatchQueryError(.manyNames(1_001))) { try BatchQuery(line(1_001)) }
    }

    @Test(arguments: [("title", 1_000), ("location", 4_000), ("note", 65_536), ("text", 1_000_000)])
    func `each part of an item has a maximum length in bytes`(part: String, limit: Int) throws {
        let longest = String(repeating: "é", count: limit / 2)
        #expect(try BatchQuery(#"{"\#(part)": "\#(longest)"}"#).evidence.parts[part] == longest)
        let error = #expect(throws: BatchQueryError.self) { try BatchQuery(#"{"\#(part)": "\#(longest)x", "id": 7}"#) }
        #expect(error?.id == .number("7"))
        let text = error?.description ?? ""
        #expect(text.hasPrefix("invalid \(part) 'éé"), "\(text)")
        #expect(text.hasSuffix("it is longer than \(limit) bytes of UTF-8; shorten it"), "\(text)")
    }

    @Test func `a text in one piece may be longer`() throws {
        let text = String(repeating: "sea ", count: 300_000)
        #expect(try BatchQuery(#"{"for": "\#(text)"}"#).evidence.text == text)
    }
}

extension ItemEvidence {
    /// The parts by the names of their fields.
    fileprivate var parts: [String: String] {
        ["title": title, "location": location ?? "", "note": note, "text": text]
    }
}
