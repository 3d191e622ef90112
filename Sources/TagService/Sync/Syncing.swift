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
    /// - Returns: The place that the database was synchronized with, and the number of steps from before the last exchange:
    ///   they can't be undone any more.
    /// - Throws: ``SyncError/notSetUp``, ``SyncError/busy``.
    @discardableResult package func leave() throws -> (target: String, forgottenSteps: Int) {
        try locked {
            try writing { writer in
                guard let state = try writer.reader.syncState() else { throw SyncError.notSetUp }
                return (state.target, try writer.leaveSync())
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
    /// Returns the state of sync.
    ///
    /// - Parameter target: The folder of ``place()``, to leave out the problems that were solved since the last exchange.
    /// - Returns: The state.
    /// - Throws: ``SyncError/notSetUp``.
    package func status(at target: (any SyncTarget)? = nil) throws -> SyncStatus {
        try store.read { reader in
            guard let state = try reader.syncState() else { throw SyncError.notSetUp }
            let devices = try reader.syncedDevices()
            let files = try reader.syncFiles()
            let seen = target.flatMap { StoreView(state, at: $0) }
            let missing = SyncFiles(files, in: seen?.listing ?? SyncListing()).missing(from: state.device)
            // A restored database wrote files under another id; a copied one did, too, but that device goes on.
            let written = files.filter { $0.state == .written }
            let start = written.filter { $0.name.device == state.device }.compactMap(\.madeAt).min() ?? 0
            let former = Set(written.map(\.name.device))
            let isFormer = { (device: SyncedDevice) in former.contains(device.device) && device.lastChange ?? 0 < start
            }
            let names = Dictionary(devices.map { ($0.device, $0.name) }) { first, _ in first }
            let waiting = missing.sorted { $0.key < $1.key }
                .map { device, count in
                    let files = count == 1 ? "1 file" : "\(count) files"
                    return
                        "\(files) of \(names[device] ?? "another device") \(count == 1 ? "hasn't" : "haven't") arrived"
                }
            return SyncStatus(
                target: state.target, device: state.deviceName, encrypted: state.key != nil,
                unsent: try reader.unsentChanges(), lastExchange: state.lastExchange.map(Self.time),
                devices: Self.byName(devices.filter { !isFormer($0) }),
                problems: state.problems.filter { seen?.hasSolved($0) != true } + waiting)
        }
    }

    /// Returns devices by name; one that got a new id, because its database was copied or restored, is listed once.
    private static func byName(_ devices: [SyncedDevice]) -> [SyncStatus.Device] {
        Dictionary(grouping: devices, by: \.name).sorted { $0.key < $1.key }
            .map { name, devices in
                .init(
                    device: name, changes: devices.reduce(0) { $0 + $1.changes },
                    lastChange: devices.compactMap(\.lastChange).max().map(time))
            }
    }

    private static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}

/// The store as it is now, to find out which problems of the last exchange were solved.
private struct StoreView {
    let listing: SyncListing
    private let store: SyncStore

    /// Lists the store; returns `nil` if it can't be reached.
    init?(_ state: SyncState, at target: any SyncTarget) {
        do {
            store = try SyncStore.open(target, id: state.store, key: state.key)
            listing = try store.list()
        } catch { return nil }
    }

    /// Returns whether a problem was about the store, which can be opened, or about files that are gone or can be read.
    func hasSolved(_ problem: String) -> Bool {
        let target = store.target
        if ["'\(target.location)'", "'\(target.descriptionPath)'"].contains(where: problem.contains) { return true }
        guard problem.contains("'\(target.location)/") else { return false }
        return listing.files.allSatisfy { !problem.contains($0.name.path) || isReadable($0.name) }
    }

    private func isReadable(_ name: StoreFileName) -> Bool {
        do { return try store.read(name) { _ in } } catch { return false }
    }
}
