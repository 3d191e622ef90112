internal import Crypto

/// The kinds of things that devices exchange.
public enum ThingKind: UInt8, Hashable, Sendable, CaseIterable {
    /// A bookmark, note, file or day.
    case item
    /// A tag.
    case tag
    /// A tag set.
    case set
    /// A query with a name.
    case view
    /// A rule that tags new items.
    case rule
}

/// The identity of a thing on all devices: 16 bytes that never change (rule 1).
///
/// Integer ids of rows differ between devices and never leave them (``LocalRows``).
public struct ThingID: Hashable, Comparable, Sendable {
    /// The kind of the thing.
    public let kind: ThingKind
    /// The first 8 bytes.
    public let high: UInt64
    /// The last 8 bytes.
    public let low: UInt64

    /// Creates an id from its 16 bytes.
    public init(kind: ThingKind, high: UInt64, low: UInt64) {
        self.kind = kind
        self.high = high
        self.low = low
    }

    /// Creates the id of a thing with a key: the same key gives the same id on all devices.
    ///
    /// The parts of the key are separated by their lengths, so `["ab", "c"]` differs from `["a", "bc"]`.
    public init(kind: ThingKind, key: [String]) {
        var bytes = [kind.rawValue]
        for part in key {
            let text = Array(part.utf8)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: text.count >> ($0 * 8)) }
            bytes += text
        }
        // A cryptographic hash, so that nobody who chooses titles and locations can make ids collide.
        let digest = Array(SHA256.hash(data: bytes))
        let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(kind: kind, high: number(digest[..<8]), low: number(digest[8..<16]))
    }

    /// Creates a random id.
    public init(kind: ThingKind, random: inout some RandomNumberGenerator) {
        self.init(kind: kind, high: random.next(), low: random.next())
    }

    /// The 16 bytes as hexadecimal digits.
    public var text: String { hexadecimal(high) + hexadecimal(low) }

    /// Orders ids by kind, then by their bytes.
    public static func < (left: Self, right: Self) -> Bool {
        (left.kind.rawValue, left.high, left.low) < (right.kind.rawValue, right.high, right.low)
    }
}

/// Returns a number as 16 hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
