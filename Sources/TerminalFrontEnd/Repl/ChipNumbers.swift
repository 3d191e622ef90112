/// Numbers of chips as they are typed: `3`, `3 5 7` and `2-4`.
///
/// A tag whose name looks so is typed after a number sign: `#3`.
enum ChipNumbers {
    /// The most numbers that ranges may have in all.
    private static let limit = 1_000_000

    /// The numbers in words, without duplicates; `nil` if not all words are numbers or ranges.
    ///
    /// - Throws: `ReplInputError.badRange` for a range that ends before it starts, or is too long.
    static func numbers(_ words: [String]) throws(ReplInputError) -> [Int]? {
        var numbers: [Int] = []
        var known: Set<Int> = []
        var left = limit
        for word in words {
            guard let ends = ends(of: word) else { return nil }
            let bounds = ends.compactMap { Int($0) }
            guard bounds.count == ends.count, let first = bounds.first, let last = bounds.last,
                first <= last,
                last - first < left
            else { throw .badRange(word) }
            left -= last - first + 1
            for number in first...last where known.insert(number).inserted {
                numbers.append(number)
            }
        }
        return numbers.isEmpty ? nil : numbers
    }

    /// The name in a word such as `#3`; `nil` for any other word.
    static func name(_ word: String) -> String? {
        word.first == "#" && isReserved(word) ? String(word.dropFirst()) : nil
    }

    /// A name as it is typed as an argument, after a number sign if it looks like a chip number.
    static func typed(_ name: String) -> String {
        isReserved(name) ? "#\(name)" : name
    }

    /// Whether a word is a number or a range, or one after number signs.
    private static func isReserved(_ word: String) -> Bool {
        ends(of: word.drop { $0 == "#" }) != nil
    }

    /// The digits of a number, or of both ends of a range; nil for any other word.
    private static func ends(of word: some StringProtocol) -> [Substring]? {
        let ends = Substring(word).split(separator: "-", omittingEmptySubsequences: false)
        let areNumbers = ends.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
        return ends.count <= 2 && areNumbers ? ends : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
