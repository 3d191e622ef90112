import Testing

@testable import TaggedFiles

@Suite struct NoteLanguageTests {
    private func tags(_ text: String, _ language: NoteLanguage) throws -> [String] {
        try Note(file: Array(text.utf8), language).tags.map { "\($0.line) \($0.name)" }
    }

    @Test(arguments: [
        ("#+FileTags: :a:b:\n* x :c:d_1@#%:\n** TODO y\t:é:  ", ["1 a", "1 b", "2 c", "2 d_1@#%", "3 é"]),
        ("  #+filetags: a b", ["1 a", "1 b"]), ("* x :a-b:\n* :a:\n x :b:\n* x :a: b\n*y :c:", ["2 a"]),
        ("* x ::\n* x :a\n* x a:\n#tag", []), ("\u{FEFF}* x :a:\r\n* y :b:", ["1 a", "2 b"]),
    ]) func `Org mode tags are found`(text: String, found: [String]) throws { #expect(try tags(text, .org) == found) }

    @Test func `the title of an Org text is #+title or its first heading`() throws {
        let text = Array("* A  heading :x:\n#+title: A title\n#+date: 2026-01-02".utf8)
        let note = try Note(file: text, .org)
        #expect(note.title == "A title" && note.date == "2026-01-02")
        #expect(try Note(file: Array("text\n* A  heading :x:".utf8), .org).title == "A heading")
    }

    @Test func `only valid Org mode tags are written`() throws {
        let note = try Note(file: Array("* x :a:b:".utf8), .org)
        #expect(String(decoding: note.replacing(["a": "c"]).file, as: UTF8.self) == "* x :c:b:")
        #expect(note.replacing(["a": "c-d", "b": "e f"]).left.map(\.name) == ["a", "b"])
    }

    @Test func `code in MDX has no tags`() throws {
        let text = """
            import a from '#b'
            export const x = [ #c

            #d {/* #e */} {/*
            #f
            */} #g

            text
            import #h
            """
        #expect(try tags(text, .mdx) == ["4 d", "6 g", "9 h"])
    }

    @Test func `code in MDX may overlap, and is found among many ranges`() throws {
        #expect(try tags("import a {/* #b\n\n#c */} #d\n\n#e {/*#f*/} #g", .mdx) == ["3 d", "5 e", "5 g"])
        let text = (0..<20_000).map { "{/*#x*/}\n\na #a\($0) b\n\n" }.joined()
        #expect(try tags(text, .mdx).count == 20_000)
    }

    @Test(arguments: [
        ("* * *", 0), ("- * * *", 0), ("-  -\t-", 0), ("- - - x", 1), ("- - x - - -", 1), ("* *", 0), ("_ _ _", 0),
        ("_ _", 1), ("- _ _ _ x", 1), ("- x * * *", 1), ("+ + +", 0), ("- - * * -", 0), ("- _ * *", 1), ("- **_", 1),
    ]) func `a thematic break in a list isn't text`(line: String, texts: Int) {
        #expect(MarkdownBlocks(Array(line.utf8), from: 0).texts.count == texts)
        let long = line + String(repeating: line.hasSuffix("x") ? "x" : " ", count: 100_000)
        #expect(MarkdownBlocks(Array(long.utf8), from: 0).texts.count == texts)
    }

    @Test func `plain text has no syntax except #tags`() throws {
        #expect(try tags("---\ntags: a\n---\n`#b` #c\n    #d, (#e) x#f ##g #1", .plainText) == ["4 c", "5 d", "5 e"])
    }

    @Test func `the language is inferred from the file name`() {
        #expect(NoteLanguage(path: "/a/B.MD") == .markdown && NoteLanguage(path: "x.org") == .org)
        #expect(NoteLanguage(path: "x.swift") == nil && NoteLanguage(path: "md") == nil)
    }
}
