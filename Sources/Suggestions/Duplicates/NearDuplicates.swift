/// The pairs of near duplicates among many keys.
///
/// Two keys that are one edit apart become equal if one letter is deleted from one or both of them. Each key is
/// therefore hashed as it is and with each letter deleted in turn (the deletion neighborhood of Mor and Fraenkel 1982,
/// as in SymSpell), and only keys that share a hash are compared.
///
/// If thousands of keys are similar, there are too many pairs to list. Each key is then compared only with the first
/// few keys that share its hash, and only the first pairs are kept.
///
/// ```swift
/// let duplicates = NearDuplicates(["photo", "swift", "photos"])
/// duplicates.pairs.map { ($0.first, $0.second, $0.kind) }  // [(0, 2, .plural)]
/// ```
public struct NearDuplicates: Sendable {
    /// A pair of similar keys, by their indices.
    public struct Pair: Sendable, Hashable {
        /// The index of the earlier key.
        public let first: Int
        /// The index of the later key.
        public let second: Int
        /// The difference between the keys.
        public let kind: NearDuplicate
    }

    /// The pairs, sorted by index.
    public private(set) var pairs: [Pair] = []
    /// Whether all pairs were found and kept.
    public private(set) var isComplete = true

    /// The number of comparisons made.
    let comparisons: Int

    /// The number of hashes per sorting pass, which take 64 MB.
    private static let passSize = 4_000_000
    /// The minimum of `SimilarGroups.reach`, for any number of hashes.
    private static let leastReach = 8
    /// The maximum number of pairs that are kept.
    static let limit = 200_000

    /// Finds the near duplicates among folded keys.
    ///
    /// - Parameters:
    ///   - foldedKeys: the keys, most important first; if there are too many pairs, those of the
    ///     first keys are kept.
    ///   - passComparisons: the approximate maximum number of comparisons in a pass.
    /// - Complexity: O(*n* log *n*) in the length of all keys, with at most 64 MB of memory for
    ///   hashes.
    public init(_ foldedKeys: [String], passComparisons: Int = 20_000_000) {
        let keys = foldedKeys.map { $0.unicodeScalars.map(\.value) }
        let variants = keys.reduce(0) { $0 + $1.count + 4 }
        let passes = UInt64(max(1, variants / Self.passSize + 1))
        var groups = SimilarGroups(keys: keys)
        for pass in 0..<passes {
            var hashes: [(hash: UInt64, place: UInt32)] = []
            for (place, key) in keys.enumerated() {
                KeyHashes.forEach(of: key) { hash in
                    guard hash % passes == pass else { return }
                    hashes.append((hash, UInt32(truncatingIfNeeded: place)))
                }
            }
            hashes.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.place < $1.place }
            groups.reach = max(Self.leastReach, passComparisons / max(1, hashes.count))
            groups.compare(hashes)
        }
        comparisons = groups.comparisons
        groups.keepFirst(Self.limit)
        pairs = groups.pairs
        isComplete = groups.isComplete
    }
}

/// The comparison of keys that share a hash.
private struct SimilarGroups {
    let keys: [[UInt32]]
    /// The number of keys at the start of each group that the other keys of the group are compared with.
    var reach = Int.max
    /// The pairs found, unsorted and with duplicates until ``keepFirst(_:)`` is called.
    private(set) var pairs: [NearDuplicates.Pair] = []
    private(set) var isComplete = true
    private(set) var comparisons = 0

    init(keys: [[UInt32]]) { self.keys = keys }

    /// Compares the keys of each group of equal hashes; the hashes must be sorted.
    mutating func compare(_ hashes: [(hash: UInt64, place: UInt32)]) {
        var start = 0
        while start < hashes.count {
            var end = start + 1
            while end < hashes.count, hashes[end].hash == hashes[start].hash { end += 1 }
            compare(hashes[start..<end].map { Int($0.place) })
            start = end
        }
    }

    private mutating func compare(_ places: [Int]) {
        if places.count - 1 > reach { isComplete = false }
        for (index, first) in places.prefix(reach).enumerated() {
            for second in places.dropFirst(index + 1) where first != second {
                comparisons += 1
                guard let kind = NearDuplicate(keys[first], keys[second]) else { continue }
                pairs.append(NearDuplicates.Pair(first: first, second: second, kind: kind))
            }
            if pairs.count > 4 * NearDuplicates.limit { keepFirst(NearDuplicates.limit) }
        }
    }

    /// Sorts the pairs, removes duplicates, and keeps the first pairs.
    mutating func keepFirst(_ limit: Int) {
        pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        var kept: [NearDuplicates.Pair] = []
        for pair in pairs where pair != kept.last {
            guard kept.count < limit else {
                isComplete = false
                break
            }
            kept.append(pair)
        }
        pairs = kept
    }
}

/// The hashes that a key shares with its near duplicates.
private enum KeyHashes {
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Calls a body with the hash of a key, of the key with each letter deleted in turn, of each possible singular, and
    /// of the key without separators.
    static func forEach(of key: [UInt32], _ body: (UInt64) -> Void) {
        guard (NearDuplicate.shortestPlural...NearDuplicate.longest).contains(key.count) else { return }
        let whole = hash(of: key)
        body(whole)
        for word in NearDuplicate.singulars(of: key) { body(hash(of: word)) }
        let joined = NearDuplicate.withoutSeparators(key)
        if joined.count < key.count { body(hash(of: joined)) }
        guard key.count >= NearDuplicate.shortest else { return }
        // The hash is a polynomial, so the hash without a letter can be computed from the hashes of the parts before
        // and after the letter.
        var front: UInt64 = 0
        var back = whole
        for (place, scalar) in key.enumerated() {
            let value = UInt64(scalar) + 1
            let rest = key.count - 1 - place
            back &-= value &* power(rest)
            // Deleting any of several equal adjacent letters gives the same text.
            if place == 0 || key[place - 1] != scalar { body(front &* power(rest) &+ back) }
            front = front &* base &+ value
        }
    }

    private static func hash(of key: [UInt32]) -> UInt64 { key.reduce(0) { $0 &* base &+ UInt64($1) + 1 } }

    private static func power(_ exponent: Int) -> UInt64 { powers[min(exponent, powers.count - 1)] }

    private static let powers: [UInt64] = (0..<64)
        .reduce(into: [1]) { powers, _ in powers.append(powers[powers.count - 1] &* base) }
}
