internal import Sync
internal import TagCore

/// A field of a row that undo reverts by itself: another device may have changed another field of the row.
struct RowField<Version> {
    /// The name, as in `title of 'Swift book'`.
    let name: String
    /// Returns whether two rows differ in the field.
    let differs: (Version, Version) -> Bool
    /// Copies the field from a row to another.
    let copy: (Version, inout Version) -> Void
    /// The register of the field; `nil` if it has none, or several.
    let register: RowRegister?

    init(
        _ name: String, _ register: RowRegister?, differs: @escaping (Version, Version) -> Bool,
        copy: @escaping (Version, inout Version) -> Void
    ) {
        self.name = name
        self.register = register
        self.differs = differs
        self.copy = copy
    }

    init<Value: Equatable>(_ name: String, _ register: RowRegister?, _ path: WritableKeyPath<Version, Value>) {
        self.init(name, register) {
            $0[keyPath: path] != $1[keyPath: path]
        } copy: {
            $1[keyPath: path] = $0[keyPath: path]
        }
    }
}

extension RowField {
    /// The name of a row, with its key.
    static func name(_ name: WritableKeyPath<Version, String>, _ key: WritableKeyPath<Version, TagKey>) -> RowField {
        RowField("name", .field(.name)) {
            $0[keyPath: name] != $1[keyPath: name]
        } copy: {
            $1[keyPath: name] = $0[keyPath: name]
            $1[keyPath: key] = $0[keyPath: key]
        }
    }
}

/// The register of a row's field.
enum RowRegister {
    /// A register of the row's thing.
    case field(RegisterField)
    /// Whether the item has the tag with this row.
    case tag(Int64)
}

/// A row whose fields have their values from before a step, except for those that were changed again.
struct RevertedRow<Version> {
    /// The row to write.
    var row: Version
    /// The number of fields that were reverted.
    var reverted = 0
    /// The fields that stay.
    var kept: [(name: String, reason: UnrevertedChanges.Reason, devices: [String]?)] = []

    /// Reverts the fields of a row.
    ///
    /// - Parameters:
    ///   - old: the row before the step.
    ///   - current: the present row.
    ///   - later: the row before and after each later change by another device.
    ///   - fields: the fields.
    ///   - author: returns the device that gave a field the present value again.
    init(
        to old: Version, from current: Version, later: [(before: Version, after: Version)], fields: [RowField<Version>],
        author: (RowRegister) -> String?
    ) {
        row = current
        for field in fields {
            if let first = later.first(where: { field.differs($0.before, $0.after) }) {
                // Without the step, the field wouldn't have had this value before.
                guard field.differs(old, first.before) else { continue }
                kept.append((field.name, field.differs(old, current) ? .again : .reverted, nil))
            } else if field.differs(old, current) {
                if let device = field.register.flatMap(author) {
                    kept.append((field.name, .again, [device]))
                } else {
                    field.copy(old, &row)
                    reverted += 1
                }
            }
        }
    }
}

extension ItemRow {
    /// The fields that devices exchange, with each tag of the given rows.
    ///
    /// - Parameters:
    ///   - rows: the versions of the item.
    ///   - names: the names of their tags.
    /// - Returns: the fields.
    static func fields(of rows: [ItemRow], names: [Int64: String]) -> [RowField<ItemRow>] {
        let time = RowField<ItemRow>("time", .field(.time)) {
            // Received rows are stored without their day.
            $0.savedAt != $1.savedAt || $0.day != nil && $1.day != nil && $0.day != $1.day
        } copy: {
            $1.savedAt = $0.savedAt
            $1.day = $0.day
            $1.arrival = $0.arrival
        }
        var fields: [RowField<ItemRow>] = [
            RowField("title", .field(.title), \.title), RowField("note", .field(.note), \.note),
            RowField("location", .field(.location), \.location), RowField("set", .field(.set), \.setID), time,
        ]
        for tag in Set(rows.flatMap(\.tagIDs.rowIDs)).sorted() {
            fields.append(
                RowField("tag '\(names[tag] ?? "")'", .tag(tag)) {
                    $0.tagIDs.rowIDs.contains(tag) != $1.tagIDs.rowIDs.contains(tag)
                } copy: { old, row in
                    let others = row.tagIDs.rowIDs.filter { $0 != tag }
                    row.tagIDs = PackedTagIDs(others + old.tagIDs.rowIDs.filter { $0 == tag })
                })
        }
        return fields
    }
}

extension TagRow {
    /// The fields that devices exchange.
    static var fields: [RowField<TagRow>] {
        [RowField.name(\.name, \.key), RowField("uses elsewhere", .field(.importedUses), \.otherUses)]
    }
}

extension SetRow {
    /// The fields that devices exchange, with each layout setting of the given rows.
    static func fields(of rows: [SetRow]) -> [RowField<SetRow>] {
        var fields: [RowField<SetRow>] = [.name(\.name, \.key), RowField("kind", .field(.kind), \.isDaily)]
        for setting in Set(rows.flatMap { SyncedLayout.settings(of: $0.layout).keys }).sorted() {
            fields.append(
                RowField(setting, .field(.setting(setting))) {
                    SyncedLayout.settings(of: $0.layout)[setting] != SyncedLayout.settings(of: $1.layout)[setting]
                } copy: { old, row in
                    var values = SyncedLayout.settings(of: row.layout)
                    values[setting] = SyncedLayout.settings(of: old.layout)[setting]
                    row.layout = SyncedLayout.layout(of: values)
                })
        }
        return fields
    }
}

extension ViewRow {
    /// The fields that devices exchange, and the address that only this device has.
    static var fields: [RowField<ViewRow>] {
        [RowField.name(\.name, \.key), RowField("query", .field(.query), \.query), RowField("address", nil, \.share)]
    }
}

extension TagDetail {
    /// The fields that devices exchange.
    static var fields: [RowField<TagDetail>] {
        [RowField("description", .field(.description), \.description), RowField("color", .field(.color), \.color)]
    }
}
