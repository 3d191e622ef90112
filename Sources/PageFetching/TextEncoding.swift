/// A text encoding, by its name for iconv.
struct TextEncoding: Hashable, Sendable {
    /// The name for iconv.
    let name: String

    static let utf8 = TextEncoding(name: "UTF-8")
    static let windows1252 = TextEncoding(name: "CP1252")
    static let utf16LittleEndian = TextEncoding(name: "UTF-16LE")
    static let utf16BigEndian = TextEncoding(name: "UTF-16BE")

    private init(name: String) { self.name = name }

    /// Looks up a label of a page or server, such as `latin1` or `x-sjis`.
    ///
    /// The labels are those of the Encoding standard that pages use. Like browsers, it reads Latin-1 and ASCII as
    /// Windows-1252, GB 2312 and GBK as GB 18030, and Shift JIS and EUC-KR with Microsoft's additions.
    ///
    /// - Returns: nil for an unknown label, which never reaches iconv.
    init?(label: String) {
        let label = label.lowercased()
        if let name = Self.names[label] {
            self.name = name
        } else if let code = Self.codePage(label) {
            name = "CP\(code)"
        } else if let part = Self.isoPart(label) {
            name = "ISO-8859-\(part)"
        } else {
            return nil
        }
    }

    private static let names: [String: String] = {
        let labels: [(String, [String])] = [
            ("UTF-8", ["utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8"]),
            ("UTF-16LE", ["utf-16", "utf-16le", "unicode", "ucs-2", "iso-10646-ucs-2"]),
            ("UTF-16BE", ["utf-16be", "unicodefffe"]),
            (
                "CP1252",
                [
                    "ascii", "us-ascii", "ansi_x3.4-1968", "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1",
                    "latin1", "latin-1", "l1", "cp819", "ibm819", "x-user-defined",
                ]
            ), ("CP1254", ["iso-8859-9", "iso8859-9", "iso88599", "iso_8859-9", "latin5", "l5"]),
            ("CP874", ["tis-620", "iso-8859-11", "iso8859-11", "dos-874"]),
            (
                "CP932",
                ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "ms932", "windows-31j", "csshiftjis", "cp932"]
            ), ("EUC-JP-MS", ["euc-jp", "eucjp", "x-euc-jp", "cseucpkdfmtjapanese"]),
            ("ISO-2022-JP", ["iso-2022-jp", "csiso2022jp"]),
            (
                "GB18030",
                [
                    "gb18030", "gbk", "x-gbk", "gb2312", "gb_2312-80", "gb_2312", "chinese", "csgb2312", "iso-ir-58",
                    "cp936", "windows-936",
                ]
            ), ("BIG5-HKSCS", ["big5", "big5-hkscs", "big-5", "cn-big5", "csbig5", "x-x-big5", "cp950"]),
            ("CP949", ["euc-kr", "euckr", "korean", "ks_c_5601-1987", "ks_c_5601", "ksc5601", "windows-949"]),
            ("KOI8-R", ["koi8-r", "koi8", "koi", "koi8_r", "cskoi8r"]), ("KOI8-U", ["koi8-u", "koi8-ru"]),
            ("IBM866", ["ibm866", "cp866", "866"]), ("MACINTOSH", ["macintosh", "mac", "x-mac-roman"]),
        ]
        var names: [String: String] = [:]
        for (name, group) in labels { for label in group { names[label] = name } }
        return names
    }()

    /// The number of `windows-1250`, `cp1250` or `x-cp1250` up to 1258.
    private static func codePage(_ label: String) -> Int? {
        for prefix in ["windows-", "cp", "x-cp"] where label.hasPrefix(prefix) {
            if let code = Int(label.dropFirst(prefix.count)), (1_250...1_258).contains(code) { return code }
        }
        return nil
    }

    /// The part of `iso-8859-2`, `iso8859-2` or `iso_8859-2`, if iconv and browsers know it.
    private static func isoPart(_ label: String) -> Int? {
        for prefix in ["iso-8859-", "iso8859-", "iso_8859-"] where label.hasPrefix(prefix) {
            let part = label.dropFirst(prefix.count).prefix { $0.isNumber }
            if let number = Int(part), [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].contains(number) { return number }
        }
        return nil
    }
}

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
