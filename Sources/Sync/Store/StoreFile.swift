/// The name of a file in a store: `devices/<device>/<number>-<random>.seg` or `.base`.
public struct StoreFileName: Hashable, Comparable, Sendable {
    /// The kinds of files.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Changes.
        case segment
        /// All registers that the device must keep in the store.
        case base
    }

    /// The device that wrote the file, and nobody else: one writer per file.
    public let device: DeviceID
    /// Counts the files of the device.
    public let number: Int
    /// Distinguishes files that a database and its clone write under one id.
    public let random: UInt64
    /// The kind of the file.
    public let kind: Kind

    /// Creates a name.
    public init(device: DeviceID, number: Int, random: UInt64, kind: Kind) {
        self.device = device
        self.number = number
        self.random = random
        self.kind = kind
    }

    /// The path of the file in the store.
    public var path: String {
        "devices/\(hexadecimal(device.number))/\(number)-\(hexadecimal(random)).\(kind == .base ? "base" : "seg")"
    }

    /// Orders names by device and number.
    public static func < (left: Self, right: Self) -> Bool {
        (left.device, left.number, left.random, left.kind.rawValue) < (
            right.device, right.number, right.random, right.kind.rawValue
        )
    }
}

/// A file of a store: immutable, and written by one device.
public struct StoreFile: Hashable, Sendable {
    /// The id of the store, in the header.
    public let store: UInt64
    /// The name of the file, in the header: a file under another name is damaged.
    public let name: StoreFileName
    /// When it was written, in milliseconds since 1970 by the device's clock.
    public let date: UInt64
    /// The files that a base replaces.
    ///
    /// A reader may skip them, and their absence loses nothing.
    public let replaced: Set<StoreFileName>
    /// The registers.
    public let registers: [Register]
    /// Whether the checksum doesn't match: the file was truncated or changed.
    public var isDamaged = false

    /// Creates a file.
    public init(
        store: UInt64, name: StoreFileName, date: UInt64, replaced: Set<StoreFileName> = [], registers: [Register]
    ) {
        self.store = store
        self.name = name
        self.date = date
        self.replaced = replaced
        self.registers = registers
    }
}

/// The folder of a store as a device sees it.
///
/// Files arrive in any order, or disappear.
public struct StoreFolder: Equatable, Sendable {
    /// The id and format in `tagflow-sync.json`.
    public struct Header: Hashable, Sendable {
        /// The id of the store.
        public let store: UInt64
        /// The number of the format.
        public var format: Int

        /// Creates a header.
        public init(store: UInt64, format: Int = StoreFolder.format) {
            self.store = store
            self.format = format
        }
    }

    /// The format that this version reads and writes.
    public static let format = 1

    /// The header; `nil` in a new or empty folder.
    public var header: Header?
    /// The files.
    ///
    /// Temporary ones aren't part of the store, so they aren't listed.
    public var files: [StoreFileName: StoreFile] = [:]

    /// Creates an empty folder.
    public init() {}
}
