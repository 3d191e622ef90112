/// Text from outside as one line that is safe to show and store.
enum PlainText {
    /// Joins words with single spaces and removes control characters.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - maximumBytes: The maximum size in UTF-8; longer text is cut after a word, or in a long word.
    /// - Returns: The line; empty if nothing is left.
    static func line(_ text: String, maximumBytes: Int) -> String {
        var words = WordCollector(maximumWords: .max, maximumBytes: maximumBytes)
        words.add(text)
        words.endWord()
        return words.text
    }

    /// The scalar that is kept for a scalar, " " for white space and control characters, or nil for nothing.
    static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x21...0x7e: return scalar
        case 0x80...0x9f: return windows1252[Int(scalar.value) - 0x80]
        // Soft hyphens, zero-width spaces, word joiners, byte order marks, and changes of the direction.
        case 0xad, 0x200b, 0x2060, 0xfeff, 0x202a...0x202e, 0x2066...0x2069: return nil
        case 0xfff0...0xffff: return " "
        default: break
        }
        let properties = scalar.properties
        if properties.isWhitespace || properties.generalCategory == .control { return " " }
        return properties.isNoncharacterCodePoint ? nil : scalar
    }

    /// The characters that authors mean by a reference such as `&#146;`, from U+0080.
    private static let windows1252: [Unicode.Scalar] = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)
}
