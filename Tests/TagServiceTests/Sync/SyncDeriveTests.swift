import Foundation
import Sync
import TagService
import TagStore
import TestSupport
import Testing

/// Rows as registers, with the product's commands on a real file.
@Suite struct SyncDeriveTests {
    private static let location = "https://a.example/"

    @Test func `without a set-up, nothing is recorded`() throws {
        let file = try SyncedFile()
        try file.service.items.save(ItemDraft(location: Self.location, tags: ["sea"]))
        #expect(try file.store.read { try $0.touchedRows(device: DeviceID(1)).isEmpty })
        #expect(try file.store.read { try $0.syncDifferences() } == nil)
    }

    @Test func `the rows of a set-up are shown exactly`() throws {
        let file = try SyncedFile()
        try fill(file.service)
        try file.setUp(device: 1)
        try file.expectShown()
        #expect(try file.store.read { try $0.touchedRows(device: DeviceID(1)).isEmpty })
        #expect(try file.state().names(of: file.state().item(Self.location)) == ["beach", "sea"])
    }

    @Test func `each kind of command becomes registers that show the rows`() throws {
        let file = try SyncedFile()
        try file.setUp(device: 1)
        try fill(file.service)
        try check(file, "fill")
        for (name, command) in commands {
            try command(file.service)
            try check(file, name)
        }
        while (try? file.service.undoLog.undo()) != nil { try check(file, "undo") }
        while (try? file.service.undoLog.redo()) != nil { try check(file, "redo") }
    }

    @Test func `many commands between two exchanges are compared once`() throws {
        let file = try SyncedFile()
        try file.setUp(device: 1)
        try fill(file.service)
        for (_, command) in commands { try command(file.service) }
        try check(file, "all commands")
    }

    private func check(_ file: SyncedFile, _ name: String) throws {
        try file.derive()
        try file.expectShown("after \(name)")
        #expect(try file.store.read { try $0.touchedRows(device: DeviceID(1)).isEmpty })
    }

    private func fill(_ service: TagService) throws {
        try service.items.save(
            ItemDraft(
                title: "A", location: Self.location, note: "n", text: "mountains and rivers", tags: ["sea", "beach"]))
        try service.items.save(ItemDraft(title: "Alone", tags: ["lake"]))
        try service.sets.create("trips", tags: ["sea", "lake", "city"])
        try service.sets.create("days", tags: ["run", "swim"], isDaily: true)
        try service.items.save(ItemDraft(tags: ["run"]), in: .named("days"))
        for name in ["a", "a/b", "a/c", "low", "high"] { try service.tags.create(name) }
    }

    private typealias Command = (name: String, run: (TagService) throws -> Void)

    private var commands: [Command] {
        let id = { (service: TagService) in try #require(try service.items.find(at: Self.location).first).id }
        return [
            ("edit", { try $0.items.edit(id($0), with: ItemEdit(title: "B", note: "")) }),
            ("tag", { try $0.items.edit(id($0), with: ItemEdit(added: ["new"], removed: ["sea"])) }),
            ("rename", { try $0.tags.rename("beach", to: "shore") }),
            ("rename without alias", { try $0.tags.rename("shore", to: "coast", leavesAlias: false) }),
            ("reuse of a name", { try $0.tags.create("shore") }),
            ("rename with tags below", { try $0.tags.rename("a", to: "z") }),
            ("alias", { try $0.tags.addAlias("Ocean", to: "sea") }),
            (
                "moved alias",
                {
                    try $0.tags.removeAlias("Ocean")
                    try $0.tags.addAlias("ocean", to: "lake")
                }
            ), ("describe", { try $0.tags.describe("sea", as: "salt", color: TagColorChoice(rawValue: "blue")) }),
            ("group", { try $0.tags.putGroup("level", tags: ["low", "high"]) }),
            (
                "group of an item",
                {
                    try $0.items.edit(id($0), with: ItemEdit(added: ["low"]))
                    try $0.items.edit(id($0), with: ItemEdit(added: ["high"]))
                }
            ), ("imply", { try $0.tags.addImplication(from: "lake", to: "sea") }),
            ("unimply", { try $0.tags.deleteImplication(from: "lake", to: "sea") }),
            ("distinguish", { try $0.tags.distinguish("lake", from: "sea") }),
            ("members", { try $0.sets.moveTag("city", before: "sea", in: .named("trips")) }),
            ("removed member", { try $0.sets.removeTags(["lake"], from: .named("trips")) }),
            ("renamed set", { try $0.sets.rename("trips", to: "travel") }),
            (
                "layout",
                {
                    var settings = LayoutSettings()
                    settings.spacing = 2.5
                    settings.maxLines = 3
                    try $0.sets.saveLayoutSettings(settings, of: .named("travel"))
                }
            ), ("view", { try $0.items.saveView("late", query: "before:2020") }),
            ("changed view", { try $0.items.saveView("late", query: "before:2021") }),
            ("rule", { try $0.rules.add("site:a.example", tag: "sea", isAutomatic: true) }),
            ("dismiss", { try $0.items.dismissTag("swim", for: id($0)) }),
            ("merge", { try $0.tags.merge("lake", into: "sea") }), ("delete tag", { try $0.tags.delete(["coast"]) }),
            ("tag again", { try $0.items.edit(id($0), with: ItemEdit(added: ["coast"])) }),
            ("move", { try $0.items.edit(id($0), with: ItemEdit(location: "https://b.example/")) }),
            (
                "save at the former place",
                { try $0.items.save(ItemDraft(location: Self.location, tags: ["new"]), in: .named("default")) }
            ), ("delete item", { try $0.items.delete(id($0)) }),
            (
                "save again",
                { try $0.items.save(ItemDraft(title: "C", location: Self.location), in: .named("default")) }
            ), ("delete view", { try $0.items.deleteView("late") }), ("drop", { try $0.sets.delete("days") }),
        ]
    }

    @Test func `commands keep their meaning in registers`() throws {
        let file = try SyncedFile()
        try file.setUp(device: 1)
        try fill(file.service)
        try file.derive()
        let before = try file.state()
        try file.service.tags.rename("sea", to: "ocean")
        try file.derive()
        var state = try file.state()
        let sea = try #require(state.tag("ocean"))
        #expect(sea.id == before.tag("sea")?.id && sea.aliases == ["sea"])
        try file.service.tags.merge("lake", into: "ocean")
        try file.derive()
        state = try file.state()
        #expect(state.tag("ocean")?.ids.count == 2 && state.tag("ocean")?.aliases == ["lake", "sea"])
        try file.service.items.delete(try #require(try file.service.items.find(at: Self.location).first).id)
        try file.derive()
        #expect(try file.state().item(Self.location) == nil)
        try file.service.items.save(ItemDraft(location: Self.location), in: .named("default"))
        try file.derive()
        state = try file.state()
        #expect(state.item(Self.location)?.id == before.item(Self.location)?.id)
        #expect(state.names(of: state.item(Self.location)) == [])
    }

    @Test func `unsent changes count commands`() throws {
        let file = try SyncedFile()
        try file.setUp(device: 1)
        let sent = try file.store.read { try $0.unsentCommands() }
        try file.store.write(at: 0) { try $0.markSent(sent.flatMap(\.self)) }
        #expect(try file.store.read { try $0.unsentChanges() } == 0)
        try file.service.items.save(ItemDraft(location: Self.location, tags: ["sea"]))
        try file.service.tags.create("lake")
        #expect(try file.store.read { try $0.unsentChanges() } == 2)
        try file.derive()
        #expect(try file.store.read { try $0.unsentChanges() } == 2)
        #expect(try file.store.read { try $0.unsentCommands() }.count == 2)
        let lines = try file.store.read { RegisterLines.lines(try $0.unsentCommands().flatMap(\.self)) }
        #expect(try lines.flatMap { try #require(RegisterLines.registers(line: $0[...])) }.count > 5)
    }

    @Test func `two databases with the same items have the same registers`() throws {
        let files = try [SyncedFile(), SyncedFile()]
        for file in files {
            try file.service.items.save(ItemDraft(title: "T", location: Self.location, tags: ["sea"]))
            try file.service.items.save(
                ItemDraft(title: "Note", tags: ["sea"], savedAt: Date(timeIntervalSince1970: 5)))
        }
        try files[0].setUp(device: 1)
        try files[1].setUp(device: 2, receiving: [files[0].file(device: 1)])
        let states = try files.map { try $0.state() }
        #expect(states[0].items.keys.sorted() == states[1].items.keys.sorted() && states[1].items.count == 2)
        #expect(states[0].tags.keys == states[1].tags.keys)
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func `random commands become registers that show the rows`(seed: UInt64) throws {
        let file = try SyncedFile()
        var random = RandomCommands(random: SeededNumbers(seed: seed))
        for _ in 0..<20 { try random.run(on: file.service) }
        try file.setUp(device: 1)
        try file.expectShown("set-up with seed \(seed)")
        for round in 0..<25 {
            var log: [String] = []
            for _ in 0..<Int.random(in: 1...6, using: &random.random) { log.append(try random.run(on: file.service)) }
            try file.derive()
            let differences = try file.store.read { try $0.syncDifferences() }
            #expect(differences == [], "seed \(seed), round \(round): \(log)")
            if differences != [] { return }
        }
        #expect(try file.service.maintenance.diagnose().isHealthy)
    }
}
