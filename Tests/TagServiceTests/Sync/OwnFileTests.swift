import Foundation
import Sync
import TagService
import TestSupport
import Testing

/// Files of a device that something changed without a sign: with the same size, and an old time.
@Suite struct OwnFileTests {
    /// A clock that a test sets forward.
    // Only the thread of the test reads and sets it.
    private final class DeviceClock: @unchecked Sendable {
        var ahead: TimeInterval = 0

        var now: Date { Date(timeIntervalSinceNow: ahead) }
    }

    @Test func `a device reads its files once a day, and sends the changes of a damaged one again`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("store"), withIntermediateDirectories: false)
        let (clock, target) = (DeviceClock(), FolderTarget(path: folder.file("store")))
        let service = try TagService(.file(path: folder.file("tags.sqlite")), concurrency: .serial, now: { clock.now })
        let setUp = SyncSetUp(target: target, token: nil, deviceName: "laptop", passphrase: nil)
        _ = try service.sync.setUp(setUp) { _ in true }
        try service.items.save(ItemDraft(title: "A", tags: ["sea"]))
        #expect(try service.sync.exchange(with: target).sent == 1)

        let segment = try #require(target.list().files.last { $0.name.kind == .segment })
        try damage(folder.file("store/\(segment.name.path)"))
        #expect(try service.sync.exchange(with: target).problems.isEmpty)
        clock.ahead = 86_400
        let problems = try service.sync.exchange(with: target).problems
        #expect(problems.count == 1)
        #expect(problems.first?.contains(segment.name.path) == true)
        #expect(try service.sync.exchange(with: target).problems.isEmpty)
        let kinds = try target.list().files.sorted { $0.name.number < $1.name.number }.map(\.name.kind)
        #expect(kinds == [.base, .segment, .base])
    }

    /// Changes a byte of a file, but not its size, and gives it an old time.
    private func damage(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: path)
    }
}
