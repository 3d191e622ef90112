/// Reverts a step register by register (rule 7).
///
/// The stages need the state that the former ones show:
///
/// 1. Deleted and merged things come back with all that others have changed meanwhile.
/// 2. Names and places: things that others gave the same ones are separated.
/// 3. Other fields, and the elements of lists.
/// 4. New items and then new tags, sets, views and rules are deleted, unless others use them.
struct Reversion {
    let step: StepRows
    /// Whether this device wrote the newest value of a register.
    let isOwn: (RegisterKey) -> Bool
    let deviceName: (DeviceID) -> String
    /// The last row of each kind.
    var lastRows: [ThingKind: Int64]
    var result = SyncDraft.Revert()
    /// The things that the first stage brings back, until the state shows them.
    var restored: [(thing: ThingID, row: Int64, name: String)] = []
    /// The rows to restore that no register knows.
    var forgotten: [ThingKind: Set<Int64>] = [:]
    /// The tags that were merged before the database was synced: registers don't know the merges.
    var unknownMerges: Set<Int64> = []
    /// The ids that have their former names and places again, by row.
    var moved: [ThingKind: [Int64: [ThingID]]] = [:]

    /// The names of tags, by row.
    private let tagNames: [Int64: String]

    init(
        step: StepRows, deviceName: @escaping (DeviceID) -> String, lastRows: [ThingKind: Int64],
        isOwn: @escaping (RegisterKey) -> Bool
    ) {
        self.step = step
        self.isOwn = isOwn
        self.deviceName = deviceName
        self.lastRows = lastRows
        tagNames = Dictionary((step.after.tags + step.before.tags).map { ($0.row, $0.name) }) { first, _ in first }
    }

    /// The name of the tag with a row, as the step left it.
    func tagName(_ row: Int64) -> String { tagNames[row] ?? "" }

    /// Whether a register's newest value may be the step's: for a command, a value of this device.
    ///
    /// Reverting a later exchange writes values of others once more, so for an exchange, values decide.
    func isWritten(_ key: RegisterKey) -> Bool { step.origin == .exchange || isOwn(key) }

    // MARK: Things of rows

    /// Returns the ids of a row: those that are shown by it or, if it isn't shown, those that it showed last.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - kind: Its kind.
    ///   - edit: The registers and the state.
    ///   - map: The rows of the things.
    ///   - successor: The shown thing that has the name or place that the step gave the row.
    /// - Returns: The ids, and the thing under which they are shown.
    func ids(
        _ row: Int64, _ kind: ThingKind, _ edit: Edit, _ map: RowMap, successor: ThingID? = nil
    ) -> (all: [ThingID], shown: ThingID?) {
        let known = moved[kind]?[row] ?? map.things(ofRow: row, kind: kind)
        if moved[kind]?[row] == nil, let shown = edit.thing(ofRow: row, kind, map) ?? (known.isEmpty ? successor : nil)
        {
            return (edit.state.idsShown(with: shown, sharing: .deleted), shown)
        }
        return (known, known.compactMap { edit.state.shownIDs[$0] }.first)
    }

    /// Returns the ids of the tag with a row.
    func ids(ofTag row: Int64, _ edit: Edit, _ map: RowMap) -> [ThingID] { ids(row, .tag, edit, map).all }

    func contents(_ keys: some Sequence<RegisterKey>, _ edit: Edit) -> [Register] {
        keys.compactMap { key in edit.registers[key].map { Register(key, $0) } }
    }

    /// Returns the register with the newest value.
    func newest(_ keys: some Sequence<RegisterKey>, _ edit: Edit) -> Register? {
        contents(keys, edit).max(by: Self.isOlder)
    }

    /// Returns rows of tags without those that the step merged, or separated, on one side only: registers keep both.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - isBefore: Whether they are those from before the step.
    /// - Returns: The rows.
    func united(_ rows: [Int64], isBefore: Bool) -> Set<Int64> {
        let (own, other) = isBefore ? (step.mergedBefore, step.mergedAfter) : (step.mergedAfter, step.mergedBefore)
        guard own != other else { return Set(rows) }
        return Set(rows.map { row in own[row] == nil && !unknownMerges.contains(row) ? other[row] ?? row : row })
    }

    // MARK: Values

    /// Gives a field its value from before the step, if the step's value is still the newest one.
    ///
    /// - Parameters:
    ///   - field: The field. Words are compared by their writer alone, because a row may have fewer.
    ///   - ids: The ids that share it.
    ///   - name: The name of the change, as people read it.
    ///   - after: The value after the step.
    ///   - before: The value before it.
    ///   - edit: The registers.
    mutating func revert(
        _ field: RegisterField, of ids: [ThingID], _ name: String, from after: RegisterValue, to before: RegisterValue,
        _ edit: inout Edit
    ) {
        guard before != after else { return }
        guard let newest = newest(ids.map { RegisterKey($0, field) }, edit) else {
            // The value before an exchange was never sent.
            guard after == .empty, let id = ids.first else { return }
            edit.write(id, field, before, always: true)
            return result.changes.revert()
        }
        let value = newest.content.value
        if isWritten(newest.key), value == after || field == .words {
            edit.write(newest.key.thing, field, before, always: true)
            result.changes.revert()
        } else {
            keep(name, value == before ? .reverted : .again, newest)
        }
    }

    /// Turns an element of a list off or on again.
    ///
    /// - Parameters:
    ///   - keys: The registers that say whether the thing has the element.
    ///   - name: The name of the change, as people read it.
    ///   - value: The value before the step: ``RegisterValue/empty`` to turn the element off.
    ///   - edit: The registers.
    mutating func revert(_ keys: [RegisterKey], _ name: String, to value: RegisterValue, _ edit: inout Edit) {
        let found = contents(keys, edit)
        let on = found.filter { $0.content.value != .empty }
        if value == .empty {
            let (mine, theirs) = (on.filter { isWritten($0.key) }, on.filter { !isWritten($0.key) })
            for register in mine { edit.write(register.key.thing, register.key.field, .empty, always: true) }
            if let newest = theirs.max(by: Self.isOlder) {
                keep(name, .again, newest)
            } else if !mine.isEmpty {
                result.changes.revert()
            } else if let newest = found.max(by: Self.isOlder), !isWritten(newest.key) {
                keep(name, .reverted, newest)
            }
        } else if found.isEmpty, let key = keys.first {
            edit.write(key.thing, key.field, value, always: true)
            result.changes.revert()
        } else if on.isEmpty, let newest = found.max(by: Self.isOlder) {
            guard isWritten(newest.key) else { return keep(name, .again, newest) }
            for register in found where register.content.stamp == newest.content.stamp {
                edit.write(register.key.thing, register.key.field, value, always: true)
            }
            result.changes.revert()
        } else if let newest = on.max(by: Self.isOlder), !isWritten(newest.key) {
            keep(name, .reverted, newest)
        }
    }

    // MARK: The report

    /// Names a change that stays because of a register that others wrote.
    mutating func keep(_ name: String, _ reason: UnrevertedChanges.Reason, _ register: Register?) {
        let devices = register.map { $0.content.stamp == .zero ? [] : [deviceName($0.content.stamp.device)] } ?? []
        result.changes.keep(name, reason, devices)
    }

    /// Names the changes of a thing that isn't shown any more because others deleted or merged it.
    mutating func keepDeleted(_ name: String, _ ids: [ThingID], _ edit: Edit) {
        let deletions = ids.flatMap { [RegisterKey($0, .deleted), RegisterKey($0, .mergedInto)] }
        let newest = contents(deletions, edit).filter { $0.content.value != .flag(false) }.max(by: Self.isOlder)
        keep(name, newest?.content.value.thing == nil ? .deleted : .again, newest)
    }

    static func isOlder(_ left: Register, _ right: Register) -> Bool { left.content < right.content }
}

extension LocalItem {
    /// The title, or else the location.
    var shortName: String { title.isEmpty ? location ?? "item \(row)" : title }
}
