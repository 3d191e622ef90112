/// Which keys an import has made: of almost every new one it knows that it is new, in 4 MB, however many they are.
///
/// A Bloom filter: a database need not be asked for what was never put in.
struct MadeKeys {
    private static let bitWidth = 25
    private var bits: [UInt64] = Array(repeating: 0, count: 1 << (bitWidth - 6))

    mutating func insert(_ key: String) {
        let (first, second) = Self.places(of: key)
        bits[first >> 6] |= 1 << UInt64(first & 63)
        bits[second >> 6] |= 1 << UInt64(second & 63)
    }

    /// Whether the key may have been inserted; `false` is certain.
    func mayContain(_ key: String) -> Bool {
        let (first, second) = Self.places(of: key)
        return bits[first >> 6] & (1 << UInt64(first & 63)) != 0
            && bits[second >> 6] & (1 << UInt64(second & 63)) != 0
    }

    /// The two bits of a key.
    private static func places(of key: String) -> (Int, Int) {
        let hash = UInt(bitPattern: key.hashValue)
        let mask: UInt = (1 << bitWidth) - 1
        return (Int(hash & mask), Int(hash >> bitWidth & mask))
    }
}
