// The model of sync between devices, in memory. Randomness, time and interruptions are parameters, so that tests can run
// thousands of random histories.
//
// - `SyncDevice.perform` runs a `SyncCommand`. An `Edit` turns it into registers (`Registers`) with one `Stamp`.
// - `SyncDatabase` keeps the newest value of each register. `ShownState` is a pure function of them.
// - `SyncDevice.exchange` reads the unread files of a `StoreFolder` and writes the registers that weren't sent.
//   `FileRecords` knows which files were read and written, and which registers this device must keep in the store.
// - `SyncDevice.setUp` turns the rows of a database that wasn't synced (`LocalContent`) into registers.
//
// Comments refer to these rules:
//
// 1. Identity. The id of a new thing is the hash of its key, or random if a moved, renamed or merged thing has the hash.
//    A thing that the device knows by its key keeps its id. Local integer ids never leave the device.
// 2. Registers. A command sets registers, all with one stamp, and only those whose value it changes. The newest stamp
//    wins, then the larger value. The key of a new thing has stamp 0, so that every rename and move wins.
// 3. Equal keys. Things with equal keys and merged tags are shown as one, with every tag that any of them has. Deleting,
//    moving, renaming and removing a tag write all of their ids; other changes write the shown id.
// 4. Names. Renaming records the old and the new name as aliases. An alias is ignored while a tag has its key.
// 5. Deletion is a register. A later edit of a field brings an item back; a tag change doesn't. A tag or set exists while
//    an item has it. An exchange that would delete many items asks first.
// 6. Open conflicts stay visible: two tags of a one-of group, and implications that would close a cycle.
// 7. Undo writes the previous values of the registers that still have the step's stamp, and names the others.
// 8. Clocks. A device never writes a stamp older than one that it has read.
// 9. Rules for items run only on the device that creates an item.
// 10. Set-up. Rows of things with known keys are the known things. The item modified last wins, and all else yields.
// 11. Connections to other programs belong to one device, which is the value of a register of the set.

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

    /// Reverts the changes received last, on all devices (rule 7); `nil` if there are none.
    public mutating func undoReceived(now: UInt64) -> UndoReport? { revert(isReceived: true, now: now) }

    private mutating func revert(isReceived: Bool, now: UInt64) -> UndoReport? {
        guard let step = database.removeStep(isReceived: isReceived) else { return nil }
        var edit = Edit(database, stamp: database.nextStamp(now: now), random: random)
        let report = edit.revert(step)
        database.apply(edit, isUndoable: false)
        return report
    }
}
