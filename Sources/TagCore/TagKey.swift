// Values that TagStore and Suggestions share. TagCore imports no other target.
//
// - `TagKey` identifies a tag by its name. `TagStore` keeps keys unique; `Suggestions` and `TagService` compare them.
//   `FoldedText`, `UnicodeFolding` and `ScalarDecomposition` compute keys. `StreamSafeText` limits text that is compared
//   unfolded.
// - `FoldedWords` splits the title of an item into words; `Separators` finds where a word of a name begins.
// - `Feature` numbers tags and words in one space. `PairCounts` is a row of the co-occurrence matrix over features, which
//   `TagStore` updates and stores and `Suggestions` uses for ranking.
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
    /// The key; empty if the name has no visible characters or is too long.
    package let text: String
    /// The key without accents, for comparison with typed text.
    package let folded: String

    /// The maximum length of a name in bytes of UTF-8.
    package static let nameLimit = 1_000

    /// Creates the key of a name.
    ///
    /// A name longer than ``nameLimit`` isn't folded; its key is empty, and no tag has an empty key.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package init(_ name: some StringProtocol) {
        guard name.utf8.count <= Self.nameLimit else {
            self.init(text: "", folded: "")
            return
        }
        self.init(FoldedText(name))
    }

    /// Creates the key of a folded text of any length, to compare typed text with keys.
    package init(_ text: FoldedText) { self.init(text: text.text, folded: text.withoutAccents) }

    /// Creates a key from stored columns, without checking them.
    package init(text: String, folded: String) {
        self.text = text
        self.folded = folded
    }
}

/// Collapses white space, as defined by Unicode's White_Space property.
package enum WhiteSpace {
    /// Returns the text without leading and trailing white space, and with each inner run replaced by a space.
    package static func collapsed(_ text: String) -> String {
        guard needsCollapsing(text) else { return text }
        return text.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }.joined(separator: " ")
    }

    /// Returns the text with its white space collapsed, except that U+00A0 and other spaces at which no line breaks stay
    /// between words.
    package static func collapsedToBreaks(_ text: String) -> String {
        guard needsCollapsing(text) else { return text }
        let words = text.unicodeScalars.split { isSpace($0) && !isNoBreak($0) }
        var collapsed = words.map { String($0) }.joined(separator: " ").unicodeScalars[...]
        collapsed = collapsed.drop(while: isSpace)
        while let last = collapsed.last, isSpace(last) { collapsed.removeLast() }
        return String(collapsed)
    }

    /// Returns whether no line breaks at a space: U+00A0, U+2007 and U+202F.
    private static func isNoBreak(_ scalar: Unicode.Scalar) -> Bool { [0xA0, 0x2007, 0x202F].contains(scalar.value) }

    private static func needsCollapsing(_ text: String) -> Bool {
        var previousWasSpace = true
        for scalar in text.unicodeScalars {
            let isSpace = isSpace(scalar)
            if isSpace && (previousWasSpace || scalar != " ") { return true }
            previousWasSpace = isSpace
        }
        return previousWasSpace && !text.isEmpty
    }

    /// Returns whether a scalar is white space; ASCII scalars need no Unicode tables.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isWhitespace }
        return scalar == " " || (0x09...0x0D).contains(scalar.value)
    }
}
