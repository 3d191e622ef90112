import Foundation
import TagService
import TestSupport
import Testing

@Suite struct DescriptionTests {
    @Test func `a tag is described and colored in one step each, and undo restores what was there`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["photo", "map"])
        #expect(try service.tags.description(of: "photo").isEmpty)
        let described = try service.tags.describe("PHOTO", as: "  pictures\tthat I\ntook ", color: .blue)
        #expect(described == TagDescription(tag: "photo", description: "pictures that I took", color: .blue))
        #expect(try service.tags.describe("photo", color: .red).description == "pictures that I took")
        #expect(try service.undoLog.undo().summary == "describe photo")
        #expect(try service.tags.description(of: "photo") == described)
        try service.undoLog.undo()
        #expect(try service.tags.description(of: "photo").isEmpty)
        try service.undoLog.redo()
        #expect(try service.tags.description(of: "photo") == described)
        #expect(try service.tags.describe("photo", as: "", color: .noColor).isEmpty)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a description has at most 1,000 bytes`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["photo"])
        let longest = String(repeating: "é", count: 500)
        #expect(try service.tags.describe("photo", as: longest).description == longest)
        let long = longest + "a"
        let error = TagServiceError.invalidName(long, of: .description, .tooLong(limit: 1_000))
        #expect(throws: error) { try service.tags.describe("photo", as: long) }
        #expect(error.description.hasSuffix("it is longer than 1000 bytes of UTF-8; shorten it"))
        #expect(try service.tags.description(of: "photo").description == longest)
    }

    @Test func `a name and a description are changed in one step`() throws {
        let fixture = try ServiceFixture()
        let service = fixture.service
        try service.sets.addTags(["photo"])
        let before = try service.files.exportNDJSON()
        #expect(try service.tags.edit("photo", newName: "picture", description: "what I see") == "picture")
        let info = try service.tags.named("photo")
        #expect(info.tag == "picture" && info.description == "what I see" && info.aliases == ["photo"])
        #expect(try service.undoLog.undo().summary == "rename photo picture")
        #expect(try service.files.exportNDJSON() == before)
    }

    @Test func `a deleted tag comes back with its description`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["photo"])
        try service.tags.describe("photo", as: "pictures", color: .green)
        let before = try service.files.exportNDJSON()
        try service.tags.delete(["photo"])
        try service.sets.addTags(["photo"])
        #expect(try service.tags.description(of: "photo").isEmpty)
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try service.files.exportNDJSON() == before)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a merge keeps the description of the remaining tag, or takes that of the other`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["photos", "pics", "photo"])
        try service.tags.describe("photos", as: "many pictures", color: .red)
        try service.tags.describe("pics", as: "small pictures", color: .blue)
        let before = try service.files.exportNDJSON()
        let merged = try service.tags.merge(["photos", "pics"], into: "photo")
        let kept = TagDescription(tag: "photos", description: "many pictures", color: .red)
        #expect(merged.details.taken == [kept])
        #expect(merged.details.dropped == [TagDescription(tag: "pics", description: "small pictures", color: .blue)])
        #expect(try service.tags.description(of: "photo").description == "many pictures")
        try service.undoLog.undo()
        #expect(try service.files.exportNDJSON() == before)
        try service.tags.describe("photo", color: .gray)
        let half = try service.tags.merge("photos", into: "photo").details
        #expect(half.taken == [TagDescription(tag: "photos", description: "many pictures")])
        #expect(half.dropped == [TagDescription(tag: "photos", color: .red)])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `descriptions are exported, and importing them twice changes nothing the second time`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["photo", "map"])
        try fixture.service.tags.describe("photo", as: "pictures", color: .purple)
        try fixture.service.tags.describe("map", color: .gray)
        let lines = try await fixture.exportNDJSON()
        #expect(lines.contains(#"{"color":"purple","description":"pictures","tag":"photo"}"#))
        let copy = try ServiceFixture()
        #expect(try await copy.importData(lines).newDescriptions == 2)
        #expect(try await copy.exportNDJSON() == lines)
        #expect(try await copy.importData(lines).newDescriptions == 0)
        let changed = try await copy.importData(#"{"tag": "photo", "description": "prints"}"#)
        #expect(changed.newDescriptions == 1 && changed.unchanged == 0)
        let detail = try copy.service.tags.description(of: "photo")
        #expect(detail == TagDescription(tag: "photo", description: "prints", color: .purple))
        #expect(throws: TagServiceError.self) {
            try copy.service.files.importData(
                Array(#"{"tag": "photo", "color": "pink"}"#.utf8), options: ImportOptions(format: .ndjson, name: "test")
            )
        }
    }

    @Test func `lists, boards and pickers have descriptions and colors`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["photo", "map"])
        try service.tags.describe("photo", as: "pictures", color: .purple)
        #expect(try service.tags.all(in: nil).map(\.description) == [nil, "pictures"])
        #expect(try service.tags.all(in: .chosen).map(\.color) == [.purple, nil])
        #expect(try service.tags.page().tags.map(\.color) == [nil, .purple])
        let request = BoardRequest(width: 40) { CGSize(width: $0.label.width + 4, height: 1) }
        #expect(try service.sets.board(request).chips.map(\.color) == [.purple, nil])
        let picked = try service.suggestions.pickableTags().tags
        #expect(picked.map(\.description) == ["pictures", nil] && picked.map(\.color) == [.purple, nil])
    }
}

/// Suggestions from the words of descriptions.
@Suite struct DescriptionEvidenceTests {
    private func service() throws -> TagService {
        let service = try ServiceFixture().service
        for (title, tag) in [
            ("Feeding times", "zoo"), ("A day in town", "rome"), ("Scales and chords", "music"),
            ("Knots for sailors", "boats"), ("Sour dough", "bread"), ("Openings and ends", "chess"),
        ] { for number in 1...2 { try service.items.save(ItemDraft(title: "\(title) \(number)", tags: [tag])) } }
        try service.sets.addTags(["optics"])
        return service
    }

    private func suggestions(_ title: String, _ service: TagService) throws -> [Suggestion] {
        try service.suggestions.find(for: SuggestionQuery(item: ItemEvidence(title: title))).suggestions
    }

    @Test func `a tag that no item has is suggested by the words of its description`() throws {
        let service = try service()
        let before = try suggestions("Grinding a telescope mirror", service)
        #expect(before.first?.tag != "optics")
        try service.tags.describe("optics", as: "lenses, mirrors and a telescope")
        let found = try suggestions("Grinding a telescope mirror", service)
        #expect(found.first?.tag == "optics")
        #expect(found.first?.because.first == #"description has "telescope""#)
        // The item isn't about it.
        #expect(try suggestions("Feeding the seals", service).first?.tag == "zoo")
        try service.undoLog.undo()
        #expect(try suggestions("Grinding a telescope mirror", service) == before)
    }

    @Test func `a description counts like an item that was saved once`() throws {
        let described = try service()
        try described.tags.describe("optics", as: "telescope")
        let saved = try service()
        try saved.items.save(ItemDraft(title: "telescope", tags: ["optics"]))
        let one = try #require(suggestions("a telescope", described).first)
        let other = try #require(suggestions("a telescope", saved).first)
        #expect(one.tag == other.tag)
        #expect(abs(one.score - other.score) < 0.1)
        // Three items with another tag outweigh it.
        for number in 1...3 { try described.items.save(ItemDraft(title: "telescope \(number)", tags: ["stars"])) }
        #expect(try suggestions("a telescope", described).first?.tag == "stars")
    }

    @Test func `it works without items, in a server's cache, and only for tags of the set`() throws {
        let service = try ServiceFixture().service
        service.suggestions.keepInMemory()
        try service.sets.addTags(["optics"])
        try service.tags.describe("optics", as: "a telescope")
        #expect(try suggestions("my telescope", service).first?.because.first == #"description has "telescope""#)
        try service.tags.describe("optics", as: "a microscope")
        let found = try suggestions("my telescope", service)
        #expect(found.allSatisfy { !$0.because.contains(#"description has "telescope""#) })
        try service.sets.create("habits", tags: ["walk"])
        let query = SuggestionQuery(item: ItemEvidence(title: "my microscope"), set: .named("habits"))
        #expect(try service.suggestions.find(for: query).allSatisfy { $0.tag != "optics" })
    }

    @Test func `a description of another tag changes no suggestion`() throws {
        let service = try service()
        let before = try suggestions("Feeding the seals", service)
        try service.tags.describe("optics", color: .blue)
        #expect(try suggestions("Feeding the seals", service) == before)
    }
}
