import Foundation
import Synchronization
import TagService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The lines of standard input as tags, as they come.
final class LineSource: Sendable {
    private let rest = Mutex<[UInt8]?>([])
    /// The number of bytes per read: small at first, so that the picker opens quickly.
    private let room = Atomic(1 << 14)
    /// The tags that are not offered, since they are given already.
    private let excluded: Set<String>
    /// The end of a line: a line feed or a null byte.
    private let separator: UInt8

    init(excluding excluded: [String], separator: UInt8 = UInt8(ascii: "\n")) {
        self.excluded = Set(excluded)
        self.separator = separator
    }

    /// Waits for lines on its own thread, so as not to block one of the task pool.
    func next() async throws -> [PickableTag]? {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try self.read() }) }.start()
        }
    }

    /// Waits for lines.
    ///
    /// - Parameter patience: how many milliseconds to wait; -1 waits without limit.
    /// - Returns: the tags of the lines that arrived, none after a timeout; `nil` at the end of input.
    /// - Throws: `CommandError` if standard input can't be read.
    func read(patience: Int32 = -1) throws -> [PickableTag]? {
        var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        // One record, for the length of the call.
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
            // The count is that of the rest of the buffer.
            let count = unsafe buffer[total...]
                .withUnsafeMutableBytes { bytes in
                    unsafe Self.read(bytes)
                }
            if count < 0, errno == EINTR { continue }
            if count < 0, total == 0, errno != EAGAIN {
                throw InputError(name: "standard input", path: "-").failure(errno)
            }
            guard count > 0 else { return total }
            total += count
            var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&request, 1, 0) == 1, request.revents & Int16(POLLIN) != 0 else {
                break
            }
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
        // An empty line can be chosen, as in fzf; the text after the last line end isn't a line if it is empty.
        let lines = bytes.last == separator ? bytes.dropLast() : bytes
        guard !bytes.isEmpty else { return [] }
        return lines.split(separator: separator, omittingEmptySubsequences: false)
            .compactMap { line in
                let tag = PickedLine(bytes: line).tag
                return excluded.contains(tag.name) ? nil : tag
            }
    }
}
