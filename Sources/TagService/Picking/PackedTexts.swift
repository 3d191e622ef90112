/// How a key matches what was typed, best first.
enum KeyMatch: Int, CaseIterable {
    case exact
    case prefix
    case wordPrefix
    case substring
}

/// Texts in one row of bytes, in UTF-8, for scanning.
struct PackedTexts: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each text ends.
    private var ends: [Int] = []

    /// The number of texts.
    var count: Int { ends.count }

    /// Adds a text at the end.
    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
    }

    /// The bytes of a text.
    func bytes(at index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

    private func range(at index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// How a text matches a query that is not empty; nil where it does not hold it.
    ///
    /// Complexity: O(text · query), in practice linear in the text.
    func match(_ query: [UInt8], at index: Int) -> KeyMatch? {
        let range = range(at: index)
        guard range.count >= query.count else { return nil }
        let text = bytes.span
        let query = query.span
        let first = query[0]
        var best: KeyMatch?
        for start in range.lowerBound...range.upperBound - query.count where text[start] == first {
            var length = 1
            while length < query.count, text[start + length] == query[length] { length += 1 }
            guard length == query.count else { continue }
            if start == range.lowerBound { return query.count == range.count ? .exact : .prefix }
            if Self.isSeparator(text[start - 1]) { return .wordPrefix }
            best = .substring
        }
        return best
    }

    /// Whether a word may begin after a byte: ASCII that is neither letter nor digit.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): false
        default: byte < 0x80
        }
    }
}
