internal import TagCore

/// Folded keys in UTF-8, packed into one array of bytes for scanning.
///
/// The kinds of match are those of ``MatchKind``, words begin after `Separators`, and keys with the typed accents are
/// preferred.
struct PackedTexts: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The end of each text in ``bytes``.
    private var ends: [Int] = []
    /// The signatures of each text.
    private var signatures: [KeySignatures] = []
    /// The keys with accents, by index, of the texts that have any.
    private var accentedKeys: [Int: [UInt8]] = [:]

    /// The number of texts.
    var count: Int { ends.count }

    /// Appends the key of a name.
    mutating func append(keyOf name: String) {
        let start = bytes.count
        guard !appendPlain(name.utf8) else { return finishText() }
        bytes.removeSubrange(start...)
        let key = TagKey(FoldedText(name))
        append(key: key.text, folded: key.folded)
    }

    /// Appends a key with its form without accents, which equals the key if it has none.
    mutating func append(key: String, folded: String) {
        bytes.append(contentsOf: folded.utf8)
        if !key.utf8.elementsEqual(folded.utf8) { accentedKeys[count] = Array(key.utf8) }
        finishText()
    }

    private mutating func finishText() {
        ends.append(bytes.count)
        signatures.append(signatures(at: count - 1))
    }

    /// Appends other texts.
    ///
    /// - Complexity: O(*n*) in the length of the other texts.
    mutating func append(_ other: PackedTexts) {
        let (start, first) = (bytes.count, count)
        bytes += other.bytes
        ends += other.ends.map { $0 + start }
        signatures += other.signatures
        for (index, key) in other.accentedKeys { accentedKeys[first + index] = key }
    }

    /// Appends an ASCII name with single spaces, whose key is the name in lowercase; returns false
    /// for any other name.
    private mutating func appendPlain(_ name: String.UTF8View) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in name {
            guard byte > 0x20 || byte == 0x20 && previous != 0x20, byte < 0x7F else { return false }
            bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            previous = byte
        }
        return previous != UInt8(ascii: " ")
    }

    /// Returns the bytes of a text.
    func bytes(at index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

    /// Returns the key of a text, with its accents.
    func key(at index: Int) -> String {
        String(decoding: accentedKey(at: index)?[...] ?? bytes(at: index), as: UTF8.self)
    }

    /// Returns the range of a text in ``bytes``.
    func range(at index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    private func signatures(at index: Int) -> KeySignatures {
        var signatures = KeySignatures()
        let range = range(at: index)
        for place in range {
            signatures.all.insert(bytes[place])
            if WordStart.isWordStart(place, of: bytes.span, in: range) { signatures.initial.insert(bytes[place]) }
        }
        return signatures
    }

    /// Returns the number of bits of a query's signature that a text lacks, a lower bound of their edit distance.
    func missingBits(of query: ByteSignature, at index: Int) -> Int { signatures[index].all.missingBits(of: query) }

    /// Returns whether a text may contain all bytes of a query.
    func mayContain(_ query: ByteSignature, at index: Int) -> Bool { signatures[index].all.contains(query) }

    /// Returns the key with accents of a text; `nil` if it has none.
    func accentedKey(at index: Int) -> [UInt8]? { accentedKeys.isEmpty ? nil : accentedKeys[index] }

    /// Returns whether the first of two texts comes first in the order of their keys.
    func isOrdered(_ left: Int, before right: Int) -> Bool {
        let (leftKey, rightKey) = (accentedKey(at: left)?[...], accentedKey(at: right)?[...])
        return (leftKey ?? bytes(at: left)).lexicographicallyPrecedes(rightKey ?? bytes(at: right))
    }
}

extension PackedTexts {
    /// Calls a body with the given texts that match a query, and their matches.
    ///
    /// - Complexity: O(text · query) for each text, in practice O(text); O(1) for most texts that don't match.
    func forEachMatch(of query: TermQuery, among candidates: some Sequence<Int>, _ body: (Int, FilterMatch) -> Void) {
        let text = bytes.span
        // Nearly every query is a single term, so extract it once instead of for each text.
        guard query.phrase == nil, let term = query.onlyTerm else {
            for index in candidates where signatures[index].all.contains(query.signature) {
                let match = matchableKey(at: index).match(query, in: text, accentedKey(at: index))
                if let match { body(index, match) }
            }
            return
        }
        for index in candidates where signatures[index].all.contains(query.signature) {
            let match = matchableKey(at: index).match(term, in: text, accentedKey(at: index))
            if let match { body(index, match) }
        }
    }

    /// Returns a text in the form used to compare it with a query.
    func matchableKey(at index: Int) -> MatchableKey {
        MatchableKey(range: range(at: index), signatures: signatures[index])
    }
}

extension MatchKind {
    /// Determines how a range of a text matches a nonempty query; `nil` if the range doesn't
    /// contain the query.
    ///
    /// - Complexity: O(range · query), in practice linear in the range.
    init?(of query: [UInt8], in text: Span<UInt8>, _ range: Range<Int>) {
        guard range.count >= query.count else { return nil }
        let query = query.span
        let first = query[0]
        var best: MatchKind?
        for start in range.lowerBound...range.upperBound - query.count where text[start] == first {
            var length = 1
            while length < query.count, text[start + length] == query[length] { length += 1 }
            guard length == query.count else { continue }
            if start == range.lowerBound {
                self = query.count == range.count ? .exact : .prefix
                return
            }
            if WordStart.isWordStart(start, of: text, in: range) {
                self = .wordPrefix
                return
            }
            best = .substring
        }
        guard let best else { return nil }
        self = best
    }
}

/// The detection of word starts in UTF-8.
enum WordStart {
    /// Returns whether a word begins at a position of a text: at its start, or after a separator.
    ///
    /// - Complexity: O(1).
    static func isWordStart(_ place: Int, of bytes: Span<UInt8>, in text: Range<Int>) -> Bool {
        guard place > text.lowerBound else { return true }
        let previous = bytes[place - 1]
        if previous < 0x80 { return Separators.isSeparator(ascii: previous) }
        // The position must not be within a scalar. The preceding scalar isn't ASCII, so it has to
        // be decoded.
        guard bytes[place] & 0xC0 != 0x80 else { return false }
        var start = place - 1
        while start > text.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var scalar = UInt32(bytes[start]) & (0x7F >> UInt32(place - start))
        for index in (start + 1)..<place { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
        return Separators.isSeparator(scalar)
    }
}
