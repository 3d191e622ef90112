import TagService
import Testing

@Suite struct TagNameTests {
    @Test func `different spellings are the same tag`() async throws {
        let fixture = try ServiceFixture()
        let change = try fixture.service.sets.addTags(["Swift", "swift", "ｓｗｉｆｔ", "e\u{301}", "\u{E9}"])
        #expect(change.changed == ["Swift", "é"])
        #expect(change.unchanged == ["Swift", "Swift", "é"])
    }

    @Test(arguments: [
        ("", "it has no visible characters"), ("   ", "it has no visible characters"),
        ("\u{200D}", "it has no visible characters"), ("a\u{1B}[31mb", "character 2 is U+001B ESCAPE"),
        ("a\nb", "character 2 is U+000A LINE FEED"), ("\u{0}", "U+0000 NULL"),
        ("a\u{202E}b", "U+202E RIGHT-TO-LEFT OVERRIDE"), ("x\u{2028}", "U+2028 LINE SEPARATOR"),
        ("a\u{FFFD}", "character 2 is U+FFFD"),
        (String(repeating: "x", count: 1_000_000), "it is longer than 1000 bytes"),
    ]) func `an unsafe name is rejected with the reason`(name: String, reason: String) async throws {
        let fixture = try ServiceFixture()
        do {
            try fixture.service.sets.addTags(["fine", name])
            Issue.record("it was accepted")
        } catch let error as TagServiceError {
            #expect(error.description.contains(reason), "\(error.description)")
            #expect(error.description.count < 300)
            #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
        #expect(try await fixture.names().isEmpty)
    }

    @Test func `an embedding around a name is removed`() async throws {
        let fixture = try ServiceFixture()
        let change = try fixture.service.sets.addTags(["\u{202B}کتاب", "\u{202A}book\u{202C}"])
        #expect(change.changed == ["کتاب", "book"])
        let again = try fixture.service.sets.addTags(["کتاب", "\u{202B}book"])
        #expect(again.changed.isEmpty)
        #expect(throws: TagServiceError.self) { try fixture.service.sets.addTags(["a\u{202B}b"]) }
    }

    @Test func `an unknown tag is an error that suggests the nearest tags`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["reading", "running", "writing"])
        do { _ = try fixture.service.selection.toggle(["runing"]) } catch let error as TagServiceError {
            #expect(error == .unknownTag("runing", nearest: ["running"]))
            #expect(
                error.description == "unknown tag 'runing'; did you mean 'running'? (use 'add runing' to create it)")
        }
    }

    @Test func `a tag is found by its name, key or alias, and never guessed`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["Running", "run"])
        try fixture.service.tags.addAlias("jogging", to: "running")
        try fixture.service.selection.select(["JOGGING", "run"])
        #expect(try await fixture.selection() == ["Running", "run"])
        #expect(throws: TagServiceError.self) { try fixture.service.selection.toggle(["runn"]) }
    }
}
