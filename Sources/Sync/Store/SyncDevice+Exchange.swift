/// The reason that an exchange stopped before it read or wrote anything.
public enum ExchangeError: Error, Hashable, Sendable {
    /// The database isn't set up.
    case notSetUp
    /// The folder has no header: it is empty, or the wrong one. Absence never means deletion.
    case missingStore
    /// The folder has the header of another store.
    case otherStore
    /// A newer version wrote the store's format.
    case newerFormat
    /// The exchange was killed at a write; only tests do that.
    case interrupted
}

/// The result of an exchange.
public struct ExchangeReport: Hashable, Sendable {
    /// The number of registers that were received.
    public internal(set) var received = 0
    /// The number of items that the waiting changes would delete; `nil` if they were received (rule 5).
    public internal(set) var unconfirmedDeletions: Int?
    /// The files that were skipped because they are damaged.
    public internal(set) var damaged: Set<StoreFileName> = []
    /// How many milliseconds the clocks of devices are ahead, if it is more than 24 hours (rule 8).
    public internal(set) var clocksAhead: [DeviceID: UInt64] = [:]
}

/// How an exchange is carried out.
public struct ExchangeOptions {
    /// Whether many deletions were confirmed, as with `--yes` (rule 5).
    public var isConfirmed = false
    /// Whether a file has arrived; tests leave out files.
    public var hasArrived: (StoreFileName) -> Bool = { _ in true }
    /// Called before each transaction and each change of the folder; returns `true` to kill the exchange there.
    public var isKilled: () -> Bool = { false }
    /// The maximum number of registers in a segment with more than one command.
    public var segmentLimit = 1_000
    /// The number of registers that segments may have before they are compacted, if they outgrow the base.
    public var compactionMinimum = 1_000

    /// Creates options.
    public init() {}

    func checkpoint() throws(ExchangeError) { if isKilled() { throw .interrupted } }
}

extension SyncDevice {
    /// How long segments stay after a base replaces them: 30 days in milliseconds.
    static let retention: UInt64 = 30 * 24 * 3_600_000

    /// Exchanges changes with a store: reads every unread file, then writes the changes that weren't sent.
    ///
    /// An exchange that is killed at any point is completed by the next one. `now` is in milliseconds since 1970, by the
    /// device's clock.
    public mutating func exchange(
        with folder: inout StoreFolder, now: UInt64, options: ExchangeOptions = ExchangeOptions()
    ) throws(ExchangeError) -> ExchangeReport {
        guard let store = database.files.store else { throw .notSetUp }
        try Self.check(folder, store: store)
        try completeWriting(in: folder, options)
        try takeNewIDOfClone(folder, options)
        let report = try read(folder, now: now, options)
        try options.checkpoint()
        database.files.noteLostFiles(in: folder, device: database.device)
        try send(to: &folder, store: store, now: now, options)
        try removeReplacedFiles(in: &folder, now: now, options)
        return report
    }

    static func check(_ folder: StoreFolder, store: UInt64) throws(ExchangeError) {
        guard let header = folder.header else { throw .missingStore }
        guard header.store == store else { throw .otherStore }
        guard header.format <= StoreFolder.format else { throw .newerFormat }
    }

    /// Recognizes the file of an interrupted exchange by its recorded name.
    private mutating func completeWriting(in folder: StoreFolder, _ options: ExchangeOptions) throws(ExchangeError) {
        guard let name = database.files.pending else { return }
        try options.checkpoint()
        if let file = folder.files[name], !file.isDamaged {
            database.files.recordWritten(file, registers: database.registers)
        } else {
            database.files.forgetPending()
        }
    }

    /// Takes a new id if the folder has a file under the device's id that this database didn't write: it is a clone, or
    /// was restored from a backup.
    private mutating func takeNewIDOfClone(_ folder: StoreFolder, _ options: ExchangeOptions) throws(ExchangeError) {
        guard !database.flaws.contains(.clonesKeepID) else { return }
        let (device, reserved) = (database.device, database.files.reserved)
        guard folder.files.keys.contains(where: { $0.device == device && !reserved.contains($0) }) else { return }
        try options.checkpoint()
        database.device = DeviceID(random.next())
        database.files.startAgain()
    }

    /// Reads the unread files of a folder in one transaction, unless they would delete many items (rule 5).
    private mutating func read(
        _ folder: StoreFolder, now: UInt64, _ options: ExchangeOptions
    ) throws(ExchangeError) -> ExchangeReport {
        var report = ExchangeReport()
        let unread = folder.files.filter { name, _ in
            database.files.isUnread(name, device: database.device, flaws: database.flaws) && options.hasArrived(name)
        }
        var contents: [StoreFile] = []
        for (name, file) in unread.sorted(by: { $0.key < $1.key }) {
            if file.isDamaged || file.name != name || file.store != database.files.store {
                report.damaged.insert(name)
            } else {
                contents.append(file)
            }
        }
        guard !contents.isEmpty else { return report }
        try options.checkpoint()
        var draft = database
        let received = draft.receive(contents)
        report.clocksAhead = Self.clocksAhead(received, now: now)
        if !options.isConfirmed, let count = draft.manyDeletions(since: database) {
            report.unconfirmedDeletions = count
            return report
        }
        report.received = received.count
        database = draft
        return report
    }

    private static func clocksAhead(_ registers: [Register], now: UInt64) -> [DeviceID: UInt64] {
        let limit = now + 24 * 3_600_000
        return registers.reduce(into: [:]) { clocks, register in
            let stamp = register.content.stamp
            guard stamp.milliseconds > limit else { return }
            clocks[stamp.device] = max(clocks[stamp.device] ?? 0, stamp.milliseconds - now)
        }
    }

    /// Writes the changes that weren't sent as segments, or a base if one is due.
    private mutating func send(
        to folder: inout StoreFolder, store: UInt64, now: UInt64, _ options: ExchangeOptions
    ) throws(ExchangeError) {
        if database.files.needsBase || database.isCompactionDue(in: folder, minimum: options.compactionMinimum) {
            return try write(.base, Array(database.files.own), to: &folder, store: store, now: now, options)
        }
        while let keys = database.files.nextSegment(limit: options.segmentLimit) {
            try write(.segment, keys, to: &folder, store: store, now: now, options)
        }
    }

    /// Writes a file: first the database records its name, then the complete file appears, then the database records
    /// that it was sent.
    ///
    /// A temporary file that a kill leaves isn't part of the store.
    private mutating func write(
        _ kind: StoreFileName.Kind, _ keys: [RegisterKey], to folder: inout StoreFolder, store: UInt64, now: UInt64,
        _ options: ExchangeOptions
    ) throws(ExchangeError) {
        try options.checkpoint()
        // Files under another id stay: the database with that id may still count on them.
        let own = database.files.written.union(database.files.ownReplaced).filter { $0.device == database.device }
        let replaced = kind == .base ? own : []
        let name = database.files.reserve(kind, device: database.device, random: random.next())
        let registers = keys.compactMap { key in database.registers[key].map { Register(key, $0) } }
        let file = StoreFile(store: store, name: name, date: now, replaced: replaced, registers: registers)
        try options.checkpoint()
        folder.files[name] = file
        try options.checkpoint()
        database.files.recordWritten(file, registers: database.registers)
    }

    /// Removes files that this device wrote and that its base replaces, after 30 days.
    private mutating func removeReplacedFiles(
        in folder: inout StoreFolder, now: UInt64, _ options: ExchangeOptions
    ) throws(ExchangeError) {
        for (name, file) in folder.files.sorted(by: { $0.key < $1.key }) {
            guard database.files.mayRemove(name), file.date + Self.retention < now else { continue }
            try options.checkpoint()
            folder.files[name] = nil
        }
    }
}

extension SyncDatabase {
    /// Returns the number of items that were shown before and aren't now, if it is more than 20 and 5 % (rule 5).
    func manyDeletions(since before: SyncDatabase) -> Int? {
        let deleted = before.state.items.values.filter { !$0.ids.contains(where: state.shows) }.count
        return deleted > 20 && deleted * 20 > before.state.items.count ? deleted : nil
    }

    /// Returns whether the segments of this device have more registers than its base.
    func isCompactionDue(in folder: StoreFolder, minimum: Int) -> Bool {
        let current = folder.files.values.filter { $0.name.device == device && files.isCurrent($0.name) }
        let segments = current.filter { $0.name.kind == .segment }.reduce(0) { $0 + $1.registers.count }
        let base = current.filter { $0.name.kind == .base }.reduce(0) { $0 + $1.registers.count }
        return segments > max(base, minimum)
    }
}

extension FileRecords {
    /// The files of this device that its bases replace.
    var ownReplaced: Set<StoreFileName> { reserved.intersection(replaced) }

    /// Returns whether this device wrote a file that no base replaces.
    func isCurrent(_ name: StoreFileName) -> Bool { written.contains(name) && !replaced.contains(name) }

    /// Returns whether this device wrote a file that its base replaces.
    func mayRemove(_ name: StoreFileName) -> Bool { written.contains(name) && replaced.contains(name) }

    /// Returns the registers of the next segment: whole commands up to a limit, and at least one; `nil` if all were sent.
    func nextSegment(limit: Int) -> [RegisterKey]? {
        var keys: Set<RegisterKey> = []
        for command in unsent {
            let needed = own.intersection(command)
            if !keys.isEmpty, keys.count + needed.count > limit { break }
            keys.formUnion(needed)
        }
        return keys.isEmpty ? nil : Array(keys)
    }
}
