import TagService
import TestSupport
import Testing

/// New tags that are offered for an item.
@Suite struct NewNameTests {
    private func offered(_ service: TagService, _ item: ItemEvidence, given: [String] = []) throws -> [String] {
        try service.suggestions.find(for: SuggestionQuery(given: given, item: item)).newNames
    }

    /// Saves items whose titles begin with a word that becomes a tag, in several words or in one.
    private func journal(_ spelling: (Int) -> String, count: Int = 40) throws -> TagService {
        let service = try ServiceFixture().service
        for number in 0..<count {
            let name = spelling(number)
            try service.items.save(ItemDraft(title: "\(name) in the morning", text: "A walk.", tags: ["walk", name]))
        }
        return service
    }

    /// A made-up word for a number.
    private func word(_ number: Int) -> String {
        "b\(["a", "e", "i", "o", "u"][number % 5])\(["l", "n", "r", "k"][number / 5 % 4])\(["ix", "ond"][number / 20 % 2])"
    }

    @Test func `words become more probable when the person makes tags of such words`() throws {
        let made = try journal(word)
        let never = try ServiceFixture().service
        for number in 0..<40 {
            try never.items.save(ItemDraft(title: "\(word(number)) in the morning", text: "A walk.", tags: ["walk"]))
        }
        let item = ItemEvidence(title: "Zeppelin in the morning", text: "A walk.")
        #expect(try offered(made, item).first == "zeppelin")
        #expect(try offered(never, item) == [])
    }

    @Test func `at most three names are offered, and none that is a tag, given or a function word`() throws {
        let service = try journal(word)
        let item = ItemEvidence(title: "Zeppelin, otter, magnet, lantern and the walks")
        let found = try offered(service, item)
        #expect(found.count <= 3)
        #expect(Set(found).isSubset(of: ["zeppelin", "otter", "magnet", "lantern"]), "\(found)")
        #expect(
            try offered(service, ItemEvidence(title: "Zeppelin in the morning"), given: ["Zeppelin"])
                .contains("zeppelin") == false)
        try service.sets.addTags(["zeppelins"], to: .chosen)
        #expect(try offered(service, ItemEvidence(title: "Zeppelin in the morning")).contains("zeppelin") == false)
        #expect(try offered(service, ItemEvidence(title: "Was ist das? Those which aren't")) == [])
    }

    @Test func `names are written in the style of the tags`() throws {
        let spaced = try journal { "\(word($0)) \(word($0 + 7))" }
        #expect(
            try offered(spaced, ItemEvidence(title: "Copper lantern in the morning", text: "A copper lantern.")).first
                == "copper lantern")
        let joined = try journal { "\(word($0))-\(word($0 + 7))" }
        #expect(
            try offered(joined, ItemEvidence(title: "Copper-lantern in the morning", text: "A copper-lantern.")).first
                == "copper-lantern")
    }

    @Test func `what was learned is exact after changes`() throws {
        let fixture = try ServiceFixture()
        let service = fixture.service
        for number in 0..<12 {
            try service.items.save(
                ItemDraft(title: "\(word(number)) and \(word(number + 13))", tags: ["walk", word(number)]))
        }
        #expect(try service.maintenance.diagnose().isHealthy)
        let items = try service.items.list(limit: 20)
        try service.items.edit(items[0].id, with: ItemEdit(title: "Otter"))
        try service.items.delete(items[1].id)
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.undoLog.undo()
        try service.tags.merge([word(2)], into: word(3))
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.undoLog.undo()
        #expect(try service.maintenance.diagnose().isHealthy)
    }
}
