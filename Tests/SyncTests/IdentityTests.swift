import Testing

@testable import Sync

/// Ids, equal keys and names (rules 1, 3 and 4).
@Suite struct IdentityTests {
    @Test func `10,000 bookmarks imported on two devices are 10,000 items`() throws {
        var shared = try SyncedDevices(2)
        let items = (0..<10_000)
            .map {
                NewItem(
                    set: "work", location: $0.isMultiple(of: 2) ? "https://x.org/\($0)" : nil, title: "\($0)",
                    tags: ["t\($0 % 50)"])
            }
        for index in 0...1 { try shared.perform(index, .importItems(items)) }
        try shared.exchangeAll()
        #expect(shared.agree)
        #expect(shared.devices[0].database.state.items.count == 10_000)
        #expect(shared.devices[1].database.state.tags.count == 50)
    }

    @Test func `Equal items without a location are as many as one device imports`() throws {
        var shared = try SyncedDevices(2)
        let item = NewItem(set: "work", title: "note")
        try shared.perform(0, .importItems([item, item]))
        try shared.perform(1, .importItems([item]))
        try shared.exchangeAll()
        #expect(shared.devices[1].database.state.items.count == 2)
    }

    @Test func `Items that two devices save without a location are two`() throws {
        var shared = try SyncedDevices(2)
        for index in 0...1 { try shared.perform(index, .save(NewItem(set: "work", title: "note"))) }
        try shared.exchangeAll()
        #expect(shared.devices[0].database.state.items.count == 2)
    }

    @Test func `A day that two devices save is one item with the tags of both`() throws {
        var shared = try SyncedDevices(2)
        for (index, tag) in ["run", "swim"].enumerated() {
            try shared.perform(index, .save(NewItem(set: "days", day: 20_786, tags: [tag])))
        }
        try shared.exchangeAll()
        let item = try #require(shared.devices[0].database.state.items.values.first)
        #expect(shared.devices[0].database.state.items.count == 1 && item.tags.count == 2)
    }

    @Test func `A location that was moved away is a new item when it is saved again`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["old"])
        try shared.perform(0, .move(shared.id(0, "https://x.org/1"), location: "https://x.org/2", set: nil))
        try shared.save(0, "https://x.org/1", tags: ["new"])
        try shared.exchangeAll()
        #expect(shared.tags(1, "https://x.org/1") == ["new"])
        #expect(shared.tags(1, "https://x.org/2") == ["old"])
    }

    @Test func `An item that is saved on one device and moved on another is moved, with the tags of both`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a"])
        try shared.perform(0, .move(shared.id(0, "https://x.org/1"), location: "https://x.org/2", set: "home"))
        try shared.save(1, "https://x.org/1", tags: ["b"])
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/2") == ["a", "b"])
        #expect(shared.devices[0].database.state.items.count == 1)
    }

    @Test func `Items moved to one location are one, and all are deleted`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a"])
        try shared.save(0, "https://x.org/2", tags: ["b"])
        try shared.exchangeAll()
        for index in 0...1 {
            let id = shared.id(index, "https://x.org/\(index + 1)")
            try shared.perform(index, .move(id, location: "https://x.org/3", set: nil))
        }
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/3") == ["a", "b"])
        try shared.perform(1, .untag(shared.id(1, "https://x.org/3"), shared.tag(1, "a")))
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/3") == ["b"])
        try shared.perform(1, .deleteItem(shared.id(1, "https://x.org/3")))
        try shared.exchangeAll()
        #expect(shared.devices[0].database.state.items.isEmpty)
    }

    @Test func `Items moved to one location move on together`() throws {
        var shared = try SyncedDevices(2)
        for number in 1...2 { try shared.save(0, "https://x.org/\(number)", tags: ["t\(number)"]) }
        try shared.exchangeAll()
        for index in 0...1 {
            let id = shared.id(index, "https://x.org/\(index + 1)")
            try shared.perform(index, .move(id, location: "https://x.org/3", set: nil))
        }
        try shared.exchangeAll()
        try shared.perform(0, .move(shared.id(0, "https://x.org/3"), location: "https://x.org/4", set: "home"))
        #expect(shared.tags(0, "https://x.org/4") == ["t1", "t2"] && shared.item(0, "https://x.org/3") == nil)
        // Undo returns both, each to where it was shown before.
        _ = shared.devices[0].undo(now: shared.time + 1)
        #expect(shared.tags(0, "https://x.org/3") == ["t1", "t2"] && shared.item(0, "https://x.org/4") == nil)
    }

    @Test func `Tags renamed to one name are renamed together`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a", "b"])
        try shared.exchangeAll()
        try shared.perform(0, .renameTag(shared.tag(0, "a"), "c", keepsAlias: true))
        try shared.perform(1, .renameTag(shared.tag(1, "b"), "c", keepsAlias: true))
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/1") == ["c"])
        try shared.perform(0, .renameTag(shared.tag(0, "c"), "d", keepsAlias: true))
        #expect(shared.tags(0, "https://x.org/1") == ["d"])
    }

    @Test func `Both names of a tag that two devices rename find it`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a"])
        try shared.exchangeAll()
        try shared.perform(0, .renameTag(shared.tag(0, "a"), "b", keepsAlias: true))
        try shared.perform(1, .renameTag(shared.tag(1, "a"), "c", keepsAlias: true))
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/1") == ["c"])
        #expect(shared.tag(0, "b") == shared.tag(0, "c") && shared.tag(0, "a") == shared.tag(0, "c"))
    }

    @Test func `A tag below a renamed one that another device creates keeps its name`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a", "a/b"])
        try shared.exchangeAll()
        try shared.perform(0, .renameTag(shared.tag(0, "a"), "z", keepsAlias: true))
        try shared.save(1, "https://x.org/1", tags: ["a/c"])
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/1") == ["a/c", "z", "z/b"])
    }

    @Test func `An alias is ignored while a tag has its key`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a"])
        try shared.exchangeAll()
        try shared.perform(0, .addAlias(shared.tag(0, "a"), "b"))
        try shared.save(1, "https://x.org/2", tags: ["b"])
        try shared.exchangeAll()
        #expect(shared.tag(0, "a") != shared.tag(0, "b"))
        #expect(shared.devices[0].database.state.tags[shared.tag(0, "a")]?.aliases == [])
    }

    @Test func `Tags merged into each other are one tag`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["a"])
        try shared.save(0, "https://x.org/2", tags: ["b"])
        try shared.exchangeAll()
        try shared.perform(0, .mergeTags(shared.tag(0, "a"), into: shared.tag(0, "b")))
        try shared.perform(1, .mergeTags(shared.tag(1, "b"), into: shared.tag(1, "a")))
        try shared.exchangeAll()
        #expect(shared.agree)
        #expect(shared.devices[0].database.state.tags.count == 1)
        #expect(shared.tags(0, "https://x.org/1") == shared.tags(0, "https://x.org/2"))
    }

    @Test func `A merged tag has the name and description of its target`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, "https://x.org/1", tags: ["swfit", "swift"])
        try shared.perform(0, .describe(shared.tag(0, "swift"), description: "language", color: nil))
        try shared.perform(0, .describe(shared.tag(0, "swfit"), description: "typo", color: nil))
        try shared.perform(0, .mergeTags(shared.tag(0, "swfit"), into: shared.tag(0, "swift")))
        try shared.exchangeAll()
        let tag = try #require(shared.devices[1].database.state.tags[shared.tag(1, "swfit")])
        #expect(tag.name == "swift" && tag.description == "language")
        #expect(shared.tags(1, "https://x.org/1") == ["swift"])
    }

    @Test func `Row ids differ between devices, and ids of things don't`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(1, "https://x.org/0")
        try shared.save(0, "https://x.org/1")
        try shared.exchangeAll()
        let ids = (0...1).map { shared.id($0, "https://x.org/1") }
        #expect(ids[0] == ids[1])
        #expect(shared.devices[0].database.rows.row(of: ids[0]) != shared.devices[1].database.rows.row(of: ids[1]))
    }
}
