import Testing

@testable import Sync

/// Errors of other tools, switched on: the trials must find each of them.
@Suite struct FlawTests {
    @Test(arguments: [
        SyncFlaws.tagsAsOneRegister, .localIDs, .wallClockStamps, .anyChangeRevertsDeletion, .readMarkByNumber,
        .clonesKeepID,
    ]) func `Random histories find a flaw`(_ flaw: SyncFlaws) {
        let found = (UInt64(1)...200).contains { Trial(seed: $0, flaws: flaw).failure() != nil }
        #expect(found)
    }

    @Test(arguments: [[], SyncFlaws.tagsAsOneRegister])
    func `Tags that two devices add are kept unless they are one register`(_ flaws: SyncFlaws) throws {
        var shared = try SyncedDevices(2, flaws: flaws)
        try shared.save(0, "https://x.org/1")
        try shared.exchangeAll()
        try shared.perform(0, .tag(shared.id(0, "https://x.org/1"), "a"))
        try shared.perform(1, .tag(shared.id(1, "https://x.org/1"), "b"))
        try shared.exchangeAll()
        #expect((shared.tags(0, "https://x.org/1") == ["a", "b"]) == flaws.isEmpty)
    }

    @Test(arguments: [[], SyncFlaws.localIDs]) func `Items that two devices save are two unless their ids are local`(
        _ flaws: SyncFlaws
    ) throws {
        var shared = try SyncedDevices(2, flaws: flaws)
        try shared.save(0, "https://x.org/1")
        try shared.save(1, "https://x.org/2")
        try shared.exchangeAll()
        #expect((shared.devices[0].database.state.items.count == 2) == flaws.isEmpty)
    }

    @Test(arguments: [[], SyncFlaws.wallClockStamps])
    func `An edit wins over the version that its author saw unless stamps follow the clock`(_ flaws: SyncFlaws) throws {
        var shared = try SyncedDevices(2, flaws: flaws)
        let item = NewItem(set: "work", location: "https://x.org/1", title: "first")
        try shared.devices[0].perform(.save(item), now: shared.time + 3_600_000)
        try shared.exchangeAll()
        try shared.perform(1, .setTitle(shared.id(1, "https://x.org/1"), "second"))
        try shared.exchangeAll()
        #expect((shared.item(0, "https://x.org/1")?.title == "second") == flaws.isEmpty)
    }

    @Test(arguments: [[], SyncFlaws.anyChangeRevertsDeletion])
    func `A deleted item stays deleted unless a tag change reverts it`(_ flaws: SyncFlaws) throws {
        var shared = try SyncedDevices(2, flaws: flaws)
        try shared.save(0, "https://x.org/1")
        try shared.exchangeAll()
        try shared.perform(0, .deleteItem(shared.id(0, "https://x.org/1")))
        try shared.perform(1, .tag(shared.id(1, "https://x.org/1"), "late"))
        try shared.exchangeAll()
        #expect((shared.item(0, "https://x.org/1") == nil) == flaws.isEmpty)
    }

    @Test(arguments: [[], SyncFlaws.readMarkByNumber])
    func `Files may arrive in any order unless a number marks those that were read`(_ flaws: SyncFlaws) throws {
        var shared = try SyncedDevices(2, flaws: flaws)
        try shared.save(0, "https://x.org/1")
        try shared.exchange(0)
        let early = try #require(shared.folder.files.keys.max { $0.number < $1.number })
        try shared.save(0, "https://x.org/2")
        try shared.exchange(0)
        let file = shared.folder.files.removeValue(forKey: early)
        try shared.exchange(1)
        shared.folder.files[early] = file
        try shared.exchange(1)
        #expect((shared.devices[1].database.state.items.count == 2) == flaws.isEmpty)
    }

    @Test(arguments: [[], SyncFlaws.clonesKeepID]) func `A clone and its original exchange unless they have one id`(
        _ flaws: SyncFlaws
    ) throws {
        var shared = try SyncedDevices(1, flaws: flaws)
        shared.devices.append(shared.device(from: shared.devices[0].database))
        try shared.save(0, "https://x.org/1")
        try shared.save(1, "https://x.org/2")
        try shared.exchangeAll()
        #expect(shared.agree == flaws.isEmpty)
    }
}
