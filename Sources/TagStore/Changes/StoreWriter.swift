internal import GRDB
package import Sync
internal import TagCore

/// The writer of one transaction: applies changes, collects their inverses for undo, and keeps the counts exact.
///
/// ``TagStore/write(at:_:)`` creates the writer and finishes its work:
///
/// 1. ``apply(_:)`` performs a ``RowChange`` in slices and collects the inverses in `PendingInverses`; changes of items
///    go to `PendingCounts`. ``insert(_:)`` does the same for many new tags in few statements.
/// 2. `finish(at:)` updates deferred full-text indexes, records the changed tags, and writes the counts and the undo step.
///
/// ```swift
/// try store.write(at: now) { writer in
///     writer.summary = "select 'reading'"
///     try writer.apply(.putMember(MemberRow(setID: 1, tagID: 5, position: 1_024, isSelected: true)))
/// }
/// ```
package final class StoreWriter {
    let database: Database
    /// The sets that the caller may see; `nil` for everything.
    private let visibleSets: VisibleSets?
    /// The summary of the undo step; `nil` if the transaction can't be undone.
    package var summary: String?
    /// The inverses of the latest changes; the inverses of earlier changes are written as parts of the step.
    private var inverses = PendingInverses()
    /// Whether inverses are collected.
    private var collectsInverses = true
    /// The summary of the step that the transaction extends.
    private var extendedSummary: String?
    /// The undo step that is being replayed, or that already has parts or files.
    private var stepID: Int64?
    /// The chain whose step the transaction extends or makes.
    var chain: StepChain?
    /// The time of the transaction in milliseconds since 1970.
    var time: Int64 = 0
    /// The number of files that the transaction has added to its step.
    var fileCount = 0
    /// The size of the written parts in bytes.
    private var partBytes: Int64 = 0
    /// The undo step that the transaction made.
    private(set) var madeStep: Int64?
    /// The devices whose changes an exchange received, such as `laptop and desktop`; `nil` for a change of this device.
    var received: String?
    /// The step whose changes are applied as they are.
    var replayedStep: Int64?
    /// The stamp of the changes, if sync is set up.
    var stamp: Stamp?
    /// Whether the changes of the step follow from registers.
    var isByRegisters = false
    /// The changes that an undo or redo left, because other devices had made them again.
    package var keptChanges = UnrevertedChanges()
    /// The description in the commit log of a transaction without a new undo step, such as an undo.
    var commitSummary: String?
    var counts = PendingCounts()
    /// The pending changes of words and names.
    var evidence = PendingEvidence()
    /// The numbers of words, as far as the transaction has looked them up.
    var knownWords: [String: UInt32] = [:]
    /// The number of the last word that the transaction added.
    var lastWord: UInt32?
    /// The names of tags, as the transaction has looked them up.
    private(set) lazy var names = StoredNames(StoreReader(database: database))
    /// The groups of tags, as the transaction has looked them up.
    private var knownGroups: TagGroups?
    /// The groups that items keep to for the rest of the transaction; `nil` for the current ones.
    private(set) var frozenGroups: TagGroups?
    /// The tags that items lost in this transaction, because they got other tags of the same groups.
    package internal(set) var displacedTags: [StoreWriter.DisplacedTag] = []
    /// The number of tags of a set and how they are spelled, as the transaction has looked it up.
    private var vocabularies: [Int64: (tagCount: Int, style: NameStyle)] = [:]
    /// The pending changes of calibration samples.
    var samples = StoreWriter.PendingCalibration()
    /// Whether counts were written before the end of the transaction.
    private var hasFlushedCounts = false
    /// The state of deferred full-text indexing, if the transaction defers it.
    var deferredIndexing: StoreWriter.DeferredIndexing?
    /// Whether the temporary table of imported items exists.
    var hasItemTable = false
    /// The tags whose rows, aliases or counts changed.
    private var touchedTags = TagChanges.TouchedTags()
    /// Whether the weights of items' tags as evidence changed.
    var changesWeights = false
    /// Whether implications changed.
    private var changesImplications = false
    /// The sets and tags to name in the commit log.
    private var scope = CommitScope()
    /// Whether changes are recorded for sync; `nil` until the first change.
    private var isJournaling: Bool?
    /// The rows that the next exchange compares with the registers.
    private var journal = SyncJournal()

    /// The changes so far that affect suggestions.
    var footprint: TagChanges.Footprint {
        var tags = touchedTags
        tags.insert(counts.uses.keys)
        return TagChanges.Footprint(
            tagIDs: tags.ids,
            changesCounts: hasFlushedCounts || !counts.uses.isEmpty || !evidence.isEmpty || changesWeights,
            changesImplications: changesImplications)
    }

    /// Creates a writer in the current transaction of a connection.
    init(database: Database, seeing visibleSets: VisibleSets? = nil) {
        self.database = database
        self.visibleSets = visibleSets
    }

    /// Stops recording changes for sync: the writer of an exchange writes what it received.
    package func stopSyncJournal() { isJournaling = false }

    /// Makes changes that are already registers, and that redo must not repeat.
    ///
    /// - Parameters:
    ///   - body: makes the changes.
    ///   - redone: returns the changes that redo applies instead.
    func applyRegisters(_ body: () throws -> Void, redoing redone: () throws -> [RowChange]) rethrows {
        let wasJournaling = isJournaling
        collectsInverses = false
        try body()
        (isJournaling, collectsInverses) = (wasJournaling, true)
        for change in try redone().reversed() { inverses.append(change) }
    }

    private func journalsSync() throws -> Bool {
        if let isJournaling { return isJournaling }
        let isSetUp = try reader.isSyncSetUp()
        isJournaling = isSetUp
        return isSetUp
    }

    /// Records a set for sync although no ``RowChange`` changes it.
    func journalSet(_ id: Int64) throws { if try journalsSync() { journal.insertSet(id) } }

    /// A reader within the transaction; it doesn't see changes of pair counts until the transaction ends.
    package var reader: StoreReader { StoreReader(database: database, seeing: visibleSets) }

    /// Returns the number of tags of a set, and how they are spelled, before the transaction.
    func vocabulary(inSet setID: Int64) throws -> (tagCount: Int, style: NameStyle) {
        if let known = vocabularies[setID] { return known }
        let names = try reader.newestTagNames(limit: NameStyle.sampleSize, inSet: setID)
        let vocabulary = (tagCount: try reader.tagCount(inSet: setID), style: NameStyle(names))
        vocabularies[setID] = vocabulary
        return vocabulary
    }

    /// Returns the groups of tags within the transaction.
    package func groups() throws -> TagGroups {
        let groups = try knownGroups ?? reader.groups()
        knownGroups = groups
        return groups
    }

    /// Makes the next call of ``groups()`` read the groups again.
    func forgetGroups() { knownGroups = nil }

    /// Makes items keep to the current groups for the rest of the transaction, even if it changes groups.
    ///
    /// An import calls this first, so that the groups of a file don't remove tags from the items of the file.
    package func freezeGroups() throws { frozenGroups = try groups() }

    /// Whether the transaction has changed anything.
    package private(set) var hasChanged = false

    /// Applies a change and collects its inverses for undo.
    ///
    /// Memory is limited: ranges of rows are deleted in slices, and collected inverses and counts are written when they
    /// are large.
    ///
    /// ```swift
    /// try writer.apply(.putTag(TagRow(id: 1, name: "reading")))
    /// try writer.apply(.deleteTags(1...1))
    /// ```
    ///
    /// - Throws: SQLite's error if the change violates a constraint.
    /// - Complexity: O(rows · log(database)).
    package func apply(_ change: RowChange) throws {
        var rest: RowChange? = change
        while let whole = rest {
            let (slice, after) = try sliced(whole)
            touchedTags.insert(slice.touchedTags)
            scope.insert(slice)
            for inverse in try perform(slice) {
                touchedTags.insert(inverse.touchedTags)
                scope.insert(inverse)
                scope.insert(itemOf: slice, undoneBy: inverse)
                changesImplications = changesImplications || inverse.changesImplications
                if try journalsSync() { journal.insert(slice, undoneBy: inverse) }
                if collectsInverses { inverses.append(inverse) }
                hasChanged = true
            }
            if inverses.isFull { try writeUndoPart() }
            try flushCountsIfLarge()
            rest = after
        }
    }

    /// Applies a change that isn't part of an undo step.
    func applyWithoutUndo(_ change: RowChange) throws {
        touchedTags.insert(change.touchedTags)
        scope.insert(change)
        for inverse in try perform(change) { scope.insert(inverse) }
        hasChanged = true
    }

    /// Records that what is known of tags changes, though not their rows.
    func touch(_ tags: PackedTagIDs) { touchedTags.insert(tags.rowIDs) }

    /// Inserts rows that are known to be new, many with each statement.
    package func insert(_ new: NewTags) throws {
        guard !new.tags.isEmpty || !new.aliases.isEmpty || !new.members.isEmpty else { return }
        try dropIndexes(beforeInserting: new.tags)
        try insertRows(of: new)
        touchedTags.insert(new.tags.map(\.id) + new.aliases.map(\.tagID))
        if collectsInverses {
            for tag in new.tags { inverses.append(.deleteTags(tag.id...tag.id)) }
            for alias in new.aliases { inverses.append(.deleteAliases(alias.id...alias.id)) }
            for member in new.members { inverses.append(.deleteMember(setID: member.setID, tagID: member.tagID)) }
        }
        scope.insert(new)
        if try journalsSync() { journal.insert(new) }
        hasChanged = true
        if inverses.isFull { try writeUndoPart() }
    }

    /// Finishes the transaction: writes the counts and the undo step.
    func finish(at now: Int64) throws {
        try updateFullTextIndexes()
        if hasChanged || fileCount > 0, summary != nil, stepID == nil {
            stepID = try extendedStep(onlyNewest: hasChanged)
        }
        // The footprint contains the counts, so it is recorded before they are written and reset.
        try recordChanges()
        try flushCounts()
        try updateCalibration()
        try writeSyncJournal(journal, at: now)
        if let replayedStep { try putStamp(ofStep: replayedStep) }
        let summary = summary == nil ? nil : chain?.summary ?? extendedSummary ?? summary
        let changes = summary == nil ? "" : try inverses.encoded()
        let files = try stepID.map(reader.fileBytes) ?? 0
        let bytes =
            StoreReader.UndoStepRow.bytes(changes: changes, parts: partBytes) + files + Int64(summary?.utf8.count ?? 0)
        let addsStep = summary != nil && stepID == nil
        let isChanged = hasChanged || fileCount > 0 || extendedSummary != nil
        let undoLog = isChanged ? try reader.undoLog(with: bytes, addsStep: addsStep) : nil
        if let undoLog, hasChanged {
            let summary = summary ?? commitSummary ?? ""
            try logCommit(undoLog.lastCommit + 1, of: scope, summary: summary, at: now)
        }
        guard let summary, let undoLog else {
            if let stepID { try database.run("DELETE FROM undo_step WHERE id = ?", [stepID]) }
            return
        }
        if received == nil, undoLog.hasUndone || undoLog.isRestoring { try discardUndoneSteps() }
        let id = stepID ?? undoLog.lastStep + 1
        // The step exists already only if it has parts.
        try database.run(
            stepID == nil
                ? "INSERT INTO undo_step (made_at, summary, changes, bytes, id) VALUES (?, ?, ?, ?, ?)"
                : "UPDATE undo_step SET made_at = ?, summary = ?, changes = ?, bytes = ? WHERE id = ?",
            [now, summary, changes, bytes, id])
        try putStamp(ofStep: id)
        if isByRegisters { try database.run("UPDATE undo_step SET by_registers = 1 WHERE id = ?", [id]) }
        if let received {
            try database.run("UPDATE undo_step SET received = 1, received_from = ? WHERE id = ?", [received, id])
        }
        if undoLog.isFull {
            try discardOldSteps(before: id)
            try discardOldFiles(ofStep: id)
        }
        madeStep = id
    }

    /// Returns the step that the transaction belongs to, which is created if needed.
    ///
    /// - Parameter onlyNewest: whether the chain's step is extended only if no other change was made after it.
    /// - Returns: the id of the step.
    /// - Throws: SQLite's errors.
    func currentStep(onlyNewest: Bool = true) throws -> Int64 {
        if let stepID { return stepID }
        let id = try extendedStep(onlyNewest: onlyNewest) ?? createUndoStep()
        stepID = id
        return id
    }

    /// Prepares the chain's step for more changes, and returns it; `nil` if there is none, or if it was undone.
    ///
    /// Files don't depend on the changes that other programs made after the step, but inverses of changes do.
    private func extendedStep(onlyNewest: Bool) throws -> Int64? {
        let query = "SELECT summary FROM undo_step WHERE id = ? AND undone = 0"
        guard let id = chain?.step, let summary: String = try database.value(query, [id]),
            try database.value("SELECT restoring_step IS NOT ? FROM state", [id]) ?? true,
            try !onlyNewest || reader.newestStep() == id
        else { return nil }
        extendedSummary = summary
        // The inverses of these changes come first, so the earlier ones become the newest part.
        try database.run(
            "INSERT INTO undo_part (step_id, changes) SELECT id, changes FROM undo_step WHERE id = ? AND changes <> '[]'",
            [id])
        try database.run("UPDATE undo_step SET changes = '[]' WHERE id = ?", [id])
        partBytes =
            try database.value("SELECT sum(length(CAST(changes AS BLOB))) FROM undo_part WHERE step_id = ?", [id]) ?? 0
        return id
    }

    private func createUndoStep() throws -> Int64 {
        let id = try reader.lastID(of: .undoStep) + 1
        try database.run("INSERT INTO undo_step (id, made_at, summary, changes) VALUES (?, 0, '', '[]')", [id])
        return id
    }

    /// Writes the collected inverses as a part of the undo step and clears them.
    private func writeUndoPart() throws {
        let id = try currentStep()
        let changes = try inverses.encoded()
        try database.run("INSERT INTO undo_part (step_id, changes) VALUES (?, ?)", [id, changes])
        partBytes += Int64(changes.utf8.count)
        inverses = PendingInverses()
    }

    /// Starts applying the changes of a step; their inverses replace the step's changes.
    func beginReplay(ofStep id: Int64) {
        stepID = id
        partBytes = 0
    }

    /// Ends the replay of a step and returns its changes outside parts, and the size of the parts in bytes.
    func endReplay() throws -> (changes: String, partBytes: Int64) {
        stepID = nil
        return (try inverses.encoded(), partBytes)
    }

    /// Writes the counts early, and records the tags that they belong to, if a very large number of tags has pending counts.
    private func flushCountsIfLarge() throws {
        guard counts.uses.count >= Self.pendingUsesLimit else { return }
        touchedTags.insert(counts.uses.keys)
        hasFlushedCounts = true
        try flushCounts()
    }

    /// The number of tags with pending uses at which the counts are written.
    private static let pendingUsesLimit = 100_000
}
