import Foundation
import TestSupport
import Testing

@testable import TagService

@Suite struct PlainQuestionTests {
    @Test func `plain questions are read without the general decoder`() throws {
        let line = ##"{"given": ["sea", "北海", ""], "query":"b","limit":3, "id":"7", "for":"a b"}"##
        let question = try #require(PlainQuestion.read(line))
        #expect(question.given == ["sea", "北海", ""])
        #expect(question.text == "b")
        #expect(question.limit == 3)
        #expect(question.id == .text("7"))
        #expect(question.label == "a b")
        #expect(PlainQuestion.read(" { } \r")?.limit == 10)
        #expect(PlainQuestion.read(#"{"limit": 1000}"#)?.limit == 1_000)
        #expect(PlainQuestion.read(#"{"limit": 1001}"#) == nil)
    }

    @Test func `what is not plain, or wrong, is left to the general decoder`() {
        let lines = [
            "", "{", "[]", "{}x", "{,}", #"{"query"}"#, #"{"query":}"#, #"{"query":"a",}"#,
            #"{"query":"a" "limit":3}"#, #"{"query":"a\n"}"#, "{\"query\":\"a\tb\"}",
            #"{"query":null}"#, #"{"query":7}"#, #"{"query":"a","query":"b"}"#,
            #"{"que\u0072y":""}"#,
            #"{"limit":0}"#, #"{"limit":-1}"#, #"{"limit":01}"#, #"{"limit":1.0}"#,
            #"{"limit":1e2}"#,
            #"{"limit":1234567}"#, #"{"limit":}"#, #"{"limit":"3"}"#, #"{"id":7}"#,
            #"{"given":["a",]}"#, #"{"given":["a" "b"]}"#, #"{"given":[,]}"#, #"{"given":["a"}"#,
            #"{"given":"a"}"#, #"{"label":"a","for":"a"}"#, #"{"more":""}"#, #"{"query":"a"#,
        ]
        for line in lines { #expect(PlainQuestion.read(line) == nil, "\(line)") }
    }

    @Test func `a plain question is what the general decoder reads`() throws {
        var chance = SeededNumbers(seed: 15)
        let parts = [
            "{", "}", "{", "}", "[", "]", ",", ":", #""query""#, #""given""#, #""limit""#, #""id""#,
            #""for""#, #""a""#, #""ä 🏔""#, "7", "12", " ", "\t", "null", #""\\""#,
        ]
        var plain = 0
        for round in 0..<60_000 {
            // Every other one is a plain question in which one part was replaced.
            var line = (0..<Int.random(in: 1...12, using: &chance))
                .map { _ in
                    parts.randomElement(using: &chance) ?? ""
                }
            if round.isMultiple(of: 2) {
                line = [
                    "{", #""given""#, ":", "[", #""a""#, ",", #""ä 🏔""#, "]", ",", #""limit""#, ":",
                    "12", ",", #""query""#, ":", #""a""#, "}",
                ]
                let place = line.indices.randomElement(using: &chance) ?? 0
                line[place] = parts.randomElement(using: &chance) ?? ""
            }
            let text = line.joined()
            guard let question = PlainQuestion.read(text) else { continue }
            plain += 1
            let decoded = try JSONDecoder().decode(BatchQuestion.self, from: Data(text.utf8))
            #expect(question.given == decoded.given, "\(text)")
            #expect(question.text == decoded.text, "\(text)")
            #expect(question.label == decoded.label, "\(text)")
            #expect(question.limit == decoded.limit, "\(text)")
            #expect(question.id == decoded.id, "\(text)")
        }
        #expect(plain > 1_000)
    }
}
