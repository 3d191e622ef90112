/// What a byte is as a character of ASCII.
extension UInt8 {
    var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

    /// Whether it is white space of ASCII.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// Whether it is punctuation of ASCII, which a backslash takes its meaning from.
    var isPunctuation: Bool {
        (0x21...0x7E).contains(self) && !isDigit && !isLetter
    }
}
