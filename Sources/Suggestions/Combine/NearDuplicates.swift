/// The pairs of near duplicates among many keys.
///
/// Two keys one edit apart become the same when one letter is left out of one or both of them, so keys meet under the
/// hashes of what is left (the deletion neighbourhood of Mor and Fraenkel 1982, as in SymSpell), and are compared then.
///
/// Where thousands of keys are alike, their pairs are too many to be listed: each key is then compared only with those
/// of its group that come first, and the pairs that come first are kept.
public struct NearDuplicates: Sendable {
    /// Two keys, by their places, and what makes them alike.
    public struct Pair: Sendable, Hashable {
        /// The place of the key that came first.
        public let first: Int
        /// The place of the other one.
        public let second: Int
        /// What makes them alike.
        public let kind: NearDuplicate
    }

    /// The pairs, by place.
    public private(set) var pairs: [Pair] = []
    /// Whether these are all pairs.
    public private(set) var isComplete = true

    /// How many keys are compared in all.
    let comparisons: Int

    /// How many hashes are sorted at once: 64 MB.
    private static let passSize = 4_000_000
    /// With how many others of its group each key is compared at least.
    private static let leastReach = 8
    /// The most pairs that are kept.
    static let limit = 200_000

    /// Compares folded keys with each other.
    ///
    /// Complexity: O(text · log text), with 16 bytes a letter in passes of 64 MB: some seconds for a million keys.
    /// - Parameters:
    ///   - foldedKeys: the keys, the most important first: where there are too many pairs, theirs are found.
    ///   - passComparisons: about how many keys are compared in a pass.
    public init(_ foldedKeys: [String], passComparisons: Int = 20_000_000) {
        let keys = foldedKeys.map { $0.unicodeScalars.map(\.value) }
        let variants = keys.reduce(0) { $0 + $1.count + 4 }
        let passes = UInt64(max(1, variants / Self.passSize + 1))
        var groups = AlikeGroups(keys: keys)
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

/// Compares the keys that share a hash.
private struct AlikeGroups {
    let keys: [[UInt32]]
    /// With how many that come first in its group a key is compared.
    var reach = Int.max
    /// The pairs found; in no order, and some more than once, until they are put in order.
    private(set) var pairs: [NearDuplicates.Pair] = []
    private(set) var isComplete = true
    private(set) var comparisons = 0

    init(keys: [[UInt32]]) { self.keys = keys }

    /// Compares the keys of each group, of hashes in order.
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

    /// Puts the pairs in order, each once, and keeps as many as there may be.
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

/// The hashes under which a key meets its near duplicates.
private enum KeyHashes {
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Calls back with the hash of the key, of the key less each letter, of its singulars, and without separators.
    static func forEach(of key: [UInt32], _ body: (UInt64) -> Void) {
        guard (NearDuplicate.shortestPlural...NearDuplicate.longest).contains(key.count) else {
            return
        }
        let whole = hash(of: key)
        body(whole)
        for word in NearDuplicate.singulars(of: key) { body(hash(of: word)) }
        let joined = NearDuplicate.withoutSeparators(key)
        if joined.count < key.count { body(hash(of: joined)) }
        guard key.count >= NearDuplicate.shortest else { return }
        // The hash is a polynomial: that of the key less one letter follows from those of both sides of it.
        var front: UInt64 = 0
        var back = whole
        for (place, scalar) in key.enumerated() {
            let value = UInt64(scalar) + 1
            let rest = key.count - 1 - place
            back &-= value &* power(rest)
            // Of equal letters in a row, leaving out any gives the same.
            if place == 0 || key[place - 1] != scalar {
                body(front &* power(rest) &+ back)
            }
            front = front &* base &+ value
        }
    }

    private static func hash(of key: [UInt32]) -> UInt64 {
        key.reduce(0) { $0 &* base &+ UInt64($1) + 1 }
    }

    private static func power(_ exponent: Int) -> UInt64 {
        powers[min(exponent, powers.count - 1)]
    }

    private static let powers: [UInt64] = (0..<64)
        .reduce(into: [1]) { powers, _ in powers.append(powers[powers.count - 1] &* base) }
}
