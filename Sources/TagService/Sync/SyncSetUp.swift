internal import Foundation
package import Sync
package import TagStore

extension SyncSetUpCounts {
    /// The numbers as a sentence.
    package var text: String {
        let deleted = deletedThere == 0 ? "" : ", \(deletedThere) of those here deleted there"
        return "\(here) \(here == 1 ? "item" : "items") here, \(there) in the store, \(both) in both\(deleted)"
    }
}

/// How a database is set up for sync.
package struct SyncSetUp {
    /// The folder or server.
    package var target: any SyncTarget
    /// The token of a server.
    package var token: String?
    /// The name of this device.
    package var deviceName: String
    /// The passphrase; `nil` for an unencrypted store.
    package var passphrase: String?

    /// Creates a set-up.
    package init(target: any SyncTarget, token: String?, deviceName: String, passphrase: String?) {
        self.target = target
        self.token = token
        self.deviceName = deviceName
        self.passphrase = passphrase
    }
}

extension TagService.Syncing {
    /// Returns the name of this machine, which is the default name of the device.
    package static func hostName() -> String {
        let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return name.isEmpty ? "device" : String(name.prefix(RegisterLimit.deviceName))
    }

    /// Joins the store at a target, or creates it, and exchanges with it.
    ///
    /// Nothing is written before the user has confirmed.
    ///
    /// - Parameters:
    ///   - setUp: The target, and the name of this device.
    ///   - confirm: Returns whether to go on with the numbers of items.
    /// - Returns: The result of the first exchange.
    /// - Throws: ``SyncError``, `SyncStoreError`.
    package func setUp(_ setUp: SyncSetUp, confirm: (SyncSetUpCounts) throws -> Bool) throws -> SyncReport {
        try requireNotSetUp()
        let name = setUp.deviceName
        guard RegisterLimit.isDeviceName(name) else { throw SyncError.invalidDeviceName(name) }
        try locked {
            try requireNotSetUp()
            let isNew = try !SyncStore.exists(at: setUp.target)
            let known = isNew ? nil : try SyncStore.join(setUp.target, passphrase: setUp.passphrase)
            if isNew, try !setUp.target.list().files.isEmpty {
                throw SyncStoreError.lostDescription(path: setUp.target.location)
            }
            let reading = try known.map { try ReceivedFiles(Self.files(in: $0.list()), of: $0) }
            let files = reading?.files ?? []
            let device = DeviceID(.random(in: 1 ... .max))
            var state = SyncState(
                device: device, deviceName: name, store: known?.id ?? .new(), key: known?.key,
                target: setUp.target.location, token: setUp.token)
            state.needsBase = true
            // The user may take long to answer, and others write meanwhile.
            guard try confirm(numbers(state, files)) else { throw SyncError.declined }
            if known == nil {
                let remote = try SyncStore.create(at: setUp.target, passphrase: setUp.passphrase)
                (state.store, state.key) = (remote.id, remote.key)
            }
            try writing { try join(state, files, with: $0) }
        }
        return try exchange(with: setUp.target, isConfirmed: true)
    }

    /// Returns the numbers of items, by a set-up that is reverted before anything is shown.
    private func numbers(_ state: SyncState, _ files: [ReceivedFile]) throws -> SyncSetUpCounts {
        struct Reverted: Error { let counts: SyncSetUpCounts }
        do {
            return try writing { writer -> SyncSetUpCounts in
                throw Reverted(counts: try union(state, files, with: writer).counts)
            }
        } catch let reverted as Reverted { return reverted.counts }
    }

    /// Writes the union of the database and the files to the database (rule 10).
    private func join(_ state: SyncState, _ files: [ReceivedFile], with writer: StoreWriter) throws {
        var (draft, _, received) = try union(state, files, with: writer)
        try writer.record(received, from: files)
        _ = try writer.show(&draft)
        try writer.store(&draft)
    }

    /// Returns the union of the database and the files.
    private func union(
        _ state: SyncState, _ files: [ReceivedFile], with writer: StoreWriter
    ) throws -> (draft: SyncDraft, counts: SyncSetUpCounts, received: ReceivedChanges) {
        try writer.put(state)
        let numbered = try files.map { (number: try SyncExchange.record($0, with: writer), file: $0) }
        guard let union = try writer.setUpSync(receiving: numbered, at: milliseconds) else { throw SyncError.notSetUp }
        return union
    }

    /// Throws ``SyncError/alreadySetUp(target:)`` if the database is set up.
    package func requireNotSetUp() throws {
        if let state = try store.read({ try $0.syncState() }) { throw SyncError.alreadySetUp(target: state.target) }
    }

    /// The files of a listing, in the order in which a new device reads them.
    private static func files(in listing: SyncListing) -> [StoreFileName] {
        SyncFiles([], in: listing).unread(by: DeviceID(0))
    }
}
