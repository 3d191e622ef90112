import Testing

@testable import TagService

/// The words of errors for programs and pages, which have no commands.
@Suite struct WithoutCommandsTests {
    private static let errors: [(TagServiceError, String)] = [
        (.unknownTag("swfit", nearest: ["swift"]), "unknown tag 'swfit'; did you mean 'swift'?"),
        (.unknownTag("x", nearest: []), "unknown tag 'x'; create it first"),
        (.unknownTag("x", nearest: [], canBeMade: false), "unknown tag 'x'"),
        (.notInSet(tag: "a", set: "s"), "tag 'a' isn't in the set 's'; add it first"),
        (
            .notInSetToRemove(tag: "a", set: "s", others: ["t"]),
            "tag 'a' isn't in the set 's', only in 't'; remove it there"
        ), (.notInSetToRemove(tag: "a", set: "s", others: []), "tag 'a' isn't in any set; delete the tag itself"),
        (.unknownSet("x", nearest: []), "unknown set 'x'; create it first"),
        (.renameToTag("a", as: "b", of: "b"), "'b' is already a tag; merge the two tags"),
        (.unknownAlias("x", nearest: ["y"]), "unknown alias 'x'; did you mean 'y'?"),
        (.unknownAlias("x", nearest: []), "unknown alias 'x'"),
        (
            .implicationCycle(["a", "b", "a"]),
            "'a' can't imply 'b': a → b → a would be a cycle; remove one of these implications first"
        ), (.unknownImplication("a", "b"), "'a' doesn't imply 'b'"), (.unknownItem(9), "unknown item 9"),
        (.unknownToken(9), "unknown token 9"), (.unknownTitle("9", set: "s", nearest: []), "no item 9 in 's'"),
        (.unknownTitle("x", set: "s", nearest: ["y"]), "no item titled 'x' in 's'; did you mean 'y'?"),
        (.sameItem(1, as: 2), "items 1 and 2 would be identical; delete one of them"),
        (.unknownRule(9), "unknown rule 9"), (.unknownWebhook(9), "unknown webhook 9"),
        (.unknownView("x"), "unknown view 'x'"), (.viewNotShared("x"), "the view 'x' isn't shared"),
        (.unknownNumber(9, count: 3), "unknown chip 9; the set has 3"),
        (.chipGone(3, tag: "a", set: "s"), "chip 3 was 'a', which is no longer in the set 's'"),
        (
            .undoneToLimit(discarded: 12, limit: 64 << 20),
            "nothing left to undo; 12 older steps were discarded to stay within 64 MB"
        ), (.nothingToRedo, "nothing to redo; undo a change first"),
    ]

    @Test func `errors for programs name no commands`() {
        for (error, text) in Self.errors {
            #expect(error.withoutCommands == text)
            #expect(error.description != text, "the command line's message names a command")
        }
    }

    @Test func `limits of rules and webhooks name no commands`() throws {
        let service = try ServiceFixture().service
        for number in 0..<20 { _ = try service.webhooks.add("https://example.org/\(number)") }
        let error = #expect(throws: TagServiceError.self) { try service.webhooks.add("https://example.org/") }
        #expect(
            error?.description == "invalid number of webhooks '21'; there can be at most 20 webhooks; remove one first")
    }
}
