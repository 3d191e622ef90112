import Testing

@testable import Sync

@Suite struct SyncStoreErrorTests {
    private static let name = StoreFileName(device: DeviceID(1), number: 1, kind: .segment)
    private static let withPath: [SyncStoreError] = [
        .missingFolder(path: "/p"), .notAFolder(path: "/p"), .unreachable(path: "/p", reason: "Input/output error"),
        .denied(path: "/p", reason: "Permission denied"), .fullDisk(path: "/p"), .tooManyFiles(path: "/p", limit: 2),
        .noStore(path: "/p"), .lostDescription(path: "/p"), .damagedDescription(path: "/p", reason: "r"),
        .newerFormat(path: "/p"), .otherStore(path: "/p"), .encrypted(path: "/p"), .notEncrypted(path: "/p"),
        .wrongPassphrase(path: "/p"), .changedMeanwhile(path: "/p"), .damagedFile(path: "/p"), .foreignFile(path: "/p"),
        .renamedFile(path: "/p", written: name), .unsealedFile(path: "/p"), .notAFile(path: "/p"),
        .tooLarge(path: "/p"), .otherDevice(path: "/p"),
    ]

    @Test func `every message is one line that names the file`() {
        for error in Self.withPath {
            #expect(error.description.contains("'/p'"), "\(error)")
            #expect(!error.description.contains("\n") && !error.description.hasSuffix("."), "\(error)")
        }
        #expect(Set(Self.withPath.map(\.description)).count == Self.withPath.count)
    }

    @Test func `kinds separate a missing folder, a wrong passphrase, damage and another writer`() {
        #expect(SyncStoreError.missingFolder(path: "/p").kind == .missing)
        #expect(SyncStoreError.unreachable(path: "/p", reason: "").kind == .unreachable)
        #expect(SyncStoreError.wrongPassphrase(path: "/p").kind == .denied)
        #expect(SyncStoreError.otherStore(path: "/p").kind == .damaged)
        #expect(SyncStoreError.newerFormat(path: "/p").kind == .damaged)
        #expect(SyncStoreError.damagedFile(path: "/p").kind == .damagedFile)
        #expect(SyncStoreError.changedMeanwhile(path: "/p").kind == .busy)
        #expect(SyncStoreError.fullDisk(path: "/p").kind == .noSpace)
    }
}
