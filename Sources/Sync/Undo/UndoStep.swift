/// The registers that a command or an exchange changed, so that it can be reverted (rule 7).
public struct UndoStep: Hashable, Sendable {
    /// A changed register.
    struct Change: Hashable, Sendable {
        /// The value that the step wrote; `nil` for a received thing whose deletion was never written.
        let written: StampedValue?
        /// The value that was shown before.
        let previous: RegisterValue
    }

    /// Whether an exchange received the changes; `undo` skips such steps, and `sync undo` reverts them.
    let isReceived: Bool
    var changes: [RegisterKey: Change] = [:]
}

/// The registers that an undo reverted, and those that others had changed again.
public struct UndoReport: Hashable, Sendable {
    /// The registers that have their previous value again.
    public internal(set) var reverted: Set<RegisterKey> = []
    /// The registers that changed since the step, with the device of the newer change (rule 7).
    public internal(set) var kept: [RegisterKey: DeviceID] = [:]
}

extension Edit {
    /// Writes the previous values of those registers that still have the step's value (rule 7).
    mutating func revert(_ step: UndoStep) -> UndoReport {
        var report = UndoReport()
        for (key, change) in step.changes {
            let current = registers[key]
            if current == change.written {
                write(key.thing, key.field, change.previous, always: true)
                report.reverted.insert(key)
            } else if let current {
                report.kept[key] = current.stamp.device
            }
        }
        return report
    }
}

extension UndoStep {
    /// Creates the step of an exchange.
    ///
    /// - Parameters:
    ///   - received: The registers that changed.
    ///   - registers: The registers before the exchange.
    ///   - state: The state before the exchange.
    ///   - newState: The state after it.
    init(received: [Register], registers: Registers, state: ShownState, newState: ShownState) {
        isReceived = true
        for register in received {
            let (thing, field) = (register.key.thing, register.key.field)
            // A new thing is deleted as a whole, and keeps its key. One that still waits isn't.
            if !state.shows(thing), newState.shows(thing) {
                let deletion = RegisterKey(thing, .deleted)
                if changes[deletion] == nil { changes[deletion] = Change(written: nil, previous: .flag(true)) }
            }
            guard !(field.isKey && registers[register.key] == nil),
                field != .deleted || newState.shows(thing) || state.shows(thing)
            else { continue }
            changes[register.key] = Change(
                written: register.content, previous: registers.shownValue(register.key, in: state))
        }
        for (key, change) in changes where key.field == .deleted && change.written == nil {
            changes[key] = Change(written: registers[key], previous: change.previous)
        }
    }
}

extension Registers {
    /// Returns the value that reverting a change of a register has to write.
    ///
    /// An element of a list has its former value. Other fields have the value that was shown, which may come from another
    /// id (rule 3); a thing that wasn't shown becomes deleted.
    func shownValue(_ key: RegisterKey, in state: ShownState) -> RegisterValue {
        if key.field == .deleted { return .flag(!state.shows(key.thing)) }
        if key.field.isElement { return self[key]?.value ?? .empty }
        return newest(key.field, of: state.idsShown(with: key.thing, sharing: key.field))?.value ?? .empty
    }
}

extension ShownState {
    /// Returns the ids whose newest value of a field is shown for a thing.
    func idsShown(with thing: ThingID, sharing field: RegisterField) -> [ThingID] {
        guard let id = shownIDs[thing] else { return [thing] }
        switch id.kind {
        case .item: return items[id]?.ids ?? [thing]
        case .tag:
            guard let tag = tags[id] else { return [thing] }
            // A merged tag keeps its name, which isn't shown.
            return field != .name ? tag.ids : tag.named.contains(thing) ? tag.named : [thing]
        case .set: return sets[id]?.ids ?? [thing]
        case .view: return views[id]?.ids ?? [thing]
        case .rule: return rules[id]?.ids ?? [thing]
        }
    }
}
