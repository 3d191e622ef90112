/// The header of a SQLite file, its first 100 bytes, read without SQLite so that the file isn't modified.
struct DatabaseHeader {
    /// The application that the database belongs to.
    let applicationID: UInt32
    /// The version of the schema.
    let userVersion: UInt32
    /// Whether the database is in WAL mode rather than rollback-journal mode.
    let hasWriteAheadLog: Bool

    /// 'tagf' in ASCII, set by the first migration.
    static let ourApplicationID: UInt32 = 0x7461_6766

    /// Whether this is the header of a tagflow database.
    var isOurs: Bool { applicationID == Self.ourApplicationID }

    /// Returns the size of the file according to its header: page size times number of pages.
    func size(of bytes: [UInt8]) -> Int64 {
        let size = Int64(bytes[16]) << 8 | Int64(bytes[17])
        return (size == 1 ? 65_536 : size) * Int64(UInt32(bigEndian: bytes[28..<32]))
    }

    /// Reads the header of a file; `nil` if the file can't be read or isn't a SQLite database.
    init?(path: String) {
        do {
            let file = try ByteFile(path: path)
            defer { file.close() }
            self.init(bytes: try file.bytes(at: 0, count: 100))
        } catch {
            // An unreadable file has no known header. If it is needed, opening it reports the reason.
            return nil
        }
    }

    /// Parses the first bytes of a file; `nil` if they aren't the header of a SQLite database.
    init?(bytes: [UInt8]) {
        let magic = Array("SQLite format 3".utf8) + [0]
        guard bytes.count >= 100, Array(bytes.prefix(magic.count)) == magic else { return nil }
        applicationID = UInt32(bigEndian: bytes[68..<72])
        userVersion = UInt32(bigEndian: bytes[60..<64])
        hasWriteAheadLog = bytes[18] == 2 && bytes[19] == 2
    }
}

extension UInt32 {
    /// Creates a number from four big-endian bytes.
    init(bigEndian bytes: ArraySlice<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
