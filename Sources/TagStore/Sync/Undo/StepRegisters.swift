internal import Sync
internal import TagCore

/// What the registers of sync say about the changes of a step that is undone after an exchange (rule 7).
///
/// Rows alone don't show whether another device has made a change again, or which things have one row.
struct StepRegisters {
    private let draft: SyncDraft
    /// When the step was made, in milliseconds since 1970.
    private let madeAt: UInt64
    private let names: [DeviceID: String]
    /// The rows that have their former location, day or name again, although other devices' things keep the new one.
    let separated: Set<ChangedRow>
    /// The rows that show the things of rows that don't exist any more, because they were one with others.
    let successors: [ChangedRow: Int64]
    /// The rows of ``successors``, whose earlier changes are those of other things.
    let succeeding: Set<ChangedRow>
    /// The deleted rows that are back, as the registers show them.
    let restored: Set<ChangedRow>

    fileprivate init(
        _ draft: SyncDraft, of step: StoreReader.UndoStepRow, separated: Set<ChangedRow> = [],
        restored: Set<ChangedRow> = [], successors: [ChangedRow: Int64], _ reader: StoreReader
    ) throws {
        self.draft = draft
        madeAt = UInt64(max(0, step.madeAt))
        self.separated = separated
        self.restored = restored
        self.successors = successors
        succeeding = Set(successors.map { $0.key.replacing(row: $0.value) })
        names = Dictionary(try reader.syncedDevices().map { ($0.device, $0.name) }) { first, _ in first }
    }

    /// Returns the name of the device that gave a field of a row its present value again.
    func author(of register: RowRegister, ofRow row: Int64, _ kind: ThingKind) -> String? {
        switch register {
        case .field(let field): name(draft.author(of: field, ofRow: row, kind, since: madeAt))
        case .tag(let tag): name(draft.author(ofTag: tag, inItem: row, since: madeAt))
        }
    }

    /// Returns the name of the device that saved a new item again.
    func author(ofNewItem item: Int64) -> String? { name(draft.author(ofNewItem: item, since: madeAt)) }

    /// Returns the name of the device that merged a tag again, which has no row therefore.
    func author(ofMerged tag: Int64) -> String? { name(draft.author(ofMerged: tag, since: madeAt)) }

    private func name(_ device: DeviceID?) -> String? { device.map { names[$0] ?? "another device" } }
}

extension StoreWriter {
    /// Reads the registers of a step's rows, and separates those that became one with rows of other devices.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - later: the exchanges since the step.
    /// - Returns: the registers; `nil` if sync isn't set up.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    func stepRegisters(of step: StoreReader.UndoStepRow, later: LaterChanges) throws -> StepRegisters? {
        let inverses = try reader.inverses(ofStep: step.id)
        var former: [ChangedRow: RowChange] = [:]
        // The last inverse of a row has its values before the step.
        for inverse in inverses { if let row = ChangedRow(of: inverse) { former[row] = inverse } }
        let items = Set(former.keys.compactMap { if case .item(let id) = $0 { id } else { nil } })
        let created = inverses.flatMap { change -> [Int64] in
            guard case .deleteItems(let run) = change, run.count <= Self.manyItems else { return [] }
            return Array(run)
        }
        let restored = try restoreDeleted(former)
        guard var draft = try syncDraft(ofItems: items.union(created)) else { return nil }
        var keys: [(row: ChangedRow, key: SyncDraft.FormerKey, redone: RowChange)] = []
        var successors: [ChangedRow: Int64] = [:]
        for (row, change) in former where !restored.contains(row) {
            let current = try current(row)
            guard let left = later.entry(of: row)?.first ?? current else { continue }
            if current == nil { successors[row] = try self.row(at: left) ?? self.row(at: change) }
            if let key = try formerKey(change, left: left, draft, offset: Int64(keys.count + 1)) {
                keys.append((row, key, left))
            }
        }
        guard !keys.isEmpty else {
            return try StepRegisters(draft, of: step, restored: restored, successors: successors, reader)
        }
        if let more = try syncDraft(
            ofItems: items.union(created).union(keys.map(\.key.shownIn)), forNames: keys.map(\.key))
        {
            draft = more
        }
        let now = UInt64(max(0, time))
        let separated = keys.filter { draft.separate($0.key, now: now) }
        if !separated.isEmpty { try applyRegisters(redoing: separated.map(\.redone)) { try storeDerived(&draft) } }
        for row in separated.map(\.row) { successors[row] = nil }
        return try StepRegisters(
            draft, of: step, separated: Set(separated.map(\.row)), restored: restored, successors: successors, reader)
    }

    /// Brings the rows back that the step deleted, with what other devices have changed since.
    ///
    /// - Parameter former: the rows with the changes that would restore them as they were.
    /// - Returns: the rows that are back.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    private func restoreDeleted(_ former: [ChangedRow: RowChange]) throws -> Set<ChangedRow> {
        var gone: [ThingKind: Set<Int64>] = [:]
        for row in former.keys {
            if let (kind, id) = row.thing, try current(row) == nil { gone[kind, default: []].insert(id) }
        }
        guard !gone.isEmpty, var draft = try reader.syncDraft(items: [], isWhole: true) else { return [] }
        let restored = draft.restore(gone, now: UInt64(max(0, time)))
        guard !restored.isEmpty else { return [] }
        // Redo deletes items before the sets and tags that they have; the last of these changes is made first.
        let order: [ThingKind] = [.tag, .set, .view, .rule, .item]
        let deletions = order.flatMap { kind in (restored[kind] ?? []).sorted().map { RowChange.deletion(of: $0, kind) }
        }
        try applyRegisters(redoing: deletions) { try storeDerived(&draft) }
        return Set(former.keys.filter { $0.thing.map { restored[$0]?.contains($1) ?? false } ?? false })
    }

    /// With this number of new items, they are deleted without asking whether other devices saved them again.
    private static var manyItems: Int { 10_000 }

    /// Returns the draft of items; all items, if tags or sets get other names.
    private func syncDraft(ofItems items: Set<Int64>, forNames keys: [SyncDraft.FormerKey] = []) throws -> SyncDraft? {
        try reader.syncDraft(items: items, isWhole: keys.contains { $0.kind == .tag || $0.kind == .set })
    }

    /// Returns the row that shows the location, day or name of another.
    private func row(at change: RowChange) throws -> Int64? {
        switch change {
        case .putItem(let row): try place(of: row)
        case .putTag(let row): try reader.target(of: row.key)?.tag.id
        case .putSet(let row): try reader.set(key: row.key)?.id
        case .putView(let row): try reader.view(key: row.key)?.id
        default: nil
        }
    }

    private func place(of item: ItemRow) throws -> Int64? {
        if let location = item.location { return try reader.itemID(atLocation: location, inSet: item.setID) }
        guard let day = item.day, try reader.set(id: item.setID)?.isDaily == true else { return nil }
        return try reader.items(inSet: item.setID, onDay: day).first?.id
    }

    private func current(_ row: ChangedRow) throws -> RowChange? {
        switch row {
        case .item(let id): try reader.item(id: id).map(RowChange.putItem)
        case .tag(let id): try reader.tag(id: id).map(RowChange.putTag)
        case .set(let id): try reader.set(id: id).map(RowChange.putSet)
        case .view(let id): try reader.view(id: id).map(RowChange.putView)
        case .rule(let id): try reader.rule(id: id).map(RowChange.putRule)
        default: nil
        }
    }

    /// Returns the key that a row had before a step, if the step gave it another and no other row has the former one.
    ///
    /// - Parameters:
    ///   - old: The row before the step.
    ///   - left: The row after the step.
    ///   - draft: The registers.
    ///   - offset: The distance of a free row from the last one.
    /// - Returns: The former key; `nil` if there's none to return to.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    private func formerKey(
        _ old: RowChange, left: RowChange, _ draft: SyncDraft, offset: Int64
    ) throws -> SyncDraft.FormerKey? {
        switch (old, left) {
        case (.putItem(let old), .putItem(let left)): return try formerPlace(old, left, draft, offset)
        case (.putTag(let old), .putTag(let left)):
            guard old.key.text != left.key.text, let shown = try reader.target(of: left.key)?.tag.id else { return nil }
            switch try reader.target(of: old.key) {
            case nil: break
            case .alias(_, let tag): guard tag.id == shown else { return nil }
            case .tag: return nil
            }
            return SyncDraft.FormerKey(
                kind: .tag, row: old.id, shownIn: shown, free: try reader.lastID(of: .tag) + offset,
                fields: [.name: .string(old.name)], aliases: [old.name, left.name])
        case (.putSet(let old), .putSet(let left)):
            guard old.key.text != left.key.text, let shown = try reader.set(key: left.key)?.id,
                try reader.set(key: old.key) == nil
            else { return nil }
            return SyncDraft.FormerKey(
                kind: .set, row: old.id, shownIn: shown, free: try reader.lastID(of: .set) + offset,
                fields: [.name: .string(old.name)])
        case (.putView(let old), .putView(let left)):
            guard old.key.text != left.key.text, let shown = try reader.view(key: left.key)?.id,
                try reader.view(key: old.key) == nil
            else { return nil }
            return SyncDraft.FormerKey(
                kind: .view, row: old.id, shownIn: shown, free: try reader.lastID(of: .view) + offset,
                fields: [.name: .string(old.name)])
        default: return nil
        }
    }

    private func formerPlace(
        _ old: ItemRow, _ left: ItemRow, _ draft: SyncDraft, _ offset: Int64
    ) throws -> SyncDraft.FormerKey? {
        var fields: [RegisterField: RegisterValue] = [:]
        if NormalizedLocation.key(old.location) != NormalizedLocation.key(left.location) {
            fields[.location] = .string(old.location)
        }
        if old.setID != left.setID {
            guard let set = draft.shownThing(ofRow: old.setID, .set) else { return nil }
            fields[.set] = .thing(set)
        }
        let isDay = try old.location == nil && reader.set(id: old.setID)?.isDaily == true
        if isDay, old.day != left.day { fields[.day] = old.day.map { .number($0) } ?? .empty }
        guard !fields.isEmpty else { return nil }
        guard let shown = try place(of: left), try isFree(old, isDay: isDay) else { return nil }
        return SyncDraft.FormerKey(
            kind: .item, row: old.id, shownIn: shown, free: try reader.lastID(of: .item) + offset, fields: fields)
    }

    private func isFree(_ item: ItemRow, isDay: Bool) throws -> Bool {
        if let location = item.location {
            return try reader.itemID(atLocation: location, inSet: item.setID).map { $0 == item.id } ?? true
        }
        guard isDay, let day = item.day else { return true }
        return try reader.items(inSet: item.setID, onDay: day).allSatisfy { $0.id == item.id }
    }
}

extension ChangedRow {
    /// The kind and id of a tag, set, item, view or rule; `nil` for another row.
    fileprivate var thing: (kind: ThingKind, id: Int64)? {
        switch self {
        case .tag(let id): (.tag, id)
        case .set(let id): (.set, id)
        case .item(let id): (.item, id)
        case .view(let id): (.view, id)
        case .rule(let id): (.rule, id)
        default: nil
        }
    }
}

extension RowChange {
    /// Returns the change that deletes a row.
    fileprivate static func deletion(of row: Int64, _ kind: ThingKind) -> RowChange {
        switch kind {
        case .tag: .deleteTags(row...row)
        case .set: .deleteSet(row)
        case .item: .deleteItems(row...row)
        case .view: .deleteView(row)
        case .rule: .deleteRule(row)
        }
    }
}

extension NormalizedLocation {
    /// Returns the form of a location that is compared; `nil` without a location.
    fileprivate static func key(_ location: String?) -> String? { location.map { NormalizedLocation($0).key } }
}
