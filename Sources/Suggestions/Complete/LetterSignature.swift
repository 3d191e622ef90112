/// The set of letters in a text, in 64 bits: 40 for kinds of letters that occur, and 24 for kinds that occur twice.
///
/// Inserting or deleting a letter changes at most one bit, replacing a letter at most two, and
/// swapping two letters none.
///
/// ```swift
/// let swift = LetterSignature.of("swift".unicodeScalars.map(\.value))
/// swift == LetterSignature.of("siwft".unicodeScalars.map(\.value))  // true
/// (swift ^ LetterSignature.of("swit".unicodeScalars.map(\.value))).nonzeroBitCount  // 1
/// ```
enum LetterSignature {
    private static let kinds: UInt32 = 40

    /// The kinds of a–z, most frequent letters first, since keys are grouped by the first bits.
    private static let latinKinds: [UInt32] = {
        var kinds = [UInt32](repeating: 0, count: 26)
        for (kind, letter) in "etaoinsrhldcumfpgwybvkxjqz".utf8.enumerated() { kinds[Int(letter - 97)] = UInt32(kind) }
        return kinds
    }()

    /// Returns the signature of a text.
    static func of(_ scalars: [UInt32]) -> UInt64 {
        var signature: UInt64 = 0
        for scalar in scalars { add(scalar, to: &signature) }
        return signature
    }

    /// Returns the signature of a key and its number of scalars.
    static func of(_ keys: PackedKeys, row: Int) -> (signature: UInt64, length: Int) {
        var signature: UInt64 = 0
        var length = 0
        var position = Int(keys.starts[row])
        while keys.text[position] != 0 {
            let (scalar, bytes) = UTF8Text.scalar(keys.text, position)
            add(scalar, to: &signature)
            position += bytes
            length += 1
        }
        return (signature, length)
    }

    private static func add(_ scalar: UInt32, to signature: inout UInt64) {
        let kind = kind(scalar)
        let once = UInt64(1) << UInt64(kind)
        let twice = UInt64(1) << UInt64(40 + kind % 24)
        signature |= signature & once == 0 ? once : twice
    }

    private static func kind(_ scalar: UInt32) -> UInt32 {
        if 97...122 ~= scalar { return latinKinds[Int(scalar - 97)] }
        // ASCII signs and digits share the kinds after z; letters of other scripts use all kinds.
        return scalar < 0x80 ? 26 + scalar % 14 : ((scalar &* 0x9E37_79B1) >> 16) % kinds
    }
}
