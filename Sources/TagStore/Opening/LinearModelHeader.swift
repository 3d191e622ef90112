internal import TagCore

/// The header of an ``LinearModelFile``: 8-byte numbers, least significant byte first, ending with a checksum of the others.
struct LinearModelHeader {
    /// The size of the header in bytes.
    static let byteCount = 8 * wordCount
    private static let wordCount = 11
    /// 'tagflowi' in ASCII; the number differs if the bytes are in the wrong order.
    private static let magic: UInt64 = 0x7461_6766_6C6F_7769
    /// The version of the header and the checksum.
    private static let version: UInt64 = 2

    private let form: UInt64
    private let schemaVersion: UInt64
    private let inode: UInt64
    let state: StoreReader.DerivedState
    /// The number of bytes of the content.
    var payloadSize: Int64 = 0
    /// The checksum of the content.
    var checksum: UInt64 = 0

    init(form: UInt64, inode: UInt64, state: StoreReader.DerivedState) {
        self.form = form
        self.inode = inode
        self.state = state
        schemaVersion = UInt64(DatabaseSchema.version)
    }

    /// Decodes a header; `nil` if the bytes aren't a valid header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 8)
            .map { start in bytes[start..<(start + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        guard words[0] == Self.magic, words[1] == Self.version, words[10] == BlockChecksum.of(words.prefix(10)) else {
            return nil
        }
        (form, schemaVersion, inode) = (words[2], words[3], words[4])
        state = StoreReader.DerivedState(
            commit: Int64(bitPattern: words[5]), change: Int64(bitPattern: words[6]), mark: words[7])
        payloadSize = Int64(bitPattern: words[8])
        checksum = words[9]
    }

    /// The encoded header, least significant byte first.
    var bytes: [UInt8] {
        let words = [
            Self.magic, Self.version, form, schemaVersion, inode, UInt64(bitPattern: state.commit),
            UInt64(bitPattern: state.change), state.mark, UInt64(bitPattern: payloadSize), checksum,
        ]
        return (words + [BlockChecksum.of(words)])
            .flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
    }

    /// Returns whether a file has the given layout, the current schema version, and the given database file.
    func fits(form: UInt64, inode: UInt64) -> Bool {
        self.form == form && self.inode == inode && schemaVersion == UInt64(DatabaseSchema.version)
    }
}
