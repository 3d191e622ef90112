import TestSupport
import Testing

@testable import TaggedFiles

@Suite struct TypedTagTests {
    /// Describes the tag at the cursor `|` of a text: the typed text, the text after the cursor, and the syntax.
    private func typed(_ text: String, _ language: NoteLanguage = .markdown) -> TypedTag? {
        let bytes = Array(text.utf8)
        guard let cursor = bytes.firstIndex(of: UInt8(ascii: "|")) else { return nil }
        return TypedTag(in: bytes.filter { $0 != UInt8(ascii: "|") }, at: cursor, language)
    }

    private func whole(_ text: String, _ language: NoteLanguage = .markdown) -> String? {
        let bytes = Array(text.utf8).filter { $0 != UInt8(ascii: "|") }
        return typed(text, language).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    @Test(arguments: [
        ("#|", ""), ("a #sw|", "sw"), ("a #sw|ift b", "swift"), ("#20|", "20"), ("(#é/b|)", "é/b"), ("> - #a|", "a"),
        ("---\ntitle: x\n---\n#a|", "a"), ("# #a|", "a"), ("---\n\n#a|", "a"),
    ]) func `a hashtag is found at the cursor`(text: String, found: String) { #expect(whole(text) == found) }

    @Test(arguments: [
        "a|", "# |", "#a |", "a#b|", "`#a|`", "```\n#a|\n```", "    #a|", "[x](#a|)", "<!-- #a| -->", "##a|",
        "https://x/#a|", "[[x#a|]]", "---\ntitle: #a|\n---\n", "|#a", "", "|",
    ]) func `no tag is found where none is allowed`(text: String) { #expect(typed(text) == nil) }

    @Test(arguments: [
        ("tags: [a, sw|", "sw"), ("tags: [a, sw|ift, b]", "swift"), ("tags: [|]", ""), ("tags: [\"a b|", "a b"),
        ("tags: ['it|', b]", "it"), ("tags: [a,\n  b|]", "b"), ("tags:\n  - a\n  - b c|", "b c"), ("tags:\n- |", ""),
        ("tags:\n- \"#x|\"", "x"), ("tags: a b|c d", "bc"), ("tags: a b, c d|", "c d"), ("keywords: x|", "x"),
        ("tag: \"a b|\"", "b"), ("title: y\ntags: |", ""), ("tags: [a, b|\nx: [", "b"),
    ]) func `a tag in front matter is found in every syntax`(text: String, found: String) {
        #expect(whole("---\n\(text)\n---\nbody #z") == found)
        // Also while the front matter isn't closed.
        #expect(whole("---\n\(text)") == found)
    }

    @Test(arguments: [
        "title: a|", "tags:|", "tags: [a]|", "tags: [a] |", "tags: a # b|", "tags:\n  x|", "# tags: |",
        "tags:\n- a # b|", "other:\n- a|", "tags: [\"a\"|]", "|tags: a",
    ]) func `no tag is found elsewhere in front matter`(text: String) { #expect(typed("---\n\(text)\n---\n") == nil) }

    @Test func `quotes after much white space are read in linear time`() {
        let start = "---\ntags: [\(String(repeating: " ", count: 200_000))"
        let quotes = String(repeating: "'", count: 200_000)
        #expect(whole("\(start)a\(quotes)|") == "a\(quotes)")
        #expect(whole("\(start)'b', c|") == "c")
    }

    @Test func `the other tags and the text are found even in invalid YAML`() throws {
        let whole = try #require(typed("---\ntitle: T\ntags: [a, b|, c]\n---\nwords #d"))
        #expect(whole.others == ["a", "c", "d"] && whole.words == "T\nwords #d")
        let broken = try #require(typed("---\ntags: [a, \"e f\", b|\nx: [\n---\n#d"))
        #expect(Set(broken.others).isSuperset(of: ["a", "e f", "d"]))
        #expect(!broken.others.contains("b"))
    }

    @Test(arguments: [
        ("#+filetags: :a|", "a", ":"), ("#+filetags:a|", "a", ""), ("#+filetags: :a:b|:c:", "b", ""),
        ("#+FILETAGS: a|", "a", ""), ("* x :a|", "a", ":"), ("** x :a:|", "", ":"), ("* x :a|b:c:", "ab", ""),
        ("* :|", "", ":"),
    ]) func `an Org mode tag is found between colons`(text: String, found: String, suffix: String) {
        #expect(whole(text, .org) == found)
        #expect(typed(text, .org)?.suffix == suffix)
    }

    @Test(arguments: ["* x a|", "x :a|", "* x:a|", "#a|", "#+title: :a|", "* x :a|: y", "*x :a|"])
    func `no tag is found elsewhere in Org`(text: String) { #expect(typed(text, .org) == nil) }

    @Test func `random bytes and offsets never crash`() {
        var numbers = SeededNumbers(seed: 8)
        let alphabet = Array("-tags: [],'\"#:*+ab\n\r\té| ".utf8)
        for _ in 0..<3_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &numbers))
                .map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)] }
            if Bool.random(using: &numbers) { bytes = Array("---\ntags: ".utf8) + bytes }
            for language in NoteLanguage.allCases {
                let offset = Int.random(in: -1...bytes.count + 1, using: &numbers)
                let found = TypedTag(in: bytes, at: offset, language)
                if let found { #expect(found.range.lowerBound <= offset && offset <= found.range.upperBound) }
            }
        }
    }
}
