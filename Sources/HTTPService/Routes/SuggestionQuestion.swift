internal import Foundation
internal import TagService

/// A question on a line of a stream.
struct SuggestionQuestion: Decodable {
    var query: String?
    var given: [String]?
    var label: String?
    var limit: Int?

    static func answer(
        _ line: [UInt8],
        onlyIn set: SetReference?,
        explains: Bool,
        from service: isolated TagService
    ) throws -> [UInt8] {
        let question: SuggestionQuestion
        do {
            question = try JSONDecoder().decode(Self.self, from: Data(line))
        } catch {
            return JSONBytes.encoded(["error": "the line is no JSON object of a question"]) + [10]
        }
        let query = SuggestionQuery(
            text: question.query ?? "",
            given: question.given ?? [],
            label: question.label ?? "",
            limit: question.limit ?? 10,
            onlyIn: set
        )
        return SuggestionLine(query, try service.suggestions(for: query), explains: explains).bytes
    }
}

struct SuggestionLine {
    let bytes: [UInt8]
    init(_ question: SuggestionQuery, _ suggestions: [Suggestion], explains: Bool) {
        struct Document: Encodable {
            var query: String
            var given: [String]
            var suggestions: [Suggestion]
        }
        let shown = suggestions.map { suggestion in
            var suggestion = suggestion
            if !explains { suggestion.explanation = nil }
            return suggestion
        }
        bytes =
            JSONBytes.encoded(
                Document(query: question.text, given: question.given, suggestions: shown)
            ) + [10]
    }
}
