internal import TagCore

/// What makes two tags look as if one of them were the other, typed a little differently.
public enum NearDuplicate: Int, Sendable, CaseIterable {
    /// They differ in accents and other marks alone.
    case marks
    /// They differ in spaces, hyphens, underscores and dots alone.
    case separators
    /// One is the English plural of the other.
    case plural
    /// One edit turns one into the other: a letter more, less or other, or two swapped.
    case letter

    /// Words with fewer scalars differ from too many others by a letter.
    static let shortest = 4
    /// In words with fewer scalars another letter makes another word.
    static let shortestReplaced = 5
    /// Words with fewer scalars that begin otherwise are other words: `hike`, `bike`.
    static let shortestWithOtherFirst = 7
    /// A word with fewer scalars has no plural that is looked for.
    static let shortestPlural = 3
    /// Keys with more scalars are not compared.
    static let longest = 60

    /// How two different keys are near duplicates; nil where they are not.
    ///
    /// A digit that is another one makes another thing, not a slip: `2024` and `2025` are no near duplicates.
    /// - Parameters:
    ///   - left: the folded key of one tag.
    ///   - right: the folded key of the other.
    /// - Complexity: O(length).
    public init?(_ left: String, _ right: String) {
        self.init(left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
    }

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

    /// The key without spaces, hyphens, underscores and dots; other signs tell names apart, as in `c` and `c++`.
    static func withoutSeparators(_ key: [UInt32]) -> [UInt32] {
        key.filter { scalar in
            if scalar < 0x80 { return !" -_.".unicodeScalars.contains { $0.value == scalar } }
            switch Unicode.Scalar(scalar)?.properties.generalCategory {
            case .spaceSeparator, .dashPunctuation, .connectorPunctuation: return false
            default: return true
            }
        }
    }

    /// The folded keys that a key would have in the other number: of `photo` `photos`, of `cities` `city`.
    public static func otherNumbers(of key: String) -> [String] {
        let scalars = key.unicodeScalars.map(\.value)
        guard (shortestPlural...longest).contains(scalars.count) else { return [] }
        var keys = singulars(of: scalars) + ["s", "es"].map { scalars + $0.scalarValues }
        if scalars.hasSuffix("y") { keys.append(scalars.dropLast() + "ies".scalarValues) }
        return keys.map { key in
            String(String.UnicodeScalarView(key.compactMap(Unicode.Scalar.init)))
        }
    }

    /// Whether `plural` is `word` with an s, with es, or with ies for y.
    private static func isPlural(_ plural: [UInt32], of word: [UInt32]) -> Bool {
        guard word.count >= shortestPlural, plural.count > word.count else { return false }
        return singulars(of: plural).contains(word)
    }

    /// The words of which a key may be the plural.
    static func singulars(of key: [UInt32]) -> [[UInt32]] {
        guard key.count > shortestPlural, key.hasSuffix("s"), !key.hasSuffix("ss") else {
            return []
        }
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
        guard place > 0 || min(left.count, right.count) >= shortestWithOtherFirst else {
            return false
        }
        // `cars` and `cats`: in a short word another letter makes another word. Two swapped letters differ in two places.
        let isReplaced =
            left.count == right.count && left[(place + 1)...] == right[(place + 1)...]
        guard !isReplaced || left.count >= shortestReplaced else { return false }
        return isSlip(at: place, in: left) && isSlip(at: place, in: right)
    }

    /// Whether a difference at a place is likely a slip: in no digit, and in a word that is long enough.
    private static func isSlip(at place: Int, in key: [UInt32]) -> Bool {
        guard place < key.count else { return lettersAround(place, in: key) >= shortest }
        var separators = Separators()
        if separators.contains(key[place]) { return true }
        return !(0x30...0x39).contains(key[place]) && lettersAround(place, in: key) >= shortest
    }

    /// The length of the word that a place lies in, or ends.
    private static func lettersAround(_ place: Int, in key: [UInt32]) -> Int {
        var separators = Separators()
        let before = key[..<min(place, key.count)].reversed()
            .prefix { !separators.contains($0) }
            .count
        return before + key[min(place, key.count)...].prefix { !separators.contains($0) }.count
    }
}

extension String {
    fileprivate var scalarValues: [UInt32] { unicodeScalars.map(\.value) }
}

extension [UInt32] {
    fileprivate func hasSuffix(_ suffix: String) -> Bool {
        let suffix = suffix.scalarValues
        return count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}
