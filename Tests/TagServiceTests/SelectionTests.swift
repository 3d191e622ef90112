import TagService
import Testing

@Suite struct SelectionTests {
    private func fixture() async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        _ = try fixture.service.addTags(["a", "b", "c", "d"])
        return fixture
    }

    @Test func `tags are added and selected in one step, and a tag is moved to the end`() async throws {
        let fixture = try ServiceFixture()
        _ = try fixture.service.addTags(["a", "b", "c"])
        #expect(try fixture.service.addTags(["b", "d"], selecting: true).changed == ["d"])
        #expect(try fixture.service.tagSet().selected == ["b", "d"])
        #expect(try fixture.service.undo() == "add b, d")
        #expect(try fixture.service.tagSet().tags == ["a", "b", "c"])
        #expect(try fixture.service.tagSet().selected == [])
        #expect(try fixture.service.moveTagToEnd("a").changed == ["a"])
        #expect(try fixture.service.tagSet().tags == ["b", "c", "a"])
        #expect(try fixture.service.moveTagToEnd("a").changed == [])
        #expect(try fixture.service.undo() == "move a to the end")
        #expect(try fixture.service.tagSet().tags == ["a", "b", "c"])
    }

    @Test func `toggling is all or nothing`() async throws {
        let fixture = try await fixture()
        #expect(throws: TagServiceError.self) { try fixture.service.changeSelection(["a", "nope"], .toggle) }
        #expect(throws: TagServiceError.unknownNumber(5, count: 4)) { try fixture.service.tagNames(ofChips: [1, 5]) }
        #expect(try await fixture.selection().isEmpty)
        let change = try fixture.service.changeSelection(["c", "a", "C"], .toggle)
        #expect(change.changed == ["c", "a"] && change.selected == [true, true])
        #expect(try await fixture.selection() == ["a", "c"])
    }

    @Test func `tags already in the requested state are unchanged`() async throws {
        let fixture = try await fixture()
        _ = try fixture.service.changeSelection(["a"], .select)
        let change = try fixture.service.changeSelection(["a", "b"], .select)
        #expect(change.changed == ["b"] && change.unchanged == ["a"])
        #expect(try fixture.service.changeSelection(["c"], .deselect).unchanged == ["c"])
        #expect(try fixture.service.clear().changed == ["a", "b"])
        #expect(try fixture.service.undo() == "clear")
        #expect(try await fixture.selection() == ["a", "b"])
    }

    @Test func `a tag of another set is an error that suggests adding it`() async throws {
        let fixture = try await fixture()
        _ = try fixture.service.createSet("other", tags: ["z"])
        #expect(throws: TagServiceError.notInSet(tag: "a", set: "other")) {
            try fixture.service.changeSelection(["a"], .toggle)
        }
    }

    @Test func `restoring an item adds tags that were removed`() async throws {
        let fixture = try await fixture()
        #expect(throws: TagServiceError.nothingSelected(set: "default")) { try fixture.service.save() }
        _ = try fixture.service.changeSelection(["a", "b"], .select)
        let saved = try fixture.service.save(title: "  two   of them ")
        #expect(saved.title == "two of them" && saved.tags == ["a", "b"])
        _ = try fixture.service.removeTags(["b"])
        _ = try fixture.service.changeSelection(["d"], .select)
        _ = try fixture.service.restoreItem(saved.id)
        #expect(try await fixture.selection() == ["a", "b"])
        #expect(try await fixture.names() == ["a", "c", "d", "b"])
        #expect(throws: TagServiceError.unknownItem(99)) { try fixture.service.restoreItem(99) }
    }

    @Test func `deleting an item reverts its learning, and undo restores it`() async throws {
        let fixture = try await fixture()
        _ = try fixture.service.changeSelection(["a", "b"], .select)
        let saved = try fixture.service.save()
        let next = SuggestionQuery(given: ["a"])
        #expect(try fixture.service.suggestions(for: next).first?.because == ["with a"])
        _ = try fixture.service.deleteItem(saved.id)
        #expect(try fixture.service.suggestions(for: next).first?.because != ["with a"])
        #expect(try fixture.service.items().isEmpty)
        _ = try fixture.service.undo()
        #expect(try fixture.service.suggestions(for: next).first?.because == ["with a"])
        #expect(try fixture.service.items().map(\.id) == [saved.id])
        #expect(try fixture.service.diagnose().isHealthy)
    }

    @Test func `repeated names count once`() async throws {
        let fixture = try await fixture()
        let many = Array(repeating: "a", count: 1_000) + ["A", "b"]
        #expect(try fixture.service.changeSelection(many, .toggle).changed == ["a", "b"])
        #expect(try fixture.service.removeTags(many).changed == ["a", "b"])
        let added = try fixture.service.addTags(many)
        #expect(added.changed == ["a", "b"])
        #expect(added.unchanged == Array(repeating: "a", count: 1_000))
    }

    @Test func `undo and redo fail when there is nothing left`() async throws {
        let fixture = try ServiceFixture()
        #expect(throws: TagServiceError.nothingToUndo) { try fixture.service.undo() }
        _ = try fixture.service.addTags(["a"])
        _ = try fixture.service.undo()
        #expect(throws: TagServiceError.nothingToUndo) { try fixture.service.undo() }
        _ = try fixture.service.redo()
        #expect(throws: TagServiceError.nothingToRedo) { try fixture.service.redo() }
        // A new change discards undone steps.
        _ = try fixture.service.undo()
        _ = try fixture.service.addTags(["b"])
        #expect(throws: TagServiceError.nothingToRedo) { try fixture.service.redo() }
        #expect(try await fixture.names() == ["b"])
    }
}
