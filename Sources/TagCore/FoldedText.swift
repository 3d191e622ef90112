import CUtf8proc

/// A text in the two forms used for comparison: NFKC case-folded with white space collapsed, and the same without
/// accents.
///
/// ``TagKey`` does this for names, whose length is limited. Titles, labels and typed text have no limit.
///
/// ```swift
/// FoldedText("  Café  au lait ").text    // "café au lait"
/// FoldedText("Café").withoutAccents      // "cafe"
/// ```
package struct FoldedText: Hashable, Sendable {
    /// The folded text; empty if the original has no visible character.
    package let text: String
    /// The folded text without accents.
    package let withoutAccents: String

    /// Folds a text of any length.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package init(_ original: some StringProtocol) {
        let original = String(original)
        if let ascii = Self.folded(ascii: original) {
            text = ascii
            withoutAccents = ascii
        } else {
            text = WhiteSpace.collapsed(UnicodeFolding.caseFolded(original))
            withoutAccents = UnicodeFolding.withoutAccents(text)
        }
    }

    /// Folds an ASCII text without Unicode tables; returns `nil` for any other text.
    private static func folded(ascii text: String) -> String? {
        var isFolded = true
        var previousWasSpace = true
        for byte in text.utf8 {
            guard byte < 0x80 else { return nil }
            let isSpace = byte == UInt8(ascii: " ")
            if isSpace && previousWasSpace || (0x41...0x5A).contains(byte) || (0x09...0x0D).contains(byte) {
                isFolded = false
            }
            previousWasSpace = isSpace
        }
        // Most compared names are folded already.
        if isFolded, !previousWasSpace || text.isEmpty { return text }
        let lowered = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return WhiteSpace.collapsed(String(decoding: lowered, as: UTF8.self))
    }
}

/// Unicode case folding and normalization, implemented with utf8proc.
enum UnicodeFolding {
    /// Returns the toNFKC_Casefold of a text.
    static func caseFolded(_ text: String) -> String {
        let folded = mapped(text, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE)
        // The folded text can contain a sequence that folds again (from U+0345, for example); two passes are always
        // enough.
        return mapped(folded, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE)
    }

    /// Returns the text in Normalization Form C.
    static func composed(_ text: String) -> String { mapped(text, UTF8PROC_COMPOSE) }

    /// Returns the text without the accents of alphabets: Latin, Greek and Cyrillic marks, Hebrew points, Arabic
    /// vowels.
    ///
    /// Marks that are letters in their script are kept: Devanagari vowels, Thai vowels, the Japanese voiced sound mark.
    static func withoutAccents(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        let scalars = mapped(text, UTF8PROC_DECOMPOSE).unicodeScalars.filter { !isAccent($0) }
        return composed(String(String.UnicodeScalarView(scalars)))
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF...0x05C7, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    private static func mapped(_ text: String, _ options: utf8proc_option_t...) -> String {
        var bits = UTF8PROC_STABLE.rawValue
        for option in options { bits |= option.rawValue }
        let options = utf8proc_option_t(rawValue: bits)
        var scalars = ScalarDecomposition(text, options).scalars
        // utf8proc composes the scalars in place and then overwrites them with their UTF-8.
        return unsafe scalars.withUnsafeMutableBufferPointer { buffer in
            let length = unsafe utf8proc_reencode(buffer.baseAddress, utf8proc_ssize_t(buffer.count - 1), options)
            guard length >= 0 else { return text }
            let bytes = unsafe UnsafeRawBufferPointer(buffer).prefix(length)
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}

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

    /// Returns whether a scalar is part of a word: a letter, digit or mark.
    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        return switch scalar.properties.generalCategory {
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
