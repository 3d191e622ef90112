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
/// A backslash before a space makes the space a part of the term, and a query in double quotes is literal.
struct TermQuery: Sendable {
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

    /// Reads a query.
    ///
    /// - Complexity: linear in the text, of which the first 32 terms count.
    init(_ text: String) {
        if let literal = Self.literal(in: text) {
            let query = FilterQuery(literal)
            guard !query.folded.isEmpty else { return }
            alternatives = [[Term(query: query, place: .anywhere, isNegated: false)]]
            whole = query
            return
        }
        var isAfterBar = false
        var isPlain = true
        for word in Self.words(of: text).prefix(Self.mostTerms) {
            if word == "|", !alternatives.isEmpty, !isAfterBar {
                isAfterBar = true
                isPlain = false
                continue
            }
            guard let term = Self.term(word) else { continue }
            if term.isNegated || term.place != .lettersInOrder { isPlain = false }
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

    /// The one plain term of the query, in which a misspelling may be looked for; `nil` for any other query.
    var onlyPlainTerm: FilterQuery? {
        guard alternatives.count == 1, alternatives[0].count == 1 else { return nil }
        return whole
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

    /// The term that a word says; `nil` if nothing is left of it.
    private static func term(_ word: String) -> Term? {
        var text = word[...]
        var place = Place.lettersInOrder
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
            // Of a negated term it asks for letters in order, as in fzf.
            place = isNegated ? .lettersInOrder : .anywhere
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

extension PackedTexts {
    /// How a text matches a query of terms; `nil` if it does not.
    ///
    /// A text ranks by its worst term, or by all that was typed as one text if that is better.
    ///
    /// - Complexity: as for one query, for each term.
    func match(_ query: TermQuery, at index: Int) -> FilterMatch? {
        if let whole = query.whole, let match = match(whole, at: index),
            match.kind != .withoutMarks || query.alternatives.count == 1
        {
            return match
        }
        var worst = FilterMatch(kind: .exact, ignoresAccents: false)
        for terms in query.alternatives {
            let matches = terms.compactMap { match($0, at: index) }
            guard let best = matches.min() else { return nil }
            worst = max(worst, best)
        }
        // Texts that only lack something come in their own order.
        return worst
    }

    /// How a text matches a term; a negated one says nothing of how well.
    private func match(_ term: TermQuery.Term, at index: Int) -> FilterMatch? {
        let found = found(term, at: index)
        guard term.isNegated else { return found }
        return found == nil ? FilterMatch(kind: .exact, ignoresAccents: false) : nil
    }

    private func found(_ term: TermQuery.Term, at index: Int) -> FilterMatch? {
        let match = match(term.query, at: index)
        switch term.place {
        case .anywhere: return match
        case .lettersInOrder:
            return match ?? subsequenceMatch(term.query, at: index)
        case .start:
            return match.flatMap {
                $0.kind <= .prefix || startsFolded(term.query, at: index) ? $0 : nil
            }
        case .end:
            guard match != nil,
                bytes(at: index).reversed().starts(with: term.query.folded.reversed())
            else { return nil }
            return match
        case .whole:
            return bytes(at: index).elementsEqual(term.query.folded) ? match : nil
        }
    }

    private func startsFolded(_ query: FilterQuery, at index: Int) -> Bool {
        bytes(at: index).starts(with: query.folded)
    }

    /// Whether the letters of a query stand in a text in their order; of one letter they would be contained.
    private func subsequenceMatch(_ query: FilterQuery, at index: Int) -> FilterMatch? {
        let letters = query.folded
        guard letters.count > 1, missingBits(of: query.signature, at: index) == 0 else {
            return nil
        }
        let text = bytes(at: index)
        var (place, letter) = (text.startIndex, 0)
        while place < text.endIndex {
            // A scalar is compared with all of its bytes.
            let length = UTF8Text.length(ofScalarStartingWith: letters[letter])
            if text[place...].starts(with: letters[letter..<min(letter + length, letters.count)]) {
                letter += length
                if letter >= letters.count {
                    return FilterMatch(kind: .subsequence, ignoresAccents: query.hasAccents)
                }
            }
            place += UTF8Text.length(ofScalarStartingWith: text[place])
        }
        return nil
    }
}
