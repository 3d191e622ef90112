/// A text as the full-text index of items stores it: its words as in ``FoldedWords``, separated by spaces.
///
/// Words are folded and have no accents. In scripts that are written without spaces, each pair of adjacent letters is a word, so that
/// any part of a sentence of at least two letters can be found.
///
/// ```swift
/// SearchText("Café au lait").text  // "cafe au lait"
/// SearchText("東京タワー").text      // "東京 京タ タワ ワー"
/// ```
package struct SearchText: Hashable, Sendable {
    /// The words in order.
    package let words: [String]

    /// Splits a text into words.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package init(_ text: String) {
        var words: [String] = []
        FoldedWords.forEachWord(of: text, maximumBytes: .max) { word in
            words.append(word)
            return true
        }
        self.words = words
    }

    /// The words, separated by spaces.
    package var text: String { words.joined(separator: " ") }

    /// Returns a query in the syntax of FTS5 for texts that contain the words in this order, or `nil` without words.
    ///
    /// Only the first 64 words count. A single letter of a script without spaces also matches as the first letter of a pair.
    ///
    /// - Parameter isPrefix: whether the last word may be the beginning of a word.
    /// - Returns: the query.
    package func match(isPrefix: Bool) -> String? {
        guard !words.isEmpty else { return nil }
        return "\"\(words.prefix(Self.wordLimit).joined(separator: " "))\"" + (isPrefix || isSingleLetter ? " *" : "")
    }

    /// Returns whether the words contain those of a query in their order, as ``match(isPrefix:)`` finds texts.
    ///
    /// - Complexity: O(*n* *m*) in the numbers of words.
    package func contains(_ query: SearchText, isPrefix: Bool) -> Bool {
        let wanted = query.words.prefix(Self.wordLimit)
        guard let last = wanted.last, words.count >= wanted.count else { return false }
        let isPrefix = isPrefix || query.isSingleLetter
        return (0...words.count - wanted.count)
            .contains { start in
                let end = start + wanted.count - 1
                guard isPrefix ? words[end].utf8.starts(with: last.utf8) : words[end] == last else { return false }
                return words[start..<end].elementsEqual(wanted.dropLast())
            }
    }

    /// The number of words of a query that count.
    package static let wordLimit = 64

    /// Whether the text is a single letter of a script without spaces, which also matches as the first letter of a pair.
    package var isSingleLetter: Bool {
        words.count == 1 && words[0].unicodeScalars.count == 1
            && words[0].unicodeScalars.allSatisfy(FoldedWords.isUnspaced)
    }

    /// Returns a location without its scheme and `www.`, which people don't search for.
    package static func withoutScheme(_ location: String) -> String {
        let rest = location.firstRange(of: "://").map { location[$0.upperBound...] } ?? location[...]
        return String(rest.hasPrefix("www.") ? rest.dropFirst(4) : rest)
    }
}

/// The scalars that separate words: white space, punctuation and mathematical signs such as `+`.
///
/// The value caches its results because lookups in Unicode's tables are slow.
///
/// ```swift
/// var separators = Separators()
/// separators.contains(0x2014)  // true: an em dash
/// ```
package struct Separators {
    private var cache: [UInt32: Bool] = [:]

    /// Creates an empty cache.
    package init() {}

    /// Returns whether a scalar separates words.
    package mutating func contains(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return Self.isSeparator(ascii: UInt8(scalar)) }
        if let isSeparator = cache[scalar] { return isSeparator }
        let isSeparator = Self.isSeparator(scalar)
        cache[scalar] = isSeparator
        return isSeparator
    }

    /// Returns whether an ASCII byte separates words: any byte other than a letter or digit.
    package static func isSeparator(ascii byte: UInt8) -> Bool {
        !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte)
    }

    /// Returns whether a scalar separates words; false for an invalid scalar.
    package static func isSeparator(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return isSeparator(ascii: UInt8(scalar)) }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol:
            return true
        default: return false
        }
    }
}
