internal import Dispatch
internal import Synchronization

/// A filter of lines by a typed text, in the order of fzf: best score first, then shorter lines.
///
/// The score is that of ``LineScorer``. Case counts only for terms with an uppercase letter; accents
/// never count.
///
/// ```swift
/// var filter = LineFilter()
/// for line in ["annotate.rs", "note/tag.rs", "note/Tags/a.rs"] { filter.append(line) }
/// filter.matches("notetag")  // [1, 2]
/// filter.matches("Tag")      // [2]
/// ```
public struct LineFilter: Sendable {
    /// The order of matches.
    public enum Order: Hashable, Sendable {
        /// Best first.
        case score
        /// The order of the lines.
        case lines
    }

    /// The number of lines.
    public var count: Int { partCounts.count }
    private var text = LineText()
    /// The end of each part in ``text``.
    private var ends: [Int] = []
    /// The signature of each part.
    private var signatures: [ByteSignature] = []
    /// The number of parts up to the end of each line.
    private var partCounts: [Int] = []
    /// The length of each line in scalars, at most 65,535.
    private var lengths: [UInt16] = []
    /// The scores of lines related to the selected tags, by index.
    private var affinities: [Int: Double] = [:]

    /// Creates a filter without lines.
    public init() {}

    /// Appends a line.
    ///
    /// - Parameters:
    ///   - line: the line, without surrounding white space.
    ///   - parts: the parts of the line to match, each separately; `nil` means the whole line.
    /// - Complexity: linear in the line.
    public mutating func append(_ line: String, parts: [String]? = nil) {
        for part in parts ?? [line] {
            let start = text.bytes.count
            text.append(part)
            ends.append(text.bytes.count)
            signatures.append(ByteSignature(text.bytes[start...]))
        }
        partCounts.append(ends.count)
        lengths.append(UInt16(clamping: line.unicodeScalars.count))
    }

    /// Appends the lines of another filter.
    ///
    /// - Complexity: linear in the other lines.
    public mutating func append(_ other: LineFilter) {
        let (start, first) = (text.bytes.count, ends.count)
        text.append(other.text)
        ends += other.ends.map { $0 + start }
        signatures += other.signatures
        partCounts += other.partCounts.map { $0 + first }
        lengths += other.lengths
    }

    /// Sets the affinity of lines to the selected tags; of equally good matches, the greater comes first.
    ///
    /// - Parameter affinities: indices of lines and their scores; other lines have none.
    public mutating func setAffinities(_ affinities: [(tag: Int, score: Double)]) {
        let known = affinities.filter { (0..<count).contains($0.tag) && $0.score > 0 }
        self.affinities = Dictionary(known.map { ($0.tag, $0.score) }) { first, _ in first }
    }

    /// Returns the indices of the matching lines.
    ///
    /// - Parameters:
    ///   - query: the typed text in the syntax of ``TermQuery``; an empty text matches every line.
    ///   - earlier: the matches of a prefix of the text, if they are known.
    ///   - isExact: whether a line must contain each term, instead of the term's letters in order.
    ///   - order: the order of the matches; a query without terms keeps the order of the lines.
    ///   - isReversed: whether later lines come first among equal matches.
    /// - Returns: indices of lines, without duplicates.
    /// - Complexity: O(*n* log *n*) for *n* matches, and O(line · term) for each, shared by all processors if there are many lines.
    public func matches(
        _ query: String, among earlier: [Int]? = nil, isExact: Bool = false, order: Order = .score,
        isReversed: Bool = false
    ) -> [Int] {
        let parsed = LineQuery(query, isExact: isExact)
        guard !parsed.isEmpty else { return isReversed ? (0..<count).reversed() : Array(0..<count) }
        let isRanked = parsed.isRanked && order == .score
        // With operators, the matches of a longer query aren't always among the earlier matches.
        let known = parsed.isPlain ? earlier : nil
        let candidates = known?.count ?? count
        let found = Mutex<[RankedLine]>([])
        DispatchQueue.concurrentPerform(iterations: (candidates - 1) / Self.share + 1) { part in
            // Each processor has its own query, so that they don't wait for each other's reference counts.
            let query = LineQuery(query, isExact: isExact)
            var scorer = LineScorer()
            let places = part * Self.share..<min((part + 1) * Self.share, candidates)
            let ranked = places.compactMap { place -> RankedLine? in
                let line = known?[place] ?? place
                return score(of: query, at: line, &scorer)
                    .map { score in
                        RankedLine(
                            line: line, score: isRanked ? score : 0, length: isRanked ? lengths[line] : 0,
                            isReversed: isReversed)
                    }
            }
            // The last sort is quick with parts in order.
            let ordered = ranked.sorted()
            found.withLock { $0 += ordered }
        }
        return sorted(found.withLock(\.self), byAffinity: isRanked)
    }

    /// The number of lines that a processor matches before it takes more.
    private static let share = 8_192

    private func sorted(_ found: [RankedLine], byAffinity: Bool) -> [Int] {
        guard byAffinity, !affinities.isEmpty else { return found.sorted().map(\.line) }
        let sorted = found.sorted { (left: RankedLine, right: RankedLine) -> Bool in
            guard left.score == right.score else { return left < right }
            let (first, second) = (affinities[left.line] ?? 0, affinities[right.line] ?? 0)
            return first == second ? left < right : first > second
        }
        return sorted.map(\.line)
    }

    /// Returns the score of a line, or `nil` if it doesn't match.
    private func score(of query: LineQuery, at line: Int, _ scorer: inout LineScorer) -> Int32? {
        let parts = (line == 0 ? 0 : partCounts[line - 1])..<partCounts[line]
        if parts.count == 1, !signatures[parts.lowerBound].contains(query.signature) { return nil }
        var total: Int32 = 0
        for terms in query.alternatives {
            guard let score = score(of: terms, in: parts, &scorer) else { return nil }
            total += score
        }
        return total
    }

    private func score(of terms: [LineQuery.Term], in parts: Range<Int>, _ scorer: inout LineScorer) -> Int32? {
        var isExcluded: Int32?
        for term in terms {
            let score = score(of: term, in: parts, &scorer)
            if term.isNegated { if score == nil { isExcluded = 0 } } else if let score { return score }
        }
        return isExcluded
    }

    /// Returns the score in the first part that matches.
    private func score(of term: LineQuery.Term, in parts: Range<Int>, _ scorer: inout LineScorer) -> Int32? {
        for part in parts where signatures[part].contains(term.signature) {
            if let match = scorer.match(term, in: range(of: part), of: text) { return match.score }
        }
        return nil
    }

    /// Returns the index of the first line that equals a text without case and accents, or `nil`.
    ///
    /// - Complexity: linear in the length of the lines.
    public func line(equalTo other: String) -> Int? {
        var wanted = LineText()
        wanted.append(other.drop(while: \.isWhitespace))
        guard !wanted.bytes.isEmpty else { return nil }
        return (0..<count)
            .first { line in
                let part = line == 0 ? 0 : partCounts[line - 1]
                return part < partCounts[line] && text.bytes[range(of: part)].elementsEqual(wanted.bytes)
            }
    }

    private func range(of part: Int) -> Range<Int> { (part == 0 ? 0 : ends[part - 1])..<ends[part] }
}

extension LineFilter {
    /// The length in bytes of a text above which nothing is highlighted.
    private static let longestHighlighted = 4_096

    /// Returns the ranges of characters of a text that match a query, for highlighting.
    ///
    /// - Returns: nonempty ranges in ascending order that aren't adjacent.
    /// - Complexity: O(text · query).
    public static func ranges(of query: String, in text: String, isExact: Bool) -> [Range<Int>] {
        guard text.utf8.count <= longestHighlighted else { return [] }
        var lines = LineText()
        lines.append(text)
        let origins = text.enumerated()
            .flatMap { index, character in Array(repeating: index, count: LineText.scalarCount(of: character)) }
        var scorer = LineScorer()
        var marked: Set<Int> = []
        for terms in LineQuery(query, isExact: isExact).alternatives {
            for term in terms where !term.isNegated {
                let whole = 0..<lines.bytes.count
                guard let match = scorer.match(term, in: whole, of: lines) else { continue }
                for place in scorer.letters(of: term, in: match) where place < origins.count {
                    marked.insert(origins[place])
                }
                break
            }
        }
        return marked.sorted()
            .reduce(into: []) { ranges, place in
                if let last = ranges.last, last.upperBound == place {
                    ranges[ranges.count - 1] = last.lowerBound..<place + 1
                } else {
                    ranges.append(place..<place + 1)
                }
            }
    }
}

/// A matching line; the order is greatest score, then shortest, then first.
private struct RankedLine: Comparable {
    /// The score from the greatest to 0, the length and the place in the order of lines.
    private let rank: UInt64
    let line: Int

    init(line: Int, score: Int32, length: UInt16, isReversed: Bool) {
        let place = UInt32(truncatingIfNeeded: line)
        let worse = UInt64(UInt16.max - UInt16(clamping: score))
        let order = UInt64(isReversed ? ~place : place)
        rank = (worse << 48) | (UInt64(length) << 32) | order
        self.line = line
    }

    var score: UInt64 { rank >> 48 }

    static func < (left: RankedLine, right: RankedLine) -> Bool { left.rank < right.rank }
}
