import Foundation
import TagService
import TestSupport
import Testing

/// Suggestions for a new item, from its title, location, note and text.
@Suite struct ItemSuggestionTests {
    private func suggestions(
        _ service: TagService, _ item: ItemEvidence, given: [String] = [], savedItem: Int64? = nil
    ) throws -> [Suggestion] {
        try service.suggestions.find(for: SuggestionQuery(given: given, item: item, savedItem: savedItem)).suggestions
    }

    private func tags(_ service: TagService, _ item: ItemEvidence) throws -> [String] {
        try suggestions(service, item).map(\.tag)
    }

    private func zoo() throws -> TagService {
        let service = try ServiceFixture().service
        for number in 1...3 {
            try service.items.save(
                ItemDraft(
                    title: "Feeding times \(number)", location: "https://zoo.org/\(number)",
                    text: "Giraffes eat leaves", tags: ["animals", "zoo"]))
        }
        try service.items.save(ItemDraft(title: "Rome in a day", tags: ["travel"]))
        try service.items.save(ItemDraft(title: "Stripes", tags: ["zebra"]))
        try service.sets.addTags(["Lightroom"], to: .chosen)
        return service
    }

    @Test func `a tag named in the title comes first, even one that was never used`() throws {
        let service = try zoo()
        let found = try suggestions(service, ItemEvidence(title: "Lightroom"))
        #expect(found.first?.tag == "Lightroom")
        #expect(found.first?.because == [#"title has "lightroom""#])
        let both = try tags(service, ItemEvidence(title: "a zebra in the zoo"))
        #expect(both.prefix(3).contains("zebra") && both.prefix(3).contains("zoo"))
    }

    @Test func `similar items suggest their tags`() throws {
        let service = try zoo()
        let found = try suggestions(service, ItemEvidence(title: "Feeding the seals"))
        #expect(Set(found.prefix(2).map(\.tag)) == ["animals", "zoo"])
        #expect(found.first?.because.first?.hasPrefix(#"similar to "Feeding times "#) == true)
        #expect(found.first?.because.first?.hasSuffix("(3 items)") == true)
    }

    @Test func `the site of the location suggests tags`() throws {
        let service = try zoo()
        let found = try suggestions(service, ItemEvidence(location: "https://www.zoo.org/map"))
        #expect(Set(found.prefix(2).map(\.tag)) == ["animals", "zoo"])
        let animals = found.first { $0.tag == "animals" }
        #expect(animals?.because == ["site zoo.org"])
    }

    @Test func `the words of a text are learned, but the text isn't stored`() throws {
        let folder = try TemporaryFolder()

        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path), concurrency: .serial)
        for number in 1...3 {
            let text = "quokkas smile at wallabies"
            try service.items.save(ItemDraft(title: "a\(number)", text: text, tags: ["marsupial"]))
            try service.items.save(ItemDraft(title: "b\(number)", tags: ["other\(number)"]))
        }
        let found = try tags(service, ItemEvidence(text: "A quokka and two wallabies"))
        #expect(found.first == "marsupial")
        try service.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.range(of: Data("quokkas smile".utf8)) == nil)
    }

    @Test func `an edit of the title keeps words learned from the text`() throws {
        let service = try zoo()
        let first = try #require(try service.items.list(limit: 10).last)
        try service.items.edit(first.id, with: ItemEdit(title: "Dinner"))
        #expect(try service.maintenance.diagnose().isHealthy)
        let found = try suggestions(service, ItemEvidence(text: "leaves"))
        #expect(Set(found.prefix(2).map(\.tag)) == ["animals", "zoo"])
    }

    @Test func `undoing the replacement of an item forgets the new text`() throws {
        let service = try zoo()
        let rome = ItemDraft(title: "Colosseum", location: "https://rome.it", tags: ["Rome"])
        try service.items.save(rome)
        let before = try suggestions(service, ItemEvidence(text: "gladiators"))
        try service.items.save(ItemDraft(location: "https://rome.it", text: "gladiators and lions", tags: ["Rome"]))
        #expect(try tags(service, ItemEvidence(text: "gladiators")).first == "Rome")
        try service.undoLog.undo()
        #expect(try suggestions(service, ItemEvidence(text: "gladiators")) == before)
        #expect(try tags(service, ItemEvidence(title: "Colosseum")).first == "Rome")
        try service.undoLog.redo()
        #expect(try tags(service, ItemEvidence(text: "gladiators")).first == "Rome")
    }

    @Test func `counts stay exact when items and tags are changed and changes are undone`() throws {
        let service = try zoo()
        let states: [(String, () throws -> Void)] = [
            ("merge", { _ = try service.tags.merge("zebra", into: "animals") }),
            ("rename", { _ = try service.tags.rename("zoo", to: "zoos", leavesAlias: true) }),
            ("alias", { _ = try service.tags.addAlias("menagerie", to: "zoos") }),
            ("delete", { _ = try service.tags.delete(["travel"]) }),
            (
                "replace",
                {
                    _ = try service.items.save(
                        ItemDraft(location: "https://zoo.org/1", text: "zebra", tags: ["Lightroom"]))
                }
            ), ("delete item", { _ = try service.items.delete(2) }),
        ]
        for (name, change) in states {
            try change()
            #expect(try service.maintenance.diagnose().miscounts == [], "\(name)")
        }
        for _ in states {
            try service.undoLog.undo()
            #expect(try service.maintenance.diagnose().miscounts == [])
        }
        let found = try tags(service, ItemEvidence(title: "zebra"))
        #expect(found.first == "zebra")
        while (try? service.undoLog.redo()) != nil {}
        #expect(try service.maintenance.diagnose().miscounts == [])
    }

    @Test func `a merged tag inherits the lessons of the other`() throws {
        let service = try ServiceFixture().service
        for number in 1...12 {
            try service.items.save(ItemDraft(title: "kw rare \(number)", tags: ["keyword"]))
            try service.items.save(ItemDraft(title: "kw \(number)", tags: ["kw"]))
        }
        try service.tags.merge("kw", into: "keyword")
        let found = try suggestions(service, ItemEvidence(title: "kw"))
        #expect(found.first?.tag == "keyword")
        #expect(try service.maintenance.diagnose().miscounts == [])
    }

    @Test func `a saved item isn't evidence for itself`() throws {
        let service = try zoo()
        let rome = try #require(try service.items.list(limit: 10).first { $0.title == "Rome in a day" })
        let evidence = ItemEvidence(title: rome.title)
        let itself = try suggestions(service, evidence)
        #expect(itself.first?.because.first == #"similar to "Rome in a day""#)
        let others = try suggestions(service, evidence, savedItem: rome.id)
        #expect(others.allSatisfy { !$0.because.contains(#"similar to "Rome in a day""#) })
    }

    @Test func `the learned text of a saved item is evidence for its tags`() throws {
        let service = try zoo()
        let saved = try service.items.save(ItemDraft(title: "Visit", text: "Giraffes eat leaves")).item
        let evidence = ItemEvidence(title: "Visit")
        let found = try suggestions(service, evidence, savedItem: saved.id)
        #expect(Set(found.prefix(2).map(\.tag)) == ["animals", "zoo"])
        #expect(found.first { $0.tag == "zoo" }?.because.first?.hasPrefix("similar to") == true)
        let unknown = try suggestions(service, evidence).first { $0.tag == "zoo" }
        #expect(unknown?.because.first?.hasPrefix("similar to") != true)
        // With another title, the saved text doesn't count.
        let edited = try suggestions(service, ItemEvidence(title: "Rome"), savedItem: saved.id)
        #expect(edited.first?.tag == "travel")
    }

    @Test func `an untagged item teaches nothing until it has tags`() throws {
        let service = try zoo()
        let draft = ItemDraft(title: "Okapi", text: "okapi okapi forest")
        let saved = try service.items.save(draft)
        #expect(try service.maintenance.diagnose().miscounts == [])
        #expect(try suggestions(service, ItemEvidence(title: "okapi")).first?.tag != "forest")
        try service.items.edit(saved.item.id, with: ItemEdit(added: ["rainforest"]))
        #expect(try service.maintenance.diagnose().miscounts == [])
        #expect(try tags(service, ItemEvidence(title: "okapi")).first == "rainforest")
    }

    @Test func `given tags and an item are evidence together`() throws {
        let service = try zoo()
        let found = try suggestions(service, ItemEvidence(title: "Feeding"), given: ["zoo"])
        #expect(found.first?.tag == "animals")
        let terms = found.first?.explanation?.terms ?? []
        #expect(terms.contains { $0.given == "zoo" } && terms.contains { $0.item != nil })
        let explanation = try #require(found.first?.explanation)
        #expect(explanation.estimate > 0)
    }

    @Test func `resident and short-lived processes suggest the same`() throws {
        let service = try zoo()
        let items = [
            ItemEvidence(title: "a zebra in the zoo"), ItemEvidence(title: "Feeding"),
            ItemEvidence(location: "https://zoo.org/x"), ItemEvidence(text: "leaves and stripes"),
        ]
        for item in items {
            service.suggestions.keepInMemory(false)
            let alone = try suggestions(service, item)
            service.suggestions.keepInMemory()
            #expect(try suggestions(service, item) == alone)
            #expect(try suggestions(service, item) == alone)
        }
        // A resident process follows an edit that changes only words.
        let stripes = try #require(try service.items.list(limit: 10).first { $0.title == "Stripes" })
        try service.items.edit(stripes.id, with: ItemEdit(title: "Dinosaur"))
        let resident = try suggestions(service, ItemEvidence(title: "dinosaur"))
        service.suggestions.keepInMemory(false)
        #expect(try suggestions(service, ItemEvidence(title: "dinosaur")) == resident)
        #expect(resident.first?.tag == "zebra")
    }

    @Test func `a short word that many items have gives no reason`() throws {
        let service = try zoo()
        // Danish isn't among the languages with function words.
        for number in 0..<20 { try service.items.save(ItemDraft(title: "Ost af \(number)", tags: ["day"])) }
        let found = try suggestions(service, ItemEvidence(title: "Bog af gnu"))
        #expect(found.contains { $0.because.contains { $0.hasPrefix("similar") } } == false)
    }

    @Test func `nothing below 5 % is offered unless it is typed`() throws {
        let service = try ServiceFixture().service
        for number in 0..<40 {
            let tags = ["common", number == 0 ? "rare" : "other \(number)"]
            try service.items.save(ItemDraft(title: "walk \(number)", tags: tags))
        }
        let item = ItemEvidence(title: "A walk")
        let found = try suggestions(service, item)
        #expect(found.first?.tag == "common")
        #expect(found.allSatisfy { ($0.probability ?? 0) >= 0.05 }, "\(found.map(\.probability))")
        let typed = try service.suggestions.find(for: SuggestionQuery(text: "rare", item: item))
        #expect(typed.first?.tag == "rare")
        var all = SuggestionQuery(item: item)
        all.minimumProbability = 0
        #expect(try service.suggestions.find(for: all).contains { $0.probability.map { $0 < 0.05 } ?? false })
        let companions = try service.suggestions.find(for: SuggestionQuery(given: ["common"]))
        #expect(companions.contains { $0.probability.map { $0 < 0.05 } ?? false }, "\(companions.map(\.probability))")
    }

    @Test func `a caller limited to a set learns nothing from other sets`() throws {
        let service = try zoo()
        try service.sets.create("own", tags: ["zebra", "okapi"])
        let item = ItemEvidence(title: "Feeding times of a zebra", location: "https://zoo.org/4")
        let found = try service.limited(to: [2]) { try suggestions(service, item) }
        #expect(found.map(\.tag) == ["zebra", "okapi"])
        #expect(found.first?.because == [#"title has "zebra""#])
        try service.items.save(ItemDraft(title: "Feeding times of a zebra", tags: ["okapi"]), in: .named("default"))
        let later = try service.limited(to: [2]) { try suggestions(service, item) }
        #expect(later == found)
    }

    @Test func `a model gives items to people who have none`() throws {
        let folder = try TemporaryFolder()

        let path = folder.file("team.model")
        let lines = (0..<30)
            .map { number in
                let isSea = number.isMultiple(of: 2)
                return #"{"title": "\#(isSea ? "sailing boats" : "mountain huts") n\#(number)", "#
                    + #""note": "confidential\#(number)", "tags": ["\#(isSea ? "sea" : "hills")"]}"#
            }
        let bytes = Array(lines.joined(separator: "\n").utf8)
        let file = folder.file("items.ndjson")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let given = Once(bytes)
        _ = try TagService.Suggestions.buildModel(
            at: path, from: [.file(ImportOptions(format: .ndjson, name: file), pieces: { given.take() })])
        let service = try ServiceFixture().service
        service.suggestions.use(try SharedModel(path: path))
        let found = try suggestions(service, ItemEvidence(title: "Boats for sailing"))
        #expect(found.first?.tag == "sea" && found.first?.new == true)
        let stored = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(stored.range(of: Data("confidential".utf8)) == nil)
        #expect(stored.range(of: Data("sailing boats".utf8)) == nil)
    }
}
