/// What a database records about the files of its store, so that no change is lost or read twice.
public struct FileRecords: Sendable {
    /// The id of the store; `nil` before the set-up.
    public internal(set) var store: UInt64?
    /// The registers whose newest value this device must keep in the store: those that it wrote, and those that it
    /// read from files that are lost.
    private(set) var own: Set<RegisterKey> = []
    /// The registers of each command that wasn't sent.
    private(set) var unsent: [[RegisterKey]] = []
    /// The files that were read.
    private(set) var read: Set<StoreFileName> = []
    /// The files that were written completely.
    private(set) var written: Set<StoreFileName> = []
    /// All names that this database ever chose, also for files that an interrupted exchange never wrote.
    private(set) var reserved: Set<StoreFileName> = []
    /// The files that the bases which were read or written replace.
    private(set) var replaced: Set<StoreFileName> = []
    /// The name of the file that is being written.
    private(set) var pending: StoreFileName?
    /// Whether the next file must be a base.
    var needsBase = false
    /// The file from which the newest value of a register was read.
    private var sources: [RegisterKey: StoreFileName] = [:]
    private var highestNumbers: [DeviceID: Int] = [:]

    /// Whether all changes were sent.
    public var isSent: Bool { unsentCount == 0 && !needsBase && pending == nil }

    /// The number of changes that weren't sent.
    public var unsentCount: Int { Set(unsent.joined()).intersection(own).count }

    /// Records registers that a command wrote.
    mutating func recordOwn(_ keys: [RegisterKey]) {
        own.formUnion(keys)
        for key in keys { sources[key] = nil }
        if store != nil, !keys.isEmpty { unsent.append(keys) }
    }

    /// Records that a file had a newer value of a register.
    mutating func recordForeign(_ key: RegisterKey, from file: StoreFileName) {
        own.remove(key)
        sources[key] = file
    }

    /// Records that a file has the value of a register, too.
    ///
    /// A base stays longer than a segment.
    mutating func recordAgain(_ key: RegisterKey, from file: StoreFileName) {
        if sources[key] != nil, file.kind == .base { sources[key] = file }
    }

    /// Records that a file was read.
    mutating func recordRead(_ file: StoreFile) {
        read.insert(file.name)
        replaced.formUnion(file.replaced)
        highestNumbers[file.name.device] = max(highestNumbers[file.name.device] ?? 0, file.name.number)
    }

    /// Returns whether a file needs to be read: it is unread, no base that was read replaces it, and this device didn't
    /// write it.
    func isUnread(_ name: StoreFileName, device: DeviceID, flaws: SyncFlaws) -> Bool {
        guard name.device != device, !reserved.contains(name) else { return false }
        if flaws.contains(.readMarkByNumber) { return name.number > highestNumbers[name.device] ?? 0 }
        return !read.contains(name) && !replaced.contains(name)
    }

    /// Finds files that were written or read, are gone, and aren't replaced.
    ///
    /// The next base includes their registers.
    ///
    /// A file that only hasn't arrived again is included in vain, but nothing is lost.
    mutating func noteLostFiles(in folder: StoreFolder, device: DeviceID) {
        let gone = { (name: StoreFileName) in folder.files[name] == nil }
        // The bases under a new id contain the registers of files under an old one.
        if written.contains(where: { $0.device == device && gone($0) && !replaced.contains($0) }) { needsBase = true }
        let lost = read.filter { gone($0) && !replaced.contains($0) }
        guard !lost.isEmpty else { return }
        for (key, source) in sources where lost.contains(source) {
            sources[key] = nil
            own.insert(key)
            needsBase = true
        }
        read.subtract(lost)
    }

    /// Chooses the name of the next file, and records it before the file is written.
    mutating func reserve(_ kind: StoreFileName.Kind, device: DeviceID, random: UInt64) -> StoreFileName {
        let number = 1 + (reserved.filter { $0.device == device }.map(\.number).max() ?? 0)
        let name = StoreFileName(device: device, number: number, random: random, kind: kind)
        reserved.insert(name)
        pending = name
        return name
    }

    /// Records that a file is complete, and which changes were sent with it.
    mutating func recordWritten(_ file: StoreFile, registers: Registers) {
        pending = nil
        written.insert(file.name)
        replaced.formUnion(file.replaced)
        if file.name.kind == .base { needsBase = false }
        let sent = Set(file.registers.filter { registers[$0.key] == $0.content }.map(\.key))
        unsent = unsent.map { keys in keys.filter { !sent.contains($0) && own.contains($0) } }.filter { !$0.isEmpty }
    }

    /// Forgets the file of an interrupted exchange that was never completed.
    ///
    /// Its name isn't used again.
    mutating func forgetPending() { pending = nil }

    /// Starts again under a new id: the first base contains everything that was written under the old one.
    mutating func startAgain() {
        needsBase = true
        pending = nil
    }

    /// Joins a store.
    mutating func join(_ store: UInt64) {
        self = FileRecords(reserved: reserved)
        self.store = store
        needsBase = true
    }

    private init(reserved: Set<StoreFileName>) { self.reserved = reserved }

    init() {}
}
