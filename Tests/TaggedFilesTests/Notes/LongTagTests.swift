import TaggedFiles
import Testing

/// Tests of tags that are too long to be names.
@Suite struct LongTagTests {
    @Test func `a tag above 1,000 bytes is an error`() throws {
        let long = String(repeating: "\u{301}\u{316}", count: 20_000)
        let note = try Note(file: Array("---\ntags: [a\(long), b, a\(long)\u{301}]\n---\n".utf8))
        #expect(note.names == ["b"])
        #expect(note.parseError?.text.hasSuffix("bytes, at most 1000") == true)
    }
}
