// The model of sync between devices: Documentation of its rules is the contract, whose numbers the comments name.
//
// 1. `SyncDevice.perform` runs a `SyncCommand`. An `Edit` turns it into registers (`Registers`) with one `Stamp`.
// 2. `SyncDatabase` keeps the newest value of each register. `ShownState` computes from them, as a pure function, the things that a person sees.
// 3. `SyncDevice.exchange` reads the unread files of a `StoreFolder` and writes the registers that weren't sent:
//    `FileRecords` knows which files were read and written, and which registers this device must keep in the store.
// 4. `SyncDevice.setUp` turns the rows of a database that wasn't synced (`LocalSnapshot`) into registers.
//
// Everything is in memory; randomness, time and interruptions are parameters. Tests run thousands of random histories.

/// A device: a database, and randomness that isn't part of it.
///
/// A clone must get new randomness, or it would draw the same ids and file names as the original.
public struct SyncDevice {
    /// The database; a copy is a clone or a backup.
    public var database: SyncDatabase
    var random: any RandomNumberGenerator

    /// Creates a device with a new database.
    public init(random: any RandomNumberGenerator, flaws: SyncFlaws = []) {
        var random = random
        database = SyncDatabase(device: DeviceID(random.next()), flaws: flaws)
        self.random = random
    }

    /// Creates a device from the database of another, or from a backup.
    public init(database: SyncDatabase, random: any RandomNumberGenerator) {
        self.database = database
        self.random = random
    }

    /// Runs a command in one transaction.
    ///
    /// A command that is refused changes nothing. `now` is in milliseconds since 1970, by the device's clock.
    public mutating func perform(_ command: SyncCommand, now: UInt64) throws(CommandRefusal) {
        var draft = database
        var edit = Edit(draft, stamp: draft.nextStamp(now: now), random: random)
        try edit.perform(command)
        random = edit.random
        guard !edit.written.isEmpty else { return }
        draft.apply(edit, isUndoable: true)
        database = draft
    }

    /// Reverts this device's newest step, also after an exchange (rule 7); `nil` without one.
    public mutating func undo(now: UInt64) -> UndoReport? { revert(isReceived: false, now: now) }

    /// Reverts the changes received last, on all devices (rule 7); `nil` without any.
    public mutating func undoReceived(now: UInt64) -> UndoReport? { revert(isReceived: true, now: now) }

    private mutating func revert(isReceived: Bool, now: UInt64) -> UndoReport? {
        guard let step = database.removeStep(isReceived: isReceived) else { return nil }
        var edit = Edit(database, stamp: database.nextStamp(now: now), random: random)
        let report = edit.revert(step)
        database.apply(edit, isUndoable: false)
        return report
    }
}
