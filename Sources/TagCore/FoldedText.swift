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
