/// A file that was read, before its registers are merged.
///
/// ```swift
/// var file = ReceivedFile(name: name)
/// try store.read(name) { try file.append(line: $0) }
/// ```
package struct ReceivedFile: Sendable {
    /// A line isn't what tagflow writes.
    package struct Damaged: Error, Hashable { package init() {} }

    /// The name of the file.
    package let name: StoreFileName
    /// The first line; `nil` before it was read.
    package private(set) var header: RegisterLines.Header?
    /// The registers.
    package private(set) var registers: [Register] = []

    package init(name: StoreFileName) { self.name = name }

    /// The files that the file replaces: only those under its own id, whose writer counts on no other file.
    package var replaced: [StoreFileName] { (header?.replaced ?? []).filter { $0.device == name.device } }

    /// Parses the next line.
    package mutating func append(line: ArraySlice<UInt8>) throws(Damaged) {
        if header == nil {
            guard let header = RegisterLines.Header(line: line) else { throw Damaged() }
            self.header = header
        } else {
            guard let found = RegisterLines.registers(line: line) else { throw Damaged() }
            registers += found
        }
    }
}

/// What an exchange received.
package struct ReceivedChanges: Hashable, Sendable {
    /// The number of changes by device, as people count them: commands.
    package var changes: [DeviceID: Int] = [:]
    /// The newest stamp of each device, in milliseconds since 1970.
    package var newest: [DeviceID: UInt64] = [:]
    /// The number of items that were shown before and aren't now.
    package var deletedItems = 0

    package init() {}

    /// Whether nothing changed.
    package var isEmpty: Bool { changes.isEmpty }
}

extension SyncDraft {
    /// Merges the registers of files, in any order.
    ///
    /// - Parameter files: The files with their numbers in this database.
    /// - Returns: What changed.
    package mutating func receive(_ files: [(number: Int64, file: ReceivedFile)]) -> ReceivedChanges {
        let before = state
        var newer: [(register: Register, device: DeviceID)] = []
        for (number, file) in files {
            for register in receive(file.registers, from: number, isBase: file.name.kind == .base) {
                newer.append((register, file.name.device))
            }
        }
        var received = ReceivedChanges()
        guard !newer.isEmpty else { return received }
        refresh()
        // A register that several files changed has the value of the last one.
        let final = newer.filter { registers[$0.register.key] == $0.register.content }
        // Values from before a set-up have no device, and come from that of the file.
        for (device, found) in Dictionary(grouping: final, by: { author(of: $0.register) ?? $0.device }) {
            received.changes[device] = Self.changeCount(found.map(\.register))
            // A later counter means that the clock only followed another device's.
            let own = found.map(\.register.content.stamp).filter { $0.counter == 0 }
            received.newest[device] = own.map(\.milliseconds).max()
        }
        received.deletedItems = before.items.values.count { item in !item.ids.contains(where: state.shows) }
        return received
    }

    private func author(of register: Register) -> DeviceID? {
        let device = register.content.stamp.device
        return device.number == 0 ? nil : device
    }
}
