internal import GRDB
package import Sync

/// The numbers that `sync setup` prints before it asks.
package struct SyncSetUpCounts: Hashable, Sendable {
    /// The items of this database.
    package var here = 0
    /// The items of the store.
    package var there = 0
    /// The items of this database that the store has.
    package var both = 0
    /// The items of this database that other devices deleted, and that disappear here.
    package var deletedThere = 0
}

extension StoreWriter {
    /// Begins a set-up: merges the registers of the store's files, and adds the rows of this database (rule 10).
    ///
    /// The state of sync must be stored (``put(_:)``). Then the caller shows the draft's state in the rows, and stores the draft.
    ///
    /// - Parameters:
    ///   - files: All files of the store with their numbers in this database.
    ///   - now: The time in milliseconds since 1970.
    /// - Returns: The draft, the numbers of items, and what was received; `nil` if the state isn't stored.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    /// - Complexity: linear in the number of rows and registers.
    package func setUpSync(
        receiving files: [(number: Int64, file: ReceivedFile)], at now: Int64
    ) throws -> (draft: SyncDraft, counts: SyncSetUpCounts, received: ReceivedChanges)? {
        stopSyncJournal()
        let reader = StoreReader(database: database)
        guard let state = try reader.syncState() else { return nil }
        try clearSyncJournal()
        var draft = SyncDraft(device: state.device, clock: state.clock)
        let received = draft.receive(files)
        let there = draft.state
        // The connections that this database had before it left.
        let former = Dictionary(try reader.connectionDevices().map { ($0.url, $0.device) }) { first, _ in first }
        try addConnectionDevices(state.device)
        let content = try reader.localContent(items: .all)
        draft.setUp(content)
        _ = draft.keepConnections(former, now: UInt64(max(0, now)))
        var counts = SyncSetUpCounts(here: content.items.count, there: there.items.count)
        for item in content.items {
            let things = draft.rows.things(ofRow: item.row, kind: .item)
            if things.contains(where: there.shows) { counts.both += 1 }
            if !things.contains(where: draft.state.shows) { counts.deletedThere += 1 }
        }
        return (draft, counts, received)
    }
}
