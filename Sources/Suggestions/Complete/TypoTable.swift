/// A table of key signatures that narrows a million keys down to the candidates within a few edits of a query.
///
/// If two keys are k edits apart and their lengths differ by d, their signatures
/// (``LetterSignature``) differ in at most 2k − d bits. Rows are grouped by length and by the first
/// bits of the signature. A search visits only groups within this distance, and returns only rows
/// whose whole signature is within it.
final class TypoTable: Sendable {
    /// The maximum length of keys for which typos are searched, in scalars.
    static let maxLength = 60
    /// The maximum number of edits.
    static let maxEdits = 2

    /// The rows, grouped by length, then by the first `coarseBits` bits of the signature.
    fileprivate let rows: PackedArray<UInt32>
    fileprivate let signatures: PackedArray<UInt64>
    /// The rows of keys that are too long for the groups.
    let longRows: PackedArray<UInt32>
    /// The start of each group, by length · 2^coarseBits + coarse bits.
    private let groupStarts: PackedArray<UInt32>
    private let coarseBits: Int
    /// For each bound, the numbers below 2^coarseBits with at most that many bits set; ascending, for locality.
    private let masks: [[UInt32]]

    /// Groups the keys.
    ///
    /// - Complexity: O(*n*) in the length of all keys.
    init(keys: PackedKeys) {
        let rowBits = Int.bitWidth - 1 - max(1, keys.count).leadingZeroBitCount
        coarseBits = max(0, min(14, rowBits - 4))
        let coarse = coarseBits
        let mask = UInt64(1) << UInt64(coarse) - 1
        var starts = [UInt32](repeating: 0, count: (Self.maxLength + 1) << coarse + 1)
        var found: [(group: Int32, signature: UInt64)] = []
        found.reserveCapacity(keys.count)
        for row in 0..<keys.count {
            let (signature, length) = LetterSignature.of(keys, row: row)
            let group = length > Self.maxLength ? -1 : length << coarse | Int(signature & mask)
            found.append((Int32(truncatingIfNeeded: group), signature))
            if group >= 0 { starts[group + 1] += 1 }
        }
        for group in 1..<starts.count { starts[group] += starts[group - 1] }
        groupStarts = PackedArray(starts)
        var rows = [UInt32](repeating: 0, count: Int(starts[starts.count - 1]))
        var signatures = [UInt64](repeating: 0, count: rows.count)
        for (row, key) in found.enumerated() where key.group >= 0 {
            let place = Int(starts[Int(key.group)])
            rows[place] = UInt32(truncatingIfNeeded: row)
            signatures[place] = key.signature
            starts[Int(key.group)] += 1
        }
        self.rows = PackedArray(rows)
        self.signatures = PackedArray(signatures)
        longRows = PackedArray(found.indices.filter { found[$0].group < 0 }.map { UInt32($0) })
        masks = Self.masks(coarse)
    }

    /// Opens a stored table without copying it.
    init(from store: inout IndexSource) throws {
        coarseBits = try store.number()
        groupStarts = try store.array()
        rows = try store.array()
        signatures = try store.array()
        longRows = try store.array()
        try store.require(0...14 ~= coarseBits && rows.count == signatures.count)
        try store.require(groupStarts.count == (Self.maxLength + 1) << coarseBits + 1)
        masks = Self.masks(coarseBits)
    }

    /// Writes the table for ``init(from:)``.
    func store(in store: inout IndexWriter) throws {
        try store.add(coarseBits)
        try store.add(groupStarts)
        try store.add(rows)
        try store.add(signatures)
        try store.add(longRows)
    }

    private static func masks(_ coarseBits: Int) -> [[UInt32]] {
        (0...(2 * maxEdits)).map { bound in (0..<(1 << UInt32(coarseBits))).filter { $0.nonzeroBitCount <= bound } }
    }

    /// Returns a superset of the rows within a number of edits of the query.
    ///
    /// - Parameters:
    ///   - query: the scalars of the query.
    ///   - edits: at most ``maxEdits``.
    /// - Returns: rows in no particular order.
    /// - Complexity: O(*n*) in the worst case; in practice a small fraction of the rows is visited.
    func candidates(near query: [UInt32], edits: Int) -> [UInt32] {
        let signature = LetterSignature.of(query)
        let coarse = Int(signature & (UInt64(1) << UInt64(coarseBits) - 1))
        var found: [UInt32] = []
        let (groupStarts, signatures, rows) = (self.groupStarts, self.signatures, self.rows)
        let longest = min(Self.maxLength, query.count + edits)
        for length in stride(from: max(0, query.count - edits), through: longest, by: 1) {
            let bound = 2 * edits - abs(length - query.count)
            for mask in masks[bound] {
                let group = length << coarseBits | (coarse ^ Int(mask))
                for index in Int(groupStarts[group])..<Int(groupStarts[group + 1])
                where (signatures[index] ^ signature).nonzeroBitCount <= bound { found.append(rows[index]) }
            }
        }
        return found
    }
}

extension TypoTable {
    /// Returns a superset of the rows whose keys have the letters of a query in order.
    ///
    /// Keys with more than ``maxLength`` scalars aren't included.
    ///
    /// - Complexity: O(*n*) in the worst case; the groups that lack a letter aren't visited.
    func candidates(withLettersOf query: [UInt32]) -> [UInt32] {
        rows(at: places(withAllOf: LetterSignature.of(query), length: query.count))
    }

    /// Returns a superset of the rows whose keys have the letters of each of the given terms in
    /// order.
    ///
    /// Keys with more than ``maxLength`` scalars aren't included.
    ///
    /// - Parameters:
    ///   - terms: the terms.
    ///   - whole: the query that contains the terms.
    /// - Returns: the rows for all terms, and the subset of rows that may have the letters of the
    ///   whole query.
    /// - Complexity: as ``candidates(withLettersOf:)``.
    func candidates(withLettersOfAll terms: [[UInt32]], of whole: [UInt32]) -> (ofAll: [UInt32], ofWhole: [UInt32]) {
        // One letter may satisfy two terms.
        let signature = terms.reduce(UInt64(0)) { $0 | LetterSignature.of($1) }
        let found = places(withAllOf: signature, length: terms.map(\.count).max() ?? 0)
        let wanted = LetterSignature.of(whole)
        let first = groupStarts[min(whole.count, Self.maxLength + 1) << coarseBits]
        let narrower = found.filter { $0 >= first && signatures[Int($0)] & wanted == wanted }
        return (rows(at: found), rows(at: narrower))
    }

    /// Returns the positions in ``rows`` of keys with at least `length` scalars whose signatures have all bits of another.
    private func places(withAllOf signature: UInt64, length: Int) -> [UInt32] {
        var found: [UInt32] = []
        let (groupStarts, signatures) = (self.groupStarts, self.signatures)
        func add(_ range: Range<Int>) {
            for place in range where signatures[place] & signature == signature {
                found.append(UInt32(truncatingIfNeeded: place))
            }
        }
        func addFromMany(_ range: Range<Int>) {
            var place = range.lowerBound
            signatures.withSpan { signatures in
                // Compare four at a time, because usually none of them has all bits.
                while place + 4 <= range.upperBound {
                    let one = signatures[place] & signature ^ signature
                    let two = signatures[place + 1] & signature ^ signature
                    let three = signatures[place + 2] & signature ^ signature
                    let four = signatures[place + 3] & signature ^ signature
                    if min(min(one, two), min(three, four)) == 0 {
                        let next = UInt32(truncatingIfNeeded: place)
                        if one == 0 { found.append(next) }
                        if two == 0 { found.append(next + 1) }
                        if three == 0 { found.append(next + 2) }
                        if four == 0 { found.append(next + 3) }
                    }
                    place += 4
                }
            }
            add(place..<range.upperBound)
        }
        let all = 1 << coarseBits - 1
        let wanted = Int(signature & UInt64(all))
        let groupCount = 1 << (coarseBits - wanted.nonzeroBitCount)
        for length in stride(from: length, through: Self.maxLength, by: 1) {
            let start = length << coarseBits
            let places = Int(groupStarts[start])..<Int(groupStarts[start + all + 1])
            // For few rows, comparing all of them is faster than finding the groups with all bits.
            guard places.count > 24 * groupCount else {
                addFromMany(places)
                continue
            }
            // The numbers that have all wanted bits, ascending.
            var coarse = wanted
            while true {
                let group = start | coarse
                add(Int(groupStarts[group])..<Int(groupStarts[group + 1]))
                guard coarse < all else { break }
                coarse = (coarse + 1) | wanted
            }
        }
        return found
    }

    /// Returns the rows at the given positions, ascending.
    private func rows(at places: [UInt32]) -> [UInt32] { ascending(places.map { rows[Int($0)] }) }

    /// Returns rows in ascending order, the order of their keys in memory, so that reading the keys
    /// is fast.
    private func ascending(_ found: [UInt32]) -> [UInt32] {
        guard found.count > 1_000 else { return found.sorted() }
        var bits = [UInt64](repeating: 0, count: (rows.count + longRows.count) / 64 + 1)
        for row in found { bits[Int(row / 64)] |= 1 << UInt64(row % 64) }
        var ascending: [UInt32] = []
        ascending.reserveCapacity(found.count)
        for (place, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                ascending.append(UInt32(place * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return ascending
    }
}
