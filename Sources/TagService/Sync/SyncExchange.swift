internal import Foundation
package import Sync
internal import TagStore

/// The result of an exchange.
public struct SyncReport: Hashable, Sendable {
    /// The changes received from a device.
    public struct Received: Hashable, Sendable {
        /// The name of the device.
        public var device: String
        /// The number of changes.
        public var changes: Int
    }

    /// The number of changes that were sent.
    public var sent = 0
    /// The changes that were received, by the name of their device.
    public var received: [Received] = []
    /// Problems that don't stop an exchange, such as a wrong clock, one line each.
    public var problems: [String] = []
    /// The error to report after the exchange: damaged files, or many deletions that weren't confirmed.
    public var error: SyncError?
    /// The sizes of the files that the exchange saw or wrote.
    var files: [StoreFileName: Int] = [:]

    /// A day in milliseconds.
    private static let day: Int64 = 24 * 3_600_000

    /// Counts received changes, and reports clocks that are more than 24 hours ahead (rule 8).
    fileprivate mutating func note(_ changes: ReceivedChanges, at now: Int64, _ reader: StoreReader) throws {
        let names = Dictionary(try reader.syncedDevices().map { ($0.device, $0.name) }) { first, _ in first }
        for (device, count) in changes.changes.sorted(by: { $0.key < $1.key }) where count > 0 {
            let name = names[device] ?? "another device"
            if let index = received.firstIndex(where: { $0.device == name }) {
                received[index].changes += count
            } else {
                received.append(Received(device: name, changes: count))
            }
        }
        for (device, time) in changes.newest.sorted(by: { $0.key < $1.key }) {
            // The stamp is a little older than the exchange.
            let ahead = Int64(clamping: time) - now
            guard ahead > Self.day else { continue }
            let days = (ahead + Self.day / 2) / Self.day
            problems.append(
                "\(names[device] ?? "another device")'s clock is \(days) \(days == 1 ? "day" : "days") ahead")
        }
    }

    /// The message, such as `sent 3 changes, received 12 from laptop`.
    public var summary: String {
        let parts = received.map { "\($0.changes) from \($0.device)" }
        return
            "sent \(sent) \(sent == 1 ? "change" : "changes"), received \(parts.isEmpty ? "0" : parts.joined(separator: ", "))"
    }
}

extension TagService.Syncing {
    /// Exchanges changes with the store: receives all that is new, then sends the changes of this device.
    ///
    /// An exchange that is killed at any point is completed by the next one.
    ///
    /// - Parameters:
    ///   - target: The folder or server of ``place()``.
    ///   - isConfirmed: Whether many items may be deleted.
    /// - Returns: The result, with the error of skipped files.
    /// - Throws: ``SyncError``, `SyncStoreError`.
    package func exchange(with target: any SyncTarget, isConfirmed: Bool = false) throws -> SyncReport {
        try locked {
            guard let state = try store.read({ try $0.syncState() }) else { throw SyncError.notSetUp }
            do {
                var exchange = SyncExchange(
                    service: service, remote: try SyncStore.open(target, id: state.store, key: state.key),
                    isConfirmed: isConfirmed)
                try exchange.run()
                return exchange.report
            } catch let error as SyncStoreError {
                try record(problems: [error.description])
                throw error
            }
        }
    }

    /// Records the problems of an exchange, for `sync status`.
    func record(problems: [String], endedAt time: Int64? = nil) throws {
        try writing { writer in
            guard var state = try writer.reader.syncState() else { return }
            state.problems = problems
            state.lastExchange = time ?? state.lastExchange
            try writer.put(state)
        }
    }
}

/// One exchange with a store.
///
/// Each step is one transaction or one change of the store, so that the exchange can be interrupted between any two:
///
/// 1. ``prepare()`` recognizes the files of an interrupted exchange, and whether the database is a copy.
/// 2. ``receive()`` reads the unread files, and applies them in one transaction, in which a copy takes a new id.
/// 3. ``send()`` records the name of a file, writes the file, and records that it was written.
/// 4. ``removeReplaced()`` deletes files of this device that were replaced long ago.
struct SyncExchange {
    let service: TagService
    let remote: SyncStore
    let isConfirmed: Bool
    private(set) var report = SyncReport()
    private var listing = SyncListing()
    private var damaged: [String] = []
    /// The new id of a database that is a copy.
    private var newDevice: DeviceID?

    init(service: TagService, remote: SyncStore, isConfirmed: Bool) {
        self.service = service
        self.remote = remote
        self.isConfirmed = isConfirmed
    }

    private var now: Int64 { service.milliseconds }

    mutating func run() throws {
        listing = try remote.list()
        report.files = listing.sizes
        damaged = listing.problems.map(\.description)
        try prepare()
        try receive()
        try send()
        try removeReplaced()
        if !damaged.isEmpty { report.error = report.error ?? .damagedFiles(damaged) }
        let problems =
            report.problems + damaged
            + [report.error].compactMap { error in if case .manyDeletions = error { error?.description } else { nil } }
        try service.sync.record(problems: problems, endedAt: now)
    }

    // MARK: Steps

    private mutating func prepare() throws {
        let check = try OwnFileCheck(of: remote, listing, at: now, service.store)
        let altered = try service.writing { writer in
            var state = try Self.state(writer.reader)
            let files = SyncFiles(try writer.reader.syncFiles(), in: listing)
            for (name, size) in files.completed { try writer.markSyncFileWritten(name, size: size, checkedAt: nil) }
            try writer.markSyncFilesChecked(check.intact, at: check.time)
            guard !files.isClone(of: state.device) else {
                newDevice = DeviceID(.random(in: 1 ... .max))
                return [StoreFileName]()
            }
            let altered = Set(files.altered(by: state.device)).union(check.damaged)
            if files.hasLostWritten(by: state.device) || !altered.isEmpty { state.needsBase = true }
            try writer.put(state)
            return altered.sorted()
        }
        report.problems += altered.map {
            "'\(remote.target.path(of: $0))' was truncated or changed, so its changes are sent again"
        }
    }

    private mutating func receive() throws {
        let (state, known) = try service.store.read { (try Self.state($0), try $0.syncFiles()) }
        let unread = SyncFiles(known, in: listing).unread(by: newDevice ?? state.device)
        let reading = try ReceivedFiles(unread, of: remote)
        damaged += reading.problems
        do { try apply(reading.files) } catch let error as SyncError {
            guard case .manyDeletions = error else { throw error }
            report.error = error
            // The changes of this device become registers all the same.
            try apply([])
        }
    }

    private mutating func apply(_ files: [ReceivedFile]) throws {
        var report = report
        try service.writing { writer in
            let former = try takeNewID(writer)
            let lost = SyncFiles(try writer.reader.syncFiles(), in: listing).lost
            if try writer.makeOwn(fromFiles: lost) { try Self.changeState(writer) { $0.needsBase = true } }
            try writer.forgetSyncFiles(lost)
            guard var draft = try writer.beginSync(receiving: files.flatMap(\.registers)) else {
                throw SyncError.notSetUp
            }
            let received = draft.receive(try files.map { (number: try Self.record($0, with: writer), file: $0) })
            try checkDeletions(received.deletedItems, writer)
            try writer.record(received, from: files)
            try report.note(received, at: now, writer.reader)
            if !report.received.isEmpty {
                writer.receive(report.received.reduce(0) { $0 + $1.changes }, from: report.received.map(\.device))
            }
            let kept = draft.keepConnections(former, now: UInt64(max(0, now)))
            _ = try writer.show(&draft)
            try writer.store(&draft)
            // The former device may have pushed and pulled since the database was copied.
            try writer.forgetExchanges(ofConnections: kept)
        }
        self.report = report
    }

    /// Takes the new id of a copy, whose first file is a base.
    ///
    /// - Returns: The former id, by the URL of each connection that the database has, with its token: a copy without the tokens
    ///   can't use them.
    private func takeNewID(_ writer: StoreWriter) throws -> [String: DeviceID] {
        guard let newDevice else { return [:] }
        var state = try Self.state(writer.reader)
        let former = state.device
        state.device = newDevice
        state.needsBase = true
        try writer.put(state)
        guard let path = service.store.filePath, TagService.Connections.hasTokens(ofDatabase: path) else { return [:] }
        return Dictionary(try writer.reader.connections().map { ($0.url, former) }) { first, _ in first }
    }

    /// Records that a file was read, and which files it replaces; returns its number.
    static func record(_ file: ReceivedFile, with writer: StoreWriter) throws -> Int64 {
        try writer.markSyncFilesReplaced(file.replaced)
        return try writer.markSyncFileRead(file.name)
    }

    private func checkDeletions(_ count: Int, _ writer: StoreWriter) throws {
        guard !isConfirmed, count > 20 else { return }
        let all = Int(try writer.reader.itemCount())
        if count * 20 > all { throw SyncError.manyDeletions(count, of: all) }
    }

    private mutating func send() throws {
        let (state, known) = try service.store.read { (try Self.state($0), try $0.syncFiles()) }
        let files = SyncFiles(known, in: listing)
        let isBase = state.needsBase || files.isCompactionDue(for: state.device)
        let unsent = try service.store.read { try $0.unsentCommands() }
        let segments =
            isBase
            ? SyncSegments(base: try service.store.read { try $0.ownRegisters() }) : SyncSegments(commands: unsent)
        for (index, segment) in segments.files.enumerated() {
            let name = StoreFileName(
                device: state.device, number: files.nextNumber(of: state.device) + index,
                random: .random(in: .min ... .max), kind: isBase ? .base : .segment)
            let header = RegisterLines.Header(
                deviceName: state.deviceName, date: UInt64(max(0, now)),
                replaced: isBase ? files.written(by: state.device) : [])
            report.files[name] = try write(segment, name, header)
        }
        report.sent = SyncDraft.changeCount(unsent.flatMap(\.self))
    }

    /// Writes a file: first the database records its name, then the complete file appears, then the database records
    /// that it was sent; returns its size.
    private func write(
        _ segment: SyncSegments.Segment, _ name: StoreFileName, _ header: RegisterLines.Header
    ) throws -> Int {
        try service.writing { try $0.reserveSyncFile(name, at: now) }
        let size = try remote.write(name) { writer in
            try writer.append(header.line)
            for line in segment.lines { try writer.append(line) }
        }
        guard let size else { throw SyncStoreError.changedMeanwhile(path: remote.target.path(of: name)) }
        try service.writing { writer in
            try writer.markSyncFileWritten(name, size: size, checkedAt: now)
            try writer.markSyncFilesReplaced(header.replaced)
            if name.kind == .base { try Self.changeState(writer) { $0.needsBase = false } }
            try writer.markSent(segment.registers)
        }
        return size
    }

    private mutating func removeReplaced() throws {
        let (state, known) = try service.store.read { (try Self.state($0), try $0.syncFiles()) }
        for name in SyncFiles(known, in: listing).removable(of: state.device, at: now) {
            try remote.delete(name, device: state.device)
            report.files[name] = nil
        }
    }

    // MARK: The state

    private static func state(_ reader: StoreReader) throws -> SyncState {
        guard let state = try reader.syncState() else { throw SyncError.notSetUp }
        return state
    }

    private static func changeState(_ writer: StoreWriter, _ change: (inout SyncState) -> Void) throws {
        var state = try state(writer.reader)
        change(&state)
        try writer.put(state)
    }
}
