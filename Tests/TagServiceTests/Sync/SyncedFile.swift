import Foundation
import Sync
import TagService
import TagStore
import TestSupport
import Testing

/// A database in a file that is set up for sync, without a store.
struct SyncedFile {
    let folder: TemporaryFolder
    let service: TagService
    let store: TagStore
    private let clock = Clock()
    /// The time of exchanges, which is after all commands.
    private static let late: Int64 = 1_800_000_000_000

    /// Creates an empty database; call ``setUp(device:receiving:)``.
    init() throws {
        folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        service = try TagService(.file(path: path), concurrency: .serial, now: clock.now)
        store = try TagStore(.file(path: path))
    }

    /// Lets time pass until later commands of this database are later than those of another one.
    func wait() { for _ in 0..<1_000 { _ = clock.now() } }

    /// Sets sync up, with the registers of other devices.
    func setUp(device: UInt64, receiving files: [ReceivedFile] = []) throws {
        try store.write(at: Self.late) { writer in
            let state = SyncState(
                device: DeviceID(device), deviceName: "device \(device)", store: .new(), key: nil, target: "/nowhere")
            try writer.put(state)
            let numbered = files.enumerated().map { (number: Int64($0.offset + 1), file: $0.element) }
            var (draft, _, _) = try #require(try writer.setUpSync(receiving: numbered, at: Self.late))
            try writer.store(&draft)
        }
    }

    /// Turns the changed rows into registers, as an exchange does.
    @discardableResult func derive(receiving files: [ReceivedFile] = []) throws -> SyncDraft {
        try store.write(at: Self.late) { writer in
            var draft = try #require(try writer.beginSync(receiving: files.flatMap(\.registers)))
            _ = draft.receive(files.enumerated().map { (number: Int64($0.offset + 100), file: $0.element) })
            try writer.store(&draft)
            return draft
        }
    }

    /// Receives the registers of another device as an exchange does, and shows them in the rows.
    func receive(from other: SyncedFile, device: UInt64) throws {
        let files = [(number: Int64(device), file: try other.file(device: device))]
        try store.write(at: Self.late) { writer in
            var draft = try #require(try writer.beginSync(receiving: files.flatMap(\.file.registers)))
            let received = draft.receive(files)
            if !received.isEmpty { writer.receive(received.changes.values.reduce(0, +), from: ["device \(device)"]) }
            _ = try writer.show(&draft)
            try writer.store(&draft)
            try writer.record(received, from: files.map(\.file))
            var state = try #require(try writer.reader.syncState())
            state.lastExchange = Self.late
            try writer.put(state)
        }
    }

    /// Returns all registers as the file that a device would read.
    func file(device: UInt64) throws -> ReceivedFile {
        let name = StoreFileName(device: DeviceID(device), number: 1, random: 7, kind: .base)
        var file = ReceivedFile(name: name)
        try file.append(line: RegisterLines.Header(deviceName: "device \(device)", date: 1_800_000_000_000).line[...])
        for line in RegisterLines.lines(try store.read { try $0.ownRegisters() }) { try file.append(line: line[...]) }
        return file
    }

    /// Expects that the registers show exactly the rows.
    func expectShown(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let differences = try store.read { try $0.syncDifferences() }
        #expect(differences == [], comment, sourceLocation: sourceLocation)
    }

    /// Returns the state of a draft with all items, after changed rows became registers.
    func state() throws -> ShownState {
        try store.write(at: Self.late) { writer in
            var draft = try #require(try writer.beginSync(isWhole: true))
            try writer.store(&draft)
            return draft.state
        }
    }
}

extension ShownState {
    func tag(_ name: String) -> ShownTag? { tags.values.first { $0.name == name } }

    func item(_ location: String) -> ShownItem? { items.values.first { $0.location == location } }

    func names(of item: ShownItem?) -> [String] { (item?.tags ?? []).compactMap { tags[$0]?.name }.sorted() }
}
