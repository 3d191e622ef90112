import TagService
import Testing

/// New tags that abbreviate others, or that others abbreviate.
@Suite struct AbbreviationTests {
    private static let tags = [
        "machine-learning", "kubernetes", "ProgressiveWebApp", "lang::continuous integration", "http", "swift", "ui",
        "seo",
    ]

    private func similar(_ names: [String], _ fixture: ServiceFixture) throws -> [String] {
        try fixture.service.tags.similar(to: names, findsAbbreviations: true)
            .map { "\($0.tag) \($0.other) \($0.likeness)" }
    }

    @Test(arguments: [
        ("ml", "ml machine-learning initials"), ("ML", "ML machine-learning initials"),
        ("k8s", "k8s kubernetes numeronym"), ("pwa", "pwa ProgressiveWebApp initials"),
        ("lang::ci", "lang::ci lang::continuous integration initials"),
        ("search engine optimization", "search engine optimization seo initials"),
    ]) func `initials and numeronyms are found`(name: String, expected: String) throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(Self.tags)
        #expect(try similar([name], fixture) == [expected])
        #expect(try fixture.service.tags.similar(to: [name]).isEmpty)
    }

    @Test(arguments: ["user interface", "mx", "k7s", "ci", "kb", "h", "swift-ui"])
    func `a new name isn't like two letters, and other names aren't abbreviations`(name: String) throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(Self.tags)
        #expect(try similar([name], fixture).isEmpty)
    }

    @Test func `a near duplicate comes before an abbreviation, and the most used of several is named`() throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["machine-learning", "mailing list", "raw-api-data", "rads"])
        for title in ["one", "two"] { try fixture.service.items.save(ItemDraft(title: title, tags: ["mailing list"])) }
        #expect(try similar(["ml"], fixture) == ["ml mailing list initials"])
        #expect(try similar(["rad", "ml"], fixture) == ["rad rads plural", "ml mailing list initials"])
    }

    @Test func `checks that correct or refuse names ignore abbreviations`() throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["machine-learning"])
        #expect(try fixture.service.tags.spellings(of: ["ml"]).isEmpty)
    }
}
