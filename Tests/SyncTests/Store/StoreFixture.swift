import Foundation
import TestSupport

@testable import Sync

/// A store in a temporary folder, and devices that write to it.
struct StoreFixture {
    let folder: TemporaryFolder
    let store: SyncStore
    let laptop = DeviceID(0xA1)
    let desktop = DeviceID(0xD2)

    /// Creates a store; an encrypted one has a key without a passphrase, because deriving a key takes a second.
    init(isEncrypted: Bool = true) throws {
        folder = try TemporaryFolder()
        let target = FolderTarget(path: folder.path)
        let plain = try SyncStore.create(at: target, passphrase: nil)
        store = SyncStore(target: target, id: plain.id, key: isEncrypted ? StoreKey() : nil)
    }

    /// The path of a file in the folder.
    func path(_ name: StoreFileName) -> String { folder.file(name.path) }

    /// Writes a file, and returns its name.
    @discardableResult func write(
        _ lines: [String], number: Int = 1, device: DeviceID? = nil, kind: StoreFileName.Kind = .segment
    ) throws -> StoreFileName {
        let name = StoreFileName(device: device ?? laptop, number: number, kind: kind)
        _ = try store.write(name) { file in for line in lines { try file.append(line.utf8) } }
        return name
    }

    /// Returns the lines of a file; `nil` if it doesn't exist.
    func read(_ name: StoreFileName) throws -> [String]? { try store.lines(of: name) }

    /// Returns the error of reading a file; `nil` if it can be read.
    func problem(_ name: StoreFileName) -> SyncStoreError? {
        do {
            _ = try read(name)
            return nil
        } catch { return error as? SyncStoreError }
    }

    /// Returns the bytes of a file.
    func bytes(_ name: StoreFileName) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// Writes the bytes of a file as another program would.
    func plant(_ bytes: [UInt8], as name: StoreFileName) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// The paths of all entries of the folder.
    var entries: [String] { Self.entries(of: folder.path) }

    static func entries(of path: String) -> [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    }
}

extension SyncStore {
    /// Returns the lines of a file; `nil` if it doesn't exist.
    func lines(of name: StoreFileName) throws -> [String]? {
        var lines: [String] = []
        return try read(name) { lines.append(String(decoding: $0, as: UTF8.self)) } ? lines : nil
    }
}

/// Returns the error that a closure throws, or `nil`.
func storeError(_ body: () throws -> Void) -> SyncStoreError? {
    do {
        try body()
        return nil
    } catch { return error as? SyncStoreError }
}

extension StoreFileName {
    /// Creates a name with a random number.
    init(device: DeviceID, number: Int, kind: Kind) {
        self.init(device: device, number: number, random: .random(in: .min ... .max), kind: kind)
    }
}
