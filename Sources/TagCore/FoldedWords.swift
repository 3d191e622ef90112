/// Extracts the words of a text, folded like keys and without accents.
///
/// A word is a run of letters, digits and marks. In scripts that are written without spaces, every pair of adjacent letters is a word,
/// and so is a single letter.
///
/// ```
/// FoldedWords.forEachWord(of: "The Swift Book, 2nd Edition") { print($0); return true }  // the, swift, book, 2nd, edition
/// ```
package enum FoldedWords {
    /// Calls a closure with each word of a text in order, until it returns false.
    ///
    /// Words longer than `maximumBytes` bytes of UTF-8 are skipped.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func forEachWord(of text: String, maximumBytes: Int = 64, _ body: (String) -> Bool) {
        let runs = Substring(FoldedText(text).withoutAccents).unicodeScalars.split { !isPartOfWord($0) }
        for run in runs {
            for word in parts(of: run) where word.utf8.count <= maximumBytes { guard body(word) else { return } }
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    /// Splits a run at the boundaries between scripts with and without spaces.
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

    /// Returns whether a scalar belongs to a script written without spaces: Han, Kana, Thai, Lao, Khmer, Burmese.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
