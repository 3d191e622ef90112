internal import GRDB
internal import Sync

/// The rows of a step, before and after it.
struct StepVersions {
    /// The inverses of the step, as undo applies them.
    let inverses: [RowChange]
    private let present: RowVersions
    private let after: RowVersions
    let before: RowVersions
    /// The rows that the step changed.
    let touched: Set<ChangedRow>
    /// The rows that exchanges have changed since a command, or commands since an exchange.
    private let later: Set<ChangedRow>

    init(_ reader: StoreReader, step: Int64, since: Int64, origin: StepRows.Origin) throws {
        inverses = try reader.inverses(ofStep: step)
        var rows = try RowVersions(reader, changedBy: inverses)
        present = rows
        var later: Set<ChangedRow> = []
        let others: StepRows.Origin = origin == .exchange ? .command : .exchange
        for step in try reader.laterSteps(than: since) {
            let inverses = try reader.inverses(ofStep: step.id)
            if step.origin == others { later.formUnion(rows.changed(by: inverses)) }
            for inverse in inverses { rows.apply(inverse) }
        }
        self.later = later
        after = rows
        for inverse in inverses { rows.apply(inverse) }
        before = rows
        touched = before.changed(since: after)
    }

    /// Returns the rows as sync sees them.
    func rows(_ reader: StoreReader, origin: StepRows.Origin, madeAt: Int64) throws -> StepRows {
        var laterRows: [ThingKind: Set<Int64>] = [:]
        for row in later { if let (kind, id) = row.ownThing { laterRows[kind, default: []].insert(id) } }
        return StepRows(
            before: try before.content(reader), after: try after.content(reader), mergedBefore: before.merged,
            mergedAfter: after.merged, origin: origin, madeAt: UInt64(max(0, madeAt)), laterRows: laterRows)
    }

    /// Returns those rows before or after the step that inverses change.
    func rows(changedBy inverses: [RowChange]) -> Set<ChangedRow> {
        before.changed(by: inverses).union(after.changed(by: inverses))
    }

    /// Returns the changes that redo has to revert: the rows before they were reverted or, if they were separated from others,
    /// as the step left them.
    func redone(after revert: SyncDraft.Revert, _ reader: StoreReader) throws -> [RowChange] {
        let separated = touched.filter { row in
            row.ownThing.map { revert.separated[$0.kind]?.contains($0.id) ?? false } ?? false
        }
        // Aliases may have got other ids, and the tags of sets and groups other positions.
        let renumbered = try RowVersions(reader).changed(since: present).filter(\.isRenumbered)
        let rows = touched.filter { !$0.isRenumbered }.subtracting(separated).union(renumbered)
        return present.changes(of: rows) + after.changes(of: separated)
    }
}

extension ChangedRow {
    /// Whether the row may have another id or position after an exchange.
    fileprivate var isRenumbered: Bool {
        switch self {
        case .alias, .member, .group: true
        default: false
        }
    }

    /// The kind and id of the tag, set, item, view or rule; `nil` for another row.
    fileprivate var ownThing: (kind: ThingKind, id: Int64)? {
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
