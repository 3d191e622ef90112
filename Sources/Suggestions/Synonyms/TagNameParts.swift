internal import TagCore

/// The parts of a tag's name that ``TagAbbreviation`` compares.
struct TagNameParts: Hashable, Sendable {
    /// The folded name before the last `::`, `/` or `:`; empty if there is none.
    let parent: String
    /// The folded words of the last part; a change from lowercase to uppercase begins a word.
    let words: [String]
    /// The words, joined.
    let joined: String
    /// The words without plurals, joined.
    let key: String
    /// The signs that change the meaning of a name: `c`, `c++` and `c#` are different.
    let signs: String

    init(_ name: String) {
        let mark = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        let last = mark.map { name[$0...].dropFirst() } ?? name[...]
        parent = mark.map { FoldedText(String(name[..<$0])).text } ?? ""
        words = Self.words(of: last)
        joined = words.joined()
        key = NameKey.key(of: String(last)) ?? joined
        signs = String(last.filter { "+#".contains($0) })
    }

    private static func words(of name: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLowercase = false
        func end() {
            let folded = FoldedText(word).withoutAccents
            if !folded.isEmpty { words.append(folded) }
            word = ""
        }
        for character in name {
            let isPart = character.isLetter || character.isNumber
            if !isPart || wasLowercase && character.isUppercase { end() }
            if isPart { word.append(character) }
            wasLowercase = character.isLowercase
        }
        end()
        return words
    }

    /// The least number of letters of initials; two letters begin too many pairs of words.
    private static let leastInitials = 3

    /// Returns whether the name consists of the first letters of another's words, at least three by default.
    func isInitials(of other: Self, least: Int = leastInitials) -> Bool {
        guard words.count <= 1 || words.allSatisfy({ $0.count == 1 }), other.words.count >= least else { return false }
        return joined == String(other.words.compactMap(\.first))
    }

    /// Returns whether the name is another's first and last letters around the number of those between, as `k8s`.
    func isNumeronym(of other: Self) -> Bool {
        let start = joined.prefix { $0.isLetter }
        let digits = joined.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }
        let end = joined.dropFirst(start.count + digits.count)
        guard !start.isEmpty, !end.isEmpty, end.allSatisfy(\.isLetter), let count = Int(digits), count > 1 else {
            return false
        }
        return other.joined.hasPrefix(start) && other.joined.hasSuffix(end)
            && other.joined.count == start.count + count + end.count
    }
}
