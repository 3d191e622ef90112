import Foundation
import TestSupport
import Testing

@testable import PageFetching

/// Tests of the encodings of pages, declared correctly, wrongly or not at all.
@Suite struct EncodingTests {
    private static let japanese = "日本語のページ、カタカナ"
    private static let chinese = "简体中文网页标题"
    private static let traditional = "繁體中文網頁標題"

    /// A page in an encoding of Python, which is independent of iconv.
    private static func encoded(_ html: String, _ codec: String) throws -> [UInt8] {
        try #require(try encoded([html], codec).first)
    }

    /// Several pages in an encoding of Python.
    private static func encoded(_ pages: [String], _ codec: String) throws -> [[UInt8]] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = "import sys\nfor page in sys.argv[2:]: print(*page.encode(sys.argv[1]))"
        process.arguments = ["python3", "-X", "utf8", "-c", script, codec] + pages
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
            .map { line in line.split(separator: " ").compactMap { UInt8($0) } }
    }

    @Test(arguments: [
        ("utf-8", "utf-8", "Zürich – 東京 👍"), ("latin-1", "ISO-8859-1", "Zürich café"),
        ("cp1252", "iso-8859-1", "Zürich – “café” €"), ("cp1252", "windows-1252", "“café” €"),
        ("shift_jis", "Shift_JIS", japanese), ("cp932", "shift_jis", "①②③ ～ 髙﨑"), ("euc_jp", "EUC-JP", japanese),
        ("iso2022_jp", "iso-2022-jp", japanese), ("gb18030", "GB18030", chinese + "㐀👍"), ("gbk", "gbk", chinese),
        ("gb2312", "gb2312", chinese), ("big5", "Big5", traditional), ("big5hkscs", "big5", traditional + "嘅"),
        ("euc_kr", "EUC-KR", "한국어 페이지"), ("cp949", "euc-kr", "똠방각하"), ("koi8_r", "koi8-r", "Русская страница"),
        ("cp1251", "windows-1251", "Русская страница"), ("iso8859_2", "iso-8859-2", "Zażółć gęślą jaźń"),
        ("cp1254", "iso-8859-9", "Türkçe sayfa ışık"), ("iso8859_15", "iso-8859-15", "café €"),
        ("cp1253", "windows-1253", "Ελληνική σελίδα"), ("cp874", "tis-620", "หน้าภาษาไทย"),
        ("cp866", "ibm866", "Русская страница"),
    ]) func `a page is decoded as its header, its meta or its XML declares`(
        codec: String, label: String, title: String
    ) throws {
        let declarations = [
            "<meta charset=\(label)>", "<META CHARSET = \"\(label.uppercased())\">",
            "<meta http-equiv='Content-Type' content='text/html; charset=\(label)'>",
            "<?xml version=\"1.0\" encoding='\(label)'?>",
            "<!-- <meta charset=koi8-u> --><meta name=a content=b><meta charset='\(label)'>",
        ]
        let pages = ([""] + declarations).map { $0 + "<title>\(title)</title>" }
        let encoded = try Self.encoded(pages, codec)
        try #require(encoded.count == pages.count)
        #expect(PageText.decode(encoded[0], charset: label) == pages[0])
        for (bytes, page) in zip(encoded, pages).dropFirst() { #expect(PageText.decode(bytes, charset: nil) == page) }
    }

    @Test(arguments: ["utf-8-sig", "utf-16", "utf_16_be"]) func `a byte order mark wins`(codec: String) throws {
        let mark = codec == "utf_16_be" ? "\u{feff}" : ""
        let bytes = try Self.encoded("\(mark)<meta charset=big5><title>Zürich 東京</title>", codec)
        let text = PageText.decode(bytes, charset: "windows-1251")
        #expect(text == "<meta charset=big5><title>Zürich 東京</title>")
    }

    @Test func `a wrong declaration is overridden if another fits`() throws {
        let text = "<meta charset=utf-8>Zürich"
        // A server that declares Latin-1 for everything.
        #expect(PageText.decode(Array(text.utf8), charset: "iso-8859-1") == text)
        // A server that declares UTF-8 for an old page.
        let japanese = "<meta charset=shift_jis>\(Self.japanese)"
        let bytes = try Self.encoded(japanese, "shift_jis")
        #expect(PageText.decode(bytes, charset: "utf-8") == japanese)
        // The header wins otherwise.
        let russian = try Self.encoded("<meta charset=koi8-r>Да", "cp1251")
        #expect(PageText.decode(russian, charset: "windows-1251") == "<meta charset=koi8-r>Да")
    }

    @Test func `a page without a declaration is UTF-8 or Windows-1252`() throws {
        #expect(PageText.decode(Array("Zürich 東京".utf8), charset: nil) == "Zürich 東京")
        let bytes = try Self.encoded("Zürich “café”", "cp1252")
        for label in [nil, "nonsense", "utf-7", "UTF-8//TRANSLIT"] {
            #expect(PageText.decode(bytes, charset: label) == "Zürich “café”")
        }
    }

    @Test func `invalid bytes become replacement characters`() {
        #expect(PageText.decode([0x61, 0xff, 0x62], charset: "utf-8") == "a\u{fffd}b")
        #expect(PageText.decode([0x61, 0x80, 0xff, 0x62], charset: "gb18030").hasSuffix("b"))
        #expect(PageText.decode([0x61, 0x82], charset: "shift_jis") == "a")
        #expect(PageText.decode([], charset: "shift_jis") == "")
        for bytes: [UInt8] in [[0xff], [0xc0], [0xf5], [0x80], [0x80, 0x80, 0x80, 0x80]] {
            #expect(PageText.decode(bytes, charset: "utf-8").contains("\u{fffd}"))
        }
        let many = [UInt8](repeating: 0xff, count: 512 << 10)
        for label in ["shift_jis", "euc-jp", "gb18030", "big5", "utf-8"] {
            #expect(!PageText.decode(many, charset: label).isEmpty)
        }
    }

    @Test func `the last letter isn't lost`() {
        for label in ["windows-1258", "windows-1255", "big5", "euc-jp", "iso-2022-jp"] {
            #expect(PageText.decode([0x61], charset: label) == "a", "\(label)")
        }
        #expect(PageText.decode([0x88, 0x66], charset: "big5") == "Ê")
        #expect(PageText.decode([0xe1], charset: "windows-1255") == "ב")
    }

    @Test func `a character that the limit cuts is left out`() throws {
        let text = "aü東👍"
        let bytes = Array(text.utf8)
        for count in 1...bytes.count {
            let decoded = PageText.decode(Array(bytes[..<count]), charset: "utf-8")
            #expect(text.hasPrefix(decoded) && !decoded.contains("\u{fffd}"), "\(count)")
        }
        for (label, codec) in [("shift_jis", "cp932"), ("gb18030", "gb18030"), ("big5", "big5")] {
            let bytes = try Self.encoded("東京", codec)
            #expect(PageText.decode(bytes.dropLast(), charset: label) == "東", "\(label)")
        }
    }

    @Test(
        arguments: [
            ("text/html; charset=shift_jis", "text/html", "shift_jis"),
            ("Text/HTML;CHARSET=\"UTF-8\"", "text/html", "UTF-8"),
            ("text/html; a=b; charset = 'big5' ; c=d", "text/html", "big5"), ("text/html", "text/html", nil),
            ("nonsense", nil, nil), ("text/html;charset=", "text/html", nil),
        ] as [(String, String?, String?)]) func `the type and charset of a header are read`(
            value: String, type: String?, charset: String?
        )
    {
        var header = ResponseHeader()
        for line in ["HTTP/1.1 200 OK\r\n", "content-TYPE:  \(value) \r\n", "\r\n"] { header.read(Array(line.utf8)) }
        #expect(header.contentType == type && header.charset == charset && header.status == 200)
    }

    @Test func `a run of marks in a header is bounded`() {
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000)
        var header = ResponseHeader()
        for line in ["HTTP/1.1 200 OK\r\n", "e\(marks): x\r\n", "Location: e\(marks)\r\n"] { header.read(line.utf8) }
        let runs = header.location?.unicodeScalars.split(separator: "\u{34F}") ?? []
        #expect(runs.joined().count == 2_001)
        #expect(runs.allSatisfy { $0.count <= 31 })
    }

    @Test func `a page from a server is decoded`() throws {
        let server = try PageServer.shared()
        let fetcher = PageFetcher(policy: .local, limits: .patient)
        let bytes = try Self.encoded("<title>\(Self.japanese)</title>", "euc_jp")
        let location = server.body(bytes, type: "text/html; charset=EUC-JP")
        #expect(try fetcher.fetch(location).title == Self.japanese)
        let untyped = server.body("<title>No type</title>".utf8, type: nil)
        #expect(try fetcher.fetch(untyped).title == "No type")
        let xhtml = server.body("<html><title>X</title></html>".utf8, type: "application/xhtml+xml")
        #expect(try fetcher.fetch(xhtml).title == "X")
        let plain = try fetcher.fetch(server.body("<b>some\n text".utf8, type: "text/plain"))
        #expect(plain.title == nil && plain.text == "<b>some text")
    }
}
