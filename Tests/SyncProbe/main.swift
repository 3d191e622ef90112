// Writes to a store, for tests that kill it between any two system calls:
//
//   SyncProbe exchange FOLDER   creates or opens the store, writes segment 1 and base 2, and deletes the segment
//   SyncProbe replace FOLDER    replaces `tagflow-sync.json`, as a change of the passphrase does
//
// It can be repeated after a kill, as a database that has recorded the names would. An error is printed on one line.
import Foundation
import Sync

let arguments = CommandLine.arguments
let target = FolderTarget(path: arguments.count > 2 ? arguments[2] : ".")
let device = DeviceID(0xA1)

func exchange() throws {
    let store =
        try SyncStore.exists(at: target)
        ? SyncStore.join(target, passphrase: nil) : SyncStore.create(at: target, passphrase: nil)
    let segment = StoreFileName(device: device, number: 1, random: 0xB1, kind: .segment)
    let base = StoreFileName(device: device, number: 2, random: 0xB2, kind: .base)
    if try !store.list().files.contains(where: { $0.name == base }) {
        try store.write(segment) { try $0.append("segment".utf8) }
        try store.write(base) { try $0.append("base".utf8) }
    }
    try store.delete(segment, device: device)
}

do {
    switch arguments.dropFirst().first {
    case "exchange": try exchange()
    case "replace": _ = try target.replaceDescription(target.readDescription(), with: Array("new".utf8))
    default: exit(64)
    }
} catch {
    print(error)
    exit(1)
}
