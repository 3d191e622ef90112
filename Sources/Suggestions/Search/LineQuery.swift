/// A query for lines: the terms of a ``TermQuery``, prepared for scoring.
///
/// As in fzf, a term with an uppercase letter matches only the same case.
struct LineQuery: Sendable {
    /// A term.
    struct Term: Sendable {
        /// The scalars in lowercase; with ``isCaseSensitive``, uppercase scalars have ``uppercase`` set.
        let scalars: [UInt32]
        /// The scalars in lowercase as UTF-8.
        let bytes: [UInt8]
        let signature: ByteSignature
        let isCaseSensitive: Bool
        let place: TermQuery.Place
        let isNegated: Bool
    }

    /// The bit of an uppercase scalar, which no scalar uses.
    static let uppercase: UInt32 = 1 << 31

    /// The terms; of each inner list, the first term that matches counts.
    let alternatives: [[Term]]
    /// The bytes that every match contains.
    let signature: ByteSignature
    /// Whether matches are ranked by score; a query that only excludes lines keeps their order.
    let isRanked: Bool
    /// Whether the matches of a longer query are among those of this query.
    let isPlain: Bool

    /// Whether nothing was typed.
    var isEmpty: Bool { alternatives.isEmpty }

    /// Parses a query.
    init(_ text: String, isExact: Bool) {
        let query = TermQuery(text, isExact: isExact)
        alternatives = query.alternatives.map { $0.map(Term.init) }
        isRanked = query.alternatives.joined().contains { !$0.isNegated }
        isPlain = query.whole != nil
        signature = alternatives.reduce(into: ByteSignature()) { required, terms in
            if terms.count == 1, !terms[0].isNegated { required.formUnion(terms[0].signature) }
        }
    }
}

extension LineQuery.Term {
    fileprivate init(_ term: TermQuery.Term) {
        var text = LineText()
        text.append(term.text)
        bytes = text.bytes
        signature = ByteSignature(bytes)
        place = term.place
        isNegated = term.isNegated
        let uppercase = text.marks.map { $0 & LineText.uppercase != 0 }
        isCaseSensitive = uppercase.contains(true)
        var scalars: [UInt32] = []
        var byte = 0
        for scalar in String(decoding: text.bytes, as: UTF8.self).unicodeScalars {
            scalars.append(scalar.value | (uppercase[byte] ? LineQuery.uppercase : 0))
            byte += UTF8.width(scalar)
        }
        self.scalars = scalars
    }
}
