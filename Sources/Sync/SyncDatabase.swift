/// What a device's database stores for sync: a value, so that a copy is a clone, and an old copy a backup.
public struct SyncDatabase: Sendable {
    /// The id of the device; a cloned or restored database takes a new one.
    public internal(set) var device: DeviceID
    /// The newest value of each register that was written or read.
    public private(set) var registers = Registers()
    /// What the registers show.
    public private(set) var state: ShownState
    /// The integer ids of the shown things.
    public private(set) var rows = LocalRows()
    /// The files that were read and written, and the changes that weren't sent.
    public internal(set) var files = FileRecords()
    var clock = SyncClock()
    let flaws: SyncFlaws
    private(set) var steps: [UndoStep] = []

    /// The number of steps that can be undone.
    static let stepLimit = 100

    /// Creates an empty database, which isn't set up.
    public init(device: DeviceID, flaws: SyncFlaws = []) {
        self.device = device
        self.flaws = flaws
        state = ShownState(registers, flaws: flaws)
    }

    /// Whether the newest step that `undo` reverts exists.
    public var canUndo: Bool { steps.contains { !$0.isReceived } }

    /// Returns the next stamp; the clock follows every stamp that was read (rule 8).
    mutating func nextStamp(now: UInt64) -> Stamp {
        if flaws.contains(.wallClockStamps) { clock = SyncClock() }
        return clock.next(now: now, device: device)
    }

    /// Applies the registers of a command or an undo in one transaction.
    mutating func apply(_ edit: Edit, isUndoable: Bool) {
        registers = edit.registers
        files.recordOwn(edit.written)
        for key in edit.written { registers[key].map { clock.observe($0.stamp) } }
        if isUndoable { append(edit.step) }
        refresh()
    }

    /// Merges the registers of files, records those that changed as one step (rule 7), and returns them.
    mutating func receive(_ contents: [StoreFile]) -> [Register] {
        let before = (registers, state)
        var changed: [Register] = []
        for file in contents {
            for register in file.registers {
                clock.observe(register.content.stamp)
                if registers.merge(register) {
                    changed.append(register)
                    files.recordForeign(register.key, from: file.name)
                } else if registers[register.key] == register.content {
                    files.recordAgain(register.key, from: file.name)
                }
            }
            files.recordRead(file)
        }
        refresh()
        // A register that several files changed has the value of the last one.
        let final = changed.filter { registers[$0.key] == $0.content }
        if !final.isEmpty { append(UndoStep(received: final, registers: before.0, state: before.1, newState: state)) }
        return final
    }

    /// Starts with other registers and without undo steps, at set-up.
    mutating func replaceRegisters(_ registers: Registers) {
        self.registers = registers
        forgetSteps()
        refresh()
    }

    /// Forgets all undo steps.
    mutating func forgetSteps() { steps = [] }

    /// Removes and returns the newest step of this device, or of an exchange.
    mutating func removeStep(isReceived: Bool) -> UndoStep? {
        steps.lastIndex { $0.isReceived == isReceived }.map { steps.remove(at: $0) }
    }

    private mutating func append(_ step: UndoStep) {
        guard !step.changes.isEmpty else { return }
        steps.append(step)
        if steps.count > Self.stepLimit { steps.removeFirst() }
    }

    private mutating func refresh() {
        state = ShownState(registers, flaws: flaws)
        rows.update(state)
    }
}
