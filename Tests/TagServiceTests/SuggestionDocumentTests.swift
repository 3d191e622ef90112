import Foundation
import Testing

@testable import TagService

/// The JSON line of a response.
@Suite struct SuggestionDocumentTests {
    @Test func `suggestions are written like those of the system's encoder, with their keys`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let probabilities = (0...10_000).map { Double($0) / 10_000 } + [1.5, 0.000_01, 1.0 / 3]
        let term = SuggestionTerm(given: "ä", linear: -0.0, local: 0.5, neighbors: 1, rule: nil)
        let suggestions = probabilities.map { probability in
            Suggestion(
                tag: "sea", score: 0.25, match: [[0, 3]], because: ["prefix"], new: probability == 1.5 ? true : nil,
                probability: probability, explanation: SuggestionExplanation(popularity: probability, terms: [term]))
        }
        let found = SuggestedTags(suggestions: suggestions, unknown: [])
        let document = SuggestionDocument(SuggestionQuery(), found)
        let expected = String(decoding: try encoder.encode(suggestions), as: UTF8.self)
            .replacing("\"match\"", with: "\"key\":\"sea\",\"match\"")
        let line = String(decoding: document.line, as: UTF8.self)
        #expect(line == "{\"given\":[],\"query\":\"\",\"suggestions\":\(expected)}\n")
    }
}
