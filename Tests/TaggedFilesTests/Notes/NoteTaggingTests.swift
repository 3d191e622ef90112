import Foundation
import TaggedFiles
import TestSupport
import Testing

@Suite struct NoteTaggingTests {
    /// Returns a note with changed tags as text.
    private func tagged(_ text: String, _ removed: Set<String>, _ added: [String]) throws -> String {
        let tagging = try Note(file: Array(text.utf8)).tagging(removing: removed, adding: added)
        return String(decoding: tagging.file, as: UTF8.self)
    }

    @Test(arguments: [
        ("---\ntitle: A\rb: 1\n---\n", "---\ntitle: A\rb: 1\ntags:\n  - x\n---\n"),
        ("---\r\ntitle: A\rb: 1\r\n---\r\n", "---\r\ntitle: A\rb: 1\r\ntags:\r\n  - x\r\n---\r\n"),
        ("---\ntags:\rb: 1\n---\n", "---\ntags:\r  - x\nb: 1\n---\n"),
        ("---\ntags:\n- a\rb: 1\n---\n", "---\ntags:\n- a\r- x\nb: 1\n---\n"),
        ("a\rb\n", "---\ntags:\n  - x\n---\na\rb\n"), ("a\rb\r\n", "---\r\ntags:\r\n  - x\r\n---\r\na\rb\r\n"),
        ("---\rtitle: A\r---\r", "---\rtitle: A\rtags:\r  - x\r---\r"),
    ]) func `a lone carriage return is not used as a line end elsewhere`(text: String, expected: String) throws {
        #expect(try tagged(text, [], ["x"]) == expected)
    }

    @Test(arguments: [
        ("text", "---\ntags:\n  - x\n  - y z\n---\ntext"), ("", "---\ntags:\n  - x\n  - y z\n---\n"),
        ("\u{FEFF}# A\r\ntext", "\u{FEFF}---\r\ntags:\r\n  - x\r\n  - y z\r\n---\r\n# A\r\ntext"),
        ("---\n---\n", "---\ntags:\n  - x\n  - y z\n---\n"),
        ("---\na rule above\n---\n", "---\ntags:\n  - x\n  - y z\n---\n---\na rule above\n---\n"),
        ("---\ntitle: A\n# c\n---\n", "---\ntitle: A\n# c\ntags:\n  - x\n  - y z\n---\n"),
        ("---\n  title: A\n---\n", "---\n  title: A\n  tags:\n    - x\n    - y z\n---\n"),
        ("---\ntext: |\n  a\n\n---\n", "---\ntext: |\n  a\n\ntags:\n  - x\n  - y z\n---\n"),
        ("---\ntags:\n---\n", "---\ntags:\n  - x\n  - y z\n---\n"),
        ("---\ntags: # none\nb: 1\n---\n", "---\ntags: # none\n  - x\n  - y z\nb: 1\n---\n"),
        ("---\ntags: ~ # c\n---\n", "---\ntags: [x, y z] # c\n---\n"),
        ("---\n{title: A, tags: }\n---\n", "---\n{title: A, tags: [x, y z] }\n---\n"),
        ("---\ntags: []\n---\n", "---\ntags: [x, y z]\n---\n"),
        ("---\ntags: [a]\n---\n", "---\ntags: [a, x, y z]\n---\n"),
        ("---\ntags: [ 'a' ,'b' ]\n---\n", "---\ntags: [ 'a' ,'b', 'x', 'y z' ]\n---\n"),
        ("---\ntags: [\n  a,\n  b,\n]\n---\n", "---\ntags: [\n  a,\n  b,\n  x,\n  y z,\n]\n---\n"),
        ("---\ntags:\n- a # c\nb: 1\n---\n", "---\ntags:\n- a # c\n- x\n- y z\nb: 1\n---\n"),
        ("---\ntags:\n   -  \"a\"\n---\n", "---\ntags:\n   -  \"a\"\n   -  \"x\"\n   -  \"y z\"\n---\n"),
        ("---\ntags: a, b\n---\n", "---\ntags: a, b, x, y z\n---\n"),
        ("---\ntags: a b\n---\n", "---\ntags: [a, b, x, y z]\n---\n"),
        ("---\ntags: 'a'\n---\n", "---\ntags: 'a, x, y z'\n---\n"),
        ("---\ntags: ''\n---\n", "---\ntags: [x, y z]\n---\n"),
        ("---\nkeywords: [a]\ntag: b\n---\n", "---\nkeywords: [a]\ntag: b, x, y z\n---\n"),
        ("---\n\"tags\" :\n---\n", "---\n\"tags\" :\n  - x\n  - y z\n---\n"),
    ]) func `tags are added in the syntax of the list`(text: String, expected: String) throws {
        #expect(try tagged(text, [], ["x", "y z"]) == expected)
    }

    @Test(arguments: [
        ("---\ntags: [a, b, c] # c\n---\n", "---\ntags: [c] # c\n---\n"),
        ("---\ntags: [ a , c , b ]\n---\n", "---\ntags: [ c  ]\n---\n"),
        ("---\ntags: [c, a, b]\n---\n", "---\ntags: [c]\n---\n"), ("---\ntags: [a, b]\n---\n", "---\ntags: []\n---\n"),
        ("---\ntags: [\n  a, # one\n  c,\n  b\n]\n---\n", "---\ntags: [\n  # one\n  c\n]\n---\n"),
        ("---\ntags: [\n  a\n  , c\n]\n---\n", "---\ntags: [\n  \n   c\n]\n---\n"),
        ("---\ntags:\n- a\n- c\n- \"b\"\nd: 1\n---\n", "---\ntags:\n- c\nd: 1\n---\n"),
        ("---\ntags:\n  # top\n  - a # one\n  - c\n---\n", "---\ntags:\n  # top\n  # one\n  - c\n---\n"),
        ("---\ntags:\n- a\n- '#b'\n---\n", "---\ntags:\n---\n"), ("---\ntags: a c b\n---\n", "---\ntags: c\n---\n"),
        ("---\ntags: '#a, #c, b'\n---\n", "---\ntags: '#c'\n---\n"), ("---\ntags: a b\n---\n", "---\ntags:\n---\n"),
        ("---\ntags: \"a\"\n---\n", "---\ntags: \"\"\n---\n"),
        ("---\ntags: [a]\ntag: b\nkeywords: a, c\n---\n", "---\ntags: []\ntag:\nkeywords: c\n---\n"),
        ("---\r\ntags:\r\n- a\r\n- c\r\n---\r\n", "---\r\ntags:\r\n- c\r\n---\r\n"),
    ]) func `tags are removed and comments stay`(text: String, expected: String) throws {
        #expect(try tagged(text, ["a", "b"], []) == expected)
    }

    @Test func `a tag in the text stays and is reported`() throws {
        let note = try Note(file: Array("---\ntags: [a]\n---\n#a and #b\n".utf8))
        let tagging = try note.tagging(removing: ["a", "b"], adding: [])
        #expect(String(decoding: tagging.file, as: UTF8.self) == "---\ntags: []\n---\n#a and #b\n")
        #expect(tagging.left.map(\.name) == ["a", "b"] && tagging.left.map(\.line) == [4, 4])
    }

    @Test(arguments: [
        ("---\ntags: [a\n---\n", "fix it first"), ("---\ntags: &t [a]\nx: *t\n---\n", "by hand"),
        ("---\ntags: !!set {a, b}\n---\n", "fix it first"), ("---\ntags: |\n  a b\n---\n", "by hand"),
        ("---\ntags: [&t a, *t]\n---\n", "by hand"), ("---\n{title: A}\n---\n", "tags: []"),
        ("---\n\u{FEFF}title: A\n---\n", "tags: []"), ("---\ntags: [\"\\x61\"]\n---\n", "by hand"),
        ("---\ntags:\n- - a\n---\n", "fix it first"), ("+++\ntags = []\n+++\n", "TOML"),
        ("{\n\"tags\": []\n}\n", "JSON"), ("---\ntags: [a]\nno end\n", "isn't closed"),
    ]) func `front matter that cannot be edited is reported with its line`(text: String, advice: String) throws {
        let note = try Note(file: Array(text.utf8))
        let error = #expect(throws: NoteError.self) { try note.tagging(removing: ["a"], adding: ["x"]) }
        #expect(error?.text.contains(advice) == true, "\(error?.text ?? "")")
        #expect((error?.line ?? 0) >= 1)
    }

    @Test func `a name that YAML reads differently is rejected`() throws {
        let note = try Note(file: Array("text".utf8))
        let error = #expect(throws: NoteError.self) { try note.tagging(removing: [], adding: ["#x"]) }
        #expect(error?.text == "can't write '#x' in front matter; choose another tag")
    }

    @Test func `UTF-16 stays UTF-16`() throws {
        let file = Array("\u{FEFF}text".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let tagging = try Note(file: file).tagging(removing: [], adding: ["x"])
        let text = "\u{FEFF}---\ntags:\n  - x\n---\ntext"
        #expect(tagging.file == Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    }

    @Test func `tagging a thousand random notes changes only tags, as PyYAML confirms`() throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        var random = SeededNumbers(seed: seed)
        let folder = try TemporaryFolder()
        var expected: [[String]] = []
        for number in 0..<1_000 {
            let example = RandomNote(using: &random)
            let note = try Note(file: example.file)
            #expect(note.tags.map(\.name).sorted() == example.tags.sorted(), "\(seed) \(number)")
            let file = try note.tagging(removing: example.removed, adding: example.added).file
            let wanted = example.tags.filter { !example.removed.contains($0) } + example.added
            let text = String(decoding: file, as: UTF8.self)
            #expect(
                try Note(file: file).tags.map(\.name).sorted() == wanted.sorted(),
                "seed \(seed), note \(number): \(text)")
            #expect(
                example.masked(file) != nil,
                "seed \(seed), note \(number):\n\(String(decoding: example.file, as: UTF8.self))\n\(text)")
            expected.append(wanted.sorted())
            try Data(file).write(to: URL(fileURLWithPath: folder.file("\(number).md")))
        }
        try JSONEncoder().encode(expected).write(to: URL(fileURLWithPath: folder.file("expected.json")))
        let answer = try PythonScript.run(Self.reader, folder.path)
        // Without PyYAML, the script prints nothing; .ci/setup installs it.
        #expect(answer.isEmpty || answer == "read 1000\n", "seed \(seed): \(answer)")
    }

    /// A script that reads the tags of each file with PyYAML and prints unexpected tags.
    private static let reader = """
        import json, re, sys
        try:
            import yaml
        except ImportError:
            sys.exit()
        folder = sys.argv[1]
        read = 0
        for number, wanted in enumerate(json.load(open(folder + "/expected.json"))):
            text = open(f"{folder}/{number}.md", encoding="utf-8-sig", newline="").read()
            lines = re.split("\\r\\n|\\n", text)
            value = None
            if lines[0] == "---":
                value = yaml.load("\\n".join(lines[1:lines.index("---", 1)]), Loader=yaml.BaseLoader)
            tags = []
            for key in ("tags", "tag", "keywords"):
                found = (value or {}).get(key) or []
                if isinstance(found, str):
                    found = [] if found == "~" else found.split(",") if "," in found else found.split()
                tags += [tag.strip().removeprefix("#") for tag in found]
            if sorted(tags, key=lambda tag: tag.encode()) == sorted(wanted, key=lambda tag: tag.encode()):
                read += 1
            else:
                print(number, tags, wanted)
        print("read", read)
        """
}
