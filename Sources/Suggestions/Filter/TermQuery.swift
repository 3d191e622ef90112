internal import TagCore

/// What was typed into a filter: terms that must all match, in any order, written as fzf's extended search has them.
///
/// | term | matches |
/// | --- | --- |
/// | `word` | texts that contain it, or else its letters in order |
/// | `'word` | texts that contain it |
/// | `^word`, `word$`, `^word$` | texts that begin with it, end with it, are it |
/// | `!word` | texts that do not contain it; also `!^word` and `!word$` |
/// | `word \| other` | texts that either matches |
///
/// A backslash before a space makes the space a part of the term, and a query in double quotes is literal. In an exact query `word`
/// and `'word` change places, as in fzf's `--exact`.
package struct TermQuery: Sendable {
    /// Where a text must hold a term.
    enum Place: Sendable {
        /// Anywhere, or its letters in order.
        case lettersInOrder
        case anywhere
        case start
        case end
        case whole
    }

    /// A term, and whether texts that match it are left out.
    struct Term: Sendable {
        let query: FilterQuery
        let place: Place
        let isNegated: Bool
    }

    /// Of each list one term must match.
    private(set) var alternatives: [[Term]] = []
    /// All that was typed as one text, which ranks before its terms; `nil` if an operator was typed.
    private(set) var whole: FilterQuery?

    /// Whether nothing was typed.
    var isEmpty: Bool { alternatives.isEmpty }

    /// Reads a query; one of more than 32 words is literal.
    ///
    /// - Complexity: linear in the text.
    init(_ text: String, isExact: Bool = false) {
        let plain = isExact ? Place.anywhere : .lettersInOrder
        let words = Self.words(of: text)
        if let literal = Self.literal(in: text) ?? (words.count > Self.mostTerms ? text : nil) {
            let query = FilterQuery(literal)
            guard !query.folded.isEmpty else { return }
            alternatives = [[Term(query: query, place: .anywhere, isNegated: false)]]
            whole = query
            return
        }
        var isAfterBar = false
        var isPlain = true
        for word in words {
            if word == "|", !alternatives.isEmpty, !isAfterBar {
                isAfterBar = true
                isPlain = false
                continue
            }
            guard let term = Self.term(word, plain: plain) else { continue }
            if term.isNegated || term.place != plain { isPlain = false }
            if isAfterBar {
                alternatives[alternatives.count - 1].append(term)
            } else {
                alternatives.append([term])
            }
            isAfterBar = false
        }
        guard isPlain, !isEmpty else { return }
        let query = FilterQuery(text.replacing("\\ ", with: " "))
        if !query.folded.isEmpty { whole = query }
    }

    /// The characters, without accents, that every match of a text has; those of alternatives and negated terms are not among them.
    ///
    /// - Complexity: linear in the text.
    package static func requiredCharacters(of text: String) -> Set<Unicode.Scalar> {
        var characters: Set<Unicode.Scalar> = []
        for terms in TermQuery(text).alternatives where terms.count == 1 && !terms[0].isNegated {
            let term = String(decoding: terms[0].query.folded, as: UTF8.self)
            characters.formUnion(term.unicodeScalars)
        }
        return characters
    }

    /// Whether a folded key has the letters of a folded query in order.
    ///
    /// - Complexity: linear in the key.
    package static func hasLetters(of query: String, in key: String) -> Bool {
        UTF8Text.containsInOrder(Array(query.utf8)[...], in: Array(key.utf8)[...])
    }

    /// The one plain term of the query, in which a misspelling may be looked for; `nil` for any other query.
    var onlyPlainTerm: FilterQuery? {
        guard alternatives.count == 1, alternatives[0].count == 1 else { return nil }
        return whole
    }

    /// Whether a text is one term without operators, known without taking it apart.
    ///
    /// - Complexity: linear in the text.
    package static func isOneTerm(_ text: String) -> Bool {
        !text.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "!"), UInt8(ascii: "^"), UInt8(ascii: "$"),
                UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: "\\"):
                true
            default: false
            }
        }
    }

    private static let mostTerms = 32

    /// The text between double quotes; `nil` for a text that is not in quotes.
    private static func literal(in text: String) -> String? {
        let trimmed = text.drop(while: \.isWhitespace)
        guard trimmed.first == "\"" else { return nil }
        let rest = trimmed.dropFirst()
        // While it is being typed, the second quote is not there yet.
        guard let end = rest.lastIndex(of: "\"") else { return String(rest) }
        return rest[rest.index(after: end)...].allSatisfy(\.isWhitespace)
            ? String(rest[..<end]) : String(rest)
    }

    /// The words between white space, in which an escaped space is a space.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isEscaped = false
        for character in text {
            if isEscaped {
                word += character == " " ? " " : "\\" + String(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character.isWhitespace {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        if isEscaped { word.append("\\") }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// The term that a word says, with the place of one without signs; `nil` if nothing is left of it.
    private static func term(_ word: String, plain: Place) -> Term? {
        var text = word[...]
        var place = plain
        let isNegated = text.count > 1 && text.first == "!"
        if isNegated {
            place = .anywhere
            text.removeFirst()
        }
        if text.count > 1, text.last == "$" {
            place = .end
            text.removeLast()
        }
        if text.count > 1, text.first == "'" {
            // Of a negated or an exact term it asks for letters in order, as in fzf.
            place = isNegated || plain == .anywhere ? .lettersInOrder : .anywhere
            text.removeFirst()
        } else if text.count > 1, text.first == "^" {
            place = place == .end ? .whole : .start
            text.removeFirst()
        }
        let query = FilterQuery(String(text))
        guard !query.folded.isEmpty else { return nil }
        return Term(query: query, place: place, isNegated: isNegated)
    }
}

/// A key as queries are compared with it.
protocol MatchableKey {
    /// The key without accents in UTF-8.
    var folded: ArraySlice<UInt8> { get }
    /// How the key matches one text that was typed; `nil` if it does not.
    func match(_ query: FilterQuery) -> FilterMatch?
    /// Whether the key may have all bytes of a query.
    func mayContainBytes(of query: FilterQuery) -> Bool
}

extension MatchableKey {
    /// How the key matches a query of terms; `nil` if it does not.
    ///
    /// It ranks by its worst term, or by all that was typed as one text if that is better.
    ///
    /// - Complexity: as for one query, for each term.
    func match(_ query: TermQuery) -> FilterMatch? {
        if let whole = query.whole, let match = match(whole),
            match.kind != .withoutMarks || query.alternatives.count == 1
        {
            return match
        }
        var worst = FilterMatch(kind: .exact, ignoresAccents: false)
        for terms in query.alternatives {
            guard let best = terms.lazy.compactMap(match).min() else { return nil }
            worst = max(worst, best)
        }
        return worst
    }

    /// How the key matches a term; a negated one that holds ranks as an exact match does.
    private func match(_ term: TermQuery.Term) -> FilterMatch? {
        let found = found(term)
        guard term.isNegated else { return found }
        return found == nil ? FilterMatch(kind: .exact, ignoresAccents: false) : nil
    }

    private func found(_ term: TermQuery.Term) -> FilterMatch? {
        let match = match(term.query)
        let text = term.query.folded
        switch term.place {
        case .anywhere: return match
        case .lettersInOrder: return match ?? subsequenceMatch(term.query)
        case .start: return folded.starts(with: text) ? match : nil
        case .end: return folded.suffix(text.count).elementsEqual(text) ? match : nil
        case .whole: return folded.elementsEqual(text) ? match : nil
        }
    }

    /// The match of a key that has the letters of a query in their order; a single letter it would contain.
    private func subsequenceMatch(_ query: FilterQuery) -> FilterMatch? {
        guard mayContainBytes(of: query),
            UTF8Text.containsInOrder(query.folded[...], in: folded)
        else { return nil }
        return FilterMatch(kind: .subsequence, ignoresAccents: query.hasAccents)
    }
}

extension PackedTexts {
    /// One of the texts.
    struct Element: MatchableKey {
        let texts: PackedTexts
        let index: Int

        var folded: ArraySlice<UInt8> { texts.bytes(at: index) }

        func match(_ query: FilterQuery) -> FilterMatch? { texts.match(query, at: index) }

        func mayContainBytes(of query: FilterQuery) -> Bool {
            texts.missingBits(of: query.signature, at: index) == 0
        }
    }

    /// How a text matches a query of terms; `nil` if it does not.
    func match(_ query: TermQuery, at index: Int) -> FilterMatch? {
        Element(texts: self, index: index).match(query)
    }
}
