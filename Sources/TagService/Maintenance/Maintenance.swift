internal import Foundation
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
    /// - Complexity: linear in the size of the database.
    public func diagnose() throws -> DoctorReport {
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
        report.undo = UndoReport(try store.read { try $0.undoLogSize() })
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
    public func clearMeasurements() throws -> Int { try writing { try $0.clearMeasurements() } }
}

extension TagService {
    /// Closes the database; every later call fails.
    ///
    /// A service that isn't closed loses no data, but leaves the write-ahead log behind.
    public func close() throws { try store.close() }

    /// Closes the database without merging the write-ahead log, so that a waiting process can open it immediately.
    ///
    /// That process merges the log; no data is lost.
    public func handOver() throws {
        store.leaveLog()
        try store.close()
    }

    /// Whether another machine may have taken over a database that was opened exclusively.
    ///
    /// If so, only ``close()`` works.
    public var hasBeenLost: Bool { store.hasBeenLost }

    /// Checks with the file system that this process still holds a database that was opened exclusively.
    ///
    /// - Throws: `StoreError.locked` if another process has taken it over.
    public func checkOwnership() throws { try store.checkOwnership() }

    /// Deletes a database that was opened exclusively, and closes it.
    ///
    /// - Throws: `StoreError`; another call deletes the files that remain.
    public func deleteDatabase() throws { try store.delete() }
}
