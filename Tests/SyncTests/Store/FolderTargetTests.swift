import Foundation
import TestSupport
import Testing

@testable import Sync

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Folders with other entries, symbolic links and special files, full disks and killed writers.
@Suite struct FolderTargetTests {
    @Test func `an existing file is never replaced`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["first"])
        #expect(try fixture.store.write(name) { try $0.append("second".utf8) } == nil)
        #expect(try fixture.read(name) == ["first"])
        let link = StoreFileName(device: fixture.laptop, number: 2, kind: .segment)
        try FileManager.default.createSymbolicLink(atPath: fixture.path(link), withDestinationPath: "nowhere")
        #expect(try fixture.store.write(link) { try $0.append("second".utf8) } == nil)
        #expect(fixture.entries.filter { $0.contains(".tmp") || $0.contains("nowhere") } == [])
    }

    @Test func `two writers of one name don't replace each other's file`() async throws {
        let fixture = try StoreFixture()
        let store = fixture.store
        let name = StoreFileName(device: fixture.laptop, number: 1, kind: .segment)
        let winners = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            for writer in 0..<8 {
                group.addTask { (writer, try store.write(name) { try $0.append("\(writer)".utf8) } != nil) }
            }
            return try await group.reduce(into: []) { if $1.1 { $0.append($1.0) } }
        }
        #expect(winners.count == 1)
        #expect(try fixture.read(name) == winners.map { "\($0)" })
        #expect(fixture.entries.count == 4)
    }

    @Test func `unknown names are ignored and left`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        let folder = "devices/00000000000000a1/"
        let others = [
            "notes.txt", ".stfolder/x", "devices/readme", "devices/a1/1-00000000000000b2.seg",
            "devices/0000000000000000/1-00000000000000b2.seg", folder + "1-b2.seg", folder + ".syncthing.1.seg.tmp",
            folder + "1-00000000000000b2.sync-conflict-20261129-084512-ABCDEFG.seg",
            folder + "1-00000000000000b2 (conflicted copy).seg", folder + ".tagflow-sync-00000000000000b2.tmp",
            "tagflow-sync.sync-conflict-20261129-084512-ABCDEFG.json",
        ]
        for path in others {
            let url = URL(fileURLWithPath: fixture.folder.file(path))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: url)
        }
        let listing = try fixture.store.list()
        #expect(listing.files.map(\.name) == [name] && listing.problems == [])
        #expect(try listing.files.map(\.size) == [fixture.bytes(name).count])
        try fixture.write(["lake"], number: 2)
        for path in others { #expect(FileManager.default.fileExists(atPath: fixture.folder.file(path)), "\(path)") }
    }

    @Test func `temporary files are removed when they are old`() throws {
        let fixture = try StoreFixture()
        try fixture.write(["sea"])
        let folder = "devices/00000000000000a1/"
        let (old, new, other) = (
            fixture.folder.file(folder + ".tagflow-sync-00000000000000b2.tmp"),
            fixture.folder.file(folder + ".tagflow-sync-00000000000000b3.tmp"),
            fixture.folder.file(folder + ".tagflow-sync-mine.tmp")
        )
        for path in [old, new, other] { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }
        for path in [old, other] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: path)
        }
        try fixture.write(["lake"], number: 2)
        #expect([old, new, other].map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
    }

    @Test func `symbolic links and special files aren't followed, and are named`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        let names = (2...5).map { StoreFileName(device: fixture.laptop, number: $0, kind: .segment) }
        let files = FileManager.default
        try files.createSymbolicLink(atPath: fixture.path(names[0]), withDestinationPath: fixture.path(name))
        try files.createSymbolicLink(atPath: fixture.path(names[1]), withDestinationPath: "/nowhere")
        #expect(unsafe mkfifo(fixture.path(names[2]), 0o600) == 0)
        try files.createDirectory(atPath: fixture.path(names[3]), withIntermediateDirectories: false)
        let listing = try fixture.store.list()
        #expect(listing.files.map(\.name) == [name])
        #expect(Set(listing.problems) == Set(names.map { .notAFile(path: fixture.path($0)) }))
        for name in names { #expect(fixture.problem(name) == .notAFile(path: fixture.path(name))) }
    }

    @Test func `a device's folder that is a symbolic link or a file isn't followed, and is named`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        let (link, file) = ("devices/00000000000000c1", "devices/00000000000000c2")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.file(link), withDestinationPath: "00000000000000a1")
        try Data().write(to: URL(fileURLWithPath: fixture.folder.file(file)))
        let listing = try fixture.store.list()
        #expect(listing.files.map(\.name) == [name])
        #expect(listing.problems == [link, file].map { .notAFolder(path: fixture.folder.file($0)) })
        for device in [DeviceID(0xC1), DeviceID(0xC2)] {
            let inside = StoreFileName(device: device, number: 1, kind: .segment)
            #expect(fixture.problem(inside)?.kind == .damaged)
            #expect(storeError { _ = try fixture.store.write(inside) { _ in } }?.kind == .damaged)
        }
        #expect(try fixture.store.list() == listing)
    }

    @Test func `a description or folder of devices that is a symbolic link isn't followed`() throws {
        let (fixture, elsewhere) = try (StoreFixture(isEncrypted: false), StoreFixture(isEncrypted: false))
        try elsewhere.write(["sea"])
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.file("devices"), withDestinationPath: elsewhere.folder.file("devices"))
        #expect(storeError { _ = try fixture.store.list() } == .notAFolder(path: fixture.folder.file("devices")))
        #expect(storeError { _ = try fixture.write(["x"]) } == .notAFolder(path: fixture.folder.file("devices")))
        let file = fixture.folder.file("tagflow-sync.json")
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: elsewhere.folder.file("tagflow-sync.json"))
        #expect(
            storeError { _ = try SyncStore.open(fixture.store.target, id: fixture.store.id, key: nil) }
                == .notAFile(path: file))
    }

    @Test func `the folder itself may be a symbolic link`() throws {
        let fixture = try StoreFixture()
        let name = try fixture.write(["sea"])
        let other = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: other.file("link"), withDestinationPath: fixture.folder.path)
        let target = FolderTarget(path: other.file("link"))
        #expect(try SyncStore(target: target, id: fixture.store.id, key: fixture.store.key).lines(of: name) == ["sea"])
        try Data().write(to: URL(fileURLWithPath: other.file("file")))
        #expect(
            storeError { _ = try FolderTarget(path: other.file("file")).list() }
                == .notAFolder(path: other.file("file")))
    }

    // MARK: Full disks and killed writers

    @Test func `a full disk leaves the store as it was, and the error names the file`() throws {
        if let problem = SmallDisk.problem { return print("FolderTargetTests: \(problem)") }
        let disk = try SmallDisk(kibibytes: 256)
        let target = FolderTarget(path: disk.folder.path)
        let store = try SyncStore.create(at: target, passphrase: nil)
        let first = StoreFileName(device: DeviceID(1), number: 1, kind: .segment)
        try store.write(first) { try $0.append("sea".utf8) }
        let description = try target.readDescription()
        var numbers = SeededNumbers(seed: 3)
        let random = (0..<400_000).map { _ in UInt8.random(in: 11 ... .max, using: &numbers) }
        let second = StoreFileName(device: DeviceID(1), number: 2, kind: .segment)
        let path = disk.folder.file(second.path)
        let entries = StoreFixture.entries(of: disk.folder.path)
        #expect(storeError { _ = try store.write(second) { try $0.append(random) } } == .fullDisk(path: path))
        #expect(StoreFixture.entries(of: disk.folder.path) == entries)
        try disk.fill()
        #expect(storeError { _ = try store.write(second) { try $0.append("x".utf8) } } == .fullDisk(path: path))
        #expect(
            storeError { _ = try target.replaceDescription(description, with: [UInt8](repeating: 0x20, count: 9_000)) }
                == .fullDisk(path: disk.folder.file("tagflow-sync.json")))
        #expect(try target.readDescription() == description)
        #expect(try store.lines(of: first) == ["sea"])
        #expect(try store.lines(of: second) == nil)
        try disk.resize(kibibytes: 4_096)
        try store.write(second) { try $0.append(random) }
        #expect(try store.list().files.map(\.name) == [first, second])
    }

    @Test func `a store on a read-only disk is read, and a write is denied`() throws {
        if let problem = SmallDisk.problem { return print("FolderTargetTests: \(problem)") }
        let disk = try SmallDisk(kibibytes: 256)
        let store = try SyncStore.create(at: FolderTarget(path: disk.folder.path), passphrase: nil)
        let first = StoreFileName(device: DeviceID(1), number: 1, kind: .segment)
        try store.write(first) { try $0.append("sea".utf8) }
        try disk.setReadOnly(true)
        #expect(try store.lines(of: first) == ["sea"])
        let second = StoreFileName(device: DeviceID(1), number: 2, kind: .segment)
        let error = storeError { _ = try store.write(second) { try $0.append("x".utf8) } }
        #expect(error?.kind == .denied)
        #expect(error?.description.contains(disk.folder.file(second.path)) == true)
        try disk.setReadOnly(false)
    }

    /// The system calls that a writer makes, and what happens to each of them.
    private static let faults: [(call: String, effects: [String])] = {
        let kills = ["kill-before", "kill-after"]
        return [
            ("mkdir", kills + ["28", "13"]), ("open", kills), ("pwrite", kills + ["28", "5", "4", "short"]),
            ("fsync", kills + ["5", "28"]), ("link", kills + ["1", "5"]), ("rename", kills + ["5"]),
            ("unlink", kills + ["5"]), ("close", kills), ("pread", kills + ["5"]),
        ]
    }()

    @Test func `a writer killed before or after any system call leaves whole files, and can be repeated`() throws {
        let tools = try TemporaryFolder()
        let library = try PreloadedLibrary.make("fail", in: tools)
        var (runs, killed) = (0, 0)
        for (call, effects) in Self.faults {
            for effect in effects {
                for number in 1...40 {
                    let counts = tools.file("counts")
                    try Data(count: 8 * 16).write(to: URL(fileURLWithPath: counts))
                    let folder = try TemporaryFolder()
                    let fault = [
                        "LD_PRELOAD": library, "FAIL_CALL": call, "FAIL_AT": "\(number)", "FAIL_WITH": effect,
                        "FAIL_COUNTS": counts,
                    ]
                    let code = try Self.probe(["exchange", folder.path], fault)
                    runs += 1
                    if code < 0 { killed += 1 }
                    try Self.expectWholeFiles(folder, "\(call) \(number) \(effect)")
                    #expect(try Self.probe(["exchange", folder.path]) == 0, "\(call) \(number) \(effect)")
                    try Self.expectWholeFiles(folder, "\(call) \(number) \(effect)")
                    let files = try FolderTarget(path: folder.path).list().files.map(\.name.number)
                    #expect(files == [2], "\(call) \(number) \(effect)")
                    // The last counter is the number of faults.
                    if try Data(contentsOf: URL(fileURLWithPath: counts)).suffix(8).allSatisfy({ $0 == 0 }) { break }
                }
            }
        }
        print("a writer was run \(runs) times with a fault, and killed \(killed) times")
        #expect(killed > 40)
    }

    @Test func `a change of the passphrase killed at any system call leaves the old or the new one`() throws {
        let tools = try TemporaryFolder()
        let library = try PreloadedLibrary.make("fail", in: tools)
        var outcomes: [String] = []
        for call in ["open", "pwrite", "fsync", "rename", "unlink", "close"] {
            for (effect, number) in [("kill-before", 1), ("kill-after", 1), ("kill-before", 2), ("kill-after", 2)] {
                let folder = try TemporaryFolder()
                let target = FolderTarget(path: folder.path)
                #expect(try target.replaceDescription(nil, with: Array("old".utf8)))
                let fault = ["LD_PRELOAD": library, "FAIL_CALL": call, "FAIL_AT": "\(number)", "FAIL_WITH": effect]
                _ = try Self.probe(["replace", folder.path], fault)
                outcomes.append(String(decoding: try target.readDescription() ?? [], as: UTF8.self))
            }
        }
        #expect(Set(outcomes) == ["old", "new"])
    }

    private static func expectWholeFiles(_ folder: TemporaryFolder, _ comment: Comment) throws {
        let target = FolderTarget(path: folder.path)
        let listing = try target.list()
        #expect(listing.problems == [], comment)
        guard try SyncStore.exists(at: target) else {
            #expect(listing.files == [], comment)
            return
        }
        let store = try SyncStore.join(target, passphrase: nil)
        for file in listing.files {
            let expected = file.name.kind == .base ? "base" : "segment"
            #expect(try store.lines(of: file.name) == [expected], comment)
        }
    }

    /// Runs the probe; returns its exit code, or the negative signal that killed it.
    private static func probe(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("SyncProbe")
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
