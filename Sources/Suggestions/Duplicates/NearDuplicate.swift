internal import TagCore

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
