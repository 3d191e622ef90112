internal import TagCore

/// The ranges of characters of a tag's name that match a typed text, for highlighting.
///
/// ```swift
/// let query = CompletionQuery(key: "read")
/// if let match = tags.complete(query, limit: 1).first {
///     MatchRanges.ranges(of: query, in: match.name, match)  // [0..<4] for "Reading"
/// }
/// MatchRanges.range(ofFiltered: "list", in: "reading list")  // 8..<12
/// ```
public enum MatchRanges {
    /// Returns the ranges of characters of a name to highlight.
    ///
    /// For a typo, these are the common prefix and suffix. A match by alias has none, because the
    /// name doesn't contain the alias.
    /// - Parameters:
    ///   - query: the typed text.
    ///   - name: the name as shown.
    ///   - completion: the match.
    /// - Returns: nonempty ranges in ascending order.
    /// - Complexity: O(name · query).
    public static func ranges(of query: CompletionQuery, in name: String, _ completion: Completion) -> [Range<Int>] {
        let typed = completion.ignoresMarks ? query.foldedKey : query.key
        let scalars = typed.unicodeScalars.map(\.value)
        guard !scalars.isEmpty, completion.alias == nil else { return [] }
        let isKey = completion.isNamedByKey && !completion.ignoresMarks
        if isKey, completion.kind == .exact || completion.kind == .prefix {
            return [0..<characters(of: name, holding: scalars.count)]
        }
        let text = KeyedName(name, isKey ? .none : completion.ignoresMarks ? .folded : .key)
        switch completion.kind {
        case .exact: return text.characters(0..<text.scalars.count)
        case .prefix: return text.scalars.starts(with: scalars) ? text.characters(0..<scalars.count) : []
        case .wordPrefix: return text.first(scalars, atWordsOnly: true)
        case .substring, .withoutMarks: return text.first(scalars, atWordsOnly: false)
        case .subsequence, .scattered: return text.lettersInOrder(scalars)
        case .alias: return []
        case .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo, .distantTypo:
            return text.commonEnds(scalars, isPrefix: completion.kind.isOfPrefix)
        }
    }
}

extension MatchRanges {
    /// Returns the range of characters of a name that matches the query of a filter, or `nil` if the name doesn't contain it.
    ///
    /// The start of the name is preferred, then the start of a word. Matches with the typed accents are preferred to all others.
    /// - Complexity: O(name · query).
    public static func range(ofFiltered query: String, in name: String) -> Range<Int>? {
        let key = TagKey(FoldedText(query))
        guard !key.text.isEmpty else { return nil }
        let forms: [(String, KeyedName.Form)] =
            key.text == key.folded ? [(key.folded, .folded)] : [(key.text, .key), (key.folded, .folded)]
        for (text, form) in forms {
            let scalars = text.unicodeScalars.map(\.value)
            let name = KeyedName(name, form)
            if name.scalars.starts(with: scalars) { return name.characters(0..<scalars.count).first }
            for atWordsOnly in [true, false] {
                let ranges = name.first(scalars, atWordsOnly: atWordsOnly)
                if let range = ranges.first { return range }
            }
        }
        return nil
    }

    /// Returns the number of characters that the first scalars of a name belong to.
    private static func characters(of name: String, holding scalars: Int) -> Int {
        // The next scalar could combine with the last ASCII character, so check that it's ASCII,
        // too.
        if name.utf8.prefix(scalars + 1).allSatisfy({ $0 < 0x80 }) { return min(scalars, name.utf8.count) }
        var (count, left) = (0, scalars)
        for character in name where left > 0 {
            left -= character.unicodeScalars.count
            count += 1
        }
        return count
    }
}

extension MatchKind {
    /// Whether a typo of this kind is in a prefix of the key.
    fileprivate var isOfPrefix: Bool { self == .likelyPrefixTypo || self == .prefixTypo }
}

/// The scalars of a name's key, each with the character of the name that it comes from.
private struct KeyedName {
    private(set) var scalars: [UInt32] = []
    private var origins: [Int] = []

    /// The transformation applied to each character.
    enum Form {
        /// No transformation, because the name is a key.
        case none
        /// The key of the character.
        case key
        /// The key of the character without accents.
        case folded
    }

    /// Transforms a name character by character.
    init(_ name: String, _ form: Form) {
        guard !name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            // The key of ASCII text is the text in lowercase, one scalar per character.
            scalars = name.utf8.map { UInt32((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) }
            origins = Array(scalars.indices)
            return
        }
        for (index, character) in name.enumerated() {
            // The key of a lone space would be empty.
            let text = character.isWhitespace ? " " : Self.text(of: character, form)
            for scalar in text.unicodeScalars {
                scalars.append(scalar.value)
                origins.append(index)
            }
        }
    }

    private static func text(of character: Character, _ form: Form) -> String {
        switch form {
        case .none: String(character)
        case .key: FoldedText(String(character)).text
        case .folded: FoldedText(String(character)).withoutAccents
        }
    }

    /// Returns the characters that a range of scalars comes from, as a list of at most one range.
    func characters(_ range: Range<Int>) -> [Range<Int>] {
        guard let first = range.first, let last = range.last, last < origins.count else { return [] }
        return [origins[first]..<(origins[last] + 1)]
    }

    /// Returns the characters of the first occurrence of a query, as a list of at most one range.
    func first(_ query: [UInt32], atWordsOnly: Bool) -> [Range<Int>] {
        guard query.count <= scalars.count else { return [] }
        var separators = Separators()
        for start in 0...(scalars.count - query.count) where scalars[start...].starts(with: query) {
            let isWord = start > 0 && separators.contains(scalars[start - 1])
            if isWord || !atWordsOnly { return characters(start..<(start + query.count)) }
        }
        return []
    }

    /// Returns the characters of the scalars of a query in order, with adjacent characters as one
    /// range.
    func lettersInOrder(_ query: [UInt32]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var rest = query[...]
        for (place, scalar) in scalars.enumerated() where scalar == rest.first {
            rest = rest.dropFirst()
            for range in characters(place..<place + 1) {
                guard let last = ranges.last, range.lowerBound <= last.upperBound else {
                    ranges.append(range)
                    continue
                }
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            }
        }
        return rest.isEmpty ? ranges : []
    }

    /// Returns the characters of the prefix and suffix shared with the query; for a typo in a prefix, only of the prefix.
    func commonEnds(_ query: [UInt32], isPrefix: Bool) -> [Range<Int>] {
        let front = zip(scalars, query).prefix { $0 == $1 }.count
        let shorter = min(scalars.count, query.count)
        var back = zip(scalars.reversed(), query.reversed()).prefix { $0 == $1 }.count
        back = isPrefix ? 0 : min(back, shorter - front)
        let ranges = characters(0..<front) + characters((scalars.count - back)..<scalars.count)
        guard ranges.count == 2, ranges[0].upperBound >= ranges[1].lowerBound else { return ranges }
        return [ranges[0].lowerBound..<ranges[1].upperBound]
    }
}
