internal import TagCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A writer for the draft of an ``IndexFile``.
final class IndexFileWriter {
    private let descriptor: Int32
    private var block: [UInt8] = []
    private var sums: [UInt64] = []
    private var size: Int64 = 0

    /// Opens a draft and leaves room for the header.
    init(_ path: String) throws(SystemError) {
        // The pointer to the path is only used during the call.
        descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw SystemError() }
        block.reserveCapacity(IndexChecksum.blockSize)
    }

    /// Closes the draft.
    func close() {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    /// Appends bytes of the index.
    func add(_ bytes: RawSpan) throws {
        var start = 0
        while start < bytes.byteCount {
            let end = min(bytes.byteCount, start + IndexChecksum.blockSize - block.count)
            // The piece is copied before the span ends.
            unsafe bytes.extracting(start..<end).withUnsafeBytes { unsafe block.append(contentsOf: $0) }
            start = end
            if block.count == IndexChecksum.blockSize { try flush() }
        }
    }

    /// Writes the remaining bytes, then the header with size and checksum.
    func finish(_ header: inout IndexHeader) throws {
        try flush()
        header.payloadSize = size
        header.checksum = BlockChecksum.of(sums)
        try write(header.bytes, at: 0)
    }

    /// Gives read permission to everyone who can read the database; nobody writes to the file again.
    func share(like database: FileStatus) {
        // If the group can't be changed, only the owner can read the file.
        let isShared = fchown(descriptor, uid_t.max, database.group) == 0
        let readers = database.permissions & (isShared ? 0o444 : 0o400)
        _ = fchmod(descriptor, mode_t(readers | 0o400))
    }

    private func flush() throws {
        guard !block.isEmpty else { return }
        sums.append(FrozenBytes(block).withSpan(0..<block.count, BlockChecksum.of))
        try write(block, at: Int64(IndexHeader.space) + size)
        size += Int64(block.count)
        block.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            // The pointer to the rest of the bytes is only used during the call, which reads no further.
            let written = unsafe bytes[done...]
                .withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset) + off_t(done)) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw SystemError() }
            done += written
        }
    }
}
