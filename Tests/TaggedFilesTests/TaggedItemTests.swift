import TaggedFiles
import Testing

struct TaggedItemTests {
    @Test(arguments: [
        ("swift web tools", ["swift", "web", "tools"]), ("read later, swift ,,web", ["read later", "swift", "web"]),
        (" one,", ["one"]), ("\tone\n two ", ["one", "two"]), (", ,", []), ("", []),
    ]) func `a list of tags is split at commas, or else at spaces`(list: String, tags: [String]) {
        #expect(TaggedItem.tags(in: list) == tags)
    }
}
