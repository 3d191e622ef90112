import Foundation
import Synchronization
import TagService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The tags of a set, in pages: a picker shows the first of them before the others are read.
struct SetSource {
    let service: TagService
    let set: SetReference
    /// The tags that are never offered, as they are chosen already.
    let excluded: Set<String>
    /// Whether the picker begins with what is on in the set.
    let keepsSelection: Bool

    /// How many tags are read before there is something to see.
    private static let firstPage = 1_000
    /// How many are read at once later: few enough that other questions get their turn.
    private static let nextPage = 20_000

    /// The first tags of the set; all of them where its selection counts, so that none of it is missed.
    func first() async throws -> PickableTags {
        var tags = try await service.pickableTags(
            of: set,
            limit: keepsSelection ? nil : Self.firstPage
        )
        tags.tags = offered(tags.tags)
        return tags
    }

    /// What waits for the tags that come after the first; nil where those are all.
    func more(after first: PickableTags) -> (@Sendable () async throws -> [PickableTag]?)? {
        guard let rest = first.rest else { return nil }
        let pages = Pages(source: self, rest: rest)
        return { try await pages.next() }
    }

    private func offered(_ tags: [PickableTag]) -> [PickableTag] {
        var tags = tags
        if !excluded.isEmpty { tags.removeAll { excluded.contains($0.name) } }
        guard !keepsSelection else { return tags }
        for place in tags.indices where tags[place].isSelected { tags[place].isSelected = false }
        return tags
    }

    /// The pages that are still to be read.
    private actor Pages {
        private let source: SetSource
        private var rest: PickableRest?

        init(source: SetSource, rest: PickableRest) {
            self.source = source
            self.rest = rest
        }

        /// The next page; nil at the end.
        func next() async throws -> [PickableTag]? {
            guard let rest else { return nil }
            let page = try await source.service.pickableTags(rest, limit: nextPage)
            self.rest = page.rest
            return source.offered(page.tags)
        }
    }
}

/// The lines of standard input as tags, as they come.
final class LineSource: Sendable {
    private let rest = Mutex<[UInt8]?>([])
    /// How much is read at once: little at first, so that there soon is something to see.
    private let room = Atomic(1 << 14)
    /// The tags that are never offered, as they are chosen already.
    private let excluded: Set<String>

    init(excluding excluded: [String]) { self.excluded = Set(excluded) }

    /// Waits for lines on a thread of its own, since one of the task pool must never be held up.
    func next() async throws -> [PickableTag]? {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try self.read() }) }.start()
        }
    }

    /// Waits for lines.
    ///
    /// - Parameter patience: how many milliseconds to wait; -1 is for ever.
    /// - Returns: the tags of the lines that came, none where that took too long; nil at the end of input.
    /// - Throws: `CommandFailure` where standard input cannot be read.
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
            let end = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
            rest = Array(bytes[end...])
            return tags(in: bytes[..<end])
        }
    }

    /// Reads until the buffer is full or nothing more is there at once; gives the number of bytes.
    private func fill(_ buffer: inout [UInt8]) throws -> Int {
        var total = 0
        while total < buffer.count {
            // The rest of the buffer is as long as the call is told.
            let count = unsafe buffer[total...]
                .withUnsafeMutableBytes { bytes in
                    unsafe Self.read(bytes)
                }
            if count < 0, errno == EINTR { continue }
            if count < 0, total == 0, errno != EAGAIN {
                throw InputFailure(name: "standard input", path: "-").failure(errno)
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
        bytes.split(separator: UInt8(ascii: "\n"))
            .compactMap { line in
                let tag = Self.tag(line)
                return tag.name.isEmpty || excluded.contains(tag.name) ? nil : tag
            }
    }

    /// The tag of a line: its text without white space at its ends, as a tag's name has none.
    ///
    /// A line that is no UTF-8 is shown as well as it goes, and given back byte for byte.
    private static func tag(_ line: ArraySlice<UInt8>) -> PickableTag {
        var line = line
        while let first = line.first, first <= 0x20 { line.removeFirst() }
        while let last = line.last, last <= 0x20 { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self) else {
            return PickableTag(String(decoding: line, as: UTF8.self), line: Array(line))
        }
        guard let first = line.first, let last = line.last, first > 0x7F || last > 0x7F else {
            return PickableTag(text)
        }
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.endIndex
        return PickableTag(start < end ? String(text[start..<end]) : "")
    }
}
