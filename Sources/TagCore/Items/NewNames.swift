/// The names in an item that could become new tags: runs of one to three words without function words at their ends.
///
/// 1. ``init(title:location:note:text:)`` splits the parts of the item into ``SpelledWord``s and collects the runs.
/// 2. ``best(limit:from:)`` drops the names of tags, and computes for each other run the probability that a person makes
///    it a tag: a logistic regression on its place, its spelling, and how rare its words are in the collection. It was
///    fitted to the new tags of six collections; a ``NewNameRecord`` adapts it to the new tags of the user.
///
/// ```
/// let names = NewNames(title: "Okapis and gnus", location: "", note: "", text: "An okapi is no zebra.")
/// try names.best(limit: 3, from: source).map(\.key)  // ["okapi", "gnu", "zebra"]
/// ```
package struct NewNames {
    /// The candidates, in order of first appearance.
    private var candidates: [Candidate] = []
    private var positions: [String: Int] = [:]

    /// The maximum number of words of a name.
    private static let longestName = 3
    /// The number of words of note and text that are searched.
    private static let bodyLimit = 300
    /// The number of words in which a name begins at the beginning of a note or text.
    fileprivate static let beginning = 60
    /// The number of candidates whose words are counted.
    private static let countedCandidates = 80

    /// Collects the runs of words of all parts.
    ///
    /// - Complexity: O(*n*) in the first words of all parts.
    package init(title: String, location: String, note: String, text: String) {
        let titleWords = SpelledWord.words(of: title, limit: ItemWords.titleLimit)
        let noteWords = SpelledWord.words(of: note, limit: Self.bodyLimit)
        let textWords = SpelledWord.words(of: text, limit: Self.bodyLimit - noteWords.count)
        let areCapitalized = titleWords.filter(\.isCapitalized).count * 5 > titleWords.count * 3
        collect(titleWords, isTitle: true, countsCapitals: !areCapitalized)
        collect(noteWords, isTitle: false, countsCapitals: true)
        collect(textWords, isTitle: false, countsCapitals: true, from: noteWords.count)
        let address = LocationWords(location)
        collect(location: address.words)
        guard let host = address.hostWord else { return }
        for index in candidates.indices where candidates[index].isInTitle && candidates[index].words.count == 1 {
            candidates[index].isInHost = host.contains(candidates[index].words[0].folded)
        }
    }

    private mutating func collect(_ words: [SpelledWord], isTitle: Bool, countsCapitals: Bool, from offset: Int = 0) {
        for start in words.indices where words[start].canEndName {
            var key = ""
            for end in words[start...].indices.prefix(Self.longestName) {
                guard end == start || words[end].continuesName else { break }
                key += words[end].singular
                guard words[end].canEndName, key.utf8.count <= NameKey.longestKey else { continue }
                let run = words[start...end]
                update(key, run) { candidate in
                    if isTitle {
                        candidate.isInTitle = true
                        candidate.beginsTitle = candidate.beginsTitle || start == 0
                        candidate.endsTitle = candidate.endsTitle || end == words.count - 1
                    } else {
                        candidate.count += 1
                        candidate.isAtBeginning = candidate.isAtBeginning || start + offset < Self.beginning
                    }
                    if countsCapitals, !run[start].beginsSentence, run.allSatisfy(\.isCapitalized) {
                        candidate.isCapitalized = true
                    }
                }
            }
        }
    }

    private mutating func collect(location words: [String]) {
        for start in words.indices {
            var key = ""
            for end in words[start...].indices.prefix(Self.longestName) {
                key += NameKey.singular(words[end])
                if positions[key] != nil {
                    update(key, []) { $0.isInLocation = true }
                } else if end == start, let word = SpelledWord(location: words[end]), word.canEndName {
                    update(key, [word]) { $0.isInLocation = true }
                }
            }
        }
    }

    private mutating func update(_ key: String, _ run: ArraySlice<SpelledWord>, _ change: (inout Candidate) -> Void) {
        if let position = positions[key] {
            candidates[position].add(run)
            change(&candidates[position])
            return
        }
        guard Candidate.isName(key, run) else { return }
        var candidate = Candidate(key: key, words: Array(run))
        change(&candidate)
        positions[key] = candidates.count
        candidates.append(candidate)
    }

    /// Returns the most probable names of new tags, best first; of names that contain each other, the best.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of names.
    ///   - source: the names of tags and counts of words.
    ///   - chosen: the keys of names to leave out.
    /// - Returns: the names.
    /// - Throws: the errors of the source.
    /// - Complexity: O(*n* log *n*) in the number of runs, and two lookups for each word of 80 of them.
    package func best<Source: NewNameSource>(
        limit: Int, from source: Source, without chosen: Set<String> = []
    ) throws(Source.Failure) -> [NewName] {
        let ranks = candidates.map(\.roughRank)
        let ordered = candidates.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }
        let collection = try NameCollection(candidateCount: candidates.count, from: source)
        let record = try source.newNameRecord()
        var names: [NewName] = []
        for candidate in ordered.prefix(Self.countedCandidates).map({ candidates[$0] })
        where !chosen.contains(candidate.key) {
            guard try !source.isTag(candidate.key) else { continue }
            let counts = try source.itemCounts(ofWords: candidate.contentWords)
            let expected = collection.probability(of: candidate, counts)
            names.append(NewName(candidate, expected: expected, record))
        }
        names = names.enumerated().sorted { ($1.element.probability, $0.offset) < ($0.element.probability, $1.offset) }
            .map(\.element)
        var best: [NewName] = []
        for name in names where !best.contains(where: { $0.key.contains(name.key) || name.key.contains($0.key) }) {
            if best.count == limit { break }
            best.append(name)
        }
        return best
    }
}

/// The collection that new names are compared with.
package protocol NewNameSource {
    /// The error that reading can throw.
    associatedtype Failure: Error

    /// Returns the number of tagged items.
    func selectionCount() throws(Failure) -> Int

    /// Returns the number of tags that these items have.
    func tagCount() throws(Failure) -> Int

    /// Returns the number of tagged items that contain each word.
    func itemCounts(ofWords words: [String]) throws(Failure) -> [Int]

    /// Returns whether a tag has a name with a key (``NameKey``).
    func isTag(_ key: String) throws(Failure) -> Bool

    /// Returns how names of tags are spelled.
    func style() throws(Failure) -> NameStyle

    /// Returns how many names became tags.
    func newNameRecord() throws(Failure) -> NewNameRecord
}

/// A name that may become a tag.
package struct NewName: Hashable, Sendable {
    /// The key (``NameKey``).
    package let key: String
    /// The words as they are spelled in the item.
    package let words: [SpelledWord]
    /// Whether all words are capitalized within a sentence.
    package let isCapitalized: Bool
    /// The place and the number of words.
    package let kind: NewNameKind
    /// The probability before anything is learned from the user.
    package let expected: Double
    /// The probability that the person makes it a tag.
    package let probability: Double

    fileprivate init(_ candidate: NewNames.Candidate, expected: Double, _ record: NewNameRecord) {
        (key, words, kind) = (candidate.key, candidate.words, candidate.kind)
        isCapitalized = candidate.isCapitalized
        self.expected = expected
        probability = record.probability(expected, kind)
    }
}

/// What a new name looks like, by which its record is kept.
///
/// The raw values are stored with each item.
package enum NewNameKind: UInt8, CaseIterable, Hashable, Sendable {
    /// A word of title and host, such as the name of the site.
    case site
    /// A word of the title that is capitalized within a sentence, or an acronym.
    case properName
    /// Another word of the title.
    case titleWord
    /// Several words of the title.
    case titleWords
    /// A word of note or text.
    case textWord
    /// Several words of note or text.
    case textWords
    /// A word of the location.
    case locationWord
}

/// How many names became tags, by kind, and how many were expected to.
///
/// Counts are whole numbers, so that deleting an item exactly reverses saving it.
///
/// ```
/// var record = NewNameRecord()
/// record.count(NewNameOutcome(kind: .titleWord, expected: 250, isHit: true), adding: true)
/// record.probability(0.25, .titleWord)  // above .25
/// ```
package struct NewNameRecord: Hashable, Sendable {
    /// The sum of the expected probabilities in thousandths, by the raw value of the kind.
    package private(set) var expected: [Int]
    /// The number of names that became tags.
    package private(set) var hits: [Int]

    /// The weight of the expectation, in hits, for all names together and for those of a kind.
    private static let priorWeight = 2.0
    /// The highest probability.
    private static let highest = 0.95

    /// Creates a record from stored counts, empty by default; missing and negative counts are zero.
    package init(expected: [Int] = [], hits: [Int] = []) {
        func counts(_ stored: [Int]) -> [Int] {
            NewNameKind.allCases.indices.map { $0 < stored.count ? max(0, stored[$0]) : 0 }
        }
        (self.expected, self.hits) = (counts(expected), counts(hits))
    }

    /// Adds an outcome, or subtracts it exactly.
    package mutating func count(_ outcome: NewNameOutcome, adding: Bool) {
        let index = Int(outcome.kind.rawValue)
        expected[index] += adding ? outcome.expected : -outcome.expected
        hits[index] += outcome.isHit ? (adding ? 1 : -1) : 0
    }

    /// Returns the probability of a name: the expected odds times the ratios of actual to expected tags, of all names and of its kind.
    package func probability(_ expected: Double, _ kind: NewNameKind) -> Double {
        let index = Int(kind.rawValue)
        let all = Self.ratio(hits.reduce(0, +), self.expected.reduce(0, +))
        let own = Self.ratio(hits[index], Int(Double(self.expected[index]) * all))
        let odds = expected / max(1e-9, 1 - expected) * all * own
        return min(Self.highest, odds / (1 + odds))
    }

    private static func ratio(_ hits: Int, _ thousandths: Int) -> Double {
        (Double(hits) + priorWeight) / (Double(thousandths) / 1_000 + priorWeight)
    }
}

/// A name that was probable when an item was saved, and whether it became a tag.
package struct NewNameOutcome: Hashable, Sendable {
    /// What the name looked like.
    package let kind: NewNameKind
    /// The probability before anything was learned from the user, in thousandths.
    package let expected: Int
    /// Whether the item got a new tag with that name.
    package let isHit: Bool

    /// The number of outcomes that are stored with an item, and of names that are offered.
    package static let limit = 3

    /// Creates an outcome.
    package init(kind: NewNameKind, expected: Int, isHit: Bool) {
        (self.kind, self.expected, self.isHit) = (kind, min(1_000, max(0, expected)), isHit)
    }

    /// Creates the outcome of a name.
    package init(_ name: NewName, isHit: Bool) {
        self.init(kind: name.kind, expected: Int((name.expected * 1_000).rounded()), isHit: isHit)
    }
}

extension NewNames {
    /// A run of words, with all that is known without the collection.
    fileprivate struct Candidate {
        let key: String
        /// The words, spelled as at their first place; in lower case, if they are anywhere.
        private(set) var words: [SpelledWord]
        var isInTitle = false
        var beginsTitle = false
        var endsTitle = false
        /// Whether it is among the first words of note or text.
        var isAtBeginning = false
        var isInLocation = false
        var isInHost = false
        /// Whether all words are capitalized within a sentence.
        var isCapitalized = false
        /// The number of places in note and text.
        var count = 0

        init(key: String, words: [SpelledWord]) { (self.key, self.words) = (key, words) }

        /// The minimum length of a name, in scalars.
        private static let shortest = 2

        /// Returns whether a run can be a name: it has a letter, and isn't a single sign.
        static func isName(_ key: String, _ run: ArraySlice<SpelledWord>) -> Bool {
            key.unicodeScalars.count >= shortest && run.contains { $0.name.contains(where: \.isLetter) }
        }

        mutating func add(_ run: ArraySlice<SpelledWord>) {
            guard run.count == words.count, zip(run, words).allSatisfy({ $0.folded == $1.folded }),
                run.filter(\.isCapitalized).count < words.filter(\.isCapitalized).count
            else { return }
            words = Array(run)
        }

        var kind: NewNameKind {
            guard isInTitle || count > 0 else { return .locationWord }
            guard words.count == 1 else { return isInTitle ? .titleWords : .textWords }
            guard isInTitle else { return .textWord }
            return isInHost ? .site : isCapitalized || isAcronym ? .properName : .titleWord
        }

        /// The words that aren't function words.
        var contentWords: [String] { words.map(\.folded).filter { !StopWords.contains($0) } }
        var isAcronym: Bool { words.allSatisfy(\.isAcronym) }
        var hasDigit: Bool { words.contains { $0.name.contains(where: \.isNumber) } }
        var isJoined: Bool { words.dropFirst().contains { $0.separator == "-" || $0.separator == "." } }
        var ending: SpelledWord.Ending { words.last?.ending ?? .other }

        /// A rank that needs no lookups.
        var roughRank: Double {
            var rank = 0.7 * logarithm(Double(1 + count)) + Double(1 - words.count)
            for (isTrue, weight) in [
                (isInTitle, 3.0), (isAtBeginning, 1), (isInLocation, 0.5), (isCapitalized, 1), (isAcronym, 1),
                (ending == .adverb, -1), (isInTitle && count > 0, 1),
            ] where isTrue { rank += weight }
            return rank
        }
    }
}

/// The collection that the candidates of an item are compared with.
private struct NameCollection {
    private let itemCount: Double
    private let style: NameStyle
    /// The part of the logit that all candidates of the item share.
    private let shared: Double

    init<Source: NewNameSource>(candidateCount: Int, from source: Source) throws(Source.Failure) {
        let items = Double(max(0, try source.selectionCount()))
        itemCount = items
        style = try source.style()
        let novelty = logarithm((Double(max(0, try source.tagCount())) + 1) / (items + 1))
        shared =
            Weights.one + Weights.novelty * novelty + Weights.candidates * logarithm(Double(max(1, candidateCount)))
    }

    /// Returns the probability that a person makes a candidate a tag, from the numbers of items with its words.
    func probability(of name: NewNames.Candidate, _ counts: [Int]) -> Double {
        let most = Double(max(0, counts.max() ?? 0))
        let least = Double(max(0, counts.min() ?? 0))
        let scale = logarithm(itemCount + 2)
        var logit = shared + Weights.count * logarithm(Double(1 + name.count))
        logit += Weights.commonWord * max(0, logarithm((itemCount + 2) / (most + 1))) / scale
        logit += Weights.rareWord * max(0, logarithm((itemCount + 2) / (least + 1))) / scale
        logit += Weights.wordCountShare * logarithm(style.share(ofWords: name.words.count))
        for (isTrue, weight) in [
            (name.isInTitle, Weights.title), (name.beginsTitle && name.endsTitle, Weights.wholeTitle),
            (name.isInLocation, Weights.location), (name.isCapitalized, Weights.capitalized),
            (name.isAcronym, Weights.acronym), (name.hasDigit, Weights.digit), (name.words.count == 2, Weights.two),
            (name.words.count > 2, Weights.three), (name.isJoined, Weights.joined),
            (name.ending == .adverb, Weights.adverb), (name.ending == .participle, Weights.participle),
        ] where isTrue { logit += weight }
        return 1 / (1 + exponential(-logit))
    }
}

/// The weights of the logistic regression, fitted to the new tags of six collections.
private enum Weights {
    static let one = -6.29
    static let title = 2.11
    static let wholeTitle = -0.73
    static let count = 1.36
    static let location = 0.42
    static let commonWord = 0.92
    static let rareWord = 2.15
    static let capitalized = 0.26
    static let acronym = 0.82
    static let digit = -0.42
    static let two = 0.55
    static let three = 0.37
    static let joined = 0.45
    static let adverb = -1.1
    static let participle = -0.45
    static let novelty = 0.98
    static let wordCountShare = 0.76
    static let candidates = -0.54
}
