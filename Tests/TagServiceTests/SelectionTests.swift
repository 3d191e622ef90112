import TagService
import Testing

@Suite struct SelectionTests {
    private func fixture() async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a", "b", "c", "d"])
        return fixture
    }

    @Test func `tags are added and selected in one step, and a tag is moved to the end`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a", "b", "c"])
        #expect(try fixture.service.sets.addTags(["b", "d"], selecting: true).changed == ["d"])
        #expect(try fixture.service.sets.contents().selected == ["b", "d"])
        #expect(try fixture.service.undoLog.undo().summary == "add b, d")
        #expect(try fixture.service.sets.contents().tags == ["a", "b", "c"])
        #expect(try fixture.service.sets.contents().selected == [])
        #expect(try fixture.service.sets.moveTagToEnd("a").changed == ["a"])
        #expect(try fixture.service.sets.contents().tags == ["b", "c", "a"])
        #expect(try fixture.service.sets.moveTagToEnd("a").changed == [])
        #expect(try fixture.service.undoLog.undo().summary == "move a to the end")
        #expect(try fixture.service.sets.contents().tags == ["a", "b", "c"])
    }

    @Test func `toggling is all or nothing`() async throws {
        let fixture = try await fixture()
        #expect(throws: TagServiceError.self) { try fixture.service.selection.toggle(["a", "nope"]) }
        #expect(throws: TagServiceError.unknownNumber(5, count: 4)) {
            try fixture.service.selection.tagNames(ofChips: [1, 5])
        }
        #expect(try await fixture.selection().isEmpty)
        let change = try fixture.service.selection.toggle(["c", "a", "C"])
        #expect(change.changed == ["c", "a"] && change.selected == [true, true])
        #expect(try await fixture.selection() == ["a", "c"])
    }

    @Test func `tags already in the requested state are unchanged`() async throws {
        let fixture = try await fixture()
        try fixture.service.selection.select(["a"])
        let change = try fixture.service.selection.select(["a", "b"])
        #expect(change.changed == ["b"] && change.unchanged == ["a"])
        #expect(try fixture.service.selection.deselect(["c"]).unchanged == ["c"])
        #expect(try fixture.service.selection.clear().changed == ["a", "b"])
        #expect(try fixture.service.undoLog.undo().summary == "clear")
        #expect(try await fixture.selection() == ["a", "b"])
    }

    @Test func `a tag of another set is an error that suggests adding it`() async throws {
        let fixture = try await fixture()
        try fixture.service.sets.create("other", tags: ["z"])
        #expect(throws: TagServiceError.notInSet(tag: "a", set: "other")) {
            try fixture.service.selection.toggle(["a"])
        }
    }

    @Test func `restoring an item adds tags that were removed`() async throws {
        let fixture = try await fixture()
        #expect(throws: TagServiceError.nothingSelected(set: "default")) { try fixture.service.items.save() }
        try fixture.service.selection.select(["a", "b"])
        let saved = try fixture.service.items.save(title: "  two   of them ")
        #expect(saved.title == "two of them" && saved.tags == ["a", "b"])
        try fixture.service.sets.removeTags(["b"])
        try fixture.service.selection.select(["d"])
        try fixture.service.items.restore(saved.id)
        #expect(try await fixture.selection() == ["a", "b"])
        #expect(try await fixture.names() == ["a", "c", "d", "b"])
        #expect(throws: TagServiceError.unknownItem(99)) { try fixture.service.items.restore(99) }
    }

    @Test func `deleting an item reverts its learning, and undo restores it`() async throws {
        let fixture = try await fixture()
        try fixture.service.selection.select(["a", "b"])
        let saved = try fixture.service.items.save()
        let next = SuggestionQuery(given: ["a"])
        #expect(try fixture.service.suggestions.find(for: next).first?.because == ["with a"])
        try fixture.service.items.delete(saved.id)
        #expect(try fixture.service.suggestions.find(for: next).first?.because != ["with a"])
        #expect(try fixture.service.items.list().isEmpty)
        try fixture.service.undoLog.undo()
        #expect(try fixture.service.suggestions.find(for: next).first?.because == ["with a"])
        #expect(try fixture.service.items.list().map(\.id) == [saved.id])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `repeated names count once`() async throws {
        let fixture = try await fixture()
        let many = Array(repeating: "a", count: 1_000) + ["A", "b"]
        #expect(try fixture.service.selection.toggle(many).changed == ["a", "b"])
        #expect(try fixture.service.sets.removeTags(many).changed == ["a", "b"])
        let added = try fixture.service.sets.addTags(many)
        #expect(added.changed == ["a", "b"])
        #expect(added.unchanged == Array(repeating: "a", count: 1_000))
    }

    @Test func `undo and redo fail when there is nothing left`() async throws {
        let fixture = try ServiceFixture()
        #expect(throws: TagServiceError.nothingToUndo) { try fixture.service.undoLog.undo() }
        try fixture.service.sets.addTags(["a"])
        try fixture.service.undoLog.undo()
        #expect(throws: TagServiceError.nothingToUndo) { try fixture.service.undoLog.undo() }
        try fixture.service.undoLog.redo()
        #expect(throws: TagServiceError.nothingToRedo) { try fixture.service.undoLog.redo() }
        // A new change discards undone steps.
        try fixture.service.undoLog.undo()
        try fixture.service.sets.addTags(["b"])
        #expect(throws: TagServiceError.nothingToRedo) { try fixture.service.undoLog.redo() }
        #expect(try await fixture.names() == ["b"])
    }
}
