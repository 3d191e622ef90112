#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A database's write-ahead log, read without SQLite, which would fold it into the file.
///
/// The format is that of "WAL-mode File Format" in SQLite's documentation: a header of 32 bytes, then frames of
/// a header of 24 bytes and a page. A frame counts when its salt is the header's, the running checksum holds,
/// and a frame that ends a transaction stands at it or behind it.
struct WriteAheadLog {
    private let file: ByteFile
    private let header: [UInt8]
    private let pageSize: Int

    /// Opens a log and reads its own header; `nil` where there is no log that SQLite would use.
    ///
    /// Whoever makes one closes it.
    ///
    /// - Throws: what the system says, but for a log that is not there: the last process that used it took it away.
    init?(path: String) throws(SystemError) {
        do {
            file = try ByteFile(path: path)
        } catch {
            if error.number == ENOENT { return nil }
            throw error
        }
        var header: [UInt8] = []
        do {
            header = try file.bytes(at: 0, count: 32)
        } catch {
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

    func close() {
        file.close()
    }

    /// The first header that a transaction of the log has given the database and that is wanted, if there is one.
    ///
    /// Complexity: a few bytes a frame; all of the log where a frame looks as if it were wanted.
    func committedHeader(
        where isWanted: (DatabaseHeader) -> Bool
    ) throws(SystemError)
        -> DatabaseHeader?
    {
        var index: Int64 = 0
        while let frame = try frameHeader(index) {
            if UInt32(bigEndian: frame[0..<4]) == 1 {
                let page = try file.bytes(at: offset(of: index) + 24, count: 100)
                if let found = DatabaseHeader(bytes: page), isWanted(found),
                    try isCommitted(index)
                {
                    return found
                }
            }
            index += 1
        }
        return nil
    }

    private func offset(of index: Int64) -> Int64 {
        32 + index * Int64(24 + pageSize)
    }

    /// The header of a frame; `nil` behind the last one that has the log's salt.
    private func frameHeader(_ index: Int64) throws(SystemError) -> [UInt8]? {
        let frame = try file.bytes(at: offset(of: index), count: 24)
        guard frame.count == 24, frame[8..<16] == header[16..<24] else { return nil }
        return frame
    }

    /// Whether a transaction that ended holds the frame: every checksum up to its end is right.
    private func isCommitted(_ wanted: Int64) throws(SystemError) -> Bool {
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
            if index >= wanted, endsTransaction { return true }
            index += 1
        }
        return false
    }
}

/// The running checksum of a write-ahead log, over words of four bytes, two at a time.
private struct LogChecksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// Adds bytes, a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        while index + 8 <= bytes.endIndex {
            first &+= word(bytes[index..<index + 4]) &+ second
            second &+= word(bytes[index + 4..<index + 8]) &+ first
            index += 8
        }
    }

    /// Whether the sums are those that a header holds, always the highest byte first.
    func isEqual(to bytes: ArraySlice<UInt8>) -> Bool {
        first == UInt32(bigEndian: bytes.prefix(4)) && second == UInt32(bigEndian: bytes.suffix(4))
    }

    private func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let word = UInt32(bigEndian: bytes)
        return isBigEndian ? word : word.byteSwapped
    }
}

/// A file that is read in pieces, before SQLite opens it.
struct ByteFile {
    private let descriptor: Int32

    /// Opens the file; a pipe that took its place is not waited for.
    init(path: String) throws(SystemError) {
        // The path is lent for the call.
        descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
    }

    func close() {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    func identity() throws(SystemError) -> FileIdentity {
        try FileStatus(descriptor: descriptor).identity
    }

    /// The bytes from a place on; fewer where the file ends.
    func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // The buffer's rest is lent for the call, which writes no more than it is told.
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: filled),
                    count - filled,
                    off_t(offset) + off_t(filled)
                )
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw SystemError() }
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }
}
