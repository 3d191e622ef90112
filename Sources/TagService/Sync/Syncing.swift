internal import Foundation
package import Sync
internal import TagStore

extension TagService {
    /// Sync between devices: the set-up, exchanges, and their status.
    public struct Syncing: Sendable, ServicePart { package let service: TagService }

    /// Sync between devices: the set-up, exchanges, and their status.
    public var sync: Syncing { Syncing(service: self) }
}

/// Where a database is synchronized.
package struct SyncPlace: Hashable, Sendable {
    /// The path of the folder, or the URL of the server.
    package var target: String
    /// The token of the server.
    package var token: String?
}

extension TagService.Syncing {
    /// Returns the place that the database is synchronized with; `nil` if sync isn't set up.
    package func place() throws -> SyncPlace? {
        try store.read { try $0.syncState() }.map { SyncPlace(target: $0.target, token: $0.token) }
    }

    /// Stops syncing; nothing is deleted, neither in the database nor in the store.
    ///
    /// - Returns: The place that the database was synchronized with.
    /// - Throws: ``SyncError/notSetUp``, ``SyncError/busy``.
    @discardableResult package func leave() throws -> String {
        try locked {
            try writing { writer in
                guard let state = try writer.reader.syncState() else { throw SyncError.notSetUp }
                try writer.leaveSync()
                return state.target
            }
        }
    }

    /// Protects the key of the store with another passphrase; other devices aren't interrupted.
    ///
    /// - Throws: `SyncStoreError` if the store isn't encrypted or can't be reached, ``SyncError/notSetUp``.
    package func changePassphrase(to passphrase: String, at target: any SyncTarget) throws {
        guard let state = try store.read({ try $0.syncState() }) else { throw SyncError.notSetUp }
        try SyncStore.open(target, id: state.store, key: state.key).changePassphrase(to: passphrase)
    }

    /// Runs work while no other sync of the database runs.
    func locked<Result>(_ work: () throws -> Result) throws -> Result {
        guard let path = store.filePath else { throw SyncError.inMemory }
        let lock = try SyncLock(ofDatabase: path)
        return try withExtendedLifetime(lock) { try work() }
    }
}

/// The state of sync, as `sync status` reports it.
public struct SyncStatus: Hashable, Sendable, Encodable {
    /// Another device whose changes were received.
    public struct Device: Hashable, Sendable, Encodable {
        /// Its name.
        public var device: String
        /// The number of changes received from it.
        public var changes: Int64
        /// When it made its last change, as a time in UTC; `nil` if that isn't known.
        public var lastChange: String?
    }

    /// The folder or URL of the store.
    public var target: String
    /// The name of this device.
    public var device: String
    /// Whether the store is encrypted.
    public var encrypted: Bool
    /// The number of changes that weren't sent.
    public var unsent: Int
    /// When the last exchange ended, as a time in UTC; `nil` before the first.
    public var lastExchange: String?
    /// The other devices, by name.
    public var devices: [Device]
    /// Problems and files that haven't arrived, one line each.
    public var problems: [String]

    private enum CodingKeys: String, CodingKey {
        case target, device, encrypted, unsent, lastExchange, devices, problems
    }

    /// Encodes all members, also those without a value.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(target, forKey: .target)
        try members.encode(device, forKey: .device)
        try members.encode(encrypted, forKey: .encrypted)
        try members.encode(unsent, forKey: .unsent)
        try members.encode(lastExchange, forKey: .lastExchange)
        try members.encode(devices, forKey: .devices)
        try members.encode(problems, forKey: .problems)
    }
}

extension TagService.Syncing {
    /// Returns the state of sync, without looking at the store.
    ///
    /// - Throws: ``SyncError/notSetUp``.
    public func status() throws -> SyncStatus {
        try store.read { reader in
            guard let state = try reader.syncState() else { throw SyncError.notSetUp }
            let devices = try reader.syncedDevices()
            let missing = try SyncFiles(reader.syncFiles(), in: SyncListing()).missing(from: state.device)
            let names = Dictionary(devices.map { ($0.device, $0.name) }) { first, _ in first }
            let waiting = missing.sorted { $0.key < $1.key }
                .map { device, count in
                    let files = count == 1 ? "1 file" : "\(count) files"
                    return "\(files) of \(names[device] ?? "another device") \(count == 1 ? "hasn't" : "haven't") arrived"
                }
            return SyncStatus(
                target: state.target, device: state.deviceName, encrypted: state.key != nil,
                unsent: try reader.unsentChanges(), lastExchange: state.lastExchange.map(Self.time),
                devices: devices.map { device in
                    .init(
                        device: device.name, changes: device.changes, lastChange: device.lastChange.map(Self.time))
                }, problems: state.problems + waiting)
        }
    }

    private static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}
