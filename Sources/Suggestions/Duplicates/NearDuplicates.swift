internal import TagCore

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

/// A small difference between two keys that suggests that their tags mean the same.
///
/// ```swift
/// NearDuplicate("photo", "photos")      // .plural
/// NearDuplicate("to-do", "todo")        // .separators
/// NearDuplicate("2024", "2025")         // nil
/// ```
public enum NearDuplicate: Int, Sendable, CaseIterable {
    /// The names differ only in accents.
    case marks
    /// The keys differ only in spaces, hyphens, underscores and dots.
    case separators
    /// One key is the English plural of the other.
    case plural
    /// The keys are one edit apart: a letter inserted, deleted or replaced, or two swapped.
    case letter

    /// The minimum length of words whose letters are compared; a shorter word is one edit away from too many other
    /// words.
    static let shortest = 4
    /// The minimum length of words in which a replaced letter counts as a typo: `cars` and `cats` are two words.
    static let shortestReplaced = 5
    /// The minimum length of words whose first letters may differ by a typo: `hike` and `bike` are two words.
    static let shortestWithOtherFirst = 7
    /// The minimum length of words whose plurals are considered.
    static let shortestPlural = 3
    /// The maximum length of keys that are compared, in scalars.
    static let longest = 60

    /// Classifies the difference between two tags, or returns `nil` if they aren't near duplicates.
    ///
    /// A different digit isn't a typo: `2024` and `2025` aren't near duplicates.
    /// - Parameters:
    ///   - left: the folded key of one tag.
    ///   - right: the folded key of the other tag.
    /// - Complexity: O(*n*) in the length of the keys.
    public init?(_ left: String, _ right: String) {
        self.init(left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
    }

    /// Classifies the difference between two folded keys, given as scalars.
    init?(_ left: [UInt32], _ right: [UInt32]) {
        guard left.count <= Self.longest, right.count <= Self.longest else { return nil }
        if left == right {
            self = .marks
        } else if Self.isSpacedOtherwise(left, right) {
            self = .separators
        } else if Self.isPlural(left, of: right) || Self.isPlural(right, of: left) {
            self = .plural
        } else if Self.isOneEdit(left, right) {
            self = .letter
        } else {
            return nil
        }
    }

    private static func isSpacedOtherwise(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        let joined = withoutSeparators(left)
        return joined.count >= shortestPlural && joined == withoutSeparators(right)
    }

    /// Returns a key without spaces, hyphens, underscores and dots; other signs are significant, as in `c` and `c++`.
    static func withoutSeparators(_ key: [UInt32]) -> [UInt32] {
        key.filter { scalar in
            if scalar < 0x80 { return !" -_.".unicodeScalars.contains { $0.value == scalar } }
            switch Unicode.Scalar(scalar)?.properties.generalCategory {
            case .spaceSeparator, .dashPunctuation, .connectorPunctuation: return false
            default: return true
            }
        }
    }

    /// Returns the possible plurals and singulars of a folded key: `photos` for `photo`, `city` for `cities`.
    public static func otherNumbers(of key: String) -> [String] {
        let scalars = key.unicodeScalars.map(\.value)
        guard (shortestPlural...longest).contains(scalars.count) else { return [] }
        var keys = singulars(of: scalars) + ["s", "es"].map { scalars + $0.scalarValues }
        if scalars.hasSuffix("y") { keys.append(scalars.dropLast() + "ies".scalarValues) }
        return keys.map { key in String(String.UnicodeScalarView(key.compactMap(Unicode.Scalar.init))) }
    }

    /// Returns whether `plural` is `word` with "s" or "es" appended, or with "ies" in place of "y".
    private static func isPlural(_ plural: [UInt32], of word: [UInt32]) -> Bool {
        guard word.count >= shortestPlural, plural.count > word.count else { return false }
        return singulars(of: plural).contains(word)
    }

    /// Returns the possible singular words of a key.
    static func singulars(of key: [UInt32]) -> [[UInt32]] {
        guard key.count > shortestPlural, key.hasSuffix("s"), !key.hasSuffix("ss") else { return [] }
        var words = [key.dropLast(1)]
        if key.hasSuffix("es") { words.append(key.dropLast(2)) }
        if key.hasSuffix("ies") { words.append(key.dropLast(3) + "y".scalarValues) }
        return words.map(Array.init)
    }

    private static func isOneEdit(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        guard min(left.count, right.count) >= shortest, abs(left.count - right.count) <= 1,
            EditDistance.between(left.span, right.span, atMost: 1) == 1
        else { return false }
        let place = zip(left, right).prefix { $0 == $1 }.count
        guard place > 0 || min(left.count, right.count) >= shortestWithOtherFirst else { return false }
        // Replacing a letter of a short word usually gives a different word, such as `cars` and `cats`. Keys with two
        // swapped letters also have equal lengths, but differ in two positions.
        let isReplaced = left.count == right.count && left[(place + 1)...] == right[(place + 1)...]
        guard !isReplaced || left.count >= shortestReplaced else { return false }
        return isTypo(at: place, in: left) && isTypo(at: place, in: right)
    }

    /// Returns whether a difference at a position is probably a typo: the position isn't a digit, and its word is long
    /// enough.
    private static func isTypo(at place: Int, in key: [UInt32]) -> Bool {
        guard place < key.count else { return lettersAround(place, in: key) >= shortest }
        var separators = Separators()
        if separators.contains(key[place]) { return true }
        return !(0x30...0x39).contains(key[place]) && lettersAround(place, in: key) >= shortest
    }

    /// Returns the length of the word that contains a position or ends there.
    private static func lettersAround(_ place: Int, in key: [UInt32]) -> Int {
        var separators = Separators()
        let before = key[..<min(place, key.count)].reversed().prefix { !separators.contains($0) }.count
        return before + key[min(place, key.count)...].prefix { !separators.contains($0) }.count
    }
}

extension String { fileprivate var scalarValues: [UInt32] { unicodeScalars.map(\.value) } }

extension [UInt32] {
    fileprivate func hasSuffix(_ suffix: String) -> Bool {
        let suffix = suffix.scalarValues
        return count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}
