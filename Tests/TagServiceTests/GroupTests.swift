import Foundation
import TagService
import TestSupport
import Testing

@Suite struct GroupTests {
    private static let states = ["todo", "doing", "done"]

    private func fixture(hasGroup: Bool = true) throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(Self.states + ["home", "work", "garden"])
        if hasGroup { try fixture.service.tags.putGroup("state", tags: Self.states) }
        return fixture
    }

    @Test func `a group is made, listed, changed and deleted, each in one step`() throws {
        let service = try fixture(hasGroup: false).service
        let made = try service.tags.putGroup("State", tags: ["todo", "DONE", "todo"])
        #expect(made.isNew && made.group == TagGroup(group: "State", tags: ["todo", "done"]))
        let changed = try service.tags.putGroup("state", tags: ["done", "doing"])
        #expect(!changed.isNew && changed.group.tags == ["done", "doing"])
        try service.tags.putGroup("place", tags: ["home", "work"])
        #expect(try service.tags.groups().map(\.group) == ["place", "state"])
        #expect(try service.tags.deleteGroup("STATE").tags == ["done", "doing"])
        #expect(try service.tags.groups().map(\.group) == ["place"])
        #expect(try service.undoLog.undo().summary == "one-of state --delete")
        #expect(try service.undoLog.undo().summary == "one-of place")
        #expect(try service.tags.groups() == [TagGroup(group: "state", tags: ["done", "doing"])])
        try service.undoLog.undo()
        #expect(try service.tags.groups() == [TagGroup(group: "State", tags: ["todo", "done"])])
        try service.undoLog.redo()
        #expect(try service.tags.groups().map(\.tags) == [["done", "doing"]])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a tag is in one group at most, and a group has two tags at least`() throws {
        let service = try fixture().service
        let error = TagServiceError.inOtherGroup("done", group: "state")
        #expect(throws: error) { try service.tags.putGroup("end", tags: ["home", "done"]) }
        #expect(
            error.description
                == "'done' is in the group 'state', and a tag is in one group at most; use 'one-of --delete state' to delete that group"
        )
        #expect(error.withoutCommands.hasSuffix("; remove it there first"))
        #expect(throws: TagServiceError.self) { try service.tags.putGroup("place", tags: ["home", "HOME"]) }
        #expect(throws: TagServiceError.self) { try service.tags.putGroup("place", tags: ["home", "nowhere"]) }
        #expect(throws: TagServiceError.self) { try service.tags.putGroup(" ", tags: ["home", "work"]) }
        #expect(throws: TagServiceError.unknownGroup("place")) { try service.tags.deleteGroup("place") }
        #expect(try service.tags.groups().count == 1)
    }

    @Test func `an edit displaces the other tags of the group in the same step, and reports them`() throws {
        let service = try fixture().service
        let saved = try service.items.save(ItemDraft(title: "Sweep", tags: ["todo", "home"])).item
        #expect(saved.displaced.isEmpty)
        let edited = try service.items.edit(saved.id, with: ItemEdit(added: ["done", "garden"]))
        #expect(Set(edited.tags) == ["done", "garden", "home"])
        #expect(edited.displaced.map(\.tag) == ["todo"] && edited.displaced.map(\.group) == ["state"])
        #expect(try service.items.item(saved.id).displaced.isEmpty)
        #expect(try service.items.dismissedTags(for: saved.id) == ["todo"])
        try service.undoLog.undo()
        #expect(Set(try service.items.item(saved.id).tags) == ["todo", "home"])
        try service.undoLog.redo()
        #expect(Set(try service.items.item(saved.id).tags) == ["done", "garden", "home"])
        let replaced = try service.items.edit(saved.id, with: ItemEdit(tags: ["done", "doing", "todo"]))
        #expect(replaced.tags == ["todo"] && replaced.displaced.map(\.tag) == ["doing", "done"])
        #expect(try service.items.edit(saved.id, with: ItemEdit(title: "Mop")).displaced.isEmpty)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `every way to save keeps the last tag of a group`() throws {
        let service = try fixture().service
        let new = try service.items.save(ItemDraft(title: "a", tags: ["done", "todo"])).item
        #expect(new.tags == ["todo"] && new.displaced.map(\.tag) == ["done"])
        let location = "https://example.org/"
        try service.items.save(ItemDraft(title: "b", location: location, tags: ["doing"]))
        let known = try service.items.save(ItemDraft(location: location, tags: ["done", "doing", "home"]))
        #expect(known.isReplaced && Set(known.item.tags) == ["doing", "home"])
        #expect(known.item.displaced.map(\.tag) == ["done"])
        let (changed, displaced) = try service.items.retag(
            .matching(ItemQuery("#home")), with: BulkTagging(added: ["todo", "done"]))
        #expect(changed == 1 && displaced == 2)
        #expect(Set(try service.items.item(known.item.id).tags) == ["done", "home"])
        let dry = try service.items.retag(
            .matching(ItemQuery("#home")), with: BulkTagging(added: ["todo"]), isDryRun: true)
        #expect(dry == (1, 1))
        let other = try service.items.save(ItemDraft(title: "c", tags: ["todo", "work"])).item
        let merged = try service.items.merge([other.id], into: known.item.id)
        #expect(Set(merged.tags) == ["done", "home", "work"] && merged.displaced.map(\.tag) == ["todo"])
    }

    @Test func `given tags displace those of rules, and the first rule those of others`() throws {
        let service = try fixture().service
        try service.rules.add("site:a.org", tag: "doing", isAutomatic: true)
        try service.rules.add("site:a.org", tag: "done", isAutomatic: true)
        let untagged = try service.items.save(ItemDraft(location: "https://a.org/1"))
        #expect(untagged.item.tags == ["doing"] && untagged.rules.map(\.tag) == ["doing"])
        let tagged = try service.items.save(ItemDraft(location: "https://a.org/2", tags: ["todo"]))
        #expect(tagged.item.tags == ["todo"] && tagged.rules.isEmpty)
        #expect(Set(tagged.item.displaced.map(\.tag)) == ["doing", "done"])
    }

    @Test func `a daily set keeps one tag of a group, on its item and on its board`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("moods", tags: ["good", "bad", "walk"], isDaily: true)
        try service.sets.choose("moods")
        try service.tags.putGroup("mood", tags: ["good", "bad"])
        _ = try service.items.changeDay(
            Date(timeIntervalSince1970: 1_700_000_000), adding: ["good", "walk"], removing: [])
        let changes = try service.items.changeDay(
            Date(timeIntervalSince1970: 1_700_000_000), adding: ["bad"], removing: [])
        guard case .changed(let item) = changes.first else {
            Issue.record("expected a changed item, got \(changes)")
            return
        }
        #expect(Set(item.tags) == ["bad", "walk"] && item.displaced.map(\.tag) == ["good"])
        #expect(Set(try service.selection.tags()) == ["bad", "walk"])
    }

    @Test func `chips of a group act like radio buttons`() throws {
        let service = try fixture().service
        try service.selection.select(["todo", "home"])
        let toggled = try service.selection.toggle(["done"])
        #expect(toggled.changed == ["done", "todo"] && toggled.selected == [true, false])
        #expect(try service.selection.tags() == ["done", "home"])
        try service.undoLog.undo()
        #expect(try service.selection.tags() == ["todo", "home"])
        let both = try service.selection.toggle(["doing", "done"])
        #expect(try service.selection.tags() == ["done", "home"])
        #expect(both.changed == ["done", "todo"] && both.unchanged == ["doing"])
        #expect(try service.selection.toggle(["done"]).changed == ["done"])
        #expect(try service.selection.tags() == ["home"])
        // The tag that is chosen wins over one that it implies.
        try service.tags.addImplication(from: "doing", to: "done")
        try service.selection.select(["doing"], implied: .members)
        #expect(try service.selection.tags() == ["doing", "home"])
        let saved = try service.selection.save(ItemDraft(title: "x")).item
        #expect(Set(saved.tags) == ["doing", "home"] && saved.displaced.isEmpty)
    }

    @Test func `suggestions offer one tag of a group, and none if the item has one`() throws {
        let service = try fixture(hasGroup: false).service
        for number in 1...3 {
            try service.items.save(ItemDraft(title: "Sweep the floor \(number)", tags: ["todo", "home"]))
            try service.items.save(ItemDraft(title: "Sweep the yard \(number)", tags: ["done", "garden"]))
        }
        func found(_ query: SuggestionQuery) throws -> [String] { try service.suggestions.find(for: query).map(\.tag) }
        let item = ItemEvidence(title: "Sweep")
        #expect(Set(try found(SuggestionQuery(item: item))).isSuperset(of: ["todo", "done"]))
        try service.tags.putGroup("state", tags: Self.states)
        let offered = try found(SuggestionQuery(item: item))
        #expect(Set(offered).intersection(Self.states).count == 1)
        #expect(Set(offered).isSuperset(of: ["home", "garden"]))
        let few = try found(SuggestionQuery(item: item, limit: 3))
        #expect(few.count == 3 && Set(few).intersection(Self.states).count == 1)
        #expect(Set(try found(SuggestionQuery(given: ["doing"], item: item))).isDisjoint(with: Self.states))
        #expect(Set(try found(SuggestionQuery(text: "do", given: ["todo"]))).isSuperset(of: ["doing", "done"]))
    }

    @Test func `items that had several tags keep them until they get one, and are listed`() throws {
        let service = try fixture(hasGroup: false).service
        let item = try service.items.save(ItemDraft(title: "Sweep", tags: ["todo", "done", "home"])).item
        try service.tags.putGroup("state", tags: Self.states)
        let found = try service.maintenance.diagnose().severalOfGroup
        #expect(found.map(\.id) == [item.id] && found.map(\.title) == ["Sweep"])
        #expect(found.map(\.group) == ["state"] && found.map(\.tags) == [["todo", "done"]])
        #expect(try service.items.edit(item.id, with: ItemEdit(title: "Mop", removed: ["home"])).tags.count == 2)
        #expect(try service.items.edit(item.id, with: ItemEdit(added: ["garden"])).displaced.isEmpty)
        let edited = try service.items.edit(item.id, with: ItemEdit(added: ["doing"]))
        #expect(Set(edited.tags) == ["doing", "garden"] && edited.displaced.count == 2)
        #expect(try service.maintenance.diagnose().severalOfGroup.isEmpty)
    }

    @Test func `an import keeps the last tag of a group, and changes nothing the second time`() async throws {
        let fixture = try fixture()
        let lines = """
            {"title": "a", "tags": ["todo", "done"], "at": "2026-01-02T03:04:05Z"}
            {"title": "b", "tags": ["todo"], "location": "https://b.org/"}
            {"title": "b", "tags": ["home", "doing"], "location": "https://b.org/"}
            """
        let report = try await fixture.importData(lines)
        #expect(report.newItems == 2 && report.fieldChanges.displacedTags.count == 2)
        #expect(try fixture.service.items.find(ItemQuery("a")).items.map(\.tags) == [["done"]])
        let tags = try fixture.service.items.find(ItemQuery("https://b.org/")).items.map { Set($0.tags) }
        #expect(tags == [["home", "doing"]])
        let exported = try await fixture.exportNDJSON()
        let again = try await fixture.importData(lines)
        #expect(again.newItems == 0 && again.replaced == 0)
        #expect(try await fixture.exportNDJSON() == exported)
    }

    @Test func `groups are exported after items, so that a copy is equal`() async throws {
        let fixture = try fixture(hasGroup: false)
        try fixture.service.items.save(ItemDraft(title: "Sweep", tags: ["todo", "done"]))
        try fixture.service.tags.putGroup("state", tags: Self.states)
        let lines = try await fixture.exportNDJSON()
        #expect(lines.hasSuffix(#"{"oneOf":"state","tags":["todo","doing","done"]}"# + "\n"))
        let copy = try ServiceFixture()
        _ = try await copy.importData(lines)
        #expect(try await copy.exportNDJSON() == lines)
        let again = try await copy.importData(lines)
        #expect(again.newItems == 0)
        #expect(try await copy.exportNDJSON() == lines)
        _ = try await copy.importData(#"{"oneOf": "State", "tags": ["done", "late"]}"#)
        #expect(try copy.service.tags.groups() == [TagGroup(group: "State", tags: ["done", "late"])])
        let taken = try await copy.importData(
            #"{"oneOf": "end", "tags": ["done"]}"# + "\n" + #"{"oneOf": "none", "tags": []}"#, skipsInvalid: true)
        #expect(taken.skipped == 2 && taken.errors.count == 2)
    }

    @Test(arguments: [nil, "https://sweep.example/"])
    func `items of a file keep several tags of a group that the file makes`(location: String?) async throws {
        let fixture = try fixture(hasGroup: false)
        try fixture.service.items.save(ItemDraft(title: "Sweep", location: location, tags: ["todo", "done"]))
        try fixture.service.tags.putGroup("state", tags: Self.states)
        let lines = try await fixture.exportNDJSON()
        let copy = try ServiceFixture()
        let report = try await copy.importData(lines)
        #expect(report.newItems == 1 && report.fieldChanges.displacedTags.count == 0)
        #expect(try await copy.exportNDJSON() == lines)
        #expect(try copy.service.maintenance.diagnose().severalOfGroup.map(\.tags) == [["todo", "done"]])
        #expect(try copy.service.undoLog.undo().summary == "import test")
        #expect(try copy.service.tags.groups().isEmpty)
        #expect(try copy.service.tags.all(in: nil).isEmpty)
        try copy.service.undoLog.redo()
        #expect(try await copy.exportNDJSON() == lines)
        let again = try await copy.importData(lines)
        #expect(again.newItems == 0 && again.replaced == 0)
        #expect(try await copy.exportNDJSON() == lines)
        // The order of the lines doesn't matter.
        let mirror = try ServiceFixture()
        _ = try await mirror.importData(lines.split(separator: "\n").reversed().joined(separator: "\n"))
        #expect(try mirror.service.maintenance.diagnose().severalOfGroup.map(\.tags) == [["todo", "done"]])
        // A group that exists already applies to the items of the file.
        let other = try self.fixture()
        let kept = try await other.importData(lines)
        #expect(kept.newItems == 1 && kept.fieldChanges.displacedTags.count == 1)
        #expect(try other.service.maintenance.diagnose().severalOfGroup.isEmpty)
    }

    @Test func `a file with a rule and a group changes nothing the second time`() throws {
        let service = try fixture(hasGroup: false).service
        let lines = """
            {"rule": "doing", "q": "sweep", "auto": true}
            {"oneOf": "state", "tags": ["todo", "doing", "done"]}
            {"title": "Sweep", "tags": ["todo"], "at": "2026-01-02T03:04:05Z"}
            {"title": "Sweep", "tags": ["todo"], "location": "https://sweep.example/"}
            """
        var options = ImportOptions(format: .ndjson, name: "test")
        options.appliesRules = true
        #expect(try service.files.importData(Array(lines.utf8), options: options).newItems == 2)
        #expect(
            try service.maintenance.diagnose().severalOfGroup.map(\.tags) == [["todo", "doing"], ["todo", "doing"]])
        let exported = try service.files.exportNDJSON()
        let again = try service.files.importData(Array(lines.utf8), options: options)
        #expect(again.newItems == 0 && again.replaced == 0)
        #expect(try service.files.exportNDJSON() == exported)
    }

    @Test func `deleted, merged and renamed tags leave or keep their group, and undo restores it`() throws {
        let service = try fixture().service
        try service.tags.putGroup("place", tags: ["home", "work"])
        let before = try service.files.exportNDJSON()
        try service.tags.rename("doing", to: "active")
        try service.tags.delete(["todo"])
        #expect(try service.tags.groups().last == TagGroup(group: "state", tags: ["active", "done"]))
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try service.files.exportNDJSON() == before)
        let moved = try service.tags.merge("home", into: "garden")
        #expect(moved.details.groups.isEmpty)
        #expect(try service.tags.groups().first?.tags == ["garden", "work"])
        let lost = try service.tags.merge("work", into: "done")
        #expect(lost.details.groups.map(\.tag) == ["work"] && lost.details.groups.map(\.group) == ["place"])
        #expect(try service.tags.groups().map(\.tags) == [["garden"], Self.states])
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try service.files.exportNDJSON() == before)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `random changes never give an item two tags of a group`() throws {
        let service = try fixture().service
        try service.tags.putGroup("place", tags: ["home", "work", "garden"])
        var random = SeededNumbers(seed: 55)
        let names = Self.states + ["home", "work", "garden", "loose"]
        var ids: [Int64] = []
        for _ in 0..<200 {
            let tags = (0..<Int.random(in: 1...4, using: &random))
                .map { _ in names.randomElement(using: &random) ?? "" }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: ids.append(try service.items.save(ItemDraft(title: "\(ids.count)", tags: tags)).item.id)
            case 1:
                if let id = ids.randomElement(using: &random) {
                    try service.items.edit(id, with: ItemEdit(added: tags))
                }
            case 2:
                if let id = ids.randomElement(using: &random) { try service.items.edit(id, with: ItemEdit(tags: tags)) }
            default: try service.items.tag(.ids(Array(ids.suffix(3))), with: BulkTagging(added: tags))
            }
        }
        let report = try service.maintenance.diagnose()
        #expect(report.isHealthy && report.severalOfGroup.isEmpty)
        #expect(ids.count > 20)
    }
}
