import TagService
import TestSupport
import Testing

@Suite struct ImplicationTests {
    /// A service with tags in its chosen set and the implications beagle → dog → animal.
    private func fixture() async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["beagle", "cat", "animal", "dog", "house"])
        try fixture.service.tags.addImplication(from: "beagle", to: "dog")
        try fixture.service.tags.addImplication(from: "dog", to: "animal")
        return fixture
    }

    private func pairs(_ fixture: ServiceFixture) async throws -> [String] {
        try fixture.service.tags.implications().flatMap { row in row.implies.map { "\(row.tag) \($0)" } }
    }

    @Test func `an implication is added, listed and removed, each in one step`() async throws {
        let fixture = try await fixture()
        let service = fixture.service
        try service.tags.addAlias("hound", to: "dog")
        #expect(try await pairs(fixture) == ["beagle dog", "dog animal"])
        let made = try service.tags.addImplication(from: "CAT", to: "Animal")
        #expect(made == Implications(tag: "cat", implies: ["animal"]))
        #expect(try service.undoLog.undo().summary == "imply cat animal")
        #expect(try await pairs(fixture).count == 2)
        try service.undoLog.redo()
        #expect(try service.tags.deleteImplication(from: "beagle", to: "hound").implies == ["dog"])
        #expect(try await pairs(fixture) == ["cat animal", "dog animal"])
        #expect(try service.undoLog.undo().summary == "unimply beagle dog")
        // Adding an existing implication changes nothing.
        try service.tags.addImplication(from: "beagle", to: "dog")
        #expect(try service.undoLog.undo().summary == "imply cat animal")
        #expect(throws: TagServiceError.unknownImplication("cat", "dog")) {
            try service.tags.deleteImplication(from: "cat", to: "dog")
        }
        #expect(throws: TagServiceError.self) { try service.tags.addImplication(from: "dog", to: "nothing") }
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a cycle is rejected, and the message shows it`() async throws {
        let fixture = try await fixture()
        #expect(throws: TagServiceError.impliesItself("dog")) {
            try fixture.service.tags.addImplication(from: "dog", to: "DOG")
        }
        #expect(throws: TagServiceError.implicationCycle(["dog", "beagle", "dog"])) {
            try fixture.service.tags.addImplication(from: "dog", to: "beagle")
        }
        let error = TagServiceError.implicationCycle(["animal", "beagle", "dog", "animal"])
        #expect(throws: error) { try fixture.service.tags.addImplication(from: "animal", to: "beagle") }
        #expect(
            error.description == """
                'animal' can't imply 'beagle': animal → beagle → dog → animal would be a cycle; \
                use 'unimply beagle dog' to break it
                """)
        let long = TagServiceError.implicationCycle((1...100).map { "t\($0)" } + ["t1"])
        #expect(long.description.contains("t1 → t2 → t3 → t4 → t5 → t6 → 94 more → t1 would"))
        #expect(try await pairs(fixture).count == 2)
    }

    @Test func `adding an implication at either end of a long chain is fast`() async throws {
        let fixture = try ServiceFixture()
        let names = (0..<3_000).map { "tag \($0)" }
        let chain = zip(names, names.dropFirst()).map { #"{"tag":"\#($0)","implies":["\#($1)"]}"# }
        for lines in [chain, chain.reversed()] {
            let fixture = try ServiceFixture()
            #expect(try await fixture.importData(lines.joined(separator: "\n")).newImplications == 2_999)
        }
        _ = try await fixture.importData(chain.joined(separator: "\n"))
        let error = #expect(throws: TagServiceError.self) {
            try fixture.service.tags.addImplication(from: "tag 2999", to: "tag 0")
        }
        #expect(error?.description.contains("2994 more") == true)
        let found = try fixture.service.suggestions.find(for: SuggestionQuery(given: ["tag 0"], limit: 3_000))
        #expect(found.map(\.tag).prefix(2_999) == names.dropFirst())
    }

    @Test func `renaming keeps implications, deleting removes them, and undo restores them`() async throws {
        let fixture = try await fixture()
        try fixture.service.tags.rename("dog", to: "canine")
        #expect(try await pairs(fixture) == ["beagle canine", "canine animal"])
        let before = try await fixture.exportNDJSON()
        try fixture.service.tags.delete(["canine"])
        #expect(try await pairs(fixture) == [])
        try fixture.service.undoLog.undo()
        #expect(try await fixture.exportNDJSON() == before)
        try fixture.service.undoLog.redo()
        #expect(try await pairs(fixture) == [])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `merging moves implications, and drops those between the two tags or in a cycle`() async throws {
        let fixture = try await fixture()
        let service = fixture.service
        try service.tags.addImplication(from: "cat", to: "animal")
        let before = try await fixture.exportNDJSON()
        // dog → animal and cat → animal become one implication, and beagle → dog becomes beagle → cat.
        let merged = try service.tags.merge("dog", into: "cat")
        #expect(merged.withoutImplications.isEmpty)
        #expect(try await pairs(fixture) == ["beagle cat", "cat animal"])
        try service.undoLog.undo()
        // The implication between the two tags is dropped without being reported.
        #expect(try service.tags.merge("beagle", into: "dog").withoutImplications.isEmpty)
        #expect(try await pairs(fixture) == ["cat animal", "dog animal"])
        try service.undoLog.undo()
        // dog is between the two tags: animal → dog would close a cycle with dog → animal.
        let dropped = try service.tags.merge("beagle", into: "animal").withoutImplications
        #expect(dropped == [Implications(tag: "animal", implies: ["dog"])])
        #expect(try await pairs(fixture) == ["cat animal", "dog animal"])
        try service.undoLog.undo()
        let other = try service.tags.merge("animal", into: "beagle").withoutImplications
        #expect(other == [Implications(tag: "dog", implies: ["beagle"])])
        #expect(try await pairs(fixture) == ["beagle dog", "cat beagle"])
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.undoLog.undo()
        #expect(try await fixture.exportNDJSON() == before)
    }

    @Test func `selecting turns on implied tags in one step, and adds missing tags to the set`() async throws {
        let fixture = try await fixture()
        let service = fixture.service
        try service.sets.removeTags(["animal"])
        let change = try service.selection.select(["beagle"], implied: .all)
        #expect(change.changed == ["beagle", "dog", "animal"])
        #expect(change.selected == [true, true, true])
        #expect(try await fixture.selection() == ["beagle", "dog", "animal"])
        #expect(try service.undoLog.undo().summary == "select beagle, dog, animal")
        #expect(try await fixture.selection().isEmpty)
        #expect(try await fixture.names() == ["beagle", "cat", "dog", "house"])
        let members = try service.selection.toggle(["beagle"], implied: .members)
        #expect(members.changed == ["beagle", "dog"])
        // A tag that was already on turns on implied tags as well; a tag that is turned off doesn't.
        try service.selection.deselect(["dog"])
        #expect(try await fixture.selection() == ["beagle"])
        let again = try service.selection.select(["beagle"], implied: .all)
        #expect(again.changed == ["dog", "animal"] && again.unchanged == ["beagle"])
        try service.selection.toggle(["beagle"], implied: .all)
        #expect(try await fixture.selection() == ["dog", "animal"])
        try service.selection.clear()
        let added = try service.sets.addTags(["puppy"], selecting: true, implied: .all)
        #expect(added.changed == ["puppy"])
        try service.tags.addImplication(from: "puppy", to: "dog")
        try service.sets.addTags(["puppy"], selecting: true, implied: .all)
        #expect(try await fixture.selection() == ["dog", "animal", "puppy"])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `saved tags are learned, implied tags aren't`() async throws {
        let (ruled, plain) = (try await fixture(), try ServiceFixture())
        try plain.service.sets.addTags(["beagle", "cat", "animal", "dog", "house"])
        for fixture in [ruled, plain] {
            for tags in [["beagle", "house"], ["cat", "house"], ["beagle", "cat"]] {
                try fixture.service.items.save(tags: tags, title: "a day")
            }
        }
        let uses = try ruled.service.tags.all(in: nil)
        #expect(try plain.service.tags.all(in: nil) == uses)
        #expect(uses.first { $0.tag == "dog" }?.uses == 0)
        #expect(try ruled.service.suggestions.learnedNumbers() == plain.service.suggestions.learnedNumbers())
    }
}
