internal import Foundation
internal import GRDB
package import Sync

/// A row of `sync_device`: another device whose changes were received.
package struct SyncedDevice: Hashable, Sendable {
    /// The id of the device.
    package let device: DeviceID
    /// Its name, from the last file that was read.
    package var name: String
    /// The number of changes received from it.
    package var changes: Int64
    /// The time of its last change, in milliseconds since 1970 by its clock.
    package var lastChange: Int64?

    package init(device: DeviceID, name: String, changes: Int64 = 0, lastChange: Int64? = nil) {
        self.device = device
        self.name = name
        self.changes = changes
        self.lastChange = lastChange
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "device, name, changes, last_change"

    init(row: StoredRow) throws {
        guard let device = DeviceID(bytes: try row[0] as Data) else {
            throw row.error(at: 0, "isn't an id of a device")
        }
        self.init(device: device, name: try row.name(1), changes: try row[2, 0...Int64.max], lastChange: try row[3])
    }
}

extension StoreReader {
    /// Returns the other devices, by name.
    package func syncedDevices() throws -> [SyncedDevice] {
        try database.rows("SELECT \(SyncedDevice.columns) FROM sync_device ORDER BY name, device")
            .mapAll(SyncedDevice.init(row:))
    }
}

extension StoreWriter {
    /// Inserts or replaces another device.
    package func put(_ device: SyncedDevice) throws {
        try database.run(
            "INSERT OR REPLACE INTO sync_device (\(SyncedDevice.columns)) VALUES (?, ?, ?, ?)",
            [device.device.data, device.name, device.changes, device.lastChange])
    }
}
