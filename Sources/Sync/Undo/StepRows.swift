/// The rows that a step changed, before and after it.
package struct StepRows: Hashable, Sendable {
    /// All tags, sets, views and rules before the step, and the items that it changed.
    package let before: LocalContent
    /// The same rows after it, whatever others have changed since.
    package let after: LocalContent
    /// The tags into which tags were merged before the step, by row.
    package let mergedBefore: [Int64: Int64]
    /// The tags into which tags were merged after it.
    package let mergedAfter: [Int64: Int64]
    /// Who made the step.
    package let origin: Origin
    /// When it was made, in milliseconds since 1970.
    package let madeAt: UInt64
    /// The items, tags, sets, views and rules that exchanges have changed since a command, or commands since an exchange.
    package let laterRows: [ThingKind: Set<Int64>]

    /// Who made a step.
    package enum Origin: Hashable, Sendable {
        /// A command of this device.
        case command
        /// An undo of this device.
        case undo
        /// Other devices: an exchange.
        case exchange
    }

    package init(
        before: LocalContent, after: LocalContent, mergedBefore: [Int64: Int64], mergedAfter: [Int64: Int64],
        origin: Origin, madeAt: UInt64, laterRows: [ThingKind: Set<Int64>]
    ) {
        self.before = before
        self.after = after
        self.mergedBefore = mergedBefore
        self.mergedAfter = mergedAfter
        self.origin = origin
        self.madeAt = madeAt
        self.laterRows = laterRows
    }
}

/// A row before and after a step; `nil` if it didn't exist.
package struct ChangedVersions<Row> {
    package let row: Int64
    package let before: Row?
    package let after: Row?
}

extension StepRows {
    package var tags: [ChangedVersions<LocalTag>] { Self.changed(before.tags, after.tags, \.row) }
    package var sets: [ChangedVersions<LocalSet>] { Self.changed(before.sets, after.sets, \.row) }
    package var items: [ChangedVersions<LocalItem>] { Self.changed(before.items, after.items, \.row) }

    /// The changed views or rules.
    func queries(_ kind: ThingKind) -> [ChangedVersions<LocalQuery>] {
        Self.changed(before.queries.filter { $0.kind == kind }, after.queries.filter { $0.kind == kind }, \.row)
    }

    /// Returns the rows that differ, ascending.
    private static func changed<Row: Equatable>(
        _ before: [Row], _ after: [Row], _ id: (Row) -> Int64
    ) -> [ChangedVersions<Row>] {
        let old = Dictionary(before.map { (id($0), $0) }) { first, _ in first }
        let new = Dictionary(after.map { (id($0), $0) }) { first, _ in first }
        return Set(old.keys).union(new.keys).sorted()
            .compactMap { row in
                old[row] == new[row] ? nil : ChangedVersions(row: row, before: old[row], after: new[row])
            }
    }
}
