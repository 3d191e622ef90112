#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The write-ahead log of a database, read without SQLite, which would checkpoint it.
///
/// The format is described in "WAL-mode File Format" of SQLite's documentation: a header of 32 bytes, followed by
/// frames, each with a header of 24 bytes and a page. A frame is valid if its salt equals the log's, the running
/// checksum matches, and it or a later frame commits the transaction.
struct WriteAheadLog {
    private let file: ByteFile
    private let header: [UInt8]
    private let pageSize: Int

    /// Opens a log and reads its header; `nil` if there is no log that SQLite would use.
    ///
    /// The caller must call ``close()``.
    ///
    /// - Throws: the system's error, unless the log doesn't exist: the last process that uses a log removes it.
    init?(path: String) throws(SystemError) {
        do { file = try ByteFile(path: path) } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
        var header: [UInt8] = []
        do { header = try file.bytes(at: 0, count: 32) } catch {
            file.close()
            throw error
        }
        guard header.count == 32, UInt32(bigEndian: header[0..<4]) & ~1 == 0x377F_0682 else {
            file.close()
            return nil
        }
        let size = UInt32(bigEndian: header[8..<12])
        guard (512...65_536).contains(size), size & (size - 1) == 0 else {
            file.close()
            return nil
        }
        self.header = header
        pageSize = Int(size)
    }

    /// Closes the log.
    func close() { file.close() }

    /// Returns the first database header in a committed transaction of the log that satisfies a predicate.
    ///
    /// - Complexity: a few bytes per frame; O(log) for each header that satisfies the predicate.
    func committedHeader(where predicate: (DatabaseHeader) -> Bool) throws(SystemError) -> DatabaseHeader? {
        var index: Int64 = 0
        while let frame = try frameHeader(index) {
            if UInt32(bigEndian: frame[0..<4]) == 1 {
                let page = try file.bytes(at: offset(of: index) + 24, count: 100)
                if let found = DatabaseHeader(bytes: page), predicate(found), try isCommitted(index) { return found }
            }
            index += 1
        }
        return nil
    }

    private func offset(of index: Int64) -> Int64 { 32 + index * Int64(24 + pageSize) }

    /// Returns the header of a frame, or `nil` after the last frame with the log's salt.
    private func frameHeader(_ index: Int64) throws(SystemError) -> [UInt8]? {
        let frame = try file.bytes(at: offset(of: index), count: 24)
        guard frame.count == 24, frame[8..<16] == header[16..<24] else { return nil }
        return frame
    }

    /// Returns whether a frame is part of a committed transaction: all checksums up to its commit frame match.
    private func isCommitted(_ frameIndex: Int64) throws(SystemError) -> Bool {
        var checksum = LogChecksum(isBigEndian: header[3] & 1 == 1)
        checksum.add(header[0..<24])
        guard checksum.isEqual(to: header[24..<32]) else { return false }
        var index: Int64 = 0
        while let frame = try frameHeader(index) {
            let page = try file.bytes(at: offset(of: index) + 24, count: pageSize)
            guard page.count == pageSize else { return false }
            checksum.add(frame[0..<8])
            checksum.add(page[...])
            guard checksum.isEqual(to: frame[16..<24]) else { return false }
            let endsTransaction = UInt32(bigEndian: frame[4..<8]) != 0
            if index >= frameIndex, endsTransaction { return true }
            index += 1
        }
        return false
    }
}

/// The running checksum of a write-ahead log, over pairs of 32-bit words.
private struct LogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes; their number must be a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        while index + 8 <= bytes.endIndex {
            first &+= word(bytes[index..<index + 4]) &+ second
            second &+= word(bytes[index + 4..<index + 8]) &+ first
            index += 8
        }
    }

    /// Returns whether the sums equal those in a header, which are always big-endian.
    func isEqual(to bytes: ArraySlice<UInt8>) -> Bool {
        first == UInt32(bigEndian: bytes.prefix(4)) && second == UInt32(bigEndian: bytes.suffix(4))
    }

    private func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let word = UInt32(bigEndian: bytes)
        return isBigEndian ? word : word.byteSwapped
    }
}
