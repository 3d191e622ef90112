import Foundation
import TagService
import TestSupport
import Testing

@testable import Sync
@testable import TagStore

/// `undo`, `redo` and `sync undo` after an exchange (rule 7).
///
/// The database is that of the first device: its commands run on the model, too, and exchanges show the model's state.
@Suite struct UndoAfterExchangeTests {
    private struct World {
        var devices: SyncedDevices
        var database: ShownDatabase
        let service: TagService
        let location = "https://a.org/"

        init() throws {
            devices = try SyncedDevices(2)
            database = try ShownDatabase()
            service = try TagService(
                .file(path: database.path), concurrency: .serial, now: { Date(timeIntervalSince1970: 1_700_000_000) })
            try devices.save(1, location, title: "old", tags: ["swift", "web"])
            try receive()
        }

        mutating func receive() throws {
            try devices.exchangeAll()
            try database.show(devices.devices[0].database)
        }

        var item: ItemRow? { get throws { try database.store.read { reader in try reader.item(id: 1) } } }

        var tags: [String] {
            get throws {
                try item.map { item in try database.store.read { try $0.names(of: item.tagIDs.rowIDs) }.values.sorted()
                } ?? []
            }
        }

        /// Edits the item here.
        mutating func edit(
            title: String? = nil, note: String? = nil, added: [String] = [], removed: [String] = []
        ) throws {
            try service.items.edit(1, with: ItemEdit(title: title, note: note, added: added, removed: removed))
            let id = devices.id(0, location)
            if let title { try devices.perform(0, .setTitle(id, title)) }
            if let note { try devices.perform(0, .setNote(id, note)) }
            for tag in added { try devices.perform(0, .tag(id, tag)) }
            for tag in removed {
                try devices.perform(0, .untag(id, devices.tag(0, tag)))
                try devices.perform(0, .dismiss(id, devices.tag(0, tag)))
            }
        }

        var problems: [String] { get throws { try database.store.diagnose().problems.map { "\($0)" } } }
    }

    /// The four changes are the title, the note, the new tag, and that the item has it.
    @Test func `A field that was changed again stays, and the others are reverted`() throws {
        var world = try World()
        try world.edit(title: "mine", note: "mine", added: ["new"])
        try world.devices.perform(1, .setNote(world.devices.id(1, world.location), "theirs"))
        try world.receive()
        #expect(try world.item?.note == "theirs" && world.item?.title == "mine")
        let step = try world.service.undoLog.undo()
        #expect(step.kept?.message == "1 of 4 changes was made again on laptop and stays")
        #expect(step.kept?.names == ["note of 'mine'"])
        #expect(try world.item?.title == "old" && world.item?.note == "theirs")
        #expect(try world.tags == ["swift", "web"])
        let redone = try world.service.undoLog.redo()
        #expect(redone.kept == nil)
        #expect(try world.item?.title == "mine" && world.item?.note == "theirs")
        #expect(try world.tags == ["new", "swift", "web"])
        #expect(try world.problems.isEmpty)
    }

    @Test func `Undo skips the exchange, and redo survives it`() throws {
        var world = try World()
        try world.edit(title: "mine")
        try world.service.undoLog.undo()
        try world.devices.perform(1, .setNote(world.devices.id(1, world.location), "theirs"))
        try world.devices.perform(0, .setTitle(world.devices.id(0, world.location), "old"))
        try world.receive()
        #expect(try world.service.undoLog.steps(limit: 9).steps.isEmpty)
        #expect(throws: TagServiceError.nothingToUndo) { try world.service.undoLog.undo() }
        #expect(try world.service.undoLog.next().redo?.summary == "edit-item 1")
        try world.service.undoLog.redo()
        #expect(try world.item?.title == "mine" && world.item?.note == "theirs")
        #expect(try world.problems.isEmpty)
    }

    @Test func `Each tag is reverted alone`() throws {
        var world = try World()
        try world.edit(added: ["mine"], removed: ["web"])
        let id = world.devices.id(1, world.location)
        try world.devices.perform(1, .tag(id, "theirs"))
        try world.receive()
        #expect(try world.tags == ["mine", "swift", "theirs"])
        #expect(try world.service.undoLog.undo().kept == nil)
        #expect(try world.tags == ["swift", "theirs", "web"])
        #expect(try world.problems.isEmpty)
    }

    @Test func `An item that was deleted elsewhere stays deleted, and is named`() throws {
        var world = try World()
        try world.edit(title: "mine")
        try world.devices.perform(1, .deleteItem(world.devices.id(1, world.location)))
        try world.receive()
        #expect(try world.item == nil)
        let step = try world.service.undoLog.undo()
        #expect(step.kept?.message == "1 of 1 change was deleted on laptop and stays deleted")
        #expect(step.kept?.names == ["'old'"])
        #expect(try world.item == nil)
        #expect(try world.problems.isEmpty)
    }

    @Test func `A tag that others use isn't deleted with the step that created it`() throws {
        var world = try World()
        try world.edit(added: ["mine"])
        try world.devices.exchangeAll()
        try world.devices.save(1, "https://b.org/", tags: ["mine"])
        try world.receive()
        let step = try world.service.undoLog.undo()
        #expect(step.kept?.names == ["tag 'mine'"])
        #expect(try world.tags == ["swift", "web"])
        #expect(try world.service.tags.all(in: nil).map(\.tag).contains("mine"))
        #expect(try world.problems.isEmpty)
    }

    @Test func `A renamed tag is renamed back unless its old name is taken`() throws {
        var world = try World()
        try world.service.tags.rename("swift", to: "swiftlang", leavesAlias: false)
        try world.devices.perform(0, .renameTag(world.devices.tag(0, "swift"), "swiftlang", keepsAlias: false))
        try world.devices.exchangeAll()
        try world.devices.save(1, "https://b.org/", tags: ["swift"])
        try world.receive()
        let step = try world.service.undoLog.undo()
        #expect(step.kept?.names == ["name of 'swiftlang'"])
        #expect(try world.tags == ["swiftlang", "web"])
        #expect(try world.problems.isEmpty)
    }

    @Test func `A tag deleted here comes back as the tag that others created again`() throws {
        var world = try World()
        try world.service.tags.delete(["swift"])
        try world.devices.perform(0, .deleteTag(world.devices.tag(0, "swift")))
        try world.devices.exchangeAll()
        try world.devices.save(1, "https://b.org/", tags: ["swift"])
        try world.receive()
        try world.service.undoLog.undo()
        #expect(try world.tags == ["swift", "web"])
        #expect(try world.service.tags.all(in: nil).filter { $0.tag == "swift" }.count == 1)
        #expect(try world.problems.isEmpty)
    }

    @Test func `sync undo reverts the changes received last, except those made again`() throws {
        var world = try World()
        let id = world.devices.id(1, world.location)
        try world.devices.perform(1, .setTitle(id, "theirs"))
        try world.devices.perform(1, .setNote(id, "theirs"))
        try world.devices.perform(1, .tag(id, "theirs"))
        try world.devices.save(1, "https://b.org/")
        try world.receive()
        try world.edit(note: "mine")
        let step = try world.service.undoLog.undoReceived()
        #expect(step.summary == "received 1 change from laptop")
        #expect(step.kept?.names == ["note of 'theirs'"])
        #expect(try world.item?.title == "old" && world.item?.note == "mine")
        #expect(try world.tags == ["swift", "web"])
        #expect(try world.database.store.read { try $0.itemCount() } == 1)
        #expect(try world.service.undoLog.undo().summary == "sync undo")
        #expect(try world.item?.title == "theirs" && world.item?.note == "mine")
        #expect(try world.database.store.read { try $0.itemCount() } == 2)
        #expect(try world.problems.isEmpty)
    }
}
