/// Character classes of ASCII.
extension UInt8 {
    /// Whether the byte is a space or a tab.
    var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte is a space, a tab or another white space character from U+0009 to U+000D.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether the byte is a digit.
    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is a letter.
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// Whether the byte is punctuation, which a backslash escapes in Markdown.
    var isPunctuation: Bool { (0x21...0x7E).contains(self) && !isDigit && !isLetter }
}
