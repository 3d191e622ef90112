/// The words of a text: those of its title, and every other word with its number of occurrences.
///
/// ```swift
/// let words = TextWords("Fast tests\nRun tests in parallel")
/// words.title   // ["fast", "tests"]
/// words.others  // ("run", 1), ("in", 1), ("parallel", 1)
/// ```
package struct TextWords: Sendable {
    /// The words of the first nonblank line.
    ///
    /// Empty if more lines follow a long first line, which is then the first sentence of the text rather than a title.
    package private(set) var title: [String] = []
    /// Every other word with its number of occurrences, in order of first appearance.
    package private(set) var others: [(word: String, count: Int)] = []

    /// The maximum number of words of a title that is followed by other lines.
    private static let longestTitle = 8

    /// The maximum number of bytes that are read: 1 MB.
    package static let limit = 1_000_000

    /// Splits a text; bytes beyond ``limit`` are ignored.
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
        var positions: [String: Int] = [:]
        for line in lines {
            LabelWords.forEachWord(of: String(line)) { word in
                guard !known.contains(word) else { return true }
                if let position = positions[word] {
                    others[position].count += 1
                } else {
                    positions[word] = others.count
                    others.append((word, 1))
                }
                return true
            }
        }
    }

    /// Returns the first ``limit`` bytes of a text, up to the end of a character, without leading blank lines.
    private static func beginning(of text: String) -> Substring {
        let end = text.utf8.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
        return text[..<(end ?? text.endIndex)].drop(while: \.isWhitespace)
    }
}
