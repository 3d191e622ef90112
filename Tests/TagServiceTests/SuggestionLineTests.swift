import Foundation
import Testing

@testable import TagService

/// The line of JSON of an answer, which is written without an encoder.
@Suite struct SuggestionLineTests {
    @Test func `each probability is written as an encoder writes it`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let probabilities = (0...10_000).map { Double($0) / 10_000 } + [1.5, 0.000_01, 1.0 / 3]
        let suggestions = probabilities.map { probability in
            Suggestion(
                tag: "sea",
                score: 0.25,
                match: [],
                because: [],
                probability: probability
            )
        }
        let found = SuggestedTags(suggestions: suggestions, unknown: [])
        let answer = SuggestionAnswerDocument(SuggestionQuery(), found)
        let expected = String(decoding: try encoder.encode(answer), as: UTF8.self)
        let line = String(decoding: SuggestionLine(answer).bytes, as: UTF8.self)
        #expect(line == expected + "\n")
    }
}
