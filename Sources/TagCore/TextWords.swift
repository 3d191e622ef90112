/// The words of a whole text: those of its title, and how often each other word stands in it.
package struct TextWords: Sendable {
    /// The words of the first line that is not blank, as ``LabelWords`` finds them; none if more lines follow a long one, which is
    /// then no title but the text's first sentence.
    package private(set) var title: [String] = []
    /// Every other word with the number of times that it stands in the text, in the order of first appearance.
    package private(set) var others: [(word: String, count: Int)] = []

    /// The most words of a title above other lines.
    private static let longestTitle = 8

    /// The most bytes of a text that are read: 1 MB.
    package static let limit = 1_000_000

    /// Splits a text; what is beyond ``limit`` is left out.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package init(_ text: String) {
        let lines = Self.beginning(of: text)
            .split(maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isNewline)
        guard let first = lines.first else { return }
        title = LabelWords.words(of: String(first))
        if lines.count > 1, title.count > Self.longestTitle { title = [] }
        guard lines.count > 1 || title.count == LabelWords.limit else { return }
        count(words: lines)
    }

    private mutating func count(words lines: [Substring]) {
        let known = Set(title)
        var places: [String: Int] = [:]
        for line in lines {
            LabelWords.forEachWord(of: String(line)) { word in
                guard !known.contains(word) else { return true }
                if let place = places[word] {
                    others[place].count += 1
                } else {
                    places[word] = others.count
                    others.append((word, 1))
                }
                return true
            }
        }
    }

    /// The first ``limit`` bytes of a text and what belongs to its last character, without blank lines before it.
    private static func beginning(of text: String) -> Substring {
        let end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
        return text[..<(end ?? text.endIndex)].drop(while: \.isWhitespace)
    }
}
