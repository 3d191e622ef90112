import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

@Suite struct NoteTests {
    /// Returns the names and lines of the tags of a note.
    private func tags(_ text: String) throws -> [String] {
        try Note(file: Array(text.utf8)).tags.map { "\($0.line) \($0.name)" }
    }

    @Test(arguments: [
        ("---\ntags: [a, \"b c\", 'd''e']\n---\n", ["2 a", "2 b c", "2 d'e"]),
        ("---\ntags:\n- a # why\n-   \"#b\"\n- 2024\n---\n", ["3 a", "4 b", "5 2024"]),
        ("---\ntag: a b\nkeywords: c d, e\n---\n", ["2 a", "2 b", "3 c d", "3 e"]),
        ("\u{FEFF}---\r\ntags: a\r\n---\r\n#b\r\n", ["2 a", "4 b"]),
        ("---\ntags: &t [a]\nx: &y b\nkeywords: [*y]\n...\n", ["2 a", "3 b"]),
        ("---\ntags: [~, null, '', \"\", \"#\"]\n---\n", []), ("---\ntags: [a\n\n#b", ["4 b"]),
        ("---\n#a\n---\n#b", ["4 b"]), ("---\nsome #a\n---\n", ["2 a"]), ("---\n", []), ("", []),
    ]) func `tags in front matter have their lines`(text: String, tags: [String]) throws {
        #expect(try self.tags(text) == tags)
    }

    @Test(arguments: [
        ("#a #b/c (#d) [#e] {#f} 「#g」 x#h ##i", ["a", "b/c", "d", "e", "f", "g"]),
        ("# Title #a\n#b\n- #c\n> #d", ["a", "b", "c", "d"]), ("#123 #1a #٣ #-  #_ #/", ["1a", "-", "_", "/"]),
        ("#💪 #👩‍👩‍👧 #️⃣ #中文，#x #日本語。", ["💪", "👩‍👩‍👧", "中文", "日本語"]), ("`#a` ``#b ` #c`` ` #d", ["d"]), ("    #a\n\n\t#b\n", []),
        ("```\n#a\n```\n#b\n~~~ #c\n#d", ["b"]), ("[#a](#b \"#c\") ![#d](x) [e]( <#f g> ) [h] (#i)", ["a", "d", "i"]),
        ("[a][ #b]\n\n[ #b]: x\n[c]: #d '#e'\n", []), ("[a][ #b]", ["b"]),
        ("[[p #a]] [[#b|c]] [[ #d\n#e]]", ["d", "e"]),
        ("https://x.org/(#a) <https://x.org/ #b> http://x.org #c", ["b", "c"]),
        ("$a #b$ $$ #c $$ $5 #d $ #e", ["d", "e"]), ("$$\n#a\n\n#b\n$$\n#c", ["c"]), ("$$$$$ #a $ b", ["a"]),
        ("[a]: b\n    #c\n10. #d\n\n    #e", ["c", "d"]), ("- <!--\n\n    #a\n  --> #b\n  #c", ["c"]),
        ("<b title=' #a'> #b</b> <!-- #c --> #d", ["b", "d"]), ("<div>\n#a\n\n#b", ["b"]),
        ("\\#a \\( #b \\`#c`", ["b"]), ("a\n===\n#b\n---\n", ["b"]), ("* #a **#b** _#c_ _ #d_", ["a", "d_"]),
        ("- a\n\n      #code\n\n  #b\n", ["b"]), ("| #a | `#b` |\n|---|---|\n| #c | x |", ["a", "c"]),
        ("#x `\n|#a|` #b|\n|:-|-:|\n|#c\\| #d|`|#e|\n` #f", ["x", "a", "b", "c", "d", "f"]),
    ]) func `hashtags are found, unlike other uses of the sign`(text: String, names: [String]) throws {
        #expect(try Note(file: Array(text.utf8)).tags.map(\.name) == names)
    }

    @Test(arguments: [
        ("---\ntitle: A 'b'\n---\n# C", "A 'b'"), ("---\ntitle:\n---\nx\n\n# C  d #\n", "C  d"),
        ("text\n\nTwo\nlines\n---\n", "Two lines"), ("```\n# a\n```\n", nil), ("#a", nil), ("##\n\n## b", "b"),
    ]) func `the title is that of the front matter or the first heading`(text: String, title: String?) throws {
        let expected = title?.split(separator: " ").joined(separator: " ")
        #expect(try Note(file: Array(text.utf8)).title == expected)
    }

    @Test func `an item without a title is named after its file`() throws {
        let note = try Note(file: Array("---\ndate: 2024-02-03T04:05:06Z\n---\n#a #b #a".utf8))
        let item = note.item(at: "in/My note.md")
        #expect(item.title == "My note" && item.location == "in/My note.md")
        #expect(item.tags == ["a", "b"])
        #expect(item.time == Date(timeIntervalSince1970: 1_706_933_106))
    }

    @Test(arguments: [
        ("trip/index.md", "/home/ada/notes", "trip"), ("index.md", "/home/ada/notes", "notes"),
        ("a/b/Index.markdown", "", "b"), ("index.md", "", "index"), ("index.md", "/", "index"),
        ("trip/my index.md", "/notes", "my index"), ("index", "/notes", "notes"),
    ]) func `an index without a title is named after its folder`(path: String, folder: String, title: String) throws {
        #expect(try Note(file: Array("#a".utf8)).item(at: path, in: folder).title == title)
        let titled = try Note(file: Array("# A trip".utf8))
        #expect(titled.item(at: path, in: folder).title == "A trip")
    }

    @Test(arguments: [
        ("2020-08-18", "2020-08-17T22:00:00Z"), ("2020-08-18 13:14:06 +0200", "2020-08-18T11:14:06Z"),
        ("2020-08-18 13:14:06 +02:00", "2020-08-18T11:14:06Z"), ("2020-08-18 13:14:06+02", "2020-08-18T11:14:06Z"),
        ("2020-08-18 13:14:06 -5", "2020-08-18T18:14:06Z"), ("2020-08-18 13:14:06 -03:30", "2020-08-18T16:44:06Z"),
        ("2020-08-18 13:14:06Z", "2020-08-18T13:14:06Z"), ("2020-08-18T13:14:06 Z", "2020-08-18T13:14:06Z"),
        ("2020-08-18T13:14", "2020-08-18T11:14:00Z"), ("2020-08-18 13:14 +0000", "2020-08-18T13:14:00Z"),
        ("2020-08-18 1:02:03", "2020-08-17T23:02:03Z"), ("2020-08-18t13:14:06.5-00:00", "2020-08-18T13:14:06.500Z"),
        ("2020-8-8  1:02:03.25 Z", "2020-08-08T01:02:03.250Z"), ("'2020-08-18 13:14:06'", "2020-08-18T11:14:06Z"),
        ("2020-08", "2020-07-31T22:00:00Z"),
    ]) func `a date may be any YAML timestamp`(written: String, expected: String) throws {
        let zone = LocalZone { _ in 7_200 }
        let note = try Note(file: Array("---\ndate: \(written)\n---\n".utf8))
        let time = note.item(at: "a.md", zone: zone).time
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: expected.contains("."))
        #expect(time?.formatted(style) == expected, "\(time as Any)")
    }

    @Test(arguments: [
        "soon", "2020-02-30", "18.08.2020", "2020-08-18 25:00:00", "2020-08-18 13", "2020-08-18T",
        "2020-08-18 13:14:06 CEST", "2020-08-18 13:14:06 +200", "2020-08-18 13:14:6", "2020-08-18 13:14:06 +24:00",
        "0000-01-01", "20200818",
    ]) func `another text isn't a date`(written: String) throws {
        let note = try Note(file: Array("---\ndate: \(written)\n---\n".utf8))
        #expect(note.date == written && note.item(at: "a.md").time == nil)
    }

    @Test func `UTF-16 with a byte order mark is decoded and encoded`() throws {
        for isBigEndian in [true, false] {
            let units = Array("\u{FEFF}---\ntags: [中文]\n---\n#💪\n".utf16)
            let file = units.flatMap { unit in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? bytes : bytes.reversed()
            }
            let note = try Note(file: file)
            #expect(note.tags.map(\.name) == ["中文", "💪"])
            #expect(note.text.file(of: note.text.bytes) == file)
        }
    }

    @Test(
        arguments: [
            ([0x61, 0x0A, 0x0D, 0x0A, 0xFF], 3, "is neither UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x00, 0xD8], 2, "isn't valid UTF-16"),
            ([0xFE, 0xFF, 0x00], 1, "isn't valid UTF-16"),
        ] as [([UInt8], Int, String)]) func `invalid text is rejected with its line`(
            file: [UInt8], line: Int, text: String
        )
    {
        let error = #expect(throws: NoteError.self) { try Note(file: file) }
        #expect(error?.line == line && error?.text.hasPrefix(text) == true, "\(error as Any)")
    }

    @Test(arguments: [
        ("---\nx: 1\ntags: [a\n---\n#b", 4), ("---\ntags: a\ntags: b\n---\n#b", 2), ("---\ntags: {a: b}\n---\n#b", 2),
        ("---\n\ttags: a\n---\n#b", 2),
    ]) func `invalid front matter is reported and the text is parsed`(text: String, line: Int) throws {
        let note = try Note(file: Array(text.utf8))
        #expect(note.parseError?.line == line, "\(note.parseError as Any)")
        #expect(note.tags.map(\.name) == ["b"])
    }

    @Test func `exponential aliases and deep nesting are parsed quickly`() throws {
        let laughs = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        let size = 30_000
        let texts =
            [
                "---\na0: &a0 x\n\(laughs)? *a40\n: tags\n---\n#x",
                "---\ntags: \(String(repeating: "[", count: size))\n---\n#x",
                "---\n\(String(repeating: "- ", count: size))\n---\n#x",
                "---\n\(String(repeating: "? ", count: size))\n---\n#x",
            ]
            + [
                "[", "](", "![a](", "`a``", "> ", "- ", "$$a", "x <!-- ", "<a b='", "[[a", "(#a", "\\", "*", "$ a",
                "a://#", "[a](<b", "\n- ", "[a]: b\n", "[a]: b\n$$a\n", "a <?", "a<!--",
            ]
            .map { String(repeating: $0, count: size) + "\n\n#x" }
        for text in texts {
            let note = try Note(file: Array(text.utf8))
            #expect(note.tags.last?.name == "x", "\(text.prefix(20))")
        }
    }

    @Test(arguments: ["? *c\n: 1", "*c : 1", "x: {[*c]: 1}", "x: {*c}", "? [*c]\n: 1"])
    func `aliases that multiply in a key are an error`(key: String) throws {
        func list(_ item: String) -> String { "[\(String(repeating: "\(item),", count: 300))]" }
        let text = "---\na: &a \(list("x"))\nb: &b \(list("*a"))\nc: &c \(list("*b"))\n\(key)\n---\n#x"
        let note = try Note(file: Array(text.utf8))
        #expect(note.parseError?.text == "the front matter has too many YAML aliases")
        #expect(note.names == ["x"])
        // Two aliases repeat a text at most three times.
        let few = try Note(file: Array("---\na: &a x\nb: &b [*a]\ntags: *b\n---\n#x".utf8))
        #expect(few.parseError == nil && few.names == ["x"])
    }

    @Test func `twenty aliases and text with the same signs are read`() throws {
        let aliases = Array(repeating: "*a", count: 20).joined(separator: ", ")
        let signs = "a: R&D, AT&T *not* **an** alias" + String(repeating: " **bold** 2*3", count: 100)
        let note = try Note(file: Array("---\n\(signs)\nb: &a x\ntags: [y, \(aliases)]\n---\n".utf8))
        #expect(note.parseError == nil && note.names == ["y", "x"])
    }

    @Test(arguments: ["%", "'%'", "\"é%\"", "%\u{85}", "%\u{2028}", "%\r\n", "% \u{10000} x"])
    func `thirty thousand tags on one line have their ranges`(item: String) throws {
        // Counting columns from the start of the line for each tag would take quadratic time.
        let items = (0..<30_000).map { item.replacing("%", with: "t\($0 % 10)") }
        let bytes = Array("---\ntags: [\(items.joined(separator: ","))]\n---\n".utf8)
        let note = try Note(file: bytes)
        #expect(note.tags.count == 30_000 && note.parseError == nil)
        var place = 0
        for tag in note.tags {
            guard let range = tag.range, range.lowerBound > place, bytes[range].elementsEqual(tag.name.utf8) else {
                Issue.record("\(tag)")
                break
            }
            place = range.upperBound
        }
    }

    @Test func `random bytes never crash the parser`() throws {
        var random = SeededNumbers(seed: .random(in: 0..<1_000_000))
        let pieces = [
            "---\n", "tags: ", "[", "]", "\"", "'", "#a", "`", "<", ">", "$$", "\\", "&a ", "*a", "\n", "\r", "\t",
            "- ", "> ", "    ", "![", "](", ")", "(", "\u{2028}", "é", "💪", "：", "<!--", "-->", "#", "~~~", "1. ", "=",
            "{", "}", ", ", "|", "!!str ", "<div>", "\u{0}",
        ]
        .map { Array($0.utf8) }
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...40, using: &random)
            var text = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
            if Bool.random(using: &random), !text.isEmpty {
                text = Array("---\n".utf8) + text + Array("\n---\n#z".utf8)
                text.remove(at: Int.random(in: 4..<text.count, using: &random))
            }
            guard let note = try? Note(file: text) else {
                // Only invalid UTF-8 is rejected.
                #expect(String(validating: text, as: UTF8.self) == nil)
                continue
            }
            for tag in note.tags {
                guard let range = tag.range else { continue }
                #expect(note.meanings(of: range).contains(tag.name), "seed \(random.seed): \(tag)")
            }
        }
    }
}

extension Note {
    /// The possible meanings of bytes: unquoted, and in quotes of either kind.
    func meanings(of range: Range<Int>) -> [String] {
        let text = String(decoding: text.bytes[range], as: UTF8.self)
        let unescaped = text.replacing("\\\\", with: "\u{0}").replacing("\\\"", with: "\"")
            .replacing("\u{0}", with: "\\")
        return [text, text.replacing("''", with: "'"), unescaped]
    }
}
