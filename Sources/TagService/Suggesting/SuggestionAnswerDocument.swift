/// An answer to a question as JSON.
package struct SuggestionAnswerDocument: Encodable {
    package var id: QuestionID?
    /// The file that the question is about; `nil` if it is about none.
    package var file: String?
    package var query: String
    /// The given names that are tags, as they were given.
    package var given: [String]
    package var suggestions: [Suggestion]
    /// The given names that are no tags, which were left out; `nil` if there are none.
    package var unknown: [String]?

    /// Creates the answer to a question.
    package init(_ question: SuggestionQuery, _ found: SuggestedTags) {
        query = question.text
        let unknown = Set(found.unknown)
        given = unknown.isEmpty ? question.given : question.given.filter { !unknown.contains($0) }
        self.unknown = unknown.isEmpty ? nil : found.unknown
        suggestions = found.suggestions
    }
}
