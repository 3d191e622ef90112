import Sync
import Testing

@testable import tagflow

@Suite struct SyncExitCodeTests {
    @Test(
        arguments: [
            (SyncStoreError.missingFolder(path: "/p"), 66), (.unreachable(path: "/p", reason: "Stale file handle"), 69),
            (.wrongPassphrase(path: "/p"), 77), (.denied(path: "/p", reason: "Permission denied"), 77),
            (.damagedDescription(path: "/p", reason: "it is empty"), 65), (.damagedFile(path: "/p"), 65),
            (.otherStore(path: "/p"), 65), (.newerFormat(path: "/p"), 65), (.noStore(path: "/p"), 65),
            (.encrypted(path: "/p"), 65), (.changedMeanwhile(path: "/p"), 75), (.fullDisk(path: "/p"), 74),
        ] as [(SyncStoreError, Int32)]) func `the error of a store has an exit code and a message`(
            error: SyncStoreError, code: Int32
        )
    {
        let status = ExitStatus(error)
        #expect(status.code == code)
        #expect(status.message == error.description)
    }
}
