/// The header of a SQLite file, its first 100 bytes, read without SQLite so that the file stays untouched.
struct DatabaseHeader {
    /// The application that the database belongs to.
    let applicationID: UInt32
    /// The schema's version.
    let userVersion: UInt32
    /// Whether the database is in WAL mode, rather than in rollback-journal mode.
    let hasWriteAheadLog: Bool

    /// 'tagf' in ASCII, which the first migration sets.
    private static let ourApplicationID: UInt32 = 0x7461_6766

    /// Whether this is the header of a tagflow database.
    var isOurs: Bool { applicationID == Self.ourApplicationID }

    /// Returns the size that a file with these first bytes must have: its pages.
    func size(of bytes: [UInt8]) -> Int64 {
        let size = Int64(bytes[16]) << 8 | Int64(bytes[17])
        return (size == 1 ? 65_536 : size) * Int64(UInt32(bigEndian: bytes[28..<32]))
    }

    /// Reads the header of a file; `nil` if it cannot be read or is not a SQLite database.
    init?(path: String) {
        guard let file = try? ByteFile(path: path) else { return nil }
        defer { file.close() }
        guard let bytes = try? file.bytes(at: 0, count: 100) else { return nil }
        self.init(bytes: bytes)
    }

    /// Parses the first bytes of a file; `nil` if it is not a SQLite database.
    init?(bytes: [UInt8]) {
        let magic = Array("SQLite format 3".utf8) + [0]
        guard bytes.count >= 100, Array(bytes.prefix(magic.count)) == magic else { return nil }
        applicationID = UInt32(bigEndian: bytes[68..<72])
        userVersion = UInt32(bigEndian: bytes[60..<64])
        hasWriteAheadLog = bytes[18] == 2 && bytes[19] == 2
    }
}

extension UInt32 {
    /// Creates the number that four big-endian bytes encode.
    init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
