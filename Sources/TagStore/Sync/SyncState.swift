internal import Foundation
internal import GRDB
package import Sync

/// The row of `sync_state`: the store with which the database is synchronized, and this device.
///
/// ```swift
/// if let state = try store.read({ try $0.syncState() }) { print(state.deviceName, state.target) }
/// ```
package struct SyncState: Hashable, Sendable {
    /// The id of this device.
    package var device: DeviceID
    /// The name of this device.
    package var deviceName: String
    /// The id of the store.
    package var store: StoreID
    /// The key of the store's files; `nil` if the store isn't encrypted.
    package var key: StoreKey?
    /// The folder or URL of the store.
    package var target: String
    /// The token of a server.
    package var token: String?
    /// The clock, which has seen the newest stamp that was written or read.
    package var clock = SyncClock()
    /// Whether the next file must be a base.
    package var needsBase = false
    /// When the last exchange ended, in milliseconds since 1970.
    package var lastExchange: Int64?
    /// The problems of the last exchange, one line each.
    package var problems: [String] = []

    package init(
        device: DeviceID, deviceName: String, store: StoreID, key: StoreKey?, target: String, token: String? = nil
    ) {
        self.device = device
        self.deviceName = deviceName
        self.store = store
        self.key = key
        self.target = target
        self.token = token
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = """
        device, device_name, store, store_key, target, token, clock_time, clock_counter, needs_base, last_exchange, \
        problems
        """

    init(row: StoredRow) throws {
        guard let device = DeviceID(bytes: try row[0] as Data) else {
            throw row.error(at: 0, "isn't an id of a device")
        }
        guard let store = StoreID(data: try row[2]) else { throw row.error(at: 2, "isn't an id of a store") }
        let key: [UInt8]? = try (row[3] as Data?).map { Array($0) }
        self.init(
            device: device, deviceName: try row.name(1), store: store, key: key.flatMap { StoreKey(bytes: $0) },
            target: try row[4], token: try row[5])
        guard (key == nil) == (self.key == nil) else { throw row.error(at: 3, "isn't a key of 32 bytes") }
        let (time, counter): (Int64, Int64) = (try row[6, 0...Int64.max], try row[7])
        clock.observe(
            Stamp(milliseconds: UInt64(time), counter: UInt64(bitPattern: counter), device: DeviceID(UInt64.max)))
        needsBase = try row[8]
        lastExchange = try row[9, StoredRange.time]
        let text: String = try row[10]
        do { problems = try JSONDecoder().decode([String].self, from: Data(text.utf8)) } catch is DecodingError {
            throw row.error(at: 10, "isn't a list of texts")
        }
    }

    /// The values of the columns.
    fileprivate var values: StatementValues {
        get throws {
            [
                device.data, deviceName, store.data, key.map { Data($0.bytes) }, target, token,
                Int64(clamping: clock.latest.milliseconds), Int64(bitPattern: clock.latest.counter), needsBase,
                lastExchange, String(decoding: try JSONEncoder().encode(problems), as: UTF8.self),
            ]
        }
    }
}

extension StoreReader {
    /// Returns the state of sync; `nil` if it isn't set up.
    package func syncState() throws -> SyncState? {
        try database.first("SELECT \(SyncState.columns) FROM sync_state", [], SyncState.init(row:))
    }
}

extension StoreWriter {
    /// Stores the state of sync.
    package func put(_ state: SyncState) throws {
        let places = Array(repeating: "?", count: 12).joined(separator: ", ")
        try database.run(
            "INSERT OR REPLACE INTO sync_state (id, \(SyncState.columns)) VALUES (\(places))", [1] + state.values)
    }

    /// Stops syncing: deletes all that the database stores for sync, but no tag, set or item.
    ///
    /// Undo of steps from before the last exchange needs the stored registers. The connections of this device remain under
    /// its id, so that the next set-up knows them in the store.
    ///
    /// - Returns: The number of steps that can't be undone any more.
    /// - Throws: SQLite's errors.
    package func leaveSync() throws -> Int {
        let older = """
            FROM undo_step WHERE (id <= (SELECT max(id) FROM undo_step WHERE received = 1) OR by_registers = 1)
                AND id IS NOT (SELECT restoring_step FROM state)
            """
        let steps: Int = try database.value("SELECT count(*) \(older) AND received = 0 AND undone = 0") ?? 0
        try database.run("DELETE \(older)")
        try database.run(
            """
            DELETE FROM connection_device
            WHERE device <> (SELECT device FROM sync_state) OR url NOT IN (SELECT url FROM connection)
            """)
        try clearSyncJournal()
        for table in ["sync_state", "sync_thing", "sync_touched", "sync_file", "sync_device"] {
            try database.run("DELETE FROM \(table)")
        }
        return steps
    }
}

/// Ids as columns.
extension DeviceID {
    /// The 8 bytes of the id, highest first.
    var data: Data { Data((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }) }

    /// Creates an id from its bytes; `nil` unless there are 8, and for 0, which is no device.
    init?(bytes: Data) {
        guard bytes.count == 8 else { return nil }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number != 0 else { return nil }
        self.init(number)
    }
}

extension StoreID {
    /// The 16 bytes of the id.
    var data: Data {
        var (data, digits) = (Data(), text[...])
        while !digits.isEmpty {
            data.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
            digits = digits.dropFirst(2)
        }
        return data
    }

    /// Creates an id from its bytes; `nil` unless there are 16.
    init?(data: Data) {
        let digits = data.map { byte in String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16) }
        self.init(text: digits.joined())
    }
}
