internal import Foundation
internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Checking, recovering, backing up and closing the database.
extension TagService {
    /// Checks the file, its references, its layout settings and its counts, and restores the journal mode.
    ///
    /// Complexity: linear in the database.
    public func diagnose() throws -> DoctorReport {
        var report = DoctorReport(try store.diagnose())
        if report.damages.isEmpty { report.damages = try unreadableLayouts() }
        // What follows writes and reads whole tables, which needs an undamaged database.
        guard report.damages.isEmpty else { return report }
        report.mended =
            try store.restoreJournalMode()
            .map { ["journal mode: another program had set \($0), now wal"] } ?? []
        let identity = measurer.identity.key
        (report.cacheHitRate, report.oddNames) = try store.read { reader in
            (try reader.cachedShare(measurer: identity), try Self.oddNames(in: reader))
        }
        try examineIndexFile(for: &report)
        report.undo = UndoReport(try store.read { try $0.undoLogSize() })
        return report
    }

    /// Compares the file that keeps an index of the tags with them, and removes it if it is wrong.
    private func examineIndexFile(for report: inout DoctorReport) throws {
        guard let file = try store.indexFile(), let size = file.size else { return }
        let isRight = try store.read { try ResidentIndex.isRight(file, in: $0) }
        report.index = IndexFileReport(bytes: size, fits: isRight == true)
        guard isRight == false else { return }
        file.remove()
        report.mended.append(
            "index file: another program had changed tags since it was made, now removed"
        )
    }

    /// Checks a database that is too damaged to be opened, as far as possible.
    ///
    /// - Parameters:
    ///   - path: the database, which stays as it is.
    ///   - reason: why it could not be opened, which the report begins with.
    /// - Returns: the findings.
    /// - Throws: `StoreError` if it cannot be read at all.
    public static func diagnose(unopenable path: String, reason: String) throws -> DoctorReport {
        var report = DoctorReport(try TagStore.examineCopy(of: path))
        if !report.damages.contains(reason) { report.damages.insert(reason, at: 0) }
        return report
    }

    /// Copies what can be read of a damaged database into a new one, and leaves the damaged one as it is.
    ///
    /// - Parameters:
    ///   - path: the damaged database, which no service of this process has open.
    ///   - target: the new file, which must not exist.
    /// - Returns: what was recovered; `nil` if nothing could be read, in which case no file is created.
    /// - Throws: `StoreError`.
    public static func recover(_ path: String, into target: String) throws -> RecoveryReport? {
        let now = Int64(clamping: (Date().timeIntervalSince1970 * 1_000).rounded(.down))
        return try TagStore.recover(path, into: target, at: now) { layout in
            // Only whether it can be read matters; the diagnosis of the damaged database reports why not.
            (try? LayoutSettings(json: layout)) != nil
        }
    }

    /// The sets whose layout settings cannot be read, one line each.
    private func unreadableLayouts() throws -> [String] {
        try store.read { reader in
            try reader.sets()
                .compactMap { set in
                    do throws(RowError) {
                        _ = try LayoutSettings(of: set)
                        return nil
                    } catch {
                        return error.detail
                    }
                }
        }
    }

    /// The first names that would be rejected as new names, and the number of others.
    private static func oddNames(in reader: StoreReader) throws -> [String] {
        var (lines, count): ([String], Int) = ([], 0)
        try reader.forEachName { table, id, name in
            let isTitle = table == "item"
            let problem =
                WhiteSpace.collapsed(name).isEmpty && !isTitle
                ? NameError.empty : CheckedName.problem(of: name)
            guard let problem else { return }
            count += 1
            guard count <= 20 else { return }
            let shown = TerminalText.printable(String(name.prefix(60)))
            lines.append("table \(table), row \(id): '\(shown)' is no name: \(problem.description)")
        }
        return count > 20 ? lines + ["\(count - 20) more names like these"] : lines
    }

    /// Copies the current state of the database to a file that does not exist yet.
    public func backUp(to path: String) throws {
        try store.backUp(to: path)
    }

    /// Empties the measurement cache, and returns the number of sizes it had.
    public func clearMeasurements() throws -> Int {
        try writing { try $0.clearMeasurements() }
    }

    /// Closes the database; every later call fails.
    ///
    /// Without closing nothing is lost, but the write-ahead log is left behind.
    public func close() throws {
        try store.close()
    }

    /// Closes the database without tidying up, so that another process that waits for it can have it at once.
    ///
    /// The write-ahead log is left to that process; nothing is lost.
    public func handOver() throws {
        store.leaveLog()
        try store.close()
    }

    /// Whether another machine may have the database by now, which was opened for this process alone; only ``close()`` is left.
    public var hasBeenLost: Bool { store.hasBeenLost }

    /// Ensures that a database that was opened for this process alone is still its own, as far as the file system knows.
    ///
    /// - Throws: `StoreError.locked` if it was lost.
    public func checkOwnership() throws {
        try store.checkOwnership()
    }

    /// Deletes a database that was opened for this process alone, and closes it.
    ///
    /// - Throws: `StoreError`; the files that are left can be deleted by another call.
    public func deleteDatabase() throws {
        try store.delete()
    }
}
