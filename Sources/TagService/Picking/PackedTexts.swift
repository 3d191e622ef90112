internal import TagCore
internal import TagStore

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
    /// The signs of each text, and those that its words begin with.
    private var signs: [(all: SignSet, initial: SignSet)] = []

    /// The number of texts.
    var count: Int { ends.count }

    /// Adds the folded key of a name at the end.
    mutating func append(key name: String) {
        let start = bytes.count
        if !appendPlain(name.utf8) {
            bytes.removeSubrange(start...)
            bytes.append(contentsOf: TagKey(name).folded.utf8)
        }
        ends.append(bytes.count)
        signs.append(signs(at: count - 1))
    }

    /// Adds the texts of another row at the end.
    ///
    /// Complexity: linear in their bytes.
    mutating func append(_ other: PackedTexts) {
        let start = bytes.count
        bytes += other.bytes
        ends += other.ends.map { $0 + start }
        signs += other.signs
    }

    /// Adds a name of ASCII with single spaces, as most are, whose key is its small letters; false for another.
    private mutating func appendPlain(_ name: String.UTF8View) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in name {
            guard byte > 0x20 || byte == 0x20 && previous != 0x20, byte < 0x7F else { return false }
            bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            previous = byte
        }
        return previous != UInt8(ascii: " ")
    }

    /// The bytes of a text.
    func bytes(at index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

    private func range(at index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    private func signs(at index: Int) -> (all: SignSet, initial: SignSet) {
        var (all, initial) = (SignSet(), SignSet())
        var isWordStart = true
        for byte in bytes(at: index) {
            all.insert(byte)
            if isWordStart { initial.insert(byte) }
            isWordStart = Self.isSeparator(byte)
        }
        return (all, initial)
    }

    /// How many different signs of a query a text lacks at least.
    func lacking(_ query: SignSet, at index: Int) -> Int { signs[index].all.lacking(query) }

    /// How a text matches a query that is not empty; nil where it does not hold it.
    ///
    /// Complexity: O(text · query), in practice linear in the text; constant for most that do not match.
    func match(_ query: [UInt8], _ queried: SignSet, at index: Int) -> KeyMatch? {
        guard signs[index].all.lacking(queried) == 0 else { return nil }
        let range = range(at: index)
        guard range.count >= query.count else { return nil }
        if query.count == 1, SignSet.isExact(query[0]) {
            return match(query[0], queried, range, index)
        }
        return match(query, in: range)
    }

    /// How a text matches one of its letters: nothing needs to be looked for.
    private func match(
        _ letter: UInt8,
        _ queried: SignSet,
        _ range: Range<Int>,
        _ index: Int
    ) -> KeyMatch {
        if bytes[range.lowerBound] == letter { return range.count == 1 ? .exact : .prefix }
        return signs[index].initial.lacking(queried) == 0 ? .wordPrefix : .substring
    }

    private func match(_ query: [UInt8], in range: Range<Int>) -> KeyMatch? {
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
