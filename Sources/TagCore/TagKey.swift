/// What makes two names the same tag: the name NFKC case-folded, with white space collapsed.
///
/// `Swift`, `swift` and `ｓｗｉｆｔ` share a key, and so do `é` composed and decomposed. Keys follow Unicode's
/// toNFKC_Casefold, which also leaves out what is invisible by default, such as variation selectors.
package struct TagKey: Hashable, Sendable {
    /// The key itself; empty where a name has nothing visible.
    package let text: String
    /// The key without accents, what typed text is compared with.
    package let folded: String

    /// The key of a name.
    ///
    /// Complexity: linear in the name's length.
    package init(_ name: some StringProtocol) {
        if let ascii = Self.asciiKey(of: name) {
            text = ascii
            folded = ascii
        } else {
            text = WhiteSpace.collapsed(UnicodeFolding.caseFolded(String(name)))
            folded = UnicodeFolding.withoutAccents(text)
        }
    }

    /// A key that a column holds.
    package init(text: String, folded: String) {
        self.text = text
        self.folded = folded
    }

    /// The key where the name is ASCII, which needs no tables; `nil` otherwise.
    private static func asciiKey(of name: some StringProtocol) -> String? {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let lowered = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return WhiteSpace.collapsed(String(decoding: lowered, as: UTF8.self))
    }
}

/// White space as Unicode's White_Space property says.
package enum WhiteSpace {
    /// The text without white space at its ends and with one space for each run inside.
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

    /// Whether a scalar is white space; of ASCII known without a look into Unicode's tables.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isWhitespace }
        return scalar == " " || (0x09...0x0D).contains(scalar.value)
    }
}
