/// A decoder of UTF-8 that takes one byte at a time and follows table 3-7 of the Unicode Standard.
///
/// ```swift
/// var utf8 = UTF8Accumulator()
/// #expect(utf8.push(0xC3) == .incomplete)
/// #expect(utf8.push(0xA9) == .scalar("é"))
/// #expect(utf8.push(0xFF) == .invalid)
/// ```
struct UTF8Accumulator: Sendable {
    /// The result of adding a byte.
    enum Step: Equatable {
        /// The character needs more bytes.
        case incomplete
        /// The character is complete.
        case scalar(Unicode.Scalar)
        /// The byte is invalid here and was consumed.
        case invalid
        /// The preceding sequence was incomplete; the byte wasn't consumed and must be passed
        /// again.
        case truncated
    }

    private var value: UInt32 = 0
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a character has begun but is incomplete.
    var isPending: Bool { missing > 0 }

    /// Discards an incomplete character.
    mutating func reset() { missing = 0 }

    /// Adds a byte.
    mutating func push(_ byte: UInt8) -> Step { missing == 0 ? begin(byte) : proceed(byte) }

    private mutating func begin(_ byte: UInt8) -> Step {
        allowed = 0x80...0xBF
        switch byte {
        case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
        default: return .invalid
        }
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: break
        }
        return .incomplete
    }

    private mutating func proceed(_ byte: UInt8) -> Step {
        guard allowed.contains(byte) else {
            missing = 0
            return .truncated
        }
        allowed = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return .incomplete }
        return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
    }
}
