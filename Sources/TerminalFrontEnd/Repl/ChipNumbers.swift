/// The syntax for numbers of chips: `3`, `3 5 7` and `2-4`.
///
/// To name a tag whose name looks like a number or a range, type a number sign before it: `#3`.
public enum ChipNumbers {
    /// The maximum number of chips in all ranges together.
    private static let limit = 1_000_000

    /// Returns the numbers without duplicates, or `nil` unless all words are numbers or ranges.
    ///
    /// - Throws: `ReplInputError.badRange` for a range that ends before it starts or is too long.
    public static func numbers(_ words: [String]) throws(ReplInputError) -> [Int]? {
        var numbers: [Int] = []
        var known: Set<Int> = []
        var left = limit
        for word in words {
            guard let ends = ends(of: word) else { return nil }
            let bounds = ends.compactMap { Int($0) }
            guard bounds.count == ends.count, let first = bounds.first, let last = bounds.last, first <= last,
                last - first < left
            else { throw .badRange(word) }
            left -= last - first + 1
            for number in first...last where known.insert(number).inserted { numbers.append(number) }
        }
        return numbers.isEmpty ? nil : numbers
    }

    /// Returns the tag name in a word such as `#3`, or `nil` for any other word.
    static func name(_ word: String) -> String? {
        word.first == "#" && isReserved(word) ? String(word.dropFirst()) : nil
    }

    /// Returns a tag name as it's typed, with a number sign if it looks like the number of a chip.
    static func typed(_ name: String) -> String { isReserved(name) ? "#\(name)" : name }

    /// Returns whether a word is a number or a range, ignoring number signs before it.
    private static func isReserved(_ word: String) -> Bool { ends(of: word.drop { $0 == "#" }) != nil }

    /// Returns the digits of a number, or of both ends of a range; nil for any other word.
    private static func ends(of word: some StringProtocol) -> [Substring]? {
        let ends = Substring(word).split(separator: "-", omittingEmptySubsequences: false)
        let areNumbers = ends.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
        return ends.count <= 2 && areNumbers ? ends : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
