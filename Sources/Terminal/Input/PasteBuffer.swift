internal import TagCore

/// The bytes of a bracketed paste, up to the sequence that ends it.
///
/// ```text
/// ESC [200~  a CR LF b CR c  ESC [201~    .paste("a\nb\nc")
/// ```
struct PasteBuffer: Sendable {
    /// The result of adding a byte.
    enum Step {
        /// The paste continues.
        case more
        /// The collected text; `isLast` is false if the limit was reached and the paste continues.
        case text(String, isLast: Bool)
    }

    private static let terminator = Array("\u{1B}[201~".utf8)
    private var bytes: [UInt8] = []
    private var matched = 0
    private let limit: Int

    /// Creates an empty buffer that holds at most `limit` bytes.
    init(limit: Int) { self.limit = max(limit, 1) }

    /// Adds a byte.
    ///
    /// The first byte of the terminator occurs nowhere else in the terminator, so a failed match never
    /// has to back up.
    mutating func push(_ byte: UInt8) -> Step {
        if byte == Self.terminator[matched] {
            matched += 1
            return matched == Self.terminator.count ? .text(drainText(), isLast: true) : .more
        }
        bytes.append(contentsOf: Self.terminator[..<matched])
        matched = byte == Self.terminator[0] ? 1 : 0
        if matched == 0 { bytes.append(byte) }
        return bytes.count >= limit ? .text(drainText(), isLast: false) : .more
    }

    private mutating func drainText() -> String {
        defer { bytes = [] }
        return StreamSafeText.received(String(decoding: Self.normalizingLineEnds(bytes), as: UTF8.self))
    }

    /// Returns the bytes with each CR and CR LF replaced by LF, since terminals send any of the
    /// three.
    private static func normalizingLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D { result.append(0x0A) } else if byte != 0x0A || previous != 0x0D { result.append(byte) }
            previous = byte
        }
        return result
    }
}
