internal import TagCore

/// The query of a filter, in the forms used for comparison.
struct FilterQuery: Equatable, Sendable {
    /// The key in UTF-8.
    let key: [UInt8]
    /// The key without accents in UTF-8.
    let folded: [UInt8]
    /// The signature of ``folded``.
    let signature: ByteSignature

    /// Whether accents were typed.
    let hasAccents: Bool
    /// Whether the query is a single scalar.
    let isScalar: Bool

    /// Prepares a typed text.
    init(_ text: String) {
        let tagKey = TagKey(FoldedText(text))
        // A key has no trailing space, but in a query a trailing space ends a word.
        let isOpen = text.last?.isWhitespace == true && !tagKey.folded.isEmpty
        key = Array(tagKey.text.utf8) + (isOpen ? [0x20] : [])
        folded = Array(tagKey.folded.utf8) + (isOpen ? [0x20] : [])
        signature = ByteSignature(folded)
        hasAccents = key != folded
        isScalar = tagKey.folded.unicodeScalars.count + (isOpen ? 1 : 0) == 1
    }
}
