internal import TagCore

/// A filter's query: terms that must all match, in any order, in the syntax of fzf's extended search.
///
/// | term | matches |
/// | --- | --- |
/// | `word` | texts that contain it, or else its letters in order |
/// | `'word` | texts that contain it |
/// | `^word`, `word$`, `^word$` | texts that begin with it, end with it, are it |
/// | `!word` | texts that do not contain it; also `!^word` and `!word$` |
/// | `word \| other` | texts that either matches |
///
/// Signs with nothing behind them, as while a term is being typed, ask for nothing; a lone `$` is text.
///
/// A backslash before a space makes the space a part of the term, and a query in double quotes is literal. In an exact query `word`
/// and `'word` change places, as in fzf's `--exact`.
package struct TermQuery: Sendable {
    /// The position of a term in a text.
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
    /// ``whole`` if it can match better than the terms; `nil` for a single term, which it repeats.
    private(set) var phrase: FilterQuery?
    /// The bytes that every match has.
    private(set) var signature = ByteSignature()

    /// Whether nothing was typed.
    var isEmpty: Bool { alternatives.isEmpty }

    /// Reads a query; one of more than 32 words is literal.
    ///
    /// - Complexity: linear in the text.
    init(_ text: String, isExact: Bool = false) {
        read(text, plain: isExact ? .anywhere : .lettersInOrder)
        phrase = whole == onlyTerm?.query ? nil : whole
        signature = requiredSignature
    }

    private mutating func read(_ text: String, plain: Place) {
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
            guard let term = Self.term(word, plain: plain) else {
                isPlain = false
                continue
            }
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
        Set(TermQuery(text).requiredTerms.joined())
    }

    /// Whether a folded key has the letters of a folded query in order.
    ///
    /// - Complexity: linear in the key.
    package static func hasLetters(of query: String, in key: String) -> Bool {
        let (query, key) = (Array(query.utf8), Array(key.utf8))
        return UTF8Text.containsInOrder(query.span, in: key.span, key.indices)
    }

    /// The only term of the query; `nil` if there are more.
    var onlyTerm: Term? {
        alternatives.count == 1 && alternatives[0].count == 1 ? alternatives[0][0] : nil
    }

    /// The scalars, without accents, of each term that every match must have.
    var requiredTerms: [[Unicode.Scalar]] {
        requiredTexts.map { Array(String(decoding: $0, as: UTF8.self).unicodeScalars) }
    }

    /// The terms, without accents, that every match must have.
    var requiredTexts: [[UInt8]] { soleTerms.map(\.query.folded) }

    /// The terms, without accents, that every match must contain as they are.
    var containedTexts: [[UInt8]] {
        soleTerms.filter { $0.place != .lettersInOrder }.map(\.query.folded)
    }

    /// The terms that are neither alternatives nor negated.
    private var soleTerms: [Term] {
        alternatives.filter { $0.count == 1 && !$0[0].isNegated }.map { $0[0] }
    }

    /// The bytes that both the phrase and the terms ask for.
    private var requiredSignature: ByteSignature {
        var required = ByteSignature()
        for terms in alternatives {
            let each = terms.map { $0.isNegated ? ByteSignature() : $0.query.signature }
            required.formUnion(
                each.dropFirst().reduce(each.first ?? required) { $0.intersection($1) }
            )
        }
        return phrase.map { required.intersection($0.signature) } ?? required
    }

    /// The single plain term of the query, which may be misspelled; `nil` for any other query.
    var onlyPlainTerm: FilterQuery? { onlyTerm == nil ? nil : whole }

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

    /// Whether a text asks for nothing, so that everything matches: it is empty, or has signs alone.
    ///
    /// - Complexity: linear in the text.
    package static func asksForNothing(_ text: String) -> Bool {
        text.isEmpty || !isOneTerm(text) && TermQuery(text).isEmpty
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

    /// The words between white space; an escaped space belongs to a word.
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

    /// The term of a word, with the default position of terms without operators; `nil` if empty.
    private static func term(_ word: String, plain: Place) -> Term? {
        var text = word[...]
        var place = plain
        let isNegated = text.first == "!"
        if isNegated {
            place = .anywhere
            text.removeFirst()
        }
        if text.last == "$", text != "$" {
            place = .end
            text.removeLast()
        }
        if text.first == "'" {
            // Of a negated or an exact term it asks for letters in order, as in fzf.
            place = isNegated || plain == .anywhere ? .lettersInOrder : .anywhere
            text.removeFirst()
        } else if text.first == "^" {
            place = place == .end ? .whole : .start
            text.removeFirst()
        }
        let query = FilterQuery(String(text))
        guard !query.folded.isEmpty else { return nil }
        return Term(query: query, place: place, isNegated: isNegated)
    }
}
