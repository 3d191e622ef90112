internal import GRDB
package import Sync

/// Which registers are in the files of the store.
extension StoreReader {
    /// Returns the registers that weren't sent: those of each command, oldest first.
    ///
    /// ``RegisterLines/lines(_:)`` makes them lines of a file.
    package func unsentCommands() throws -> [[Register]] { try draft(where: "unsent = 1").unsent }

    /// Returns the registers of a base: all that this device must keep in the store.
    package func ownRegisters() throws -> [Register] { try draft(where: "kind = 0").own }

    /// Returns the number of changes that weren't sent, as people count them: commands.
    package func unsentChanges() throws -> Int {
        let touched: Int =
            try database.value("SELECT count(*) FROM (SELECT DISTINCT time, counter FROM sync_touched)") ?? 0
        return touched + SyncDraft.changeCount(try draft(where: "unsent = 1").unsent.flatMap(\.self))
    }

    /// Returns a draft with all tags, sets, views and rules, and the items that meet a condition in SQL.
    private func draft(where condition: String) throws -> SyncDraft {
        guard let state = try syncState() else { return SyncDraft(device: DeviceID(0), clock: SyncClock()) }
        var draft = SyncDraft(device: state.device, clock: state.clock)
        var numbers = try loadNamedThings(into: &draft)
        try loadItems(where: condition, into: &draft, &numbers)
        draft.numbers = numbers.numbers
        return draft
    }
}

extension StoreWriter {
    /// Records that a file has registers, unless they changed since.
    package func markSent(_ registers: [Register]) throws {
        let reader = StoreReader(database: database)
        guard let state = try reader.syncState() else { return }
        var draft = SyncDraft(device: state.device, clock: state.clock)
        var numbers = try reader.loadNamedThings(into: &draft)
        let items = Set(registers.map(\.key.thing).filter { $0.kind == .item })
        try reader.loadItems((ids: items, rows: []), into: &draft, &numbers)
        draft.numbers = numbers.numbers
        draft.markSent(registers)
        try store(&draft)
    }

    /// Keeps the registers that were read from lost files: the next base has them.
    ///
    /// - Parameter numbers: The numbers of the files in this database.
    /// - Returns: Whether there are any.
    /// - Throws: SQLite's errors.
    package func makeOwn(fromFiles numbers: Set<Int64>) throws -> Bool {
        let reader = StoreReader(database: database)
        guard !numbers.isEmpty, let state = try reader.syncState() else { return false }
        var draft = SyncDraft(device: state.device, clock: state.clock)
        var known = try reader.loadNamedThings(into: &draft)
        try reader.loadItems(nil, into: &draft, &known)
        draft.numbers = known.numbers
        let isFound = draft.keepRegisters(ofFiles: numbers)
        try store(&draft)
        return isFound
    }

    /// Adds received changes to those of their devices, for the status.
    ///
    /// - Parameters:
    ///   - received: The changes.
    ///   - files: The files, which name their devices.
    /// - Throws: SQLite's errors.
    package func record(_ received: ReceivedChanges, from files: [ReceivedFile]) throws {
        var devices = Dictionary(try reader.syncedDevices().map { ($0.device, $0) }) { first, _ in first }
        for file in files.sorted(by: { $0.header?.date ?? 0 < $1.header?.date ?? 0 }) {
            guard let name = file.header?.deviceName else { continue }
            devices[file.name.device, default: SyncedDevice(device: file.name.device, name: name)].name = name
        }
        for (device, count) in received.changes {
            guard var known = devices[device] else { continue }
            known.changes += Int64(count)
            let newest = Int64(clamping: received.newest[device] ?? 0)
            if newest > 0 { known.lastChange = max(known.lastChange ?? 0, newest) }
            devices[device] = known
        }
        let changed = Set(files.map(\.name.device)).union(received.changes.keys)
        for device in devices.values where changed.contains(device.device) { try put(device) }
    }
}
