import Foundation
import TagService
import TestSupport
import Testing

@Suite struct BatchQueryTests {
    /// The fields as the system's decoder reads them.
    private struct Reference: Decodable {
        var query: String?
        var given: [String]?
        var title: String?
        var `for`: String?
        var limit: Double?
        var id: Double?
    }

    @Test func `a question of every field is read`() throws {
        let line = ##"{"given": ["sea", "北海", ""], "query":"b","limit":3, "id":"7", "for":"a b"}"##
        let question = try BatchQuery(line)
        #expect(question.given == ["sea", "北海", ""])
        #expect(question.text == "b")
        #expect(question.limit == 3)
        #expect(question.id == .text("7"))
        #expect(question.title == "a b")
        #expect(try BatchQuery(" { } \r").limit == 10)
    }

    @Test(arguments: [
        "{", "[]", "{}x", "{,}", #"{"query"}"#, #"{"query":}"#, #"{"query":"a",,}"#,
        #"{"query":"a" "limit":3}"#, "{\"query\":\"a\tb\"}", #"{"limit":01}"#,
        #"{"given":["a" "b"]}"#, #"{"given":["a"}"#, #"{"query":"a"#,
    ])
    func `what is no JSON is no question`(line: String) {
        #expect(throws: BatchQueryError(.noObject)) { try BatchQuery(line) }
    }

    @Test func `a question is what the system's decoder reads`() throws {
        var chance = SeededNumbers(seed: 15)
        let parts = [
            "{", "}", "[", "]", ",", ":", #""query""#, #""given""#, #""limit""#, #""id""#,
            #""for""#, #""a""#, #""ä 🏔""#, "7", "12", " ", "\t", "null", #""\\""#,
        ]
        var read = 0
        for _ in 0..<30_000 {
            var line = [
                "{", #""given""#, ":", "[", #""a""#, ",", #""ä 🏔""#, "]", ",", #""limit""#, ":",
                "12", ",", #""query""#, ":", #""a""#, "}",
            ]
            for _ in 0...Int.random(in: 0...1, using: &chance) {
                let place = Int.random(in: line.indices, using: &chance)
                line[place] = parts.randomElement(using: &chance) ?? ""
            }
            let text = line.joined()
            guard let question = try? BatchQuery(text) else { continue }
            read += 1
            if case .text = question.id { continue }
            let decoded = try JSONDecoder().decode(Reference.self, from: Data(text.utf8))
            #expect(question.given == decoded.given ?? [], "\(text)")
            #expect(question.text == decoded.query ?? "", "\(text)")
            #expect(question.title == decoded.title ?? decoded.for ?? "", "\(text)")
            #expect(question.limit == decoded.limit.map { Int($0) } ?? 10, "\(text)")
        }
        #expect(read > 1_000)
    }
}
