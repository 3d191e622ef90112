/// The pairs of tags whose names abbreviate or respell each other.
///
/// ```swift
/// let pairs = TagAbbreviations(["PWA", "swift", "ProgressiveWebApp"]).pairs
/// pairs[0]  // (first: 0, second: 2, kind: .initials)
/// ```
public struct TagAbbreviations: Sendable {
    /// A pair of names, by their indices.
    public struct Pair: Sendable, Hashable {
        /// The index of the earlier name.
        public let first: Int
        /// The index of the later name.
        public let second: Int
        /// The relation between the names.
        public let kind: TagAbbreviation
    }

    /// The pairs, sorted by index.
    public let pairs: [Pair]

    /// The maximum number of names that are compared because they could abbreviate the same name.
    private static let groupLimit = 50

    /// Finds the pairs among names.
    ///
    /// Names are compared only if they share a key: their letters, their initials, or their first and last letters with the
    /// number of those between. Of more than 50 names with one key, the first 50 are compared.
    ///
    /// - Parameter names: the names, most important first.
    /// - Complexity: linear in the length of the names.
    public init(_ names: [String]) {
        let parts = names.map { TagNameParts($0) }
        var groups: [String: [Int]] = [:]
        for (index, part) in parts.enumerated() {
            for key in Self.keys(of: part) where groups[key]?.count ?? 0 < Self.groupLimit {
                groups[key, default: []].append(index)
            }
        }
        var found: [Pair: Void] = [:]
        for group in groups.values where group.count > 1 {
            for (place, first) in group.enumerated() {
                for second in group[(place + 1)...] {
                    guard let kind = TagAbbreviation(parts[first], parts[second]) else { continue }
                    found[Pair(first: first, second: second, kind: kind)] = ()
                }
            }
        }
        pairs = found.keys.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    /// Returns the keys that a name shares with those it may abbreviate.
    private static func keys(of part: TagNameParts) -> Set<String> {
        guard !part.joined.isEmpty else { return [] }
        var keys: Set<String> = ["=" + part.key, "i" + part.joined]
        if part.words.count > 1 { keys.insert("i" + String(part.words.compactMap(\.first))) }
        let letters = Array(part.joined)
        // Numeronyms keep one letter at each end, rarely two.
        for (start, end) in [(1, 1), (2, 1), (1, 2)] where letters.count > start + end + 1 {
            let count = letters.count - start - end
            keys.insert("i" + String(letters[..<start]) + "\(count)" + String(letters[(letters.count - end)...]))
        }
        return keys
    }
}

/// The way in which a tag's name abbreviates or respells another's.
///
/// ```swift
/// TagAbbreviation("PWA", of: "ProgressiveWebApp")    // .initials
/// TagAbbreviation("k8s", of: "kubernetes")           // .numeronym
/// TagAbbreviation("web-design", of: "WebDesigns")    // .spelling
/// TagAbbreviation("cat", of: "category")             // nil
/// ```
public enum TagAbbreviation: String, Sendable, Hashable, CaseIterable {
    /// The names are equal without spaces, signs, accents and English plurals.
    case spelling
    /// One name consists of the first letters of the other's words.
    case initials
    /// One name is the other with the number of the letters left out in their place, as `i18n`.
    case numeronym

    /// Compares the names of two tags; `nil` if neither abbreviates the other.
    ///
    /// Of hierarchical names such as `lang::en`, only the last parts are compared, and the parts before must be equal.
    ///
    /// - Parameters:
    ///   - name: the name of one tag.
    ///   - other: the name of the other tag.
    /// - Complexity: O(*n*) in the length of the names.
    public init?(_ name: String, of other: String) { self.init(TagNameParts(name), TagNameParts(other)) }

    /// Compares the name of a new tag with that of a tag, which even two letters may abbreviate.
    ///
    /// A new name isn't compared with a tag of two letters, because many words begin with these.
    ///
    /// ```swift
    /// TagAbbreviation(new: "ml", of: "machine-learning")  // .initials
    /// TagAbbreviation(new: "machine-learning", of: "ml")  // nil
    /// ```
    public init?(new name: String, of tag: String) {
        let (new, known) = (TagNameParts(name), TagNameParts(tag))
        if let kind = Self(new, known) {
            self = kind
        } else if new.parent == known.parent, new.signs == known.signs, new.joined.count == 2,
            new.isInitials(of: known, least: 2)
        {
            self = .initials
        } else {
            return nil
        }
    }

    /// Returns the beginning that a name shares with every name that abbreviates it or that it abbreviates: up to the first
    /// letter of its last part.
    public static func start(of name: String) -> String {
        let end = name.lastIndex { $0 == "/" || $0 == ":" }.map { name.index(after: $0) } ?? name.startIndex
        return String(name[..<end] + name[end...].prefix(1))
    }

    /// Compares two names.
    init?(_ first: TagNameParts, _ second: TagNameParts) {
        guard first.parent == second.parent, first.signs == second.signs, !first.joined.isEmpty, !second.joined.isEmpty
        else { return nil }
        if first.key == second.key {
            self = .spelling
        } else if first.isInitials(of: second) || second.isInitials(of: first) {
            self = .initials
        } else if first.isNumeronym(of: second) || second.isNumeronym(of: first) {
            self = .numeronym
        } else {
            return nil
        }
    }
}
