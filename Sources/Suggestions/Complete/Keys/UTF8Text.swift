/// Reading the scalars of UTF-8 that the standard library wrote, and so is valid.
enum UTF8Text {
    /// The scalar at a position and its length in bytes; the text must have three bytes after the position.
    static func scalar(_ text: [UInt8], _ position: Int) -> (scalar: UInt32, length: Int) {
        let first = UInt32(text[position])
        if first < 0x80 { return (first, 1) }
        let second = UInt32(text[position + 1]) & 0x3F
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = UInt32(text[position + 2]) & 0x3F
        if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
        let fourth = UInt32(text[position + 3]) & 0x3F
        return ((first & 0x07) << 18 | second << 12 | third << 6 | fourth, 4)
    }
}
