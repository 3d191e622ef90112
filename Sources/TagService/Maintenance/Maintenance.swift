internal import Foundation
internal import Synchronization
internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Checking, recovering, backing up and closing the database.
extension TagService.Maintenance {
    /// Checks the file, its references, its layout settings and its counts, and restores the journal mode.
    ///
    /// ```swift
    /// let report = try service.maintenance.diagnose()
    /// for line in report.problems + report.miscounts { print(line) }
    /// ```
    ///
    /// - Parameter limit: the maximum number of pairs of items at the same location, and of items with several tags of a group.
    /// - Returns: the findings, which are empty for a sound database.
    /// - Throws: `StoreError` if the database can't be read.
    /// - Complexity: linear in the size of the database.
    public func diagnose(limit: Int = 50) throws -> DoctorReport {
        var report = DoctorReport(try store.diagnose())
        if report.problems.isEmpty { report.problems = try unreadableLayouts() }
        // The remaining checks read and write whole tables, which requires an undamaged database.
        guard report.problems.isEmpty else { return report }
        report.fixed =
            try store.restoreJournalMode().map { ["journal mode: another program had set \($0), now wal"] } ?? []
        let identity = measurer.identity.key
        (report.cacheHitRate, report.oddNames) = try store.read { reader in
            (try reader.cachedShare(measurer: identity), try Self.oddNames(in: reader))
        }
        report.locationInDailySet = try store.read { reader in
            let names = try TagService.Items.setNames(in: reader)
            return try reader.locatedItemsOfDailySets()
                .map { row in
                    DoctorReport.LocatedItem(
                        id: row.id, set: names[row.setID] ?? "", title: row.title, location: row.location ?? "")
                }
        }
        report.severalOfGroup = try store.read { try TagService.Items.withSeveral(limit: limit, in: $0) }
        report.cyclicImplications = try store.read { reader in
            try reader.cyclicImplications().prefix(limit)
                .map { DoctorReport.Implication(tag: $0.tag, implied: $0.implied) }
        }
        report.undo = UndoReport(try store.read { try $0.undoLogSize() })
        report.sameLocation = try store.read { reader in
            try reader.itemsAtSameLocation(limit: limit)
                .map { pair in
                    let set = try reader.set(id: pair.newest.setID)?.name ?? ""
                    return SameLocation(set: set, items: [pair.newest, pair.other].map(SameLocation.Item.init))
                }
        }
        return report
    }

    /// Checks as much as possible of a database that is too damaged to open.
    ///
    /// - Parameters:
    ///   - path: the path of the database, which isn't changed.
    ///   - reason: why it couldn't be opened; the report begins with it.
    /// - Returns: the report.
    /// - Throws: `StoreError` if the file can't be read at all.
    public static func diagnose(unopenable path: String, reason: String) throws -> DoctorReport {
        var report = DoctorReport(try TagStore.diagnoseCopy(of: path))
        if !report.problems.contains(reason) { report.problems.insert(reason, at: 0) }
        return report
    }

    /// Copies the readable rows of a damaged database into a new database; the damaged file isn't changed.
    ///
    /// - Parameters:
    ///   - path: the damaged database, which must not be open in this process.
    ///   - target: the new file, which must not exist.
    /// - Returns: the numbers of recovered rows; `nil` if nothing could be read, in which case no file is created.
    /// - Throws: `StoreError`.
    public static func recover(_ path: String, into target: String) throws -> RecoveryReport? {
        let now = Int64(clamping: (Date().timeIntervalSince1970 * 1_000).rounded(.down))
        return try TagStore.recover(path, into: target, at: now) { layout in
            do {
                _ = try LayoutSettings(json: layout)
                return true
            } catch {
                // Unreadable settings are dropped here; `diagnose` reports why they can't be read.
                return false
            }
        }
    }

    /// Returns a line for each set whose layout settings can't be read.
    private func unreadableLayouts() throws -> [String] {
        try store.read { reader in
            try reader.sets()
                .compactMap { set in
                    do throws(RowError) {
                        _ = try LayoutSettings(of: set)
                        return nil
                    } catch { return error.detail }
                }
        }
    }

    /// Returns lines for the first 20 names that tagflow would reject, and a line with the number of others.
    private static func oddNames(in reader: StoreReader) throws -> [String] {
        var (lines, count): ([String], Int) = ([], 0)
        try reader.forEachName { table, id, name in
            let isTitle = table == "item"
            let problem =
                WhiteSpace.collapsed(name).isEmpty && !isTitle ? NameError.empty : CheckedName.problem(of: name)
            guard let problem else { return }
            count += 1
            guard count <= 20 else { return }
            lines.append("table \(table), row \(id): invalid name \(name.quoted): \(problem.description)")
        }
        return count > 20 ? lines + ["\(count - 20) more names like these"] : lines
    }

    /// Copies the current state of the database to a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - replacing: whether the file replaces an earlier backup; otherwise it must not exist.
    /// - Throws: `StoreError.cannotCopy` if another kind of file exists at the path.
    public func backUp(to path: String, replacing: Bool = false) throws {
        try store.backUp(to: path, replacing: replacing)
    }

    /// Empties the measurement cache, and returns the number of removed sizes.
    @discardableResult public func clearMeasurements() throws -> Int { try writing { try $0.clearMeasurements() } }
}

extension TagService {
    /// Closes the database; every later call fails.
    ///
    /// A service that isn't closed loses no data, but leaves the write-ahead log behind.
    public func close() throws {
        training.stop()
        try store.close()
    }

    /// Closes the database without merging the write-ahead log, so that a waiting process can open it immediately.
    ///
    /// That process merges the log; no data is lost.
    package func handOver() throws {
        training.stop()
        store.leaveLog()
        try store.close()
    }

    /// Whether another machine may have taken over a database that was opened exclusively.
    ///
    /// If so, only ``close()`` works.
    package var hasBeenLost: Bool { store.hasBeenLost }

    /// Checks with the file system that this process still holds a database that was opened exclusively.
    ///
    /// - Throws: `StoreError.locked` if another process has taken it over.
    package func checkOwnership() throws { try store.checkOwnership() }

    /// Deletes a database that was opened exclusively, and closes it.
    ///
    /// - Throws: `StoreError`; another call deletes the files that remain.
    package func deleteDatabase() throws { try store.delete() }
}

/// The result of checking the database, as shown by `doctor`.
public struct DoctorReport: Hashable, Sendable, Codable {
    /// Descriptions of damage, one line each; empty if the database is intact.
    public var problems: [String]
    /// Descriptions of counts that contradict the items, one line each.
    public var miscounts: [String]
    /// Names that tagflow would reject but another program wrote, one line each; they are harmless.
    public var oddNames: [String]
    /// The schema version.
    public var schemaVersion: Int
    /// The size of the database in bytes, without its write-ahead log.
    public var bytes: Int64
    /// The number of rows by table.
    public var rows: [String: Int64]
    /// The share of labels whose size in cells is cached, from 0 to 1; `nil` if there are no labels.
    public var cacheHitRate: Double?
    /// The undo log; `nil` if the database is damaged.
    public var undo: UndoReport?
    /// Descriptions of problems that were found and repaired, one line each.
    public var fixed: [String] = []
    /// Pairs of items that an earlier version stored at different locations, which are the same one now.
    public var sameLocation: [SameLocation] = []
    /// The items of daily sets that have a location, oldest first; probably they belong to other sets.
    public var locationInDailySet: [LocatedItem] = []

    /// The items that have several tags of a group, oldest first.
    public var severalOfGroup: [ItemWithSeveral] = []

    /// The implications of several devices that don't apply, because they would close a cycle.
    public var cyclicImplications: [Implication] = []

    /// An implication between two tags.
    public struct Implication: Hashable, Sendable, Codable {
        /// The name of the tag that would imply the other.
        public var tag: String
        /// The name of the other tag.
        public var implied: String
    }

    /// An item with a location.
    public struct LocatedItem: Hashable, Sendable, Codable {
        /// The identifier.
        public var id: Int64
        /// The name of the set.
        public var set: String
        /// The title, which may be empty.
        public var title: String
        /// The URL or path.
        public var location: String
    }

    /// Whether neither damage nor miscounts were found.
    public var isHealthy: Bool { problems.isEmpty && miscounts.isEmpty }
}

/// Two items of a set whose locations are equal.
public struct SameLocation: Hashable, Sendable, Codable {
    /// One of the items.
    public struct Item: Hashable, Sendable, Codable {
        /// The number of the item.
        public var id: Int64
        /// The location as it is stored.
        public var location: String

        init(_ row: ItemRow) { (id, location) = (row.id, row.location ?? "") }
    }

    /// The name of the set.
    public var set: String
    /// The items; the location means the first, which is the newest.
    public var items: [Item]
}

/// The size of the undo log, as shown by `doctor`.
public struct UndoReport: Hashable, Sendable, Codable {
    /// The number of steps that can be undone.
    public var steps: Int64
    /// The size of the log in bytes, including steps that can be redone.
    public var bytes: Int64
    /// The maximum size in bytes.
    public var limit: Int64
    /// The number of steps that were discarded.
    public var discarded: Int64

    init(_ size: StoreReader.UndoLogSize) {
        (steps, bytes, limit, discarded) = (size.steps, size.bytes, size.limit, size.discarded)
    }
}

extension DoctorReport {
    init(_ diagnosis: StoreDiagnosis) {
        self.init(
            problems: diagnosis.problems, miscounts: diagnosis.miscounts, oddNames: [],
            schemaVersion: diagnosis.schemaVersion, bytes: diagnosis.size,
            rows: diagnosis.tables.reduce(into: [:]) { $0[$1.table] = $1.count }, cacheHitRate: nil)
    }
}

/// Sharing one commit among several operations.
extension TagService {
    /// Runs several operations in one transaction, so that they wait for the disk only once.
    ///
    /// ```swift
    /// let results = service.together([
    ///     { @Sendable (service: TagService) in try service.sets.addTags(["sea"]) },
    ///     // This one fails alone.
    ///     { @Sendable (service: TagService) in try service.sets.addTags([""]) },
    /// ])
    /// ```
    ///
    /// - Parameter operations: closures that call the service's methods. Each sees the changes of the operations before it.
    /// - Returns: a result for each operation. An operation that fails changes nothing and doesn't affect the others; if the
    ///   transaction as a whole fails, all of them fail.
    package func together<Value: Sendable>(
        _ operations: [@Sendable (TagService) throws -> Value]
    ) -> [Result<Value, any Error>] {
        var results: [Result<Value, any Error>] = []
        do {
            try store.together(operations.count) { index in
                let result = Result { try store.savepoint { try operations[index](self) } }
                results.append(result)
                if case .failure(let error) = result { return error }
                return nil
            }
            hasCommitted.store(true, ordering: .releasing)
            return results
        } catch { return operations.map { _ in .failure(error) } }
    }
}

/// Detection of folders on network file systems, which other machines may share.
public enum SharedFolder {
    /// Returns the name of the network file system that contains a folder, such as `nfs` or `ceph-fuse`.
    ///
    /// - Parameter path: the path of an existing folder.
    /// - Returns: the name; `nil` for a local disk or if the file system can't be determined.
    public static func fileSystem(of path: String) -> String? { NetworkFileSystem.name(at: path) }
}
