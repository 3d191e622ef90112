/// The first line of a file: format, store, device and name of the file, and how its content is protected.
///
/// ```
/// tagflow-sync 1 6a1f0c… 00000000000000a1 12-00000000000000b2.seg sealed
/// ```
///
/// The header is authenticated with the content, so a file can't pass for another, or for a file of another device or
/// store.
struct SyncFileHeader: Hashable, Sendable {
    /// The only format so far.
    ///
    /// It includes the normalization of locations and the folding of keys, because ids are hashes of them.
    static let format = 1
    /// The first word of each file.
    private static let mark = "tagflow-sync"
    /// The maximum number of bytes of a header, including the line feed.
    private static let limit = 256

    /// The store that the file belongs to.
    let store: StoreID
    /// The name of the file.
    let name: StoreFileName
    /// Whether the content is encrypted.
    let isSealed: Bool

    /// The header as a line.
    var bytes: [UInt8] {
        let seal = isSealed ? "sealed" : "plain"
        return Array(
            "\(Self.mark) \(Self.format) \(store.text) \(name.device.folderName) \(name.fileName) \(seal)\n".utf8)
    }

    /// Checks that a file begins with this header, and returns the remaining bytes; `path` is for messages.
    func content(of file: [UInt8], path: String) throws(SyncStoreError) -> ArraySlice<UInt8> {
        let bytes = bytes
        if file.starts(with: bytes) { return file[bytes.count...] }
        guard let end = file.prefix(Self.limit).firstIndex(of: 0x0A) else { throw .damagedFile(path: path) }
        let words = String(decoding: file[..<end], as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, words[0] == Self.mark, let format = UInt(words[1]) else {
            throw .damagedFile(path: path)
        }
        guard format <= Self.format else { throw .newerFormat(path: path) }
        guard words.count == 6, let store = StoreID(text: words[2]), let device = DeviceID(folderName: words[3]),
            let name = StoreFileName(fileName: words[4], device: device)
        else { throw .damagedFile(path: path) }
        guard store == self.store else { throw .foreignFile(path: path) }
        guard name == self.name else { throw .renamedFile(path: path, written: name) }
        // The last word remains: a planted file may claim to be unencrypted.
        throw isSealed ? .unsealedFile(path: path) : .damagedFile(path: path)
    }
}
