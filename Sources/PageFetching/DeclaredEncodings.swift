/// The encodings that a page declares.
struct DeclaredEncodings: Hashable, Sendable {
    /// That of a byte order mark, which wins over the others.
    var byteOrderMark: TextEncoding?
    /// The length of the byte order mark.
    var markLength = 0
    /// That of the response's header.
    var header: TextEncoding?
    /// That of a `<meta>` or of an XML declaration.
    var content: TextEncoding?

    /// The number of bytes searched for a `<meta>`.
    ///
    /// Browsers search 1,024, but many pages declare it later.
    static let searchedLength = 8_192

    /// Finds the declarations of a page.
    init(of bytes: [UInt8], charset: String?) {
        header = charset.flatMap { TextEncoding(label: $0) }
        switch bytes.prefix(3) {
        case [0xef, 0xbb, 0xbf]: (byteOrderMark, markLength) = (.utf8, 3)
        case let start where start.starts(with: [0xff, 0xfe]): (byteOrderMark, markLength) = (.utf16LittleEndian, 2)
        case let start where start.starts(with: [0xfe, 0xff]): (byteOrderMark, markLength) = (.utf16BigEndian, 2)
        default: break
        }
        let start = bytes.prefix(Self.searchedLength).map { $0 < 0x80 ? $0 : 0x3f }
        let ascii = String(decoding: start, as: UTF8.self).lowercased()
        content = Self.declaration(in: Array(ascii.utf8))
    }

    /// Finds the first declaration in lowercase ASCII, outside of comments.
    private static func declaration(in text: [UInt8]) -> TextEncoding? {
        var position = 0
        while position < text.count {
            let rest = text[position...]
            if rest.starts(with: "<!--".utf8) {
                position = end(of: "-->", in: text, from: position + 2)
            } else if rest.starts(with: "<meta".utf8) || rest.starts(with: "<?xml".utf8) {
                let key = rest.starts(with: "<meta".utf8) ? "charset" : "encoding"
                let end = end(of: ">", in: text, from: position)
                if let found = value(of: key, in: text[position..<end]) { return found }
                position = end
            } else {
                position += 1
            }
        }
        return nil
    }

    /// The position after the next occurrence of a text, or the end.
    private static func end(of mark: String, in text: [UInt8], from start: Int) -> Int {
        var position = start
        while position < text.count {
            if text[position...].starts(with: mark.utf8) { return position + mark.utf8.count }
            position += 1
        }
        return text.count
    }

    /// The encoding after `charset=` in a tag, which may be part of an attribute's value.
    private static func value(of key: String, in tag: ArraySlice<UInt8>) -> TextEncoding? {
        var position = tag.startIndex
        while position < tag.endIndex {
            guard tag[position...].starts(with: key.utf8) else {
                position += 1
                continue
            }
            position += key.utf8.count
            let rest = tag[position...].drop(while: isSpace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            let value = rest.dropFirst().drop { isSpace($0) || isQuote($0) }
            let label = value.prefix { !isSpace($0) && !isQuote($0) && !";>/".utf8.contains($0) }
            guard let found = TextEncoding(label: String(decoding: label, as: UTF8.self)) else { continue }
            // A page whose declaration was readable as ASCII isn't UTF-16.
            return found.name.hasPrefix("UTF-16") ? .utf8 : found
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { " \t\n\r\u{c}".utf8.contains(byte) }
    private static func isQuote(_ byte: UInt8) -> Bool { "\"'".utf8.contains(byte) }
}
