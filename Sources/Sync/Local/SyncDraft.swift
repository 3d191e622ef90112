/// The sync data of a database in memory: all of it, or as much as an exchange needs.
///
/// 1. ``derive(_:_:)`` turns local changes into registers.
/// 2. ``receive(_:from:)`` merges the registers of files.
/// 3. The store writes the difference between ``state`` and its rows to the rows, and the things in ``changed`` to its tables.
///
/// Tags, sets, views and rules are always complete. The items are, if ``isWhole``; otherwise those are missing that aren't
/// affected by any change, so the state shows all that it contains as the whole state would.
package struct SyncDraft {
    /// This device.
    package internal(set) var device: DeviceID
    /// The clock, which has seen all stamps.
    package var clock: SyncClock
    /// The newest values.
    package private(set) var registers = Registers()
    /// Which registers weren't sent, and the files of the others.
    package private(set) var marks: [ThingID: [RegisterField: RegisterMark]] = [:]
    /// The rows of the things.
    package var rows = RowMap() { didSet { changed.formUnion(rows.takeChanged()) } }
    /// Whether all items are loaded.
    package var isWhole: Bool
    /// The numbers of the loaded things in the database.
    package var numbers: [ThingID: Int64] = [:]
    /// The things whose registers, marks or rows differ from those in the database.
    package private(set) var changed: Set<ThingID> = []
    /// The state that the registers show.
    package private(set) var state: ShownState
    private var random: any RandomNumberGenerator = SystemRandomNumberGenerator()

    /// Creates a draft without things.
    package init(device: DeviceID, clock: SyncClock, isWhole: Bool = true) {
        self.device = device
        self.clock = clock
        self.isWhole = isWhole
        state = ShownState(registers)
    }

    /// Adds a thing as it is stored.
    ///
    /// Call ``refresh()`` after the last one.
    package mutating func load(
        _ thing: ThingID, row: Int64?, _ fields: [RegisterField: StampedValue], marks: [RegisterField: RegisterMark]
    ) {
        registers.load(fields, of: thing)
        self.marks[thing] = marks
        if let row { rows.load(row, of: thing) }
    }

    /// Computes the state again.
    package mutating func refresh() { state = ShownState(registers) }

    /// Records that the changed things were stored.
    package mutating func markStored() { changed = [] }

    /// Returns the next stamp of this device, of at least the given time in milliseconds since 1970 (rule 8).
    package mutating func nextStamp(now: UInt64) -> Stamp { clock.next(now: now, device: device) }

    // MARK: Writing

    /// Writes registers, and computes the state again if any were written.
    mutating func edit(_ body: (inout Edit, inout RowMap) -> Void) {
        var edit = Edit(registers, state, stamp: .zero, random: random)
        body(&edit, &rows)
        random = edit.random
        guard !edit.written.isEmpty else { return }
        registers = edit.registers
        for key in edit.written { mark(key, RegisterMark(isUnsent: true, source: .own)) }
        refresh()
    }

    /// Adds the rows of a database that wasn't synced to the state of the store (rule 10).
    package mutating func setUp(_ content: LocalContent) { edit { $0.add(content, &$1) } }

    /// Merges the registers of a file.
    ///
    /// - Parameters:
    ///   - received: The registers.
    ///   - file: The number of the file in this database.
    ///   - isBase: Whether it is a base, which stays longer than a segment.
    /// - Returns: The registers that changed.
    package mutating func receive(_ received: [Register], from file: Int64, isBase: Bool) -> [Register] {
        var newer: [Register] = []
        for register in received {
            let key = register.key
            clock.observe(register.content.stamp)
            if registers.merge(register) {
                newer.append(register)
                mark(key, RegisterMark(isUnsent: false, source: .file(file)))
            } else if isBase, registers[key] == register.content, case .file = mark(of: key).source {
                mark(key, RegisterMark(isUnsent: false, source: .file(file)))
            }
        }
        return newer
    }

    // MARK: Marks

    /// Returns the mark of a register.
    package func mark(of key: RegisterKey) -> RegisterMark { marks[key.thing]?[key.field] ?? RegisterMark() }

    private mutating func mark(_ key: RegisterKey, _ mark: RegisterMark) {
        marks[key.thing, default: [:]][key.field] = mark
        changed.insert(key.thing)
    }

    /// The registers that weren't sent: those of each command, oldest first.
    ///
    /// The registers of new things that have no stamp come with the other registers of their things.
    package var unsent: [[Register]] {
        var commands: [Stamp: [Register]] = [:]
        for thing in marks.keys.sorted() {
            let keys = registersOf(thing) { $0.isUnsent }
            let newest = keys.map(\.content.stamp).max() ?? .zero
            for register in keys {
                let stamp = register.content.stamp
                commands[stamp == .zero ? newest : stamp, default: []].append(register)
            }
        }
        return commands.sorted { $0.key < $1.key }.map(\.value)
    }

    /// All registers that this device must keep in the store.
    package var own: [Register] { marks.keys.sorted().flatMap { thing in registersOf(thing) { $0.source == .own } } }

    private func registersOf(_ thing: ThingID, _ isWanted: (RegisterMark) -> Bool) -> [Register] {
        (marks[thing] ?? [:])
            .compactMap { field, mark in
                guard isWanted(mark), let content = registers[thing, field] else { return nil }
                return Register(RegisterKey(thing, field), content)
            }
            .sorted { ($0.content.stamp, $0.key.field) < ($1.content.stamp, $1.key.field) }
    }

    /// Records that registers were sent, unless they changed since.
    package mutating func markSent(_ sent: [Register]) {
        for register in sent where registers[register.key] == register.content {
            var mark = mark(of: register.key)
            guard mark.isUnsent else { continue }
            mark.isUnsent = false
            self.mark(register.key, mark)
        }
    }

    /// Keeps the registers that were read from files that are lost; returns whether there are any.
    package mutating func keepRegisters(ofFiles lost: Set<Int64>) -> Bool {
        var found = false
        for (thing, fields) in marks {
            for (field, mark) in fields {
                guard case .file(let number) = mark.source, lost.contains(number) else { continue }
                self.mark(RegisterKey(thing, field), RegisterMark(isUnsent: mark.isUnsent, source: .own))
                found = true
            }
        }
        return found
    }

    /// The number of changes among registers, as people count them: commands, and things without a stamp.
    package static func changeCount(_ registers: [Register]) -> Int {
        let stamps = Set(registers.map(\.content.stamp).filter { $0 != .zero })
        let stamped = Set(registers.filter { $0.content.stamp != .zero }.map(\.key.thing))
        return stamps.count + Set(registers.map(\.key.thing)).subtracting(stamped).count
    }
}

/// The record of a device about a register.
package struct RegisterMark: Hashable, Sendable {
    /// The place of the newest value in the store.
    package enum Source: Hashable, Sendable {
        /// In the files of this device, which must keep it there.
        case own
        /// In a file of another device, by its number in this database.
        case file(Int64)
    }

    /// Whether the value wasn't sent.
    package var isUnsent = false
    /// The place of the value.
    package var source = Source.own

    package init(isUnsent: Bool = false, source: Source = .own) {
        self.isUnsent = isUnsent
        self.source = source
    }
}
