import TestSupport

@testable import Sync

/// Devices that share one folder, for tests of single rules.
struct SyncedDevices {
    var devices: [SyncDevice] = []
    var folder = StoreFolder()
    /// The time in milliseconds; each command and exchange takes one second.
    var time: UInt64 = 1_700_000_000_000
    private var seed: UInt64 = 0
    private let flaws: SyncFlaws

    /// Creates devices that were set up one after another.
    init(_ count: Int, flaws: SyncFlaws = []) throws {
        self.flaws = flaws
        for _ in 0..<count { try join(device()) }
    }

    /// Returns a device that isn't set up.
    mutating func device() -> SyncDevice {
        seed += 1
        return SyncDevice(random: SeededNumbers(seed: seed), flaws: flaws)
    }

    /// Returns a device with the database of another, but with new randomness.
    mutating func device(from database: SyncDatabase) -> SyncDevice {
        seed += 1
        return SyncDevice(database: database, random: SeededNumbers(seed: seed))
    }

    /// Sets a device up and exchanges.
    mutating func join(_ device: SyncDevice) throws {
        devices.append(device)
        time += 1_000
        try devices[devices.count - 1].setUp(&folder, now: time)
        try exchange(devices.count - 1)
    }

    mutating func perform(_ index: Int, _ command: SyncCommand) throws {
        time += 1_000
        try devices[index].perform(command, now: time)
    }

    /// Saves an item in the set `work`.
    mutating func save(_ index: Int, _ location: String, title: String? = nil, tags: [String] = []) throws {
        try perform(index, .save(NewItem(set: "work", location: location, title: title, tags: tags)))
    }

    @discardableResult mutating func exchange(_ index: Int, confirmed: Bool = false) throws -> ExchangeReport {
        time += 1_000
        var options = ExchangeOptions()
        options.isConfirmed = confirmed
        return try devices[index].exchange(with: &folder, now: time, options: options)
    }

    /// Exchanges on all devices until each has the changes of all.
    mutating func exchangeAll() throws {
        for _ in 0..<3 { for index in devices.indices { try exchange(index, confirmed: true) } }
    }

    /// Returns the shown item at a location.
    func item(_ index: Int, _ location: String) -> ShownItem? {
        devices[index].database.state.items.values.first { $0.location == location }
    }

    /// Returns the id of the shown item at a location; without it, an id that no device knows.
    func id(_ index: Int, _ location: String) -> ThingID {
        item(index, location)?.id ?? ThingID(kind: .item, key: ["missing"])
    }

    /// Returns the shown tag with a name.
    func tag(_ index: Int, _ name: String) -> ThingID {
        devices[index].database.state.tagsByKey[foldedKey(name)] ?? ThingID(kind: .tag, key: ["missing"])
    }

    /// Returns the names of the tags of the item at a location, sorted; `nil` without the item.
    func tags(_ index: Int, _ location: String) -> [String]? {
        let state = devices[index].database.state
        return item(index, location).map { item in item.tags.compactMap { state.tags[$0]?.name }.sorted() }
    }

    /// Whether all devices show the same.
    var agree: Bool { devices.allSatisfy { $0.database.state == devices[0].database.state } }
}
