import Testing
import TaggedFiles

/// Tags of notes that are too long to be names.
@Suite struct LongTagTests {
    @Test func `a tag above 1,000 bytes is a problem and not a tag`() throws {
        let long = String(repeating: "\u{301}\u{316}", count: 20_000)
        let note = try Note(file: Array("---\ntags: [a\(long), b, a\(long)\u{301}]\n---\n".utf8))
        #expect(note.names == ["b"])
        #expect(note.problem?.text.hasSuffix("bytes; a name has at most 1000") == true)
    }
}
