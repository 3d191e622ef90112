import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

@Suite struct NoteReplacingTests {
    /// Returns a note with replaced tags as text.
    private func replaced(_ text: String, _ names: [String: String]) throws -> (String, [String]) {
        let edit = try Note(file: Array(text.utf8)).replacing(names)
        return (String(decoding: edit.file, as: UTF8.self), edit.left.map(\.name))
    }

    @Test(arguments: [
        ("---\r\ntags: [ a , 'x',\"y\" ] # a\r\n---\r\na #a", "---\r\ntags: [ b , 'x',\"y\" ] # a\r\n---\r\na #b"),
        ("---\ntags: [x, \"a\"]\nkeywords: [ 'a' ]\n---\n", "---\ntags: [x, \"b\"]\nkeywords: [ 'b' ]\n---\n"),
        ("---\ntags: a x\n---\n", "---\ntags: b x\n---\n"),
        ("---\ntags: \"#a, x\"\ntitle: a\n---\n", "---\ntags: \"#b, x\"\ntitle: a\n---\n"),
        ("\u{FEFF}---\ntags:\n- x\n-   '#a'\n---", "\u{FEFF}---\ntags:\n- x\n-   '#b'\n---"),
        ("#a #a/x `#a` [#a](#a)", "#b #a/x `#a` [#b](#a)"),
    ]) func `only the bytes of the tag change`(text: String, expected: String) throws {
        let (changed, left) = try replaced(text, ["a": "b"])
        #expect(changed == expected && left.isEmpty)
        #expect(try replaced(changed, ["a": "b"]).0 == expected)
    }

    @Test(arguments: [
        ("tags: [a]", "x, y", "tags: [\"x, y\"]"), ("tags:\n- a", "x, y", "tags:\n- x, y"),
        ("tags: [a]", "x: y", "tags: [\"x: y\"]"), ("tags: ['a']", "it's", "tags: ['it''s']"),
        ("tags: [\"a\"]", "\"q\\", "tags: [\"\\\"q\\\\\"]"), ("tags: [a]", "yes", "tags: [\"yes\"]"),
        ("tags: [a]", "#x", "tags: [\"#x\"]"), ("tags: [a]", "1.5", "tags: [\"1.5\"]"),
        ("tags: [a]", "2024", "tags: [2024]"), ("tags: a, c", "x y", "tags: x y, c"),
    ]) func `a name is quoted so that YAML reads the same name`(yaml: String, name: String, expected: String) throws {
        let (changed, left) = try replaced("---\n\(yaml)\n---\n", ["a": name])
        // Parsers drop a leading '#', so such a name can't be written.
        guard name != "#x" else {
            #expect(changed == "---\n\(yaml)\n---\n" && left == ["a"])
            return
        }
        #expect(changed == "---\n\(expected)\n---\n" && left.isEmpty)
    }

    @Test(arguments: [
        ("---\ntags: a c\n---\n", "x y"), ("---\ntags: a\n---\n", "x y"), ("#a", "x y"), ("#a", "12"),
        ("---\ntags: a, c\n---\n", "x, y"), ("---\ntags: [&t a, *t]\n---\n", "b"),
        ("---\nx: &t a\ntags: [*t]\n---\n", "b"), ("---\ntags: [!!str a]\n---\n", "b"),
        ("---\ntags: &t [a]\nother: *t\n---\n", "b"), ("---\ntags: |\n  a c\n---\n", "b"),
        ("---\ntags: [\"\\x61\"]\n---\n", "b"),
    ]) func `a tag that cannot be replaced is left unchanged`(text: String, name: String) throws {
        let (changed, left) = try replaced(text, ["a": name])
        #expect(changed == text)
        #expect(!left.isEmpty && left.allSatisfy { $0 == "a" })
    }

    @Test(arguments: [
        ("tags: [a, b]", "tags: [b]"), ("tags: [b, a]", "tags: [b]"), ("tags: [ a , 'A', x ]", "tags: [ b , x ]"),
        ("tags: a x b", "tags: x b"), ("tags: \"b, x, a\"", "tags: \"b, x\""),
        ("tags:\n- a\n- x\n- b", "tags:\n- x\n- b"),
        ("tags:\n  - b\n  - '#a'\n  - x # why", "tags:\n  - b\n  - x # why"),
        ("tags: [\n  a,\n  b,\n]", "tags: [\n  b,\n]"), ("tags: [a, c, b]", "tags: [d, b]"),
        ("tags: [a]\nkeywords: [b]", "tags: [b]\nkeywords: [b]"),
    ]) func `a tag that its list already has is removed`(yaml: String, expected: String) throws {
        let names = ["a": "b", "A": "b", "c": "d"]
        let (changed, left) = try replaced("---\n\(yaml)\ntitle: a\n---\n#a #b\n", names)
        #expect(changed == "---\n\(expected)\ntitle: a\n---\n#b #b\n" && left.isEmpty)
        #expect(try replaced(changed, names).0 == changed)
    }

    @Test(arguments: ["tags: [\"\\x61\", b]", "tags: [&t a, b, *t]", "tags: &t [a, b]\nother: *t"])
    func `a duplicate that cannot be removed is left unchanged`(yaml: String) throws {
        let (changed, left) = try replaced("---\n\(yaml)\n---\n#a\n", ["a": "b"])
        #expect(changed == "---\n\(yaml)\n---\n#b\n")
        #expect(!left.isEmpty && left.allSatisfy { $0 == "a" })
    }

    @Test(arguments: [("[", ",", "]"), ("'", ", ", "'"), ("", " ", ""), ("\n- ", "\n- ", "")])
    func `twenty thousand duplicates in a list are removed`(open: String, separator: String, close: String) throws {
        func text(_ names: [String]) -> String {
            "---\ntags: \(open)\(names.joined(separator: separator))\(close)\n---\n"
        }
        let old = ["b"] + Array(repeating: "a", count: 20_000) + ["c"]
        let edit = try Note(file: Array(text(old).utf8)).replacing(["a": "b"])
        #expect(edit.left.isEmpty && String(decoding: edit.file, as: UTF8.self) == text(["b", "c"]))
    }

    @Test func `an editor's replacement keeps duplicates`() throws {
        let note = try Note(file: Array("---\ntags: [a, b]\n---\n".utf8))
        let edit = note.replacing(["a": "b"], removingDuplicates: false)
        #expect(String(decoding: edit.file, as: UTF8.self) == "---\ntags: [b, b]\n---\n")
    }

    @Test func `UTF-16 text keeps its encoding`() throws {
        let file = Array("\u{FEFF}#a 中".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let edit = try Note(file: file).replacing(["a": "b"])
        #expect(edit.file == Array("\u{FEFF}#b 中".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }

    @Test func `replacing tags in a vault changes only their bytes`() throws {
        let folder = try TemporaryFolder()
        let seed = UInt64.random(in: 0..<1_000_000)
        try VaultTests.script("make_vault.py", [folder.path, "--count", "200", "--seed", "\(seed)"])
        let names = [
            "reading": "Reading", "x": "a, b", "中文": "中文/x", "book/fiction": "novels", "ok": "it's",
            "machine learning": "ml", "2024": "Year", "C++": "cpp", "💪": "strength 💪",
        ]
        var changed = 0
        try NoteFolder(folder.path)
            .forEachNote(
                { file in
                    let (note, content) = try file.note()
                    let edit = note.replacing(names, removingDuplicates: false)
                    let fix = note.replacing(names)
                    let fixed = try Note(file: fix.file)
                    #expect(fixed.replacing(names).file == fix.file, "seed \(seed): \(file.path)")
                    if fix.left.isEmpty {
                        #expect(Set(fixed.names) == Set(try Note(file: edit.file).names), "seed \(seed): \(file.path)")
                    }
                    changed += edit.file == content.bytes ? 0 : 1
                    let again = try Note(file: edit.file)
                    #expect(Self.masked(note) == Self.masked(again), "seed \(seed): \(file.path)")
                    let left = Set(edit.left.map(\.name))
                    #expect(again.tags.allSatisfy { names[$0.name] == nil || left.contains($0.name) })
                    #expect(
                        again.replacing(names, removingDuplicates: false).file == edit.file,
                        "seed \(seed): \(file.path)")
                }, skipped: { Issue.record("\($0)") })
        #expect(changed > 50)
    }

    /// Returns the text with a placeholder for each tag and its quotes.
    private static func masked(_ note: Note) -> [UInt8] {
        var (masked, offset): ([UInt8], Int) = ([], 0)
        for range in note.tags.compactMap(\.range) {
            var (start, end) = (range.lowerBound, range.upperBound)
            if start > offset, note.text.bytes[start - 1] == 0x22 { (start, end) = (start - 1, end + 1) }
            masked += note.text.bytes[offset..<start] + [0]
            offset = end
        }
        return masked + note.text.bytes[offset...]
    }
}
