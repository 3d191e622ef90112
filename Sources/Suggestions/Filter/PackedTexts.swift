internal import TagCore

/// Folded keys in one row of bytes, in UTF-8, for scanning.
///
/// Matching follows the rules of ``CompletionIndex/complete(_:limit:excluding:favouring:)``: the kinds of match are those of
/// ``MatchKind``, words begin where ``Separators`` says, and accents that were typed are meant.
struct PackedTexts: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each text ends.
    private var ends: [Int] = []
    /// The bytes of each text, and those that its words begin with.
    private var signatures: [(all: ByteSignature, initial: ByteSignature)] = []
    /// The key with its accents of each text that has any.
    private var accentedKeys: [Int: [UInt8]] = [:]

    /// The number of texts.
    var count: Int { ends.count }

    /// Appends the key of a name.
    mutating func append(keyOf name: String) {
        let start = bytes.count
        if !appendPlain(name.utf8) {
            bytes.removeSubrange(start...)
            let key = TagKey(name)
            bytes.append(contentsOf: key.folded.utf8)
            if key.text != key.folded { accentedKeys[count] = Array(key.text.utf8) }
        }
        ends.append(bytes.count)
        signatures.append(signatures(at: count - 1))
    }

    /// Appends the texts of another row.
    ///
    /// - Complexity: linear in their bytes.
    mutating func append(_ other: PackedTexts) {
        let (start, first) = (bytes.count, count)
        bytes += other.bytes
        ends += other.ends.map { $0 + start }
        signatures += other.signatures
        for (index, key) in other.accentedKeys { accentedKeys[first + index] = key }
    }

    /// Appends an ASCII name with single spaces, whose key is its lower case; returns false for any other name.
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

    private func signatures(at index: Int) -> (all: ByteSignature, initial: ByteSignature) {
        var (all, initial) = (ByteSignature(), ByteSignature())
        let range = range(at: index)
        for place in range {
            all.insert(bytes[place])
            if WordStart.isWordStart(place, of: bytes.span, in: range) {
                initial.insert(bytes[place])
            }
        }
        return (all, initial)
    }

    /// How many of a query's signature bits a text lacks: at least as many edits lead from one to the other.
    func missingBits(of query: ByteSignature, at index: Int) -> Int {
        signatures[index].all.missingBits(of: query)
    }
}

extension PackedTexts {
    /// How a text matches a query that is not empty, and whether only with accents left out; `nil` if it does not.
    ///
    /// - Complexity: O(text · query), in practice linear in the text; constant for most texts that do not match.
    func match(_ query: FilterQuery, at index: Int) -> FilterMatch? {
        guard signatures[index].all.missingBits(of: query.signature) == 0,
            let kind = kind(of: query, at: index)
        else { return nil }
        return FilterMatch(of: query, foldedKind: kind, accentedKey: accentedKeys[index])
    }

    private func kind(of query: FilterQuery, at index: Int) -> MatchKind? {
        let range = range(at: index)
        let folded = query.folded
        guard range.count >= folded.count else { return nil }
        guard folded.count == 1, ByteSignature.isExact(folded[0]) else {
            return MatchKind(of: folded, in: bytes.span, range)
        }
        // One letter: the signatures tell everything but where the text begins.
        if bytes[range.lowerBound] == folded[0] { return range.count == 1 ? .exact : .prefix }
        return signatures[index].initial.missingBits(of: query.signature) == 0
            ? .wordPrefix : .substring
    }
}

extension MatchKind {
    /// How a range of a text matches a query that is not empty; `nil` if it does not contain it.
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

/// What was typed into a filter, in the forms in which it is compared.
struct FilterQuery: Sendable {
    /// The key in UTF-8.
    let key: [UInt8]
    /// The key without accents in UTF-8.
    let folded: [UInt8]
    let signature: ByteSignature

    /// Whether accents were typed, and so are meant.
    var hasAccents: Bool { key != folded }

    init(_ text: String) {
        let tagKey = TagKey(text)
        // A key has no space at its end, but what is typed may be about to go on.
        let isOpen = text.last?.isWhitespace == true && !tagKey.folded.isEmpty
        key = Array(tagKey.text.utf8) + (isOpen ? [0x20] : [])
        folded = Array(tagKey.folded.utf8) + (isOpen ? [0x20] : [])
        signature = ByteSignature(folded)
    }
}

/// How a text matches a query; a better match is less than a worse one.
struct FilterMatch: Hashable, Comparable, Sendable {
    let kind: MatchKind
    /// Whether it matches only with accents left out.
    let ignoresAccents: Bool

    init(kind: MatchKind, ignoresAccents: Bool) {
        self.kind = kind
        self.ignoresAccents = ignoresAccents
    }

    /// The match of a key that matches in a way without accents.
    ///
    /// - Parameter accentedKey: the key with its accents; `nil` if it has none.
    init(of query: FilterQuery, foldedKind: MatchKind, accentedKey: [UInt8]?) {
        // Most names are without accents: there is one way of matching.
        guard query.hasAccents || accentedKey != nil else {
            self.init(kind: foldedKind, ignoresAccents: false)
            return
        }
        let key = accentedKey ?? []
        let accented = MatchKind(of: query.key, in: key.span, key.indices)
        if query.hasAccents {
            self.init(kind: accented ?? .withoutMarks, ignoresAccents: accented == nil)
            return
        }
        // A key that is the query but for its accents comes after those that begin with what was typed.
        let folded = foldedKind == .exact ? .prefix : foldedKind
        let isAccented = accented.map { $0 <= folded } ?? false
        self.init(kind: isAccented ? accented ?? folded : folded, ignoresAccents: !isAccented)
    }

    static func < (left: FilterMatch, right: FilterMatch) -> Bool {
        if left.kind != right.kind { return left.kind < right.kind }
        return !left.ignoresAccents && right.ignoresAccents
    }
}

/// Where words begin in UTF-8.
enum WordStart {
    /// Whether a word begins at a place of a text: at its start, or after a separator.
    ///
    /// - Complexity: O(1).
    static func isWordStart(_ place: Int, of bytes: Span<UInt8>, in text: Range<Int>) -> Bool {
        guard place > text.lowerBound else { return true }
        let previous = bytes[place - 1]
        if previous < 0x80 { return Separators.isSeparator(ascii: previous) }
        // A scalar goes on here, or the one before is beyond ASCII and has to be put together.
        guard bytes[place] & 0xC0 != 0x80 else { return false }
        var start = place - 1
        while start > text.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var scalar = UInt32(bytes[start]) & (0x7F >> UInt32(place - start))
        for index in (start + 1)..<place { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
        return Separators.isSeparator(scalar)
    }
}

/// Which bytes stand in a text, in 64 bits: one for each lower-case letter and each digit; the others share the rest.
///
/// A text that lacks a bit of a query cannot contain the query, which is known without looking at the text.
struct ByteSignature: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// The signature of some bytes.
    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        for byte in bytes { insert(byte) }
    }

    /// Inserts a byte.
    mutating func insert(_ byte: UInt8) { bits |= 1 << Self.bit(of: byte) }

    /// How many bits of another signature this one lacks.
    func missingBits(of other: ByteSignature) -> Int { (other.bits & ~bits).nonzeroBitCount }

    /// Whether a byte has a bit of its own.
    static func isExact(_ byte: UInt8) -> Bool { bit(of: byte) < firstShared }

    /// The first bit that several bytes share.
    private static let firstShared: UInt64 = 36

    private static func bit(of byte: UInt8) -> UInt64 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 26
        default: firstShared + UInt64(byte) % (64 - firstShared)
        }
    }
}
