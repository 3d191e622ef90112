import Testing

@testable import Sync

/// Deletion, open conflicts and undo (rules 5 to 7).
@Suite struct DeletionTests {
    private let location = "https://x.org/1"

    @Test func `A tag that another device adds doesn't bring a deleted item back`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location)
        try shared.exchangeAll()
        try shared.perform(0, .deleteItem(shared.id(0, location)))
        try shared.perform(1, .tag(shared.id(1, location), "late"))
        try shared.exchangeAll()
        #expect(shared.agree && shared.item(0, location) == nil)
    }

    @Test func `A later edit brings a deleted item back as it was`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["a"])
        try shared.exchangeAll()
        try shared.perform(0, .deleteItem(shared.id(0, location)))
        try shared.perform(1, .setTitle(shared.id(1, location), "edited"))
        try shared.exchangeAll()
        #expect(shared.item(0, location)?.title == "edited")
        #expect(shared.tags(0, location) == ["a"])
        // A second deletion must win over that edit, and its undo must bring the item back.
        try shared.perform(0, .deleteItem(shared.id(0, location)))
        #expect(shared.item(0, location) == nil)
        _ = shared.devices[0].undo(now: shared.time + 1)
        #expect(shared.item(0, location)?.title == "edited")
    }

    @Test func `A deleted location that is saved again has none of its former tags`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, title: "old", tags: ["a"])
        let id = shared.id(0, location)
        try shared.perform(0, .deleteItem(id))
        try shared.exchangeAll()
        try shared.save(1, location, tags: ["b"])
        try shared.exchangeAll()
        #expect(shared.tags(0, location) == ["b"])
        #expect(shared.item(0, location)?.title == nil && shared.id(0, location) == id)
    }

    @Test func `Saving a location whose set hasn't arrived keeps its tags`() throws {
        var shared = try SyncedDevices(3)
        try shared.perform(0, .createSet("work", isDaily: false))
        let empty = shared.folder
        try shared.exchange(0)
        try shared.exchange(1)
        try shared.save(1, location, tags: ["a"])
        // Device 2 gets the file of device 1, but not the one with the set.
        var partial = empty
        try shared.exchange(1)
        for (name, file) in shared.folder.files where name.device == shared.devices[1].database.device {
            partial.files[name] = file
        }
        _ = try shared.devices[2].exchange(with: &partial, now: shared.time)
        #expect(shared.item(2, location) == nil)
        try shared.save(2, location, tags: ["b"])
        #expect(shared.tags(2, location) == ["a", "b"])
        shared.folder.files.merge(partial.files) { first, _ in first }
        try shared.exchangeAll()
        #expect(shared.agree && shared.tags(0, location) == ["a", "b"])
    }

    @Test func `A deleted tag exists while an item has it that another device tagged`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["a"])
        try shared.save(0, "https://x.org/2")
        try shared.exchangeAll()
        try shared.perform(0, .deleteTag(shared.tag(0, "a")))
        try shared.perform(1, .tag(shared.id(1, "https://x.org/2"), "a"))
        try shared.exchangeAll()
        #expect(shared.tags(0, location) == [] && shared.tags(0, "https://x.org/2") == ["a"])
    }

    @Test func `A dropped set exists while it has an item that another device saved`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location)
        try shared.exchangeAll()
        let set = try #require(shared.devices[0].database.state.sets.keys.first)
        try shared.perform(0, .dropSet(set))
        try shared.save(1, "https://x.org/2")
        try shared.exchangeAll()
        #expect(shared.item(0, location) == nil && shared.item(0, "https://x.org/2") != nil)
    }

    @Test func `A deleted tag that is created again has no description or alias`() throws {
        var shared = try SyncedDevices(1)
        try shared.save(0, location, tags: ["a"])
        try shared.perform(0, .describe(shared.tag(0, "a"), description: "old", color: "red"))
        try shared.perform(0, .addAlias(shared.tag(0, "a"), "b"))
        try shared.perform(0, .deleteTag(shared.tag(0, "a")))
        try shared.save(0, location, tags: ["a"])
        let tag = try #require(shared.devices[0].database.state.tags[shared.tag(0, "a")])
        #expect(tag.description == nil && tag.color == nil && tag.aliases.isEmpty)
    }

    @Test func `An exchange that would delete many items asks, and receives nothing until it is confirmed`() throws {
        var shared = try SyncedDevices(2)
        try shared.perform(0, .importItems((0..<60).map { NewItem(set: "work", location: "https://x.org/\($0)") }))
        try shared.exchangeAll()
        for number in 0..<20 { try shared.perform(0, .deleteItem(shared.id(0, "https://x.org/\(number)"))) }
        try shared.exchange(0)
        #expect(try shared.exchange(1).unconfirmedDeletions == nil)
        for number in 20..<41 { try shared.perform(0, .deleteItem(shared.id(0, "https://x.org/\(number)"))) }
        try shared.exchange(0)
        try shared.save(1, "https://x.org/new")
        #expect(try shared.exchange(1).unconfirmedDeletions == 21)
        #expect(shared.devices[1].database.state.items.count == 41)
        #expect(try shared.exchange(0).received > 0, "the device sends, although it receives nothing")
        #expect(try shared.exchange(1, confirmed: true).received > 0)
        #expect(shared.agree && shared.devices[1].database.state.items.count == 20)
    }

    @Test func `Two tags of a group that were chosen at the same time stay until the item is edited`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["red", "blue"])
        try shared.perform(0, .untag(shared.id(0, location), shared.tag(0, "red")))
        try shared.perform(0, .untag(shared.id(0, location), shared.tag(0, "blue")))
        try shared.perform(0, .oneOf("color", [shared.tag(0, "red"), shared.tag(0, "blue")]))
        try shared.exchangeAll()
        try shared.perform(0, .tag(shared.id(0, location), "red"))
        try shared.perform(1, .tag(shared.id(1, location), "blue"))
        try shared.exchangeAll()
        #expect(shared.tags(0, location) == ["blue", "red"])
        let conflict = OpenConflict.tagsOfGroup(item: shared.id(1, location), group: "color")
        #expect(shared.devices[1].database.state.conflicts == [conflict])
        try shared.perform(1, .untag(shared.id(1, location), shared.tag(1, "blue")))
        try shared.perform(1, .tag(shared.id(1, location), "blue"))
        try shared.exchangeAll()
        #expect(shared.tags(0, location) == ["blue"])
    }

    @Test func `Of implications that close a cycle, the last one is ignored and listed`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["beagle", "dog"])
        try shared.exchangeAll()
        try shared.perform(0, .imply(shared.tag(0, "beagle"), shared.tag(0, "dog")))
        try shared.perform(1, .imply(shared.tag(1, "dog"), shared.tag(1, "beagle")))
        try shared.exchangeAll()
        let state = shared.devices[0].database.state
        #expect(state.tags[shared.tag(0, "beagle")]?.implications == [shared.tag(0, "dog")])
        #expect(state.tags[shared.tag(0, "dog")]?.implications == [])
        #expect(state.conflicts == [.cyclicImplication(from: shared.tag(0, "dog"), to: shared.tag(0, "beagle"))])
    }

    @Test func `Undo skips received changes, and names registers that were changed again`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, title: "old")
        try shared.exchangeAll()
        try shared.perform(0, .save(NewItem(set: "work", location: location, title: "new", note: "note")))
        try shared.exchangeAll()
        try shared.perform(1, .setTitle(shared.id(1, location), "newest"))
        try shared.exchangeAll()
        let report = shared.devices[0].undo(now: shared.time + 1)
        #expect(report?.kept == [RegisterKey(shared.id(0, location), .title): shared.devices[1].database.device])
        try shared.exchangeAll()
        #expect(shared.item(1, location)?.title == "newest" && shared.item(1, location)?.note == nil)
    }

    @Test func `Undoing received changes reverts them on all devices`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, title: "old", tags: ["a"])
        try shared.exchangeAll()
        try shared.perform(0, .deleteItem(shared.id(0, location)))
        try shared.save(0, "https://x.org/2", tags: ["b"])
        try shared.exchange(0)
        try shared.exchange(1)
        #expect(shared.item(1, location) == nil)
        _ = shared.devices[1].undoReceived(now: shared.time + 1)
        try shared.exchangeAll()
        #expect(shared.agree)
        #expect(shared.tags(0, location) == ["a"] && shared.item(0, "https://x.org/2") == nil)
        #expect(shared.tag(0, "b") == ThingID(kind: .tag, key: ["missing"]))
    }

    @Test func `Undoing a received tag of an item that hasn't arrived doesn't delete the item`() throws {
        var shared = try SyncedDevices(3)
        try shared.perform(0, .createSet("work", isDaily: false))
        try shared.exchange(0)
        try shared.save(0, location)
        let before = shared.folder
        try shared.exchange(0)
        try shared.exchange(1)
        try shared.perform(1, .tag(shared.id(1, location), "a"))
        try shared.exchange(1)
        // Device 2 gets the tag before the item.
        var partial = before
        for (name, file) in shared.folder.files where name.device == shared.devices[1].database.device {
            partial.files[name] = file
        }
        _ = try shared.devices[2].exchange(with: &partial, now: shared.time)
        _ = shared.devices[2].undoReceived(now: shared.time + 1)
        try shared.exchangeAll()
        #expect(shared.agree && shared.item(0, location) != nil)
    }
}
