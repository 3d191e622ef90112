import Testing

@testable import Sync

/// Set-up of databases that have rows (rule 10), clocks (rule 8) and rules for items (rule 9).
@Suite struct SetUpTests {
    private let location = "https://x.org/1"

    @Test func `Of an item that two databases have, the version modified last wins and tags are united`() throws {
        var shared = try SyncedDevices(0)
        var (older, newer) = (shared.device(), shared.device())
        let item = NewItem(set: "work", location: location)
        for (index, name) in ["older", "newer"].enumerated() {
            var item = item
            (item.title, item.tags) = (name, [name])
            if index == 0 {
                try older.perform(.save(item), now: 1_000)
            } else {
                try newer.perform(.save(item), now: 2_000)
            }
        }
        try shared.join(newer)
        try shared.join(older)
        try shared.exchangeAll()
        #expect(shared.agree)
        #expect(shared.item(0, location)?.title == "newer" && shared.tags(0, location) == ["newer", "older"])
    }

    @Test func `A tag that the store renamed is the known tag of a database that joins`() throws {
        var shared = try SyncedDevices(1)
        try shared.save(0, location, tags: ["a"])
        try shared.perform(0, .renameTag(shared.tag(0, "a"), "b", keepsAlias: true))
        try shared.exchange(0)
        var device = shared.device()
        try device.perform(.save(NewItem(set: "work", location: "https://x.org/2", tags: ["a"])), now: shared.time)
        try shared.join(device)
        try shared.exchangeAll()
        #expect(shared.tags(0, "https://x.org/2") == ["b"])
        #expect(shared.devices[0].database.state.tags.count == 1)
    }

    @Test func `A set that the store renamed is the known set of a database that joins`() throws {
        var shared = try SyncedDevices(1)
        var device = shared.device()
        for site in ["kept", "deleted", "moved"] {
            let item = NewItem(set: "work", location: "https://\(site).org", tags: ["a"])
            try shared.perform(0, .save(item))
            try device.perform(.save(item), now: shared.time)
        }
        let note = NewItem(set: "work", title: "note", tags: ["a"])
        try shared.perform(0, .importItems([note]))
        try device.perform(.importItems([note]), now: shared.time)
        try shared.perform(0, .deleteItem(shared.id(0, "https://deleted.org")))
        let set = try #require(shared.devices[0].database.state.sets.keys.first)
        try shared.perform(0, .renameSet(set, "links"))
        try shared.perform(0, .renameTag(shared.tag(0, "a"), "b", keepsAlias: false))
        try shared.exchange(0)
        try shared.join(device)
        try shared.exchangeAll()
        #expect(shared.agree)
        let state = shared.devices[0].database.state
        #expect(state.sets.values.map(\.name) == ["links"] && state.tags.values.map(\.name) == ["b"])
        #expect(Set(state.items.values.map { $0.location ?? "" }) == ["https://kept.org", "https://moved.org", ""])
        #expect(state.items.count == 3)
    }

    @Test func `A renamed set and a new set with its former name stay two sets of a database that joins`() throws {
        var shared = try SyncedDevices(1)
        try shared.save(0, location)
        let set = try #require(shared.devices[0].database.state.sets.keys.first)
        try shared.perform(0, .renameSet(set, "links"))
        try shared.exchange(0)
        var device = shared.device()
        try device.perform(.save(NewItem(set: "work", location: "https://x.org/2")), now: shared.time)
        try device.perform(.save(NewItem(set: "links", location: location)), now: shared.time)
        try shared.join(device)
        try shared.exchangeAll()
        #expect(shared.agree)
        let state = shared.devices[1].database.state
        #expect(Set(state.sets.values.map(\.name)) == ["links", "work"] && state.items.count == 2)
    }

    @Test func `A database that leaves and joins again has the items without a location that it knows`() throws {
        var shared = try SyncedDevices(2)
        for title in ["kept", "kept", "deleted"] { try shared.perform(0, .save(NewItem(set: "work", title: title))) }
        try shared.exchangeAll()
        shared.devices[1].leave()
        let deleted = try #require(shared.devices[0].database.state.items.values.first { $0.title == "deleted" })
        try shared.perform(0, .deleteItem(deleted.id))
        try shared.exchange(0)
        let device = shared.devices.removeLast()
        try shared.join(device)
        try shared.exchangeAll()
        #expect(shared.agree)
        #expect(shared.devices[1].database.state.items.values.map { $0.title ?? "" } == ["kept", "kept"])
    }

    @Test func `An item that the store deleted later stays deleted when a database with it joins`() throws {
        var shared = try SyncedDevices(1)
        for (site, time) in [("early", UInt64(1_000)), ("late", shared.time * 2)] {
            try shared.save(0, "https://\(site).org", tags: ["a"])
            try shared.perform(0, .deleteItem(shared.id(0, "https://\(site).org")))
            var device = shared.device()
            try device.perform(.save(NewItem(set: "work", location: "https://\(site).org")), now: time)
            try shared.exchange(0)
            try shared.join(device)
        }
        try shared.exchangeAll()
        #expect(shared.item(0, "https://early.org") == nil && shared.item(0, "https://late.org") != nil)
    }

    @Test func `Settings of a database that joins yield to the store's, and its members follow`() throws {
        var shared = try SyncedDevices(1)
        var device = shared.device()
        try shared.perform(0, .createSet("work", isDaily: false))
        let set = try #require(shared.devices[0].database.state.sets.keys.first)
        try shared.perform(0, .setLayout(set, name: "spacing", value: "a"))
        try shared.perform(0, .addMember(set, "first", index: 0))
        try shared.exchange(0)
        try device.perform(.createSet("work", isDaily: false), now: shared.time * 2)
        let local = try #require(device.database.state.sets.keys.first)
        try device.perform(.setLayout(local, name: "spacing", value: "z"), now: shared.time * 2)
        try device.perform(.addMember(local, "second", index: 0), now: shared.time * 2)
        try shared.join(device)
        try shared.exchangeAll()
        let shown = try #require(shared.devices[0].database.state.sets.values.first)
        #expect(shown.settings == ["spacing": "a"])
        #expect(shown.members == [shared.tag(0, "first"), shared.tag(0, "second")])
    }

    @Test func `A wrong clock decides only between simultaneous edits, and is reported`() throws {
        var shared = try SyncedDevices(2)
        let ahead: UInt64 = 3 * 24 * 3_600_000
        try shared.devices[0]
            .perform(.save(NewItem(set: "work", location: location, title: "first")), now: shared.time + ahead)
        try shared.exchange(0)
        let report = try shared.exchange(1)
        #expect(report.clocksAhead.keys.contains(shared.devices[0].database.device))
        try shared.perform(1, .setTitle(shared.id(1, location), "second"))
        try shared.exchangeAll()
        #expect(shared.item(0, location)?.title == "second")
    }

    @Test func `A rule runs only on the device that creates an item`() throws {
        var shared = try SyncedDevices(2)
        try shared.perform(0, .saveRule(word: "x.org", tag: "rule"))
        try shared.exchangeAll()
        try shared.save(1, location)
        try shared.perform(1, .untag(shared.id(1, location), shared.tag(1, "rule")))
        try shared.exchangeAll()
        #expect(shared.tags(0, location) == [] && shared.tags(1, location) == [])
    }
}
