// TagCore holds the values that the store and the suggestions share. It imports no other target.
//
// - `TagKey` identifies a tag by its name. `TagStore` keeps keys unique; `Suggestions` and `TagService` compare them.
//   `UnicodeFolding` and `ScalarDecomposition` compute it.
// - `LabelWords` splits the label of a saved selection into words, and `Separators` decides where a word of a name begins.
// - `Feature` numbers tags and words in one space; `PairCounts` is a row of the co-occurrence matrix over features.
//   `TagStore` updates and stores the rows; `Suggestions` ranks by them.
// - `Frecency` combines how often and how recently a tag was used into one number.

/// The identity of a tag: its name, NFKC case-folded, with white space collapsed.
///
/// `Swift`, `swift` and `ｓｗｉｆｔ` have the same key, and so do `é` composed and decomposed. Keys follow Unicode's
/// toNFKC_Casefold, which also removes default-ignorable code points such as variation selectors.
///
/// ```swift
/// TagKey("  Café  au lait ").text    // "café au lait"
/// TagKey("Café").folded              // "cafe"
/// TagKey("ＳＷＩＦＴ") == TagKey("swift")  // true
/// ```
package struct TagKey: Hashable, Sendable {
    /// The key; empty if the name has no visible character.
    package let text: String
    /// The key without accents, which typed text is compared with.
    package let folded: String

    /// Creates the key of a name.
    ///
    /// - Complexity: O(*n*) in the length of the name; O(*n* log *n*) if combining marks are out of order.
    package init(_ name: some StringProtocol) {
        let name = String(name)
        if let ascii = Self.asciiKey(of: name) {
            text = ascii
            folded = ascii
        } else {
            text = WhiteSpace.collapsed(UnicodeFolding.caseFolded(name))
            folded = UnicodeFolding.withoutAccents(text)
        }
    }

    /// Creates a key from stored columns, without checking them.
    package init(text: String, folded: String) {
        self.text = text
        self.folded = folded
    }

    /// Returns the key of an ASCII name, which needs no Unicode tables, or `nil` for any other name.
    private static func asciiKey(of name: String) -> String? {
        var isKey = true
        var previousWasSpace = true
        for byte in name.utf8 {
            guard byte < 0x80 else { return nil }
            let isSpace = byte == UInt8(ascii: " ")
            if isSpace && previousWasSpace || (0x41...0x5A).contains(byte)
                || (0x09...0x0D).contains(byte)
            {
                isKey = false
            }
            previousWasSpace = isSpace
        }
        // Most names that are compared are keys already.
        if isKey, !previousWasSpace || name.isEmpty { return name }
        let lowered = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return WhiteSpace.collapsed(String(decoding: lowered, as: UTF8.self))
    }
}

/// Collapsing of white space, as defined by Unicode's White_Space property.
package enum WhiteSpace {
    /// Returns the text without leading and trailing white space, and with each inner run replaced by one space.
    package static func collapsed(_ text: String) -> String {
        guard needsCollapsing(text) else { return text }
        return text.unicodeScalars
            .split(whereSeparator: isSpace)
            .map { String($0) }
            .joined(separator: " ")
    }

    private static func needsCollapsing(_ text: String) -> Bool {
        var previousWasSpace = true
        for scalar in text.unicodeScalars {
            let isSpace = isSpace(scalar)
            if isSpace && (previousWasSpace || scalar != " ") { return true }
            previousWasSpace = isSpace
        }
        return previousWasSpace && !text.isEmpty
    }

    /// Whether a scalar is white space; ASCII is decided without Unicode's tables.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isWhitespace }
        return scalar == " " || (0x09...0x0D).contains(scalar.value)
    }
}
