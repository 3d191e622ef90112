internal import Foundation
internal import GRDB
package import Sync

/// A row of `sync_file`: a file of the store that this database wrote, read, or knows of.
package struct SyncFile: Hashable, Sendable {
    /// What the database did with a file.
    package enum State: Int64, Sendable {
        /// Its name was chosen, but it may not have been written.
        case reserved = 0
        /// It was written completely.
        case written = 1
        /// It was read, or a base that was read replaces it.
        case read = 2
    }

    /// The number that registers refer to.
    package let number: Int64
    /// The name in the store.
    package let name: StoreFileName
    /// What this database did with it.
    package let state: State
    /// Whether a base replaces it.
    package let isReplaced: Bool
    /// When it was written, in milliseconds since 1970; `nil` for files of others.
    package let madeAt: Int64?
    /// The size of a written file in bytes; `nil` if it isn't known.
    package let size: Int?
    /// When a written file was known to be intact, in milliseconds since 1970; `nil` if it wasn't checked.
    package let checkedAt: Int64?

    init(row: StoredRow) throws {
        number = try row[0]
        guard let name = StoreFileName(path: try row[1]) else { throw row.error(at: 1, "isn't the name of a file") }
        guard let state = State(rawValue: try row[2]) else { throw row.error(at: 2, "isn't a state") }
        self.name = name
        self.state = state
        isReplaced = try row[3]
        madeAt = try row[4]
        size = try row[5]
        checkedAt = try row[6, StoredRange.time]
    }
}

/// What a database knows about the files of its store, compared with the files that are there.
package struct SyncFiles: Sendable {
    /// How long segments stay after a base replaces them: 30 days in milliseconds.
    package static let retention: Int64 = 30 * 24 * 3_600_000
    /// The size of segments in bytes below which nothing is compacted.
    package static let compactionMinimum = 65_536
    /// How long a file of this device counts as intact: a day in milliseconds.
    private static let checkInterval: Int64 = 24 * 3_600_000

    private let known: [StoreFileName: SyncFile]
    private let present: [StoreFileName: Int]
    private let changed: [StoreFileName: Int64]

    /// Compares the known files with a listing of the store.
    package init(_ known: [SyncFile], in listing: SyncListing) {
        self.known = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
        present = listing.sizes
        changed = Dictionary(listing.files.compactMap { file in file.changed.map { (file.name, $0) } }) { first, _ in
            first
        }
    }

    /// The files that an interrupted exchange wrote without recording it.
    ///
    /// The names of others stay reserved, because a server may complete a request after its connection is lost.
    package var completed: [(name: StoreFileName, size: Int)] {
        known.values.filter { $0.state == .reserved }
            .compactMap { file in present[file.name].map { (name: file.name, size: $0) } }
    }

    /// Whether the store has a file under a device's id that this database didn't write: it is a clone, or was restored
    /// from a backup.
    package func isClone(of device: DeviceID) -> Bool {
        present.keys.contains { $0.device == device && known[$0] == nil }
    }

    /// The files that weren't read: of each device, bases first and the newest first, because it replaces others.
    package func unread(by device: DeviceID) -> [StoreFileName] {
        present.keys.filter { $0.device != device && known[$0] == nil }
            .sorted { left, right in
                guard left.device == right.device else { return left.device < right.device }
                if left.kind != right.kind { return left.kind == .base }
                return left.kind == .base ? right < left : left < right
            }
    }

    /// The files that were read and are gone, and that no base replaces, by number.
    package var lost: Set<Int64> {
        Set(known.values.filter { $0.state == .read && !$0.isReplaced && present[$0.name] == nil }.map(\.number))
    }

    /// Whether files that a device wrote are gone, and no base replaces them.
    ///
    /// The bases under a new id contain the registers of files under an old one.
    package func hasLostWritten(by device: DeviceID) -> Bool {
        known.values.contains {
            $0.state == .written && $0.name.device == device && !$0.isReplaced && present[$0.name] == nil
        }
    }

    /// The files that a device wrote, that no base replaces, and that have another size in the store: something truncated or
    /// changed them.
    package func altered(by device: DeviceID) -> [StoreFileName] {
        current(of: device).filter { file in file.size.map { $0 != present[file.name] } ?? false }.map(\.name).sorted()
    }

    /// The files that a device wrote, that no base replaces, and that may have been changed without changing their size: the
    /// folder reports a change, or a day has passed, because servers report none, and disks fail silently.
    package func unchecked(by device: DeviceID, at now: Int64) -> [StoreFileName] {
        current(of: device)
            .filter { file in
                guard let checkedAt = file.checkedAt else { return true }
                return changed[file.name].map { $0 > checkedAt } ?? false || abs(now - checkedAt) >= Self.checkInterval
            }
            .map(\.name).sorted()
    }

    /// The files in the store that a device wrote, and that no base replaces.
    private func current(of device: DeviceID) -> [SyncFile] {
        known.values.filter {
            $0.state == .written && $0.name.device == device && !$0.isReplaced && present[$0.name] != nil
        }
    }

    /// Whether the segments of a device have outgrown its base.
    package func isCompactionDue(for device: DeviceID) -> Bool {
        let current = current(of: device)
        let size = { (kind: StoreFileName.Kind) in
            current.filter { $0.name.kind == kind }.reduce(0) { $0 + (present[$1.name] ?? 0) }
        }
        return size(.segment) > max(size(.base), Self.compactionMinimum)
    }

    /// The files that a new base of a device replaces.
    ///
    /// Files under another id stay: the database with that id may still count on them.
    package func written(by device: DeviceID) -> [StoreFileName] {
        known.values.filter { $0.state != .read && $0.name.device == device }.map(\.name).sorted()
    }

    /// The files of a device that were replaced more than 30 days ago and can be deleted.
    package func removable(of device: DeviceID, at now: Int64) -> [StoreFileName] {
        known.values
            .filter { file in
                file.state == .written && file.isReplaced && file.name.device == device && present[file.name] != nil
                    && file.madeAt.map { $0 + Self.retention < now } ?? false
            }
            .map(\.name).sorted()
    }

    /// The next number of a file of a device.
    ///
    /// It doesn't follow that of a file that was never written, so that gaps show which files haven't arrived.
    package func nextNumber(of device: DeviceID) -> Int {
        let written = known.values.filter { $0.name.device == device && $0.state == .written }.map(\.name.number)
        return 1 + (written.max() ?? 0)
    }

    /// The numbers of files of other devices that haven't arrived, although later files of the same device have.
    package func missing(from device: DeviceID) -> [DeviceID: Int] {
        let names = Set(known.keys).union(present.keys).filter { $0.device != device }
        let others = Dictionary(grouping: names, by: \.device)
        return others.compactMapValues { names in
            let first = names.filter { $0.kind == .base }.map(\.number).max() ?? 1
            let numbers = Set(names.map(\.number).filter { $0 >= first })
            let missing = (numbers.max() ?? first) - first + 1 - numbers.count
            return missing > 0 ? missing : nil
        }
    }
}

extension StoreReader {
    /// Returns all files that the database knows.
    package func syncFiles() throws -> [SyncFile] {
        try database.rows(
            "SELECT number, path, state, replaced, made_at, size, checked_at FROM sync_file ORDER BY number"
        )
        .mapAll(SyncFile.init(row:))
    }
}

extension StoreWriter {
    /// Records the name of a new file before it is written, so that an exchange after a crash recognizes it.
    package func reserveSyncFile(_ name: StoreFileName, at now: Int64) throws {
        try database.run(
            "INSERT INTO sync_file (path, state, made_at) VALUES (?, ?, ?)",
            [name.path, SyncFile.State.reserved.rawValue, now])
    }

    /// Records that a file is complete, its size in bytes, and when it was known to be intact.
    package func markSyncFileWritten(_ name: StoreFileName, size: Int, checkedAt: Int64?) throws {
        try database.run(
            "UPDATE sync_file SET state = ?, size = ?, checked_at = ? WHERE path = ?",
            [SyncFile.State.written.rawValue, size, checkedAt, name.path])
    }

    /// Records when files that this device wrote were known to be intact.
    package func markSyncFilesChecked(_ names: [StoreFileName], at time: Int64) throws {
        for name in names { try database.run("UPDATE sync_file SET checked_at = ? WHERE path = ?", [time, name.path]) }
    }

    /// Records that a file was read, or that a base that was read replaces it; returns its number.
    @discardableResult package func markSyncFileRead(_ name: StoreFileName) throws -> Int64 {
        try database.run(
            """
            INSERT INTO sync_file (path, state) VALUES (?1, ?2) ON CONFLICT (path) DO UPDATE SET state = ?2
            WHERE state > \(SyncFile.State.written.rawValue)
            """, [name.path, SyncFile.State.read.rawValue])
        let number: Int64? = try database.value("SELECT number FROM sync_file WHERE path = ?", [name.path])
        return number ?? 0
    }

    /// Records that a base replaces files, whether or not they were read.
    package func markSyncFilesReplaced(_ names: [StoreFileName]) throws {
        for name in names {
            try database.run(
                """
                INSERT INTO sync_file (path, state, replaced) VALUES (?, ?, 1) ON CONFLICT (path) DO UPDATE SET replaced = 1
                """, [name.path, SyncFile.State.read.rawValue])
        }
    }

    /// Forgets files that were read and are gone; if they arrive again, they are read again.
    package func forgetSyncFiles(_ numbers: Set<Int64>) throws {
        for number in numbers { try database.run("DELETE FROM sync_file WHERE number = ?", [number]) }
    }
}
