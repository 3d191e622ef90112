/// The words of a label that speak for tags.
package enum LabelWords {
    /// The most words of one label that count.
    package static let limit = 24

    /// The distinct words of a label in their order, at most ``limit``.
    ///
    /// A word is a run of letters, digits and marks. In a script without spaces a word cannot be told, so every two
    /// letters in a row are one, and a single letter alone.
    /// - Parameter label: the label as it was given; its words are folded as keys are.
    /// - Returns: the words, as they are counted.
    /// - Complexity: O(label).
    package static func words(of label: String) -> [String] {
        var words: [String] = []
        var known: Set<String> = []
        let runs = Substring(TagKey(label).folded).unicodeScalars.split { !isPartOfWord($0) }
        for run in runs where words.count < limit {
            for word in parts(of: run)
            where isCounted(word) && words.count < limit && known.insert(word).inserted {
                words.append(word)
            }
        }
        return words
    }

    /// Whether a word is short enough to be one.
    private static func isCounted(_ word: String) -> Bool {
        word.utf8.count <= 64
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }

    /// A run without separators as words.
    private static func parts(of run: Substring.UnicodeScalarView) -> [String] {
        var parts: [String] = []
        var rest = run
        while let first = rest.first {
            let isUnspaced = isUnspaced(first)
            let part = rest.prefix { Self.isUnspaced($0) == isUnspaced }
            rest = rest[part.endIndex...]
            parts += isUnspaced && part.count > 2 ? pairs(of: part) : [String(Substring(part))]
        }
        return parts
    }

    private static func pairs(of part: Substring.UnicodeScalarView) -> [String] {
        zip(part, part.dropFirst())
            .map { first, second in
                var pair = String.UnicodeScalarView()
                pair.append(first)
                pair.append(second)
                return String(pair)
            }
    }

    /// Whether a scalar belongs to a script that is written without spaces: Han, Kana, Thai, Lao, Khmer, Burmese.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default:
            false
        }
    }
}

/// Which scalars separate words: white space, punctuation and mathematical signs such as `+`.
///
/// A value remembers what it looked up, since Unicode's tables are slow.
package struct Separators {
    private var known: [UInt32: Bool] = [:]

    /// Separators of which none is known yet.
    package init() {}

    /// Whether a scalar separates words.
    package mutating func contains(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return Self.isSeparator(ascii: UInt8(scalar)) }
        if let answer = known[scalar] { return answer }
        let answer = Self.isSeparator(scalar)
        known[scalar] = answer
        return answer
    }

    /// Whether a byte of ASCII separates words: it is neither letter nor digit.
    package static func isSeparator(ascii byte: UInt8) -> Bool {
        !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte)
    }

    /// Whether a scalar separates words; false for what is no scalar.
    package static func isSeparator(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return isSeparator(ascii: UInt8(scalar)) }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .connectorPunctuation,
            .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol:
            return true
        default:
            return false
        }
    }
}
