import Foundation
import TestSupport
import Testing

@testable import Sync

/// Creating, joining and opening stores, and their passphrases.
@Suite struct SyncStoreTests {
    @Test(arguments: [true, false]) func `the lines of a file are read as they were written`(isEncrypted: Bool) throws {
        let fixture = try StoreFixture(isEncrypted: isEncrypted)
        var numbers = SeededNumbers(seed: 56)
        for (number, count) in [0, 1, 2, 1_000].enumerated() {
            let lines = (0..<count).map { _ in String(repeating: "é{\"", count: .random(in: 0...99, using: &numbers)) }
            let name = try fixture.write(lines, number: number + 1)
            #expect(try fixture.read(name) == lines)
        }
        let long = String(repeating: "0123456789", count: 300_000)
        #expect(try fixture.read(fixture.write([long, "", long], kind: .base)) == [long, "", long])
    }

    @Test func `a second device joins with the passphrase, and reads and writes`() throws {
        let folder = try TemporaryFolder()
        let target = FolderTarget(path: folder.path)
        #expect(try !SyncStore.exists(at: target))
        let first = try SyncStore.create(at: target, passphrase: "caf\u{E9}")
        #expect(try SyncStore.exists(at: target))
        let name = StoreFileName(device: DeviceID(1), number: 1, kind: .segment)
        try first.write(name) { try $0.append("sea".utf8) }
        // Another keyboard decomposes the letter.
        let second = try SyncStore.join(target, passphrase: "cafe\u{301}")
        #expect(try second.lines(of: name) == ["sea"])
        let other = StoreFileName(device: DeviceID(2), number: 1, kind: .segment)
        try second.write(other) { try $0.append("lake".utf8) }
        let reopened = try SyncStore.open(target, id: first.id, key: first.key)
        #expect(try reopened.lines(of: other) == ["lake"])
        #expect(try reopened.list().files.map(\.name) == [name, other])
    }

    @Test func `a wrong passphrase fails before anything is written`() throws {
        let folder = try TemporaryFolder()
        let target = FolderTarget(path: folder.path)
        _ = try SyncStore.create(at: target, passphrase: "correct horse")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("tagflow-sync.json")))
        for passphrase in ["Correct horse", ""] {
            #expect(
                storeError { _ = try SyncStore.join(target, passphrase: passphrase) }
                    == .wrongPassphrase(path: folder.path))
        }
        #expect(StoreFixture.entries(of: folder.path) == ["tagflow-sync.json"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("tagflow-sync.json"))) == before)
    }

    @Test func `another passphrase wraps the same key, and interrupts nobody`() throws {
        let folder = try TemporaryFolder()
        let target = FolderTarget(path: folder.path)
        let laptop = try SyncStore.create(at: target, passphrase: "old")
        let name = StoreFileName(device: DeviceID(1), number: 1, kind: .segment)
        try laptop.write(name) { try $0.append("sea".utf8) }
        try SyncStore.open(target, id: laptop.id, key: laptop.key).changePassphrase(to: "new")
        #expect(storeError { _ = try SyncStore.join(target, passphrase: "old") } == .wrongPassphrase(path: folder.path))
        let joined = try SyncStore.join(target, passphrase: "new")
        #expect(joined.key == laptop.key && joined.id == laptop.id)
        #expect(try joined.lines(of: name) == ["sea"])
        #expect(try SyncStore.open(target, id: laptop.id, key: laptop.key).lines(of: name) == ["sea"])
    }

    @Test func `a store is encrypted as the passphrase demands, or refused`() throws {
        let (sealed, plain) = try (TemporaryFolder(), TemporaryFolder())
        let (encrypted, open) = (FolderTarget(path: sealed.path), FolderTarget(path: plain.path))
        let first = try SyncStore.create(at: encrypted, passphrase: "p")
        let second = try SyncStore.create(at: open, passphrase: nil)
        #expect(storeError { _ = try SyncStore.join(encrypted, passphrase: nil) } == .encrypted(path: sealed.path))
        #expect(storeError { _ = try SyncStore.join(open, passphrase: "p") } == .notEncrypted(path: plain.path))
        #expect(
            storeError { _ = try SyncStore.open(encrypted, id: first.id, key: nil) } == .encrypted(path: sealed.path))
        #expect(
            storeError { _ = try SyncStore.open(open, id: second.id, key: StoreKey()) }
                == .notEncrypted(path: plain.path))
        #expect(storeError { try second.changePassphrase(to: "x") } == .notEncrypted(path: plain.path))
    }

    @Test func `another store at the same path is refused`() throws {
        let (old, new) = try (StoreFixture(isEncrypted: false), StoreFixture(isEncrypted: false))
        let error = storeError { _ = try SyncStore.open(new.store.target, id: old.store.id, key: nil) }
        #expect(error == .otherStore(path: new.folder.path))
    }

    @Test func `an empty or missing folder is an error, not a deletion`() throws {
        let fixture = try StoreFixture(isEncrypted: false)
        let empty = try TemporaryFolder()
        let target = FolderTarget(path: empty.path)
        #expect(
            storeError { _ = try SyncStore.open(target, id: fixture.store.id, key: nil) } == .noStore(path: empty.path))
        #expect(storeError { _ = try SyncStore.join(target, passphrase: "p") } == .noStore(path: empty.path))
        #expect(StoreFixture.entries(of: empty.path) == [])
        let path = empty.file("none")
        let missing = FolderTarget(path: path + "//")
        #expect(storeError { _ = try missing.list() } == .missingFolder(path: path))
        #expect(storeError { _ = try SyncStore.create(at: missing, passphrase: nil) } == .missingFolder(path: path))
        #expect(
            storeError { _ = try SyncStore.open(missing, id: fixture.store.id, key: nil) } == .missingFolder(path: path)
        )
        #expect(StoreFixture.entries(of: empty.path) == [])
    }

    @Test func `a store isn't created over another, or over the files of one`() throws {
        let fixture = try StoreFixture(isEncrypted: false)
        let create = { _ = try SyncStore.create(at: fixture.store.target, passphrase: nil) }
        let file = fixture.folder.file("tagflow-sync.json")
        #expect(storeError(create) == .changedMeanwhile(path: file))
        let name = try fixture.write(["sea"])
        #expect(storeError(create) == .changedMeanwhile(path: file))
        try FileManager.default.removeItem(atPath: file)
        #expect(storeError(create) == .lostDescription(path: fixture.folder.path))
        #expect(try fixture.read(name) == ["sea"])
    }

    @Test func `a passphrase changed at the same time isn't replaced`() throws {
        let fixture = try StoreFixture()
        let target = fixture.store.target
        let bytes = try #require(try target.readDescription())
        #expect(try !target.replaceDescription(bytes + [0x20], with: [0x31]))
        #expect(try !target.replaceDescription(nil, with: [0x31]))
        #expect(try target.readDescription() == bytes)
        #expect(try target.replaceDescription(bytes, with: [0x31]))
        #expect(try target.readDescription() == [0x31])
        #expect(fixture.entries == ["tagflow-sync.json"])
    }

    // MARK: The description

    @Test func `every changed or missing byte of the description is detected`() throws {
        let folder = try TemporaryFolder()
        let target = FolderTarget(path: folder.path)
        let store = try SyncStore.create(at: target, passphrase: nil)
        let bytes = try #require(try target.readDescription())
        var current = bytes
        for index in bytes.indices {
            var mutated = bytes
            mutated[index] ^= index % 2 == 0 ? 0x01 : 0x80
            #expect(try target.replaceDescription(current, with: mutated))
            current = mutated
            let error = storeError { _ = try SyncStore.open(target, id: store.id, key: nil) }
            // The last byte is a line feed, which JSON ignores.
            if index < bytes.count - 1 { #expect(error != nil, "byte \(index): \(bytes[index])") }
        }
        for count in 0..<bytes.count - 1 {
            #expect(try target.replaceDescription(current, with: Array(bytes.prefix(count))))
            current = Array(bytes.prefix(count))
            let error = storeError { _ = try SyncStore.open(target, id: store.id, key: nil) }
            #expect(error?.kind == .damaged, "\(count) bytes")
        }
    }

    @Test(arguments: [#"{"format":2,"anything":[]}"#, #"{"format":2}"#, #"{"format":9000,"store":"x"}"#])
    func `a store of a newer tagflow is refused`(text: String) throws {
        let fixture = try StoreFixture(isEncrypted: false)
        let file = fixture.folder.file("tagflow-sync.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let target = fixture.store.target
        for error in [
            storeError { _ = try SyncStore.open(target, id: fixture.store.id, key: nil) },
            storeError { _ = try SyncStore.join(target, passphrase: "p") },
        ] {
            #expect(error == .newerFormat(path: file))
            #expect(error?.description == "'\(file)' was written by a newer tagflow; update it")
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"format":0}"#, #"{"format":"1"}"#, #"{"format":1}"#,
        #"{"format":1,"store":"a1","encryption":"none"}"#,
        #"{"format":1,"store":"0123456789ABCDEF0123456789ABCDEF","encryption":"none"}"#,
        #"{"format":1,"store":"0123456789abcdef0123456789abcdef"}"#,
        #"{"format":1,"store":"0123456789abcdef0123456789abcdef","encryption":"rot13"}"#,
        #"{"format":1,"store":"0123456789abcdef0123456789abcdef","encryption":"none","key":"AAAA"}"#,
        #"{"format":1,"store":"0123456789abcdef0123456789abcdef","encryption":"chacha20-poly1305"}"#,
        #"{"format":1,"store":"0123456789abcdef0123456789abcdef","encryption":"chacha20-poly1305","key":"AAAA","salt":"AAAA"}"#,
        String(repeating: "[", count: 60_000), String(repeating: " ", count: 70_000),
    ]) func `a damaged description is refused`(text: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("tagflow-sync.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let error = storeError { _ = try SyncStore.join(FolderTarget(path: folder.path), passphrase: "p") }
        #expect(error?.kind == .damaged || error == .tooLarge(path: file), "\(String(describing: error))")
        #expect(error?.description.contains("'\(file)'") == true)
    }

    @Test func `a wrapped key isn't accepted in the description of another store`() throws {
        let (first, second) = try (TemporaryFolder(), TemporaryFolder())
        let store = try SyncStore.create(at: FolderTarget(path: first.path), passphrase: "p")
        let text = try String(contentsOfFile: first.file("tagflow-sync.json"), encoding: .utf8)
        let other = try SyncStore.create(at: FolderTarget(path: second.path), passphrase: nil).id
        let moved = text.replacingOccurrences(of: store.id.text, with: other.text)
        try Data(moved.utf8).write(to: URL(fileURLWithPath: second.file("tagflow-sync.json")))
        #expect(
            storeError { _ = try SyncStore.join(FolderTarget(path: second.path), passphrase: "p") }
                == .wrongPassphrase(path: second.path))
    }
}
