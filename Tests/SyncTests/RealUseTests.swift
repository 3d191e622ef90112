import TestSupport
import Testing

@testable import Sync

/// Two days of use: a folder that is synchronized with a delay of 10 minutes, and 2,000 changes.
@Suite struct RealUseTests {
    @Test func `Two days on three devices lose nothing`() throws {
        var shared = try SyncedDevices(3)
        var random = SeededNumbers(seed: 56)
        try keepItems(&shared)
        var backup = shared.devices[0].database
        var added: Set<String> = []
        let hour: UInt64 = 3_600_000
        let start = shared.time
        for change in 0..<2_000 {
            shared.time = start + UInt64(change) * 48 * hour / 2_000
            let elapsed = (shared.time - start) / hour
            if change == 800 { backup = shared.devices[0].database }
            // Device 0 is restored from a backup, device 2 is lost, and a new device joins.
            if change == 1_200 { shared.devices[0] = shared.device(from: backup) }
            if change == 1_500 { shared.devices.removeLast() }
            if change == 1_700 { try shared.join(shared.device()) }
            // Device 1 is off for a day.
            let index = random.below(shared.devices.count)
            guard index != 1 || !(12..<36).contains(elapsed) else { continue }
            var commands = TrialCommands(random: SeededNumbers(seed: random.next()))
            if let command = commands.next(shared.devices[index]) {
                try? shared.devices[index].perform(command, now: shared.time)
                // Changes between the backup and the restore may be lost with the database.
                if index == 1, case .tag(let id, let name) = command, name.hasPrefix("keep"),
                    let location = shared.devices[1].database.state.items[id]?.location
                {
                    added.insert("\(location) \(name)")
                }
            }
            if random.happens(30) { try exchange(&shared, index) }
        }
        shared.time += hour
        try shared.exchangeAll()
        try shared.join(shared.device())
        #expect(shared.agree)
        #expect(!added.isEmpty)
        for tagged in added {
            let parts = tagged.split(separator: " ").map(String.init)
            #expect(shared.item(0, parts[0])?.tags.contains(shared.tag(0, parts[1])) == true, "\(tagged)")
        }
    }

    private func keepItems(_ shared: inout SyncedDevices) throws {
        for number in 0..<3 {
            for site in ["keep", "gone"] {
                let item = NewItem(set: "kept", location: "https://\(site).org/\(number)", title: site)
                try shared.perform(0, .save(item))
            }
        }
        try shared.exchangeAll()
    }

    /// Exchanges with the files that are older than 10 minutes.
    private func exchange(_ shared: inout SyncedDevices, _ index: Int) throws {
        var options = ExchangeOptions()
        options.isConfirmed = true
        options.compactionMinimum = 50
        let (files, limit) = (shared.folder.files, shared.time - 600_000)
        options.hasArrived = { name in (files[name]?.date ?? 0) <= limit }
        _ = try shared.devices[index].exchange(with: &shared.folder, now: shared.time, options: options)
    }
}
