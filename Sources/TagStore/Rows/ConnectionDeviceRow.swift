internal import Foundation
internal import GRDB
package import Sync

/// A row of `connection_device`: the device that has a connection, if the database is synchronized.
///
/// A database that stops syncing keeps the rows of its connections, so that it knows them when it is set up again.
package struct ConnectionDeviceRow: Hashable, Sendable {
    /// The address of the program.
    package var url: String
    /// The set of the connection, which may have been deleted.
    package var setID: Int64
    /// The device.
    package var device: DeviceID

    package init(url: String, setID: Int64, device: DeviceID) {
        self.url = url
        self.setID = setID
        self.device = device
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "url, set_id, device"

    init(row: StoredRow) throws {
        guard let device = DeviceID(bytes: try row[2] as Data) else {
            throw row.error(at: 2, "isn't an id of a device")
        }
        self.init(url: try row[0], setID: try row[1, StoredRange.id], device: device)
        guard StoredRange.isLocation(url) else { throw row.error(at: 0, "isn't a URL") }
    }
}

extension StoreReader {
    /// Returns the devices of all connections.
    package func connectionDevices() throws -> [ConnectionDeviceRow] {
        try database.rows("SELECT \(ConnectionDeviceRow.columns) FROM connection_device ORDER BY url")
            .mapAll(ConnectionDeviceRow.init(row:))
    }

    /// Returns the device that has the connection to a URL.
    package func connectionDevice(at url: String) throws -> ConnectionDeviceRow? {
        try database.first(
            "SELECT \(ConnectionDeviceRow.columns) FROM connection_device WHERE url = ?", [url],
            ConnectionDeviceRow.init(row:))
    }
}

extension StoreWriter {
    /// Records the device that has a connection; the next exchange sends it.
    package func put(_ row: ConnectionDeviceRow) throws {
        if let old = try reader.connectionDevice(at: row.url) {
            guard old != row else { return }
            try journalSet(old.setID)
        }
        try insert(row)
        try journalSet(row.setID)
    }

    /// Records that no device has the connection to a URL any more.
    package func deleteConnectionDevice(at url: String) throws {
        guard let old = try reader.connectionDevice(at: url) else { return }
        try database.run("DELETE FROM connection_device WHERE url = ?", [url])
        try journalSet(old.setID)
    }

    private func insert(_ row: ConnectionDeviceRow) throws {
        try database.run(
            "INSERT OR REPLACE INTO connection_device (\(ConnectionDeviceRow.columns)) VALUES (?, ?, ?)",
            [row.url, row.setID, row.device.data])
    }

    /// Adds all connections as those of a device that is being set up for sync.
    func addConnectionDevices(_ device: DeviceID) throws {
        for connection in try StoreReader(database: database).connections() {
            try insert(ConnectionDeviceRow(url: connection.url, setID: connection.setID, device: device))
        }
    }

    /// Replaces the connections of sets by those that were received.
    ///
    /// A connection of this database that another device has forgets the tags after the last exchange: they become wrong
    /// as soon as the other device pushes.
    func show(_ rows: [ConnectionDeviceRow], ofSets sets: Set<Int64>) throws {
        let wanted = Set(rows)
        for old in try reader.connectionDevices() where sets.contains(old.setID) && !wanted.contains(old) {
            try database.run("DELETE FROM connection_device WHERE url = ?", [old.url])
        }
        for row in rows where StoredRange.isLocation(row.url) { try insert(row) }
        let devices = Dictionary(rows.map { ($0.url, $0.device) }) { first, _ in first }
        guard !devices.isEmpty, let device = try reader.syncState()?.device else { return }
        for connection in try StoreReader(database: database).connections() {
            if let other = devices[connection.url], other != device { try forgetExchange(ofConnection: connection.id) }
        }
    }

    /// Forgets the tags after the last exchange of connections, by their addresses: the next pull only adds tags.
    package func forgetExchanges(ofConnections urls: Set<String>) throws {
        guard !urls.isEmpty else { return }
        for connection in try StoreReader(database: database).connections() where urls.contains(connection.url) {
            try forgetExchange(ofConnection: connection.id)
        }
    }

    private func forgetExchange(ofConnection id: Int64) throws {
        changesWeights = true
        try database.run("DELETE FROM remote_item WHERE connection_id = ?", [id])
        try database.run("UPDATE connection SET tags = '{}', changed_at = NULL, pulled_at = NULL WHERE id = ?", [id])
    }
}
