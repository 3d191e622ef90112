import Foundation

/// The first hundred bytes of a SQLite file, read without SQLite so that a stranger's file stays untouched.
struct DatabaseHeader {
    /// Four bytes that tell whose database it is.
    let applicationID: UInt32
    /// The schema's version.
    let userVersion: UInt32

    /// 'tagf', which the first migration writes.
    static let ourApplicationID: UInt32 = 0x7461_6766

    /// The header in a file's first bytes; `nil` where they are not a SQLite file's.
    init?(bytes: [UInt8]) {
        let magic = Array("SQLite format 3".utf8) + [0]
        guard bytes.count >= 100, Array(bytes.prefix(magic.count)) == magic else { return nil }
        applicationID = Self.bigEndian(bytes[68..<72])
        userVersion = Self.bigEndian(bytes[60..<64])
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
