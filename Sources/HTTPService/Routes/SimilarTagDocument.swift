internal import JSON
internal import TagService

/// A tag that is probably a misspelling of another.
struct SimilarTagDocument: Encodable {
    var tag: String
    var other: String
    var likeness: String
    /// The uses of the first tag; `nil` for a new tag.
    var uses: Int?
    /// The uses of the other tag.
    var otherUses: Int?
    /// The number of items with both tags; `nil` unless the tags may be synonyms.
    var together: Int?
    /// How alike the words of the tags' items are; `nil` unless that is the likeness.
    var cosine: Double?
    /// The words that the tags' items share; `nil` unless that is the likeness.
    var words: [String]?

    init(_ similar: SimilarTag, uses: Int? = nil, otherUses: Int? = nil) {
        self.uses = uses
        self.otherUses = otherUses
        tag = similar.tag
        other = similar.other
        likeness = similar.likeness.rawValue
    }

    init(_ pair: SynonymPair) {
        tag = pair.tag
        other = pair.other
        likeness = pair.kind.rawValue
        uses = pair.uses
        otherUses = pair.otherUses
        together = pair.together
        cosine = pair.likeness
        words = pair.words.isEmpty ? nil : pair.words
    }

    static let schema = JSONSchema.object([
        .init(name: "tag", schema: .string),
        .init(name: "other", schema: .string, summary: "The tag to merge it into."),
        .init(
            name: "likeness",
            schema: .text(
                oneOf: SimilarTag.Likeness.allCases.filter { !$0.isAbbreviation }.map(\.rawValue)
                    + SynonymPair.Kind.allCases.map(\.rawValue))),
        .init(
            name: "together", schema: .integer, isRequired: false,
            summary: "The number of items with both tags; only for synonyms."),
        .init(
            name: "cosine", schema: .number, isRequired: false,
            summary: "From 0 to 1: how alike the words of the tags' items are."),
        .init(
            name: "words", schema: .list(.string), isRequired: false,
            summary: "The words that the tags' items share, most telling first."),
        .init(name: "uses", schema: .integer, isRequired: false, summary: "The uses of 'tag'."),
        .init(name: "otherUses", schema: .integer, isRequired: false, summary: "The uses of 'other'."),
    ])
}
