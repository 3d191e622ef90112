internal import TagCore

/// A filter's query: terms that must all match, in any order, in the syntax of fzf's extended search.
///
/// | term | matches |
/// | --- | --- |
/// | `word` | texts that contain the word, or otherwise its letters in order |
/// | `'word` | texts that contain the word |
/// | `^word`, `word$`, `^word$` | texts that begin with the word, end with it, or equal it |
/// | `!word` | texts that don't contain the word; also `!^word` and `!word$` |
/// | `word \| other` | texts that match either term |
///
/// An operator without a word, such as while a term is being typed, is ignored; a lone `$` is text.
///
/// A backslash before a space makes the space part of the term, and a query in double quotes is
/// literal. In an exact query, `word` and `'word` are swapped, as in fzf's `--exact`.
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

    /// A term, and whether texts that match it are excluded.
    struct Term: Sendable {
        /// The term as typed, without operators.
        let text: String
        let query: FilterQuery
        let place: Place
        let isNegated: Bool
    }

    /// The terms; of each inner list, at least one term must match.
    private(set) var alternatives: [[Term]] = []
    /// The whole query as one text, whose matches rank before matches of the terms; `nil` if an
    /// operator was typed.
    private(set) var whole: FilterQuery?
    /// ``whole`` if it can match better than the terms; `nil` for a query of a single term.
    private(set) var phrase: FilterQuery?
    /// The bytes that every match contains.
    private(set) var signature = ByteSignature()

    /// Whether nothing was typed.
    var isEmpty: Bool { alternatives.isEmpty }

    /// Parses a query; a query of more than 32 words is literal.
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
            let term = Term(text: literal, query: query, place: .anywhere, isNegated: false)
            alternatives = [[term]]
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
            if isAfterBar { alternatives[alternatives.count - 1].append(term) } else { alternatives.append([term]) }
            isAfterBar = false
        }
        guard isPlain, !isEmpty else { return }
        let query = FilterQuery(text.replacing("\\ ", with: " "))
        if !query.folded.isEmpty { whole = query }
    }

    /// The only term of the query; `nil` if there are several or none.
    var onlyTerm: Term? { alternatives.count == 1 && alternatives[0].count == 1 ? alternatives[0][0] : nil }

    /// The bytes required by both the phrase and the terms.
    private var requiredSignature: ByteSignature {
        var required = ByteSignature()
        for terms in alternatives {
            let each = terms.map { $0.isNegated ? ByteSignature() : $0.query.signature }
            required.formUnion(each.dropFirst().reduce(each.first ?? required) { $0.intersection($1) })
        }
        return phrase.map { required.intersection($0.signature) } ?? required
    }

    /// The single plain term of the query, which may be misspelled; `nil` for any other query.
    var onlyPlainTerm: FilterQuery? { onlyTerm == nil ? nil : whole }

    /// Returns whether a text is a single term without operators, without parsing the text.
    ///
    /// - Complexity: linear in the text.
    package static func isOneTerm(_ text: String) -> Bool {
        !text.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "!"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "'"),
                UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: "\\"):
                true
            default: false
            }
        }
    }

    /// Returns whether a query is empty or has only operators, so that everything matches.
    ///
    /// - Complexity: linear in the text.
    package static func asksForNothing(_ text: String) -> Bool {
        text.isEmpty || !isOneTerm(text) && TermQuery(text).isEmpty
    }

    private static let mostTerms = 32

    /// Returns the text after a double quote, up to the closing quote; `nil` if the text doesn't
    /// start with a quote.
    private static func literal(in text: String) -> String? {
        let trimmed = text.drop(while: \.isWhitespace)
        guard trimmed.first == "\"" else { return nil }
        let rest = trimmed.dropFirst()
        // The closing quote is missing while the query is being typed.
        guard let end = rest.lastIndex(of: "\"") else { return String(rest) }
        return rest[rest.index(after: end)...].allSatisfy(\.isWhitespace) ? String(rest[..<end]) : String(rest)
    }

    /// Returns the words between white space; an escaped space belongs to a word.
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

    /// Parses a word as a term.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - plain: the position of a term without operators.
    /// - Returns: the term, or `nil` if it is empty.
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
            // As in fzf, the quote of a negated or exact term means letters in order.
            place = isNegated || plain == .anywhere ? .lettersInOrder : .anywhere
            text.removeFirst()
        } else if text.first == "^" {
            place = place == .end ? .whole : .start
            text.removeFirst()
        }
        let query = FilterQuery(String(text))
        guard !query.folded.isEmpty else { return nil }
        return Term(text: String(text), query: query, place: place, isNegated: isNegated)
    }
}

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

    /// Prepares a text in UTF-8 whose forms with and without accents are known.
    init(key: [UInt8], folded: [UInt8]) {
        self.key = key
        self.folded = folded
        signature = ByteSignature(folded)
        hasAccents = key != folded
        isScalar = folded.count { !UTF8.isContinuation($0) } == 1
    }

    /// Prepares a typed text.
    init(_ text: String) {
        let tagKey = TagKey(FoldedText(text))
        // A key has no trailing space, but in a query a trailing space ends a word.
        let isOpen = text.last?.isWhitespace == true && !tagKey.folded.isEmpty
        let end: [UInt8] = isOpen ? [0x20] : []
        self.init(key: Array(tagKey.text.utf8) + end, folded: Array(tagKey.folded.utf8) + end)
    }
}
