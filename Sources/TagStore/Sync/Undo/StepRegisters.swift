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

    fileprivate init(_ draft: SyncDraft, madeAt: UInt64, separated: Set<ChangedRow>, _ reader: StoreReader) throws {
        self.draft = draft
        self.madeAt = madeAt
        self.separated = separated
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
        guard var draft = try syncDraft(ofItems: items.union(created)) else { return nil }
        var keys: [(row: ChangedRow, key: SyncDraft.FormerKey, redone: RowChange)] = []
        for (row, change) in former {
            guard let left = try later.entry(of: row)?.first ?? current(row) else { continue }
            if let key = try formerKey(change, left: left, draft, offset: Int64(keys.count + 1)) {
                keys.append((row, key, left))
            }
        }
        guard !keys.isEmpty else { return try StepRegisters(draft, madeAt: Self.time(step), separated: [], reader) }
        if let more = try syncDraft(ofItems: items.union(created).union(keys.map(\.key.shownIn)), forNames: keys.map(\.key)) {
            draft = more
        }
        let now = UInt64(max(0, time))
        let separated = keys.filter { draft.separate($0.key, now: now) }
        if !separated.isEmpty {
            try applyRegisters(redoing: separated.map(\.redone)) { try storeDerived(&draft) }
        }
        return try StepRegisters(draft, madeAt: Self.time(step), separated: Set(separated.map(\.row)), reader)
    }

    /// With this number of new items, they are deleted without asking whether other devices saved them again.
    private static var manyItems: Int { 10_000 }

    private static func time(_ step: StoreReader.UndoStepRow) -> UInt64 { UInt64(max(0, step.madeAt)) }

    /// Returns the draft of items; all items, if tags or sets get other names.
    private func syncDraft(ofItems items: Set<Int64>, forNames keys: [SyncDraft.FormerKey] = []) throws -> SyncDraft? {
        try reader.syncDraft(items: items, isWhole: keys.contains { $0.kind == .tag || $0.kind == .set })
    }

    private func current(_ row: ChangedRow) throws -> RowChange? {
        switch row {
        case .item(let id): try reader.item(id: id).map(RowChange.putItem)
        case .tag(let id): try reader.tag(id: id).map(RowChange.putTag)
        case .set(let id): try reader.set(id: id).map(RowChange.putSet)
        case .view(let id): try reader.view(id: id).map(RowChange.putView)
        default: nil
        }
    }

    /// Returns the key that a row had before a step, if the step gave it another and no other row has the former one.
    ///
    /// - Parameters:
    ///   - old: The row before the step.
    ///   - left: The row after the step.
    ///   - offset: The distance of a free row from the last one.
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
        let shown: Int64? =
            if let location = left.location {
                try reader.itemID(atLocation: location, inSet: left.setID)
            } else { try left.day.flatMap { try reader.items(inSet: left.setID, onDay: $0).first?.id } }
        guard let shown, try isFree(old, isDay: isDay) else { return nil }
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

extension NormalizedLocation {
    /// Returns the form of a location that is compared; `nil` without a location.
    fileprivate static func key(_ location: String?) -> String? { location.map { NormalizedLocation($0).key } }
}
