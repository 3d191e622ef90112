internal import TagCore

/// The JSON representation of a page of items to review.
package struct ReviewDocument: Encodable {
    private var items: [Entry]
    private var total: Int
    private var next: String?

    /// An item with its suggestions.
    private struct Entry: Encodable {
        var item: ItemDocument
        var suggestions: [SuggestedTag]
    }

    /// A suggestion with the key of its tag.
    private struct SuggestedTag: Encodable {
        let suggestion: Suggestion

        private enum CodingKeys: CodingKey { case key }

        func encode(to encoder: any Encoder) throws {
            try suggestion.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(TagKey(suggestion.tag).text, forKey: .key)
        }
    }

    /// Creates the document of a page.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - next: the place of the next page; `nil` for the last page.
    package init(_ page: ReviewPage, next: String?) {
        items = page.entries.map { entry in
            Entry(item: ItemDocument(entry.item), suggestions: entry.suggestions.map(SuggestedTag.init))
        }
        total = page.total
        self.next = next
    }
}

/// The JSON representation of the items that a tag probably fits.
package struct CandidatesDocument: Encodable {
    private var candidates: [Candidate]
    private var next: String?

    private struct Candidate: Encodable {
        var item: ItemDocument
        var probability: Double
    }

    /// Creates the document of a page.
    ///
    /// - Parameters:
    ///   - found: the page.
    ///   - next: the place of the next page; `nil` for the last page.
    package init(_ found: ReviewCandidates, next: String?) {
        candidates = found.candidates.map { Candidate(item: ItemDocument($0.item), probability: $0.probability) }
        self.next = next
    }
}
