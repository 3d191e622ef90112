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
