import Foundation
import Sync
import TagService
import TagStore
import TestSupport
import Testing

/// `undo`, `redo` and `sync undo` after an exchange (rule 7), on the databases of two devices.
@Suite struct UndoAfterExchangeTests {
    private struct World {
        let here: SyncedFile
        let there: SyncedFile
        static let location = "https://a.example/"

        init() throws {
            (here, there) = (try SyncedFile(), try SyncedFile())
            try here.service.items.save(ItemDraft(title: "old", location: Self.location, tags: ["swift", "web"]))
            try here.setUp(device: 1)
            try there.setUp(device: 2, receiving: [here.file(device: 1)])
            try exchange()
        }

        /// Exchanges in both directions, and expects that both databases show the same.
        func exchange() throws {
            for _ in 0..<2 {
                try here.derive()
                try there.derive()
                try here.receive(from: there, device: 2)
                try there.receive(from: here, device: 1)
            }
            try here.expectShown("here")
            try there.expectShown("there")
            #expect(try here.state() == there.state())
        }

        func edit(
            _ file: SyncedFile, title: String? = nil, note: String? = nil, added: [String] = [], removed: [String] = []
        ) throws {
            let id = try #require(try item(file)).id
            try file.service.items.edit(id, with: ItemEdit(title: title, note: note, added: added, removed: removed))
        }

        func item(_ file: SyncedFile, at location: String = Self.location) throws -> Item? {
            try file.service.items.find(ItemQuery()).items.first { $0.location == location }
        }

        /// The names of the tags of all sets.
        func members() throws -> [String] {
            let state = try there.state()
            return state.sets.values.flatMap(\.members).compactMap { state.tags[$0]?.name }
        }

        func undo() throws -> KeptChanges? { try here.service.undoLog.undo().kept }

        /// Both exchange, and return the tags of the item.
        func tags() throws -> [String] {
            try exchange()
            return try item(there)?.tags.sorted() ?? []
        }
    }

    /// The five changes are the title, the note, the new tag, and that the item and the set have it.
    @Test func `A field that was changed again stays, and the others are reverted`() throws {
        let world = try World()
        try world.edit(world.here, title: "mine", note: "mine", added: ["new"])
        try world.exchange()
        try world.edit(world.there, note: "theirs")
        try world.exchange()
        let kept = try world.undo()
        #expect(kept?.message == "1 of 5 changes was made again on device 2 and stays")
        #expect(kept?.names == ["note of 'mine'"])
        #expect(try world.tags() == ["swift", "web"])
        #expect(try world.item(world.here)?.title == "old" && world.item(world.there)?.note == "theirs")
        #expect(try world.here.service.undoLog.redo().kept == nil)
        #expect(try world.tags() == ["new", "swift", "web"])
        #expect(try world.item(world.there)?.title == "mine" && world.item(world.there)?.note == "theirs")
    }

    @Test func `Undo skips the exchange, and redo survives it`() throws {
        let world = try World()
        try world.edit(world.here, title: "mine")
        try world.here.service.undoLog.undo()
        try world.edit(world.there, note: "theirs")
        try world.exchange()
        #expect(try world.here.service.undoLog.next().redo?.summary == "edit-item 1")
        try world.here.service.undoLog.redo()
        try world.exchange()
        #expect(try world.item(world.there)?.title == "mine" && world.item(world.here)?.note == "theirs")
    }

    @Test func `Each tag is reverted alone`() throws {
        let world = try World()
        try world.edit(world.here, added: ["mine"], removed: ["web"])
        try world.edit(world.there, added: ["theirs"])
        try world.exchange()
        #expect(try world.undo() == nil)
        #expect(try world.tags() == ["swift", "theirs", "web"])
    }

    @Test func `An item that was deleted elsewhere stays deleted, and is named`() throws {
        let world = try World()
        try world.edit(world.here, title: "mine")
        try world.exchange()
        try world.there.service.items.delete(#require(try world.item(world.there)).id)
        try world.exchange()
        let kept = try world.undo()
        #expect(kept?.message == "1 of 1 change was deleted on device 2 and stays deleted")
        #expect(kept?.names == ["'mine'"])
        #expect(try world.tags() == [])
    }

    @Test func `A deleted item comes back with the changes of others`() throws {
        let world = try World()
        try world.there.service.items.edit(#require(try world.item(world.there)).id, with: ItemEdit(note: "theirs"))
        try world.edit(world.there, added: ["theirs"])
        try world.here.service.items.delete(#require(try world.item(world.here)).id)
        try world.exchange()
        for _ in 0..<2 {
            #expect(try world.undo() == nil)
            #expect(try world.tags() == ["swift", "theirs", "web"])
            #expect(try world.item(world.there)?.note == "theirs")
            try world.here.service.undoLog.redo()
            #expect(try world.tags() == [])
        }
    }

    @Test func `A saved item stays if others saved it, too, without the tags of the step`() throws {
        let world = try World()
        let location = "https://b.example/"
        try world.here.service.items.save(ItemDraft(title: "b", location: location, tags: ["mine"]))
        try world.there.service.items.save(ItemDraft(title: "b", location: location, tags: ["theirs"]))
        try world.exchange()
        let kept = try world.undo()
        #expect(kept?.names == ["'b'"])
        try world.exchange()
        #expect(try world.item(world.there, at: location)?.tags == ["theirs"])
    }

    @Test func `A tag that others use isn't deleted with the step that created it`() throws {
        let world = try World()
        try world.edit(world.here, added: ["mine"])
        try world.exchange()
        try world.there.service.items.save(ItemDraft(location: "https://b.example/", tags: ["mine"]))
        try world.exchange()
        #expect(try world.undo()?.names == ["tag 'mine'"])
        #expect(try world.tags() == ["swift", "web"])
        #expect(try world.item(world.here, at: "https://b.example/")?.tags == ["mine"])
    }

    @Test func `A renamed tag is renamed back unless its old name is taken`() throws {
        let world = try World()
        try world.here.service.tags.rename("swift", to: "swiftlang", leavesAlias: false)
        try world.exchange()
        try world.there.service.items.save(ItemDraft(location: "https://b.example/", tags: ["swift"]))
        try world.exchange()
        #expect(try world.undo()?.names == ["name of 'swiftlang'"])
        #expect(try world.tags() == ["swiftlang", "web"])
    }

    @Test func `Undo of a rename doesn't rename the tag into which another device merged it`() throws {
        let world = try World()
        try world.here.service.tags.rename("swift", to: "swiftlang")
        try world.there.service.tags.merge("swift", into: "web")
        try world.exchange()
        #expect(try world.tags() == ["web"])
        _ = try world.undo()
        #expect(try world.tags() == ["web"])
        try world.there.service.undoLog.undo()
        #expect(try world.tags() == ["swift", "web"])
    }

    @Test func `Undo of a merge gives each tag its former fields, and those from others`() throws {
        let world = try World()
        try world.here.service.tags.describe("web", as: "about the web")
        try world.exchange()
        try world.there.service.tags.describe("swift", as: "about swift")
        try world.there.service.tags.addAlias("apple", to: "swift")
        try world.here.service.tags.merge("swift", into: "web")
        try world.exchange()
        #expect(try world.tags() == ["web"])
        for _ in 0..<2 {
            #expect(try world.undo() == nil)
            #expect(try world.tags() == ["swift", "web"])
            let state = try world.there.state()
            #expect(state.tag("web")?.description == "about the web" && state.tag("web")?.aliases == [])
            #expect(state.tag("swift")?.description == "about swift" && state.tag("swift")?.aliases == ["apple"])
            try world.here.service.undoLog.redo()
            #expect(try world.tags() == ["web"])
        }
    }

    @Test(arguments: ["alias", "implication", "group", "pair", "member", "set", "view", "rule", "description", "tag"])
    func `A change that another device made again stays`(kind: String) throws {
        let world = try World()
        try world.here.service.sets.create("links", tags: ["swift"])
        try world.exchange()
        func change(_ file: SyncedFile) throws {
            switch kind {
            case "alias": try file.service.tags.addAlias("apple", to: "swift")
            case "implication": try file.service.tags.addImplication(from: "swift", to: "web")
            case "group": try file.service.tags.putGroup("kind", tags: ["swift", "web"])
            case "pair": try file.service.tags.distinguish("swift", from: "web")
            case "member": try file.service.sets.addTags(["web"], to: .named("links"))
            case "set": try file.service.sets.create("new", tags: ["web"])
            case "view": try file.service.items.saveView("new", query: "#web")
            case "rule": try file.service.rules.add("site:a.example", tag: "web")
            case "description": try file.service.tags.describe("swift", as: "equal")
            default: try world.edit(file, added: ["web", "both"])
            }
        }
        try change(world.here)
        world.there.wait()
        try change(world.there)
        try world.exchange()
        let before = try world.here.state()
        let kept = try world.undo()
        #expect(kept?.message.contains("made again on device 2") == true, "\(kind): \(String(describing: kept))")
        try world.exchange()
        #expect(try world.there.state() == before)
    }

    @Test func `sync undo reverts the changes received last, except those made again`() throws {
        let world = try World()
        try world.edit(world.there, title: "theirs", note: "theirs", added: ["theirs"])
        try world.there.service.items.save(ItemDraft(location: "https://b.example/"))
        try world.exchange()
        try world.edit(world.here, note: "mine")
        let step = try world.here.service.undoLog.undoReceived()
        #expect(step.summary == "received 2 changes from device 2")
        #expect(step.kept?.names == ["note of 'theirs'"])
        #expect(try world.tags() == ["swift", "web"])
        #expect(try world.item(world.there)?.title == "old" && world.item(world.there)?.note == "mine")
        #expect(try world.item(world.there, at: "https://b.example/") == nil)
        #expect(try world.here.service.undoLog.undo().summary == "sync undo")
        #expect(try world.tags() == ["swift", "theirs", "web"])
        #expect(try world.item(world.there)?.title == "theirs" && world.item(world.there)?.note == "mine")
        #expect(try world.item(world.there, at: "https://b.example/") != nil)
    }

    @Test func `sync undo of a deletion keeps changes made at the same time`() throws {
        let world = try World()
        try world.edit(world.here, note: "mine")
        world.there.wait()
        try world.there.service.items.delete(#require(try world.item(world.there)).id)
        try world.exchange()
        #expect(try world.tags() == [] && world.item(world.here)?.note == nil)
        try world.here.service.undoLog.undoReceived()
        #expect(try world.tags() == ["swift", "web"])
        #expect(try world.item(world.there)?.note == "mine")
    }

    @Test func `The value of another device stays when an older step is undone after a newer one`() throws {
        let world = try World()
        for (file, title) in [(world.here, "B"), (world.there, "C"), (world.here, "D")] {
            try world.edit(file, title: title)
            try world.exchange()
        }
        #expect(try world.undo() == nil)
        #expect(try world.item(world.here)?.title == "C")
        #expect(try world.undo()?.message == "1 of 1 change was made again on device 2 and stays")
        try world.exchange()
        #expect(try world.item(world.there)?.title == "C")
    }

    @Test func `An edit and a deletion between two exchanges are undone one after the other`() throws {
        let world = try World()
        try world.edit(world.here, title: "mine", note: "mine", added: ["new"])
        try world.here.service.items.delete(#require(try world.item(world.here)).id)
        try world.here.service.tags.describe("web", as: "about the web")
        try world.here.service.tags.merge("web", into: "swift")
        try world.exchange()
        #expect(try world.undo() == nil)
        #expect(try world.tags() == [] && world.there.state().tag("web")?.description == "about the web")
        #expect(try world.undo() == nil)
        #expect(try world.undo() == nil)
        #expect(try world.tags() == ["new", "swift", "web"])
        #expect(try world.item(world.there)?.title == "mine" && world.item(world.there)?.note == "mine")
        #expect(try world.undo() == nil)
        #expect(try world.tags() == ["swift", "web"])
        #expect(try world.item(world.there)?.title == "old" && world.item(world.there)?.note == "")
    }

    @Test func `A change that was taken back before the exchange comes back`() throws {
        let world = try World()
        try world.edit(world.here, note: "mine", added: ["new"])
        try world.edit(world.here, note: "", removed: ["new"])
        try world.here.service.tags.addAlias("apple", to: "swift")
        try world.here.service.tags.removeAlias("apple")
        try world.exchange()
        for aliases in [["apple"], []] {
            #expect(try world.undo() == nil)
            #expect(try world.tags() == ["swift", "web"] && world.there.state().tag("swift")?.aliases == aliases)
        }
        for note in ["mine", ""] {
            #expect(try world.undo() == nil)
            #expect(try world.tags().contains("new") == !note.isEmpty && world.item(world.there)?.note == note)
        }
    }

    @Test func `The last of several changes between two exchanges counts`() throws {
        let world = try World()
        try world.edit(world.there, removed: ["web"])
        world.here.wait()
        try world.edit(world.here, removed: ["web"])
        for _ in 0..<2 { world.there.wait() }
        try world.edit(world.there, added: ["web"])
        #expect(try world.tags() == ["swift", "web"])
    }

    @Test func `An item that was saved again after its deletion comes back as it was`() throws {
        let world = try World()
        try world.here.service.items.delete(#require(try world.item(world.here)).id)
        try world.here.service.items.save(ItemDraft(title: "again", location: World.location, tags: ["other"]))
        try world.exchange()
        for _ in 0..<2 { #expect(try world.undo() == nil) }
        #expect(try world.tags() == ["swift", "web"])
        #expect(try world.item(world.there)?.title == "old")
    }

    @Test func `sync undo is undone at once and after an exchange`() throws {
        for exchanges in [false, true] {
            let world = try World()
            try world.there.service.tags.merge("web", into: "swift")
            try world.there.service.items.save(ItemDraft(location: "https://b.example/", tags: ["other"]))
            try world.exchange()
            let before = try world.members()
            try world.here.service.undoLog.undoReceived()
            if exchanges { #expect(try world.tags() == ["swift", "web"]) }
            #expect(try world.undo() == nil)
            #expect(try world.tags() == ["swift"] && world.there.state().tag("web") == nil)
            #expect(try world.item(world.there, at: "https://b.example/")?.tags == ["other"])
            #expect(try world.members() == before)
        }
    }

    @Test func `Each received exchange is reverted, the newest first`() throws {
        let world = try World()
        for title in ["first", "second"] {
            try world.edit(world.there, title: title)
            try world.exchange()
        }
        for title in ["first", "old"] {
            #expect(try world.here.service.undoLog.undoReceived().kept == nil)
            try world.exchange()
            #expect(try world.item(world.there)?.title == title)
        }
    }
}
