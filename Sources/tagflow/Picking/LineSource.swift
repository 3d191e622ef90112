import Foundation
import Synchronization
import TagService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A source of tags that reads the lines of standard input as they arrive.
final class LineSource: Sendable {
    /// The bytes of an incomplete line, or `nil` after the end of input.
    private let rest = Mutex<[UInt8]?>([])
    /// The number of bytes per read: small at first, so that the picker opens quickly.
    private let room = Atomic(1 << 14)
    /// The tags that aren't offered, because the user already named them with `--given`.
    private let excluded: Set<String>
    /// The byte that ends a line: a line feed or a null byte.
    private let separator: UInt8
    private let format: LineFormat

    init(excluding excluded: [String], separator: UInt8, format: LineFormat) {
        self.excluded = Set(excluded)
        self.separator = separator
        self.format = format
    }

    /// Waits for lines.
    ///
    /// - Parameter patience: the maximum time to wait in milliseconds; -1 waits indefinitely.
    /// - Returns: the tags of the new lines, none after a timeout, or `nil` at the end of input.
    /// - Throws: `CommandError` if standard input can't be read.
    func read(patience: Int32 = -1) throws -> [PickableTag]? {
        var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        // The structure is valid during the call.
        guard unsafe poll(&request, 1, patience) != 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: room.exchange(1 << 20, ordering: .relaxed))
        let count = try fill(&buffer)
        return rest.withLock { rest in
            guard var bytes = rest else { return nil }
            guard count > 0 else {
                rest = nil
                return bytes.isEmpty ? nil : tags(in: bytes[...])
            }
            bytes += buffer[..<count]
            let end = (bytes.lastIndex(of: separator) ?? -1) + 1
            rest = Array(bytes[end...])
            return tags(in: bytes[..<end])
        }
    }

    /// Reads until the buffer is full or no more input is available; returns the number of bytes.
    private func fill(_ buffer: inout [UInt8]) throws -> Int {
        var total = 0
        while total < buffer.count {
            // The buffer's count limits the read.
            let count = unsafe buffer[total...].withUnsafeMutableBytes { bytes in unsafe Self.read(bytes) }
            if count < 0, errno == EINTR { continue }
            if count < 0, total == 0, errno != EAGAIN {
                throw InputError(name: "standard input", path: "-").failure(errno)
            }
            guard count > 0 else { return total }
            total += count
            var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&request, 1, 0) == 1, request.revents & Int16(POLLIN) != 0 else { break }
        }
        return total
    }

    private static func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(0, bytes.baseAddress, bytes.count)
        #else
        unsafe Darwin.read(0, bytes.baseAddress, bytes.count)
        #endif
    }

    private func tags(in bytes: ArraySlice<UInt8>) -> [PickableTag] {
        let tags = PickedLine.tags(in: bytes, separator: separator, format)
        return excluded.isEmpty ? tags : tags.filter { !excluded.contains($0.name) }
    }
}
