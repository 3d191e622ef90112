public import Foundation
internal import TagCore
internal import TagStore

// How a connection to another program works; the target Connections sends the requests:
//
// 1. `add` makes the set and the row of the connection.
// 2. A pull passes pages of `RemoteItem`s to `apply`, which compares each with the tags after the last exchange
//    (`PullWriter`). `finishPull` records how far the pull has come.
// 3. A push asks `unpushed` for the differences between the items here and the tags after the last exchange, and
//    passes what was written there to `record`.

/// A program whose items are those of a set.
public struct Connection: Hashable, Sendable {
    /// The name, by default that of the program.
    public var name: String
    /// The program, such as `linkding`.
    public var kind: String
    /// The address of the program.
    public var url: String
    /// The name of the set; `nil` if it was deleted.
    public var set: String?
    /// The number of items there, as of the last pull.
    public var items: Int
    /// The time of the last complete pull.
    public var lastPull: Date?
    /// The number of items whose tags changed since the last exchange.
    public var unpushed: Int
    /// The name of the other synchronized device that has the connection; `nil` if this one has it.
    public var device: String?
    /// The names of the tags there at the last complete pull, by their ids there.
    package var tags: [String: String] = [:]
    /// The time of the last change there that was read, in milliseconds since 1970.
    package var changedAt: Int64?
}

extension TagService.Connections {
    /// Returns the path of the file with the tokens of a database's connections.
    package static func tokensPath(ofDatabase path: String) -> String { path + ConnectionRow.tokensSuffix }

    /// Returns whether a database has tokens of connections.
    static func hasTokens(ofDatabase path: String) -> Bool {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return FileManager.default.fileExists(atPath: tokensPath(ofDatabase: resolved))
    }

    /// Returns all connections, oldest first.
    ///
    /// - Complexity: linear in the number of their items.
    public func all() throws -> [Connection] {
        try store.read { reader in try reader.connections().map { try Self.value(of: $0, in: reader) } }
    }

    /// Returns the names of all connections, oldest first.
    public func names() throws -> [String] { try store.read { try $0.connections().map(\.name) } }

    /// Returns the connection with a name.
    ///
    /// - Throws: `TagServiceError.unknownConnection`.
    public func connection(named name: String) throws -> Connection {
        try store.read { reader in try Self.value(of: Self.row(named: name, in: reader), in: reader) }
    }

    /// Checks that a connection can be added, before its program is asked.
    ///
    /// - Throws: the errors of ``TagService/Connections/add(_:kind:url:takesOver:)`` about the name and the address.
    package func requireFree(_ name: String, url: String, takesOver: Bool) throws {
        let checked = try CheckedName(name, of: .set)
        guard !takesOver else { return }
        try store.read { reader in
            if let device = try Self.otherDevice(at: url, in: reader) {
                throw TagServiceError.connectionOnDevice(device, url: url)
            }
            if let set = try reader.set(key: checked.key) { throw TagServiceError.nameTaken(set.name, by: .set) }
        }
    }

    /// Adds a connection with a new set of its name.
    ///
    /// - Parameters:
    ///   - name: the name of the connection and of the set.
    ///   - kind: the program.
    ///   - url: the address of the program.
    ///   - takesOver: whether a connection or a set of that name is used, or the set of another device's connection to the
    ///     address. Without the same address or device, items are matched by their locations.
    /// - Returns: the connection.
    /// - Throws: `TagServiceError.nameTaken` if the set exists, `.connectionOnDevice` if another device has the connection,
    ///   `.invalidName`, `.invalidSetting` for a daily set.
    package func add(_ name: String, kind: String, url: String, takesOver: Bool = false) throws -> Connection {
        let checked = try CheckedName(name, of: .set)
        return try writing { writer in
            let reader = writer.reader
            let known = try reader.connection(named: checked.text)
            if !takesOver, let device = try Self.otherDevice(at: url, in: reader) {
                throw TagServiceError.connectionOnDevice(device, url: url)
            }
            let usedSet = try known?.setID ?? Self.syncedSet(at: url, in: reader)
            let set = try usedSet.flatMap { try reader.set(id: $0) } ?? reader.set(key: checked.key)
            if let set, !takesOver { throw TagServiceError.nameTaken(set.name, by: .set) }
            if set?.isDaily == true {
                throw TagServiceError.invalidSetting(
                    "set", value: checked.text, rule: "a daily set can't have a connection; choose another --name")
            }
            if var known {
                guard known.url != url || known.kind != kind || set == nil else {
                    // The next pull reads everything.
                    known.changedAt = nil
                    try writer.update(known)
                    try claim(known, with: writer)
                    return try Self.value(of: known, in: reader)
                }
                try forget(known, with: writer)
                known.url = url
            }
            writer.summary = "connect add \(checked.text)"
            let target = try set ?? SetRow(id: reader.lastID(of: .set) + 1, name: checked.text)
            if set == nil { try writer.apply(.putSet(target)) }
            let row = try writer.insert(
                ConnectionRow(id: 0, name: checked.text, kind: kind, url: url, setID: target.id))
            try claim(row, with: writer)
            return try Self.value(of: row, in: reader)
        }
    }

    /// Forgets a connection; its set stays.
    ///
    /// - Throws: `TagServiceError.unknownConnection`.
    package func remove(_ name: String) throws {
        try writing { writer in try forget(Self.row(named: name, in: writer.reader), with: writer) }
    }

    /// Records that this device has a connection.
    func claim(_ row: ConnectionRow, with writer: StoreWriter) throws {
        guard let device = try writer.reader.syncState()?.device else { return }
        try writer.put(ConnectionDeviceRow(url: row.url, setID: row.setID, device: device))
    }

    private func forget(_ row: ConnectionRow, with writer: StoreWriter) throws {
        if try Self.otherDevice(at: row.url, in: writer.reader) == nil {
            try writer.deleteConnectionDevice(at: row.url)
        }
        try writer.deleteConnection(id: row.id)
    }

    /// Returns the name of the other synchronized device that has the connection to an address.
    static func otherDevice(at url: String, in reader: StoreReader) throws -> String? {
        guard let state = try reader.syncState(), let row = try reader.connectionDevice(at: url),
            row.device != state.device
        else { return nil }
        return try reader.syncedDevices().first { $0.device == row.device }?.name ?? "another device"
    }

    /// Returns the set of the connection to an address, if the database is synchronized and a device has it.
    private static func syncedSet(at url: String, in reader: StoreReader) throws -> Int64? {
        try reader.isSyncSetUp() ? reader.connectionDevice(at: url)?.setID : nil
    }

    static func row(named name: String, in reader: StoreReader) throws -> ConnectionRow {
        if let row = try reader.connection(named: name) { return row }
        throw TagServiceError.unknownConnection(name, known: try reader.connections().map(\.name))
    }

    /// Returns the set of a connection.
    ///
    /// - Throws: `TagServiceError.unknownSetOfConnection` if it was deleted.
    static func set(of row: ConnectionRow, in reader: StoreReader) throws -> SetRow {
        guard let set = try reader.set(id: row.setID) else { throw TagServiceError.unknownSetOfConnection(row.name) }
        return set
    }

    private static func value(of row: ConnectionRow, in reader: StoreReader) throws -> Connection {
        var differences = try ItemDifferences(row, in: reader)
        var connection = Connection(
            name: row.name, kind: row.kind, url: row.url, set: try reader.set(id: row.setID)?.name,
            items: try reader.remoteItemCount(ofConnection: row.id), lastPull: row.pulledAt.map(date),
            unpushed: try differences.changes().changed.count)
        connection.tags = try JSONDecoder().decode([String: String].self, from: Data(row.tags.utf8))
        connection.changedAt = row.changedAt
        connection.device = try otherDevice(at: row.url, in: reader)
        return connection
    }

    private static func date(_ time: Int64) -> Date { Date(timeIntervalSince1970: Double(time) / 1_000) }
}

/// The JSON representation of a connection.
public struct ConnectionDocument: Codable, Hashable, Sendable {
    /// The name.
    public var name: String
    /// The program.
    public var kind: String
    /// The address.
    public var url: String
    /// The number of items there.
    public var items: Int
    /// The time of the last complete pull, as an RFC 3339 time.
    public var lastPull: String?
    /// The number of items with changes to push.
    public var unpushed: Int

    /// Creates the representation of a connection.
    public init(_ connection: Connection) {
        name = connection.name
        kind = connection.kind
        url = connection.url
        items = connection.items
        lastPull = connection.lastPull.map {
            Timestamp.text(Int64(clamping: ($0.timeIntervalSince1970 * 1_000).rounded()))
        }
        unpushed = connection.unpushed
    }
}
