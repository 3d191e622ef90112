/// Scores matches in lines with the second algorithm of fzf by Junegunn Choi, so that both rank alike.
///
/// The algorithm aligns the letters of a term with a line as Smith and Waterman align sequences: each
/// matched letter scores, and skipped characters between letters cost. A letter gets a bonus if it
/// begins a word, follows a delimiter such as `/`, begins a part of a `camelCase` word, or continues
/// a run of matched letters; the bonus of the first letter counts twice. Ours computes only the score
/// and the end of the best alignment, in one row that is updated for each letter. The matched
/// characters are found by scanning back from the end.
///
/// For the term `nt` and the line `note/tag`:
///
/// ```text
///     n   o   t   e   /   t   a   g
/// n  36  33  32  31  30  29  28  27      16 + 2 · 10 at the start of the line
/// t           49  46  45  55  52  51      30 + 16 + 9 after the delimiter
/// ```
struct LineScorer {
    /// The score of a matched letter.
    private static let match: Int32 = 16
    /// The cost of the first skipped character.
    private static let gap: Int32 = -3
    /// The cost of each further skipped character.
    private static let longerGap: Int32 = -1
    /// The bonus of the start of a word.
    static let start: UInt8 = 8
    static let startAfterDelimiter: UInt8 = 9
    static let startAfterSpace: UInt8 = 10
    /// The bonus of an uppercase letter after a lowercase letter, and of the first digit.
    static let partStart: UInt8 = 7
    /// The bonus of a letter next to a matched letter.
    private static let adjacent: Int32 = 4
    /// The number of line characters times letters above which the first alignment counts.
    private static let largest = 100 << 10

    /// The scalars of the line, in the form of `LineQuery.Term.scalars`.
    private var text: [UInt32] = []
    private var bonuses: [Int32] = []
    /// The best score of an alignment that ends at or before each scalar.
    private var scores: [Int32] = []
    /// The number of adjacent matched letters up to each scalar.
    private var runs: [Int] = []

    /// A match of a term.
    struct Match {
        let score: Int32
        /// The first and last matched scalar of the line, as a range.
        let range: Range<Int>
    }

    /// Returns the best match of a term in a line, or nil.
    ///
    /// - Parameters:
    ///   - term: a term that isn't empty; whether it is negated is ignored.
    ///   - line: the range of the line in `lines`.
    ///   - lines: packed lines.
    /// - Returns: the match, or nil.
    /// - Complexity: O(line · term), at most 100,000 steps; O(line) above that.
    mutating func match(_ term: LineQuery.Term, in line: Range<Int>, of lines: LineText) -> Match? {
        guard line.count >= term.bytes.count, mayMatch(term, in: line, of: lines) else { return nil }
        load(line, of: lines, isCaseSensitive: term.isCaseSensitive)
        switch term.place {
        case .lettersInOrder: return lettersInOrder(term.scalars)
        case .anywhere: return bestOccurrence(term.scalars)
        case .start: return occurrence(term.scalars, at: leadingSpaces)
        case .end: return occurrence(term.scalars, at: end - term.scalars.count)
        case .whole:
            guard end - leadingSpaces == term.scalars.count else { return nil }
            return occurrence(term.scalars, at: leadingSpaces)
        }
    }

    /// Returns the places of a term's letters in the line that was matched last.
    ///
    /// - Parameters:
    ///   - term: the term.
    ///   - match: its match.
    /// - Returns: indices of scalars in descending order.
    func letters(of term: LineQuery.Term, in match: Match) -> [Int] {
        guard term.place == .lettersInOrder else { return match.range.reversed() }
        var rest = term.scalars[...]
        return match.range.reversed()
            .filter { place in
                guard text[place] == rest.last else { return false }
                rest.removeLast()
                return true
            }
    }

    private func mayMatch(_ term: LineQuery.Term, in line: Range<Int>, of lines: LineText) -> Bool {
        // A single scalar can't be out of order.
        term.place == .lettersInOrder && term.scalars.count > 1
            ? UTF8Text.containsInOrder(term.bytes.span, in: lines.bytes.span, line)
            : UTF8Text.contains(term.bytes.span, in: lines.bytes.span, line)
    }

    private mutating func load(_ line: Range<Int>, of lines: LineText, isCaseSensitive: Bool) {
        text.removeAll(keepingCapacity: true)
        bonuses.removeAll(keepingCapacity: true)
        let (bytes, marks) = (lines.bytes.span, lines.marks.span)
        var place = line.lowerBound
        while place < line.upperBound {
            let mark = marks[place]
            var scalar = UInt32(bytes[place])
            let length = scalar < 0x80 ? 1 : UTF8Text.length(ofScalarStartingWith: bytes[place])
            if length > 1 {
                scalar &= 0x7F >> UInt32(length)
                for index in 1..<length { scalar = scalar << 6 | UInt32(bytes[place + index] & 0x3F) }
            }
            let isUpper = isCaseSensitive && mark & LineText.uppercase != 0
            text.append(isUpper ? scalar | LineQuery.uppercase : scalar)
            bonuses.append(LineText.bonus(mark))
            place += length
        }
    }

    private var leadingSpaces: Int { text.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }.count }

    /// The end of the line without trailing spaces.
    private var end: Int { (text.lastIndex { $0 != 0x20 && !(0x09...0x0D).contains($0) } ?? -1) + 1 }
}

extension LineScorer {
    private mutating func lettersInOrder(_ term: [UInt32]) -> Match? {
        // The first place of each letter after the previous letters.
        var firsts: [Int] = []
        firsts.reserveCapacity(term.count)
        for place in text.indices where text[place] == term[firsts.count] {
            firsts.append(place)
            if firsts.count == term.count { break }
        }
        guard firsts.count == term.count, let last = text.lastIndex(of: term[term.count - 1]) else { return nil }
        guard text.count * term.count <= Self.largest else {
            let span = span(of: term, endingAt: firsts[term.count - 1])
            return Match(score: score(of: term, in: span), range: span)
        }
        guard term.count > 1 else { return onlyLetter(term[0], firsts[0]...last) }
        addFirstLetter(term[0], firsts[0]...last)
        var best = (score: Int32(0), place: last)
        for letter in 1..<term.count { best = addLetter(term[letter], firsts[letter]...last) }
        return Match(score: best.score, range: span(of: term, endingAt: best.place))
    }

    /// Returns the best place of a single letter; the first start of a word is good enough.
    private func onlyLetter(_ letter: UInt32, _ places: ClosedRange<Int>) -> Match {
        var best = (bonus: Int32(-1), place: places.lowerBound)
        for place in places where text[place] == letter && bonuses[place] > best.bonus {
            best = (bonuses[place], place)
            if best.bonus >= Int32(Self.start) { break }
        }
        return Match(score: Self.match + 2 * best.bonus, range: best.place..<best.place + 1)
    }

    private mutating func addFirstLetter(_ letter: UInt32, _ places: ClosedRange<Int>) {
        if scores.count < text.count {
            scores = Array(repeating: 0, count: text.count)
            runs = Array(repeating: 0, count: text.count)
        }
        var left: Int32 = 0
        var isInGap = false
        for place in places {
            let isMatch = text[place] == letter
            left = isMatch ? Self.match + 2 * bonuses[place] : max(left + (isInGap ? Self.longerGap : Self.gap), 0)
            isInGap = !isMatch
            scores[place] = left
            runs[place] = isMatch ? 1 : 0
        }
    }

    /// Extends the alignments of the letters so far by a letter; returns the best score and its place.
    private mutating func addLetter(_ letter: UInt32, _ places: ClosedRange<Int>) -> (score: Int32, place: Int) {
        var best = (score: Int32(0), place: places.upperBound)
        var (left, isInGap) = (Int32(0), false)
        // The score and run of the letters so far, up to the preceding place.
        var before = scores[places.lowerBound - 1]
        var runBefore = runs[places.lowerBound - 1]
        for place in places {
            let skipping = left + (isInGap ? Self.longerGap : Self.gap)
            var (matching, run) = (Int32(0), 0)
            if text[place] == letter {
                matching = before + Self.match
                run = runBefore + 1
                let bonus = bonusInRun(of: &run, at: place)
                if matching + bonus < skipping {
                    matching += bonuses[place]
                    run = 0
                } else {
                    matching += bonus
                }
            }
            (before, runBefore) = (scores[place], runs[place])
            isInGap = matching < skipping
            left = max(matching, skipping, 0)
            if left > best.score { best = (left, place) }
            scores[place] = left
            runs[place] = run
        }
        return best
    }

    /// Returns the bonus of the last letter of a run, which is at least that of the run's first letter.
    ///
    /// A better start of a word begins another run.
    private func bonusInRun(of run: inout Int, at place: Int) -> Int32 {
        let bonus = bonuses[place]
        guard run > 1 else { return bonus }
        let first = bonuses[place - run + 1]
        if bonus >= Int32(Self.start), bonus > first {
            run = 1
            return bonus
        }
        return max(bonus, Self.adjacent, first)
    }

    /// Returns the shortest span that ends at a place and has the letters in order.
    private func span(of term: [UInt32], endingAt last: Int) -> Range<Int> {
        var start = last
        var left = term.count
        while left > 0 {
            if text[start] == term[left - 1] { left -= 1 }
            if left > 0 { start -= 1 }
        }
        return start..<last + 1
    }

    /// Returns the score of the first alignment of letters in a span.
    private func score(of term: [UInt32], in span: Range<Int>) -> Int32 {
        var (score, matched, run, first) = (Int32(0), 0, 0, Int32(0))
        var isInGap = false
        for place in span {
            guard matched < term.count, text[place] == term[matched] else {
                score += isInGap ? Self.longerGap : Self.gap
                (isInGap, run, first) = (true, 0, 0)
                continue
            }
            var bonus = bonuses[place]
            if run == 0 {
                first = bonus
            } else {
                if bonus >= Int32(Self.start), bonus > first { first = bonus }
                bonus = max(bonus, first, Self.adjacent)
            }
            score += Self.match + (matched == 0 ? 2 * bonus : bonus)
            (isInGap, run, matched) = (false, run + 1, matched + 1)
        }
        return score
    }
}

extension LineScorer {
    /// Returns the occurrence of a text that begins best; the first start of a word is good enough.
    private func bestOccurrence(_ term: [UInt32]) -> Match? {
        guard term.count <= text.count else { return nil }
        var best: Int?
        for start in 0...text.count - term.count where isOccurrence(of: term, at: start) {
            if let best, bonuses[start] <= bonuses[best] { continue }
            best = start
            if bonuses[start] >= Int32(Self.start) { break }
        }
        return best.flatMap { occurrence(term, at: $0) }
    }

    private func occurrence(_ term: [UInt32], at start: Int) -> Match? {
        guard start >= 0, start + term.count <= text.count, isOccurrence(of: term, at: start) else { return nil }
        let range = start..<start + term.count
        return Match(score: score(of: term, in: range), range: range)
    }

    private func isOccurrence(of term: [UInt32], at start: Int) -> Bool {
        for offset in term.indices where text[start + offset] != term[offset] { return false }
        return true
    }
}
