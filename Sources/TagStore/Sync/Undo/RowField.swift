/// A field of a row that undo reverts by itself: another device may have changed another field of the row.
struct RowField<Row> {
    /// The name, as in `title of 'Swift book'`.
    let name: String
    /// Returns whether two rows differ in the field.
    let differs: (Row, Row) -> Bool
    /// Copies the field from a row to another.
    let copy: (Row, inout Row) -> Void

    init(_ name: String, differs: @escaping (Row, Row) -> Bool, copy: @escaping (Row, inout Row) -> Void) {
        self.name = name
        self.differs = differs
        self.copy = copy
    }

    init<Value: Equatable>(_ name: String, _ path: WritableKeyPath<Row, Value>) {
        self.init(name) { $0[keyPath: path] != $1[keyPath: path] } copy: { $1[keyPath: path] = $0[keyPath: path] }
    }
}

/// A row whose fields have their values from before a step, except for those that were changed again.
struct RevertedRow<Row> {
    /// The row to write.
    var row: Row
    /// The number of fields that were reverted.
    var reverted = 0
    /// The names of the fields that stay, because they were changed again.
    var kept: [String] = []

    /// Reverts the fields of a row.
    ///
    /// - Parameters:
    ///   - old: the row before the step.
    ///   - current: the present row.
    ///   - later: the row before and after each later change by another device.
    ///   - fields: the fields.
    init(to old: Row, from current: Row, later: [(before: Row, after: Row)], fields: [RowField<Row>]) {
        row = current
        for field in fields {
            if let first = later.first(where: { field.differs($0.before, $0.after) }) {
                // Without the step, the field wouldn't have had this value before.
                if field.differs(old, first.before) { kept.append(field.name) }
            } else if field.differs(old, current) {
                field.copy(old, &row)
                reverted += 1
            }
        }
    }
}

extension ItemRow {
    /// The fields that devices exchange, with each tag of the given rows.
    static func fields(of rows: [ItemRow]) -> [RowField<ItemRow>] {
        let tags = Set(rows.flatMap(\.tagIDs.rowIDs)).sorted()
        let time = RowField<ItemRow>("time") {
            $0.savedAt != $1.savedAt || $0.day != $1.day
        } copy: {
            $1.savedAt = $0.savedAt
            $1.day = $0.day
        }
        return [
            RowField("title", \.title), RowField("note", \.note), RowField("location", \.location),
            RowField("set", \.setID), time,
        ]
            + tags.map { tag in
                RowField("tag \(tag)") {
                    $0.tagIDs.rowIDs.contains(tag) != $1.tagIDs.rowIDs.contains(tag)
                } copy: { old, row in
                    let others = row.tagIDs.rowIDs.filter { $0 != tag }
                    row.tagIDs = PackedTagIDs(others + old.tagIDs.rowIDs.filter { $0 == tag })
                }
            }
    }
}

extension TagRow {
    /// The fields that devices exchange.
    static var fields: [RowField<TagRow>] {
        let name = RowField<TagRow>("name", differs: { $0.name != $1.name }) {
            $1.name = $0.name
            $1.key = $0.key
        }
        return [name, RowField("uses elsewhere", \.otherUses)]
    }
}

extension SetRow {
    /// The fields that devices exchange, with each layout setting of the given rows.
    static func fields(of rows: [SetRow]) -> [RowField<SetRow>] {
        let name = RowField<SetRow>("name", differs: { $0.name != $1.name }) {
            $1.name = $0.name
            $1.key = $0.key
        }
        let settings = Set(rows.flatMap { SyncedLayout.settings(of: $0.layout).keys }).sorted()
        return [name, RowField("kind", \.isDaily)]
            + settings.map { setting in
                RowField(setting) {
                    SyncedLayout.settings(of: $0.layout)[setting] != SyncedLayout.settings(of: $1.layout)[setting]
                } copy: { old, row in
                    var values = SyncedLayout.settings(of: row.layout)
                    values[setting] = SyncedLayout.settings(of: old.layout)[setting]
                    row.layout = SyncedLayout.layout(of: values)
                }
            }
    }
}

extension ViewRow {
    /// The fields that devices exchange, and the address that only this device has.
    static var fields: [RowField<ViewRow>] {
        let name = RowField<ViewRow>("name", differs: { $0.name != $1.name }) {
            $1.name = $0.name
            $1.key = $0.key
        }
        return [name, RowField("query", \.query), RowField("address", \.share)]
    }
}

extension TagDetail {
    /// The fields that devices exchange.
    static var fields: [RowField<TagDetail>] { [RowField("description", \.description), RowField("color", \.color)] }
}
