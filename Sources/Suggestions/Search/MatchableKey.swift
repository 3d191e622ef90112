/// A key in the form used to compare it with queries.
///
/// The text and the accented key are passed to each method instead of being stored, because
/// reference counting would take longer than comparing most keys.
struct MatchableKey {
    /// The range of the key without accents in a UTF-8 text.
    let range: Range<Int>
    /// The signatures of the key; `nil` if they aren't known.
    var signatures: KeySignatures?

    /// Returns how the key matches a query of terms; `nil` if it doesn't.
    ///
    /// The result is the worst of the terms' matches, or the match of the whole query as one text if there is one.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - text: the text that contains the key.
    ///   - accented: the key with its accents; `nil` if it has none.
    /// - Returns: the match, or `nil`.
    /// - Complexity: as for one query, for each term.
    func match(_ query: TermQuery, in text: Span<UInt8>, _ accented: [UInt8]?) -> FilterMatch? {
        if let phrase = query.phrase, let match = match(phrase, in: text, accented),
            match.kind != .withoutMarks || query.alternatives.count == 1
        {
            return match
        }
        var worst = FilterMatch(kind: .exact, ignoresAccents: false)
        for terms in query.alternatives {
            var best: FilterMatch?
            for term in terms {
                guard let match = match(term, in: text, accented) else { continue }
                best = best.map { min($0, match) } ?? match
            }
            guard let best else { return nil }
            worst = max(worst, best)
        }
        worst.isByTerms = query.phrase != nil
        return worst
    }

    /// Returns how the key matches a term; a negated term that doesn't occur counts as an exact
    /// match.
    func match(_ term: TermQuery.Term, in text: Span<UInt8>, _ accented: [UInt8]?) -> FilterMatch? {
        let found = found(term, in: text, accented)
        guard term.isNegated else { return found }
        return found == nil ? FilterMatch(kind: .exact, ignoresAccents: false) : nil
    }

    private func found(_ term: TermQuery.Term, in text: Span<UInt8>, _ accented: [UInt8]?) -> FilterMatch? {
        if term.place == .lettersInOrder { return matchInOrder(term.query, in: text, accented) }
        guard stands(term, in: text) else { return nil }
        return match(term.query, in: text, accented)
    }

    /// Returns whether the key has a term at the position that the term requires, if any.
    private func stands(_ term: TermQuery.Term, in text: Span<UInt8>) -> Bool {
        let query = term.query.folded
        switch term.place {
        case .lettersInOrder, .anywhere: return true
        case .start: return holds(query, at: range.lowerBound, in: text)
        case .end: return holds(query, at: range.upperBound - query.count, in: text)
        case .whole: return range.count == query.count && holds(query, at: range.lowerBound, in: text)
        }
    }

    private func holds(_ query: [UInt8], at start: Int, in text: Span<UInt8>) -> Bool {
        guard range.count >= query.count else { return false }
        for (offset, byte) in query.enumerated() where text[start + offset] != byte { return false }
        return true
    }

    /// Returns the match of a key that contains a query, or the letters of a query of several
    /// letters in order.
    private func matchInOrder(_ query: FilterQuery, in text: Span<UInt8>, _ accented: [UInt8]?) -> FilterMatch? {
        // A key without the letters in order can't contain the query, so one pass excludes most
        // keys.
        guard mayContain(query), query.isScalar || UTF8Text.containsInOrder(query.folded.span, in: text, range) else {
            return nil
        }
        if let match = match(query, in: text, accented) { return match }
        return query.isScalar ? nil : FilterMatch(kind: .subsequence, ignoresAccents: query.hasAccents)
    }
}

extension MatchableKey {
    /// Returns how the key matches a query as one text, or `nil` if the key doesn't contain it.
    ///
    /// - Complexity: O(key · query), in practice O(key); O(1) for most keys with known signatures that don't match.
    private func match(_ query: FilterQuery, in text: Span<UInt8>, _ accented: [UInt8]?) -> FilterMatch? {
        guard mayContain(query), let kind = kind(of: query, in: text) else { return nil }
        return FilterMatch(of: query, foldedKind: kind, accentedKey: accented)
    }

    /// Returns whether the key may have all bytes of a query.
    func mayContain(_ query: FilterQuery) -> Bool {
        guard range.count >= query.folded.count else { return false }
        guard let signatures else { return true }
        return signatures.all.contains(query.signature)
    }

    /// Returns how the key without accents contains a query, or `nil` if it doesn't.
    func kind(of query: FilterQuery, in text: Span<UInt8>) -> MatchKind? {
        guard query.folded.count == 1, ByteSignature.isExact(query.folded[0]), let signatures else {
            return MatchKind(of: query.folded, in: text, range)
        }
        // For a single letter, the signatures show everything except whether the text begins with
        // it.
        if text[range.lowerBound] == query.folded[0] { return range.count == 1 ? .exact : .prefix }
        return signatures.initial.contains(query.signature) ? .wordPrefix : .substring
    }
}

/// The signatures of a key.
struct KeySignatures: Sendable {
    /// The signature of all bytes.
    var all = ByteSignature()
    /// The signature of the first bytes of the words.
    var initial = ByteSignature()
}
