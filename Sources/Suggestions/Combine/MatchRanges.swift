internal import TagCore

/// Where in a tag's name the typed text stands, in characters.
public enum MatchRanges {
    /// The ranges of characters of a name to show as matching.
    ///
    /// A typo shows what agrees at the beginning and at the end. A match by alias shows nothing: the name lacks it.
    /// - Parameters:
    ///   - query: what was typed.
    ///   - name: the name as shown.
    ///   - completion: how it matches.
    /// - Returns: ranges in ascending order, none empty.
    /// - Complexity: O(name · query).
    public static func ranges(
        of query: CompletionQuery,
        in name: String,
        _ completion: Completion
    ) -> [Range<Int>] {
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
        case .prefix:
            return text.scalars.starts(with: scalars) ? text.characters(0..<scalars.count) : []
        case .wordPrefix: return text.first(scalars, atWordsOnly: true)
        case .substring, .withoutMarks: return text.first(scalars, atWordsOnly: false)
        case .subsequence: return text.lettersInOrder(scalars)
        case .alias: return []
        case .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo, .distantTypo:
            return text.commonEnds(scalars, isPrefix: completion.kind.isOfPrefix)
        }
    }
}

extension MatchRanges {
    /// The range of characters of a name that a filter's query matches; `nil` if the name does not contain it.
    ///
    /// The best place: the start of the name, the start of a word, or anywhere. Accents that were typed are looked for first.
    /// - Complexity: O(name · query).
    public static func range(ofFiltered query: String, in name: String) -> Range<Int>? {
        let key = TagKey(query)
        guard !key.text.isEmpty else { return nil }
        let forms: [(String, KeyedName.Form)] =
            key.text == key.folded
            ? [(key.folded, .folded)] : [(key.text, .key), (key.folded, .folded)]
        for (text, form) in forms {
            let scalars = text.unicodeScalars.map(\.value)
            let name = KeyedName(name, form)
            if name.scalars.starts(with: scalars) {
                return name.characters(0..<scalars.count).first
            }
            for atWordsOnly in [true, false] {
                let ranges = name.first(scalars, atWordsOnly: atWordsOnly)
                if let range = ranges.first { return range }
            }
        }
        return nil
    }

    /// How many characters of a name its first so many scalars belong to.
    private static func characters(of name: String, holding scalars: Int) -> Int {
        // What follows on ASCII could belong to its last character, if it is not ASCII as well.
        if name.utf8.prefix(scalars + 1).allSatisfy({ $0 < 0x80 }) {
            return min(scalars, name.utf8.count)
        }
        var (count, left) = (0, scalars)
        for character in name where left > 0 {
            left -= character.unicodeScalars.count
            count += 1
        }
        return count
    }
}

extension MatchKind {
    /// Whether a typo of this kind is one in the beginning of the key.
    fileprivate var isOfPrefix: Bool { self == .likelyPrefixTypo || self == .prefixTypo }
}

/// A name's key, scalar by scalar, with the character that each comes from.
private struct KeyedName {
    private(set) var scalars: [UInt32] = []
    private var origins: [Int] = []

    /// What is made of each character.
    enum Form {
        /// Nothing: the name is a key.
        case none
        /// Its key.
        case key
        /// Its key without accents.
        case folded
    }

    init(_ name: String, _ form: Form) {
        guard !name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            // The key of plain ASCII is its lower case, a character each.
            scalars = name.utf8.map { UInt32((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) }
            origins = Array(scalars.indices)
            return
        }
        for (index, character) in name.enumerated() {
            // By itself a space has an empty key.
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
        case .key: TagKey(String(character)).text
        case .folded: TagKey(String(character)).folded
        }
    }

    /// The characters that a range of scalars comes from, as a list of no or one range.
    func characters(_ range: Range<Int>) -> [Range<Int>] {
        guard let first = range.first, let last = range.last, last < origins.count else {
            return []
        }
        return [origins[first]..<(origins[last] + 1)]
    }

    /// The characters of the first occurrence.
    func first(_ query: [UInt32], atWordsOnly: Bool) -> [Range<Int>] {
        guard query.count <= scalars.count else { return [] }
        var separators = Separators()
        for start in 0...(scalars.count - query.count)
        where scalars[start...].starts(with: query) {
            let isWord = start > 0 && separators.contains(scalars[start - 1])
            if isWord || !atWordsOnly { return characters(start..<(start + query.count)) }
        }
        return []
    }

    /// The characters of the first occurrence of each scalar after the one before it, neighbours as one range.
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

    /// The characters that agree with the query at both ends; of a prefix, at the beginning.
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
