/// Finds the keys within a few edits of a query, among a million, by comparing signatures.
///
/// A key's signature (``LetterSignature``) differs from that of a key k edits away, whose length differs by d, in
/// at most 2k − d bits. Rows are grouped by length and by the first bits of the signature; only groups near
/// enough are visited, and of them the rows whose whole signature is.
final class TypoTable: Sendable {
    /// Keys with more scalars than this are not corrected.
    static let longest = 60
    /// The most edits that are looked for.
    static let edits = 2

    /// The rows, grouped by length, then by the signature's coarse bits.
    fileprivate let rows: [UInt32]
    fileprivate let signatures: [UInt64]
    /// Where each group begins, at length · 2^coarseBits + coarse bits.
    private let groupStarts: [UInt32]
    private let coarseBits: Int
    /// By bound, the numbers below 2^coarseBits with at most so many bits set; ascending, for the caches' sake.
    private let masks: [[UInt32]]

    /// Groups the keys.
    ///
    /// Complexity: O(text).
    init(keys: PackedKeys) {
        let rowBits = Int.bitWidth - 1 - max(1, keys.count).leadingZeroBitCount
        coarseBits = max(0, min(14, rowBits - 4))
        let coarse = coarseBits
        let mask = UInt64(1) << UInt64(coarse) - 1
        var starts = [UInt32](repeating: 0, count: (Self.longest + 1) << coarse + 1)
        var found: [(group: Int32, signature: UInt64)] = []
        found.reserveCapacity(keys.count)
        for row in 0..<keys.count {
            let (signature, length) = LetterSignature.of(keys, row: row)
            let group = length > Self.longest ? -1 : length << coarse | Int(signature & mask)
            found.append((Int32(truncatingIfNeeded: group), signature))
            if group >= 0 { starts[group + 1] += 1 }
        }
        for group in 1..<starts.count { starts[group] += starts[group - 1] }
        groupStarts = starts
        var rows = [UInt32](repeating: 0, count: Int(starts[starts.count - 1]))
        var signatures = [UInt64](repeating: 0, count: rows.count)
        for (row, key) in found.enumerated() where key.group >= 0 {
            let place = Int(starts[Int(key.group)])
            rows[place] = UInt32(truncatingIfNeeded: row)
            signatures[place] = key.signature
            starts[Int(key.group)] += 1
        }
        self.rows = rows
        self.signatures = signatures
        masks = (0...(2 * Self.edits))
            .map { bound in
                (0..<(1 << UInt32(coarse))).filter { $0.nonzeroBitCount <= bound }
            }
    }

    /// The rows that may be within so many edits of the query: all that are, and some that are not.
    ///
    /// - Parameters:
    ///   - query: the scalars of the query.
    ///   - edits: at most ``edits``.
    /// - Returns: rows, in no order of use.
    func candidates(near query: [UInt32], edits: Int) -> [UInt32] {
        let signature = LetterSignature.of(query)
        let coarse = Int(signature & (UInt64(1) << UInt64(coarseBits) - 1))
        var found: [UInt32] = []
        let (groupStarts, signatures, rows) = (self.groupStarts, self.signatures, self.rows)
        let longest = min(Self.longest, query.count + edits)
        for length in stride(from: max(0, query.count - edits), through: longest, by: 1) {
            let bound = 2 * edits - abs(length - query.count)
            for mask in masks[bound] {
                let group = length << coarseBits | (coarse ^ Int(mask))
                for index in Int(groupStarts[group])..<Int(groupStarts[group + 1])
                where (signatures[index] ^ signature).nonzeroBitCount <= bound {
                    found.append(rows[index])
                }
            }
        }
        return found
    }
}

extension TypoTable {
    /// The rows that may have the letters of a query in order: all that do, of keys with at most ``longest`` scalars, and some
    /// that do not.
    ///
    /// - Complexity: linear in the number of keys, about a nanosecond for each.
    func candidates(withLettersOf query: [UInt32]) -> [UInt32] {
        let signature = LetterSignature.of(query)
        return signatures.indices.filter { signatures[$0] & signature == signature }
            .map { rows[$0] }
    }
}

/// Which letters a text holds, in 64 bits: 40 for kinds of letters held at all, 24 for those held twice.
///
/// Inserting or deleting a letter changes at most one bit, replacing one at most two, swapping two none.
enum LetterSignature {
    private static let kinds: UInt32 = 40

    /// The kinds of a–z, most frequent letters first, since the first bits divide keys into groups.
    private static let latinKinds: [UInt32] = {
        var kinds = [UInt32](repeating: 0, count: 26)
        for (kind, letter) in "etaoinsrhldcumfpgwybvkxjqz".utf8.enumerated() {
            kinds[Int(letter - 97)] = UInt32(kind)
        }
        return kinds
    }()

    /// The signature of scalars.
    static func of(_ scalars: [UInt32]) -> UInt64 {
        var signature: UInt64 = 0
        for scalar in scalars { add(scalar, to: &signature) }
        return signature
    }

    /// The signature of a key and its number of scalars.
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
        // Signs and digits share the kinds past z; letters of other scripts use all kinds.
        return scalar < 0x80 ? 26 + scalar % 14 : ((scalar &* 0x9E37_79B1) >> 16) % kinds
    }
}
