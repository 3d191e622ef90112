internal import TagCore

/// An index of the words of an item's texts, in which looking up a phrase doesn't depend on the length of the texts.
///
/// It is a suffix array whose order is built by doubling, as Manber and Myers describe, but only compares the 64 words
/// that a phrase can have.
///
/// ```swift
/// let index = PhraseIndex([["a", "walk", "in", "rome"], ["notes"]])
/// index.contains(["walk", "in"], isPrefix: false)  // true
/// index.contains(["walk", "i"], isPrefix: true)    // true
/// index.contains(["rome", "notes"], isPrefix: false)  // false: they are in two texts
/// ```
struct PhraseIndex {
    /// The different words in the order of their bytes; the number of a word is its position, counted from 1.
    private let words: [String]
    private let numbers: [String: Int]
    /// The numbers of the words of all texts, with a 0 after each text.
    private let sequence: [Int]
    /// The positions in the sequence, in the order of the words that begin there.
    private let positions: [Int]

    /// Indexes texts.
    ///
    /// - Parameter texts: the words of each text.
    /// - Complexity: O(*n* log *n*) in the number of words.
    init(_ texts: [[String]]) {
        let words = Set(texts.joined()).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var numbers: [String: Int] = [:]
        for (index, word) in words.enumerated() { numbers[word] = index + 1 }
        var sequence: [Int] = []
        for text in texts {
            for word in text { sequence.append(numbers[word] ?? 0) }
            sequence.append(0)
        }
        self.words = words
        self.numbers = numbers
        self.sequence = sequence
        positions = Self.order(of: sequence)
    }

    /// Returns the positions of a sequence in the order of the numbers that begin there.
    private static func order(of sequence: [Int]) -> [Int] {
        var ranks = sequence
        var positions = Array(sequence.indices)
        var length = 1
        repeat {
            // Rank pairs of adjacent parts, whose ranks are known, by both.
            let keys = ranks.indices.map { index in
                ranks[index] << 32 | (index + length < ranks.count ? ranks[index + length] + 1 : 0)
            }
            positions.sort { keys[$0] < keys[$1] }
            var rank = 0
            for (index, position) in positions.enumerated() {
                if index > 0, keys[position] != keys[positions[index - 1]] { rank += 1 }
                ranks[position] = rank
            }
            if rank + 1 == ranks.count { break }
            length *= 2
        } while length < SearchText.wordLimit
        return positions
    }

    /// Returns whether a text contains words in this order.
    ///
    /// - Parameters:
    ///   - phrase: the words, at most `SearchText.wordLimit`.
    ///   - isPrefix: whether the last word may be the beginning of a word.
    /// - Returns: whether it does; true without words.
    /// - Complexity: O(*m* log *n*) for *m* words of the phrase and *n* words of the texts.
    func contains(_ phrase: [String], isPrefix: Bool) -> Bool {
        guard let last = phrase.last else { return true }
        let beginning = phrase.dropLast().map { numbers[$0] ?? 0 }
        let ends = isPrefix ? numbers(ofPrefix: last) : numbers[last].map { $0..<$0 + 1 } ?? 0..<0
        guard !ends.isEmpty, !beginning.contains(0) else { return false }
        let wanted = beginning + [ends.lowerBound]
        let first = Self.partition(0..<positions.count) { index in
            sequence[positions[index]...].prefix(wanted.count).lexicographicallyPrecedes(wanted)
        }
        guard first < positions.count else { return false }
        let found = sequence[positions[first]...].prefix(wanted.count)
        return found.count == wanted.count && found.dropLast() == beginning[...] && ends.contains(found.last ?? 0)
    }

    /// Returns the numbers of the words that begin with a text.
    private func numbers(ofPrefix prefix: String) -> Range<Int> {
        let first = Self.partition(0..<words.count) { words[$0].utf8.lexicographicallyPrecedes(prefix.utf8) }
        let end = Self.partition(first..<words.count) { words[$0].utf8.starts(with: prefix.utf8) }
        return first + 1..<end + 1
    }

    /// Returns the end of the leading part of a range for which a predicate is true.
    private static func partition(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
