import Testing

@testable import Sync

/// The files of a store: kills, lost and damaged files, clones, backups and compaction.
@Suite struct StoreTests {
    private let location = "https://x.org/1"

    @Test func `An exchange that is killed at any point is completed by the next one`() throws {
        for point in 0..<12 {
            var shared = try SyncedDevices(2)
            try shared.save(0, location, tags: ["a"])
            try shared.exchange(0)
            try shared.save(1, "https://x.org/2", tags: ["b"])
            var options = ExchangeOptions()
            var countdown = point
            options.isKilled = {
                countdown -= 1
                return countdown < 0
            }
            _ = try? shared.devices[1].exchange(with: &shared.folder, now: shared.time, options: options)
            try shared.save(1, "https://x.org/3")
            let device = shared.devices[1].database.device
            try shared.exchangeAll()
            #expect(shared.agree && shared.devices[0].database.state.items.count == 3)
            #expect(shared.devices[1].database.device == device, "the device recognizes its file")
        }
    }

    @Test func `Registers of lost files are written again by a device that read them`() throws {
        var shared = try SyncedDevices(3)
        try shared.save(0, location, tags: ["a"])
        try shared.exchangeAll()
        // The writer is lost, and so are its files.
        let lost = shared.devices.removeFirst()
        for name in shared.folder.files.keys where name.device == lost.database.device {
            shared.folder.files[name] = nil
        }
        try shared.exchangeAll()
        try shared.join(shared.device())
        #expect(shared.agree && shared.tags(2, location) == ["a"])
    }

    @Test func `An empty folder deletes nothing and is filled again when its header returns`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["a"])
        try shared.exchangeAll()
        let header = shared.folder.header
        shared.folder = StoreFolder()
        #expect(throws: ExchangeError.missingStore) { try shared.exchange(0) }
        #expect(shared.item(0, location) != nil && shared.folder.files.isEmpty)
        shared.folder.header = header
        try shared.exchangeAll()
        try shared.join(shared.device())
        #expect(shared.agree && shared.tags(2, location) == ["a"])
    }

    @Test func `Another store and a newer format are refused before anything is read`() throws {
        var shared = try SyncedDevices(1)
        let header = try #require(shared.folder.header)
        shared.folder.header = StoreFolder.Header(store: header.store, format: StoreFolder.format + 1)
        #expect(throws: ExchangeError.newerFormat) { try shared.exchange(0) }
        shared.folder.header = StoreFolder.Header(store: header.store &+ 1)
        #expect(throws: ExchangeError.otherStore) { try shared.exchange(0) }
        var device = shared.device()
        #expect(throws: ExchangeError.notSetUp) { try device.exchange(with: &shared.folder, now: 0) }
    }

    @Test func `A damaged or swapped file is skipped and named, and the others are read`() throws {
        var shared = try SyncedDevices(3)
        let before = Set(shared.folder.files.keys)
        try shared.save(0, location)
        try shared.exchange(0)
        let first = try #require(shared.folder.files.keys.first { !before.contains($0) })
        try shared.save(1, "https://x.org/2")
        try shared.exchange(1)
        let intact = shared.folder.files[first]
        shared.folder.files[first]?.isDamaged = true
        let report = try shared.exchange(2)
        #expect(report.damaged == [first] && shared.item(2, "https://x.org/2") != nil)
        shared.folder.files[first] = shared.folder.files.values.first { $0.name != first }
        #expect(try shared.exchange(2).damaged == [first])
        #expect(shared.item(2, location) == nil)
        shared.folder.files[first] = intact
        #expect(try shared.exchange(2).damaged.isEmpty)
        #expect(shared.item(2, location) != nil)
    }

    @Test func `A clone takes a new id, and both databases keep their changes`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["a"])
        shared.devices.append(shared.device(from: shared.devices[0].database))
        try shared.save(0, location, tags: ["original"])
        try shared.save(2, location, tags: ["clone"])
        try shared.exchangeAll()
        #expect(shared.devices[0].database.device != shared.devices[2].database.device)
        #expect(shared.agree && shared.tags(1, location) == ["a", "clone", "original"])
    }

    @Test func `A database that is restored from a backup gets its later changes from the store`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, tags: ["a"])
        try shared.exchange(0)
        let backup = shared.devices[0].database
        try shared.save(0, "https://x.org/2")
        try shared.exchange(0)
        shared.devices[0] = shared.device(from: backup)
        try shared.save(0, "https://x.org/3")
        try shared.exchangeAll()
        #expect(shared.agree && shared.devices[0].database.state.items.count == 3)
        #expect(shared.devices[0].database.device != backup.device)
    }

    @Test func `A base replaces segments after 30 days`() throws {
        var shared = try SyncedDevices(2)
        var options = ExchangeOptions()
        options.compactionMinimum = 10
        for number in 0..<40 {
            try shared.save(0, "https://x.org/\(number % 4)", title: "\(number)")
            shared.time += 2 * 24 * 3_600_000
            _ = try shared.devices[0].exchange(with: &shared.folder, now: shared.time, options: options)
        }
        #expect(shared.folder.files.keys.contains { $0.kind == .base && $0.number > 1 })
        #expect(shared.folder.files.count < 30)
        try shared.join(shared.device())
        #expect(shared.devices[2].database.state == shared.devices[0].database.state)
    }

    @Test func `Leaving deletes nothing, and joining again keeps every item`() throws {
        var shared = try SyncedDevices(2)
        try shared.save(0, location, title: "title", tags: ["a"])
        try shared.exchangeAll()
        var device = shared.devices.removeLast()
        device.leave()
        #expect(device.database.state.items.count == 1)
        try shared.join(device)
        try shared.exchangeAll()
        #expect(shared.agree && shared.tags(0, location) == ["a"])
    }
}
