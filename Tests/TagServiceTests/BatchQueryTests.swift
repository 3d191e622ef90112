import Foundation
import TagService
import TestSupport
import Testing

@Suite struct BatchQueryTests {
    /// The fields as read by the system's decoder.
    private struct Reference: Decodable {
        var query: String?
        var given: [String]?
        var title: String?
        var `for`: String?
        var limit: Double?
        var id: Double?
    }

    @Test func `a query with every field is read`() throws {
        let line = ##"{"given": ["sea", "北海", ""], "query":"b","limit":3, "id":"7", "for":"a b"}"##
        let query = try BatchQuery(line)
        #expect(query.given == ["sea", "北海", ""])
        #expect(query.text == "b")
        #expect(query.limit == 3)
        #expect(query.id == .text("7"))
        #expect(query.evidence == ItemEvidence(title: "a b"))
        #expect(try BatchQuery(" { } \r").limit == 10)
        let parts = #"{"title": "a", "location": "u://b", "note": "c", "text": "d\ne", "for": null}"#
        let evidence = ItemEvidence(title: "a", location: "u://b", note: "c", text: "d\ne")
        #expect(try BatchQuery(parts).evidence == evidence)
    }

    @Test(arguments: [
        "{", "[]", "{}x", "{,}", #"{"query"}"#, #"{"query":}"#, #"{"query":"a",,}"#, #"{"query":"a" "limit":3}"#,
        "{\"query\":\"a\tb\"}", #"{"limit":01}"#, #"{"given":["a" "b"]}"#, #"{"given":["a"}"#, #"{"query":"a"#,
    ]) func `invalid JSON isn't a query`(line: String) {
        #expect(throws: BatchQueryError(.noObject)) { try BatchQuery(line) }
    }

    @Test func `a query equals the result of the system's decoder`() throws {
        var chance = SeededNumbers(seed: 15)
        let parts = [
            "{", "}", "[", "]", ",", ":", #""query""#, #""given""#, #""limit""#, #""id""#, #""for""#, #""a""#,
            #""ä 🏔""#, "7", "12", " ", "\t", "null", #""\\""#,
        ]
        var read = 0
        for _ in 0..<30_000 {
            var line = [
                "{", #""given""#, ":", "[", #""a""#, ",", #""ä 🏔""#, "]", ",", #""limit""#, ":", "12", ",", #""query""#,
                ":", #""a""#, "}",
            ]
            for _ in 0...Int.random(in: 0...1, using: &chance) {
                let place = Int.random(in: line.indices, using: &chance)
                line[place] = parts.randomElement(using: &chance) ?? ""
            }
            let text = line.joined()
            guard let query = try? BatchQuery(text) else { continue }
            read += 1
            if case .text = query.id { continue }
            let decoded = try JSONDecoder().decode(Reference.self, from: Data(text.utf8))
            #expect(query.given == decoded.given ?? [], "\(text)")
            #expect(query.text == decoded.query ?? "", "\(text)")
            #expect(query.evidence.title == decoded.title ?? decoded.for ?? "", "\(text)")
            #expect(query.limit == decoded.limit.map { Int($0) } ?? 10, "\(text)")
        }
        #expect(read > 1_000)
    }
}
