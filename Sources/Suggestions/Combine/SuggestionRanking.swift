internal import TagCore

/// A suggested tag, whatever the question was.
public struct Suggestion: Sendable, Equatable {
    /// The tag.
    public let tag: UInt32
    /// The order of suggestions as a number from 0 to 1; a better kind of match always has the greater one.
    public let score: Double
    /// How it matches what was typed, and with what; nil if nothing was typed.
    public let completion: Completion?
    /// Where its score by the given tags comes from; nil if it does not go with them.
    public let next: NextTag?
    /// Why it is suggested, strongest reason first.
    public let because: [Reason]
}

/// Why a tag is suggested.
public enum Reason: Sendable, Hashable {
    /// It matches what was typed.
    case match(MatchKind)
    /// The alias that matches what was typed.
    case alias(String)
    /// It matches only with accents and other marks left out.
    case withoutMarks
    /// It goes with a given tag.
    case with(tag: UInt32)
    /// It goes with a word of the label.
    case label(word: UInt32)
    /// It is used often or was used lately.
    case used
    /// It was never used.
    case unused

    /// The reason in words, for people and for `because`: "prefix", "with ios".
    ///
    /// - Parameter name: gives the name of a tag, or the word that a label's feature stands for.
    /// - Returns: a few words in lower case.
    public func text(name: (UInt32) -> String) -> String {
        switch self {
        case .match(let kind): kind.text
        case .alias(let alias): "alias \(alias)"
        case .withoutMarks: "without accents"
        case .with(let tag): "with \(name(tag))"
        case .label(let word): "label \(name(word))"
        case .used: "often used"
        case .unused: "not used yet"
        }
    }
}

extension MatchKind {
    /// The kind in words.
    public var text: String {
        switch self {
        case .exact: "exact"
        case .prefix: "prefix"
        case .wordPrefix: "word prefix"
        case .substring: "substring"
        case .alias: "alias"
        case .withoutMarks: "without accents"
        case .subsequence: "letters in order"
        case .likelyTypo, .typo: "typo"
        case .likelyPrefixTypo, .prefixTypo: "typo in prefix"
        case .distantTypo: "typo of 2 edits"
        }
    }
}

/// Joins what was typed, what is given and what is used into one order.
///
/// The typed text decides who may appear, by kind of match; inside a kind, the given tags decide, then use.
public struct SuggestionRanking {
    /// How many tags that go with the given ones are put before others of their kind of match.
    package static let favouriteLimit = 1_000

    private let index: CompletionIndex
    private let next: NextRanking?
    private let excluded: Set<UInt32>
    private let limit: Int

    /// Prepares an answer.
    ///
    /// - Parameters:
    ///   - index: all tags that may be suggested; their weight is their use, such as ``Frecency/seconds``.
    ///   - next: what goes with the given tags and the label; nil if neither is there.
    ///   - excluded: tags not to suggest, such as the given ones.
    ///   - limit: the most tags to suggest.
    public init(
        index: CompletionIndex,
        next: NextRanking?,
        excluding excluded: Set<UInt32> = [],
        limit: Int
    ) {
        self.index = index
        self.next = next
        self.excluded = excluded
        self.limit = limit
    }

    /// The suggestions for a typed text; an empty one asks for what goes with the given tags, then what is used.
    ///
    /// - Parameter query: what was typed.
    /// - Returns: at most the limit, best first.
    public func suggestions(for query: CompletionQuery) -> [Suggestion] {
        query.key.isEmpty ? unprompted() : completed(query)
    }

    // MARK: Nothing typed

    private func unprompted() -> [Suggestion] {
        let known = (next?.best(limit) { !excluded.contains($0) && index.contains($0) } ?? [])
            .map { Suggestion($0, completion: nil, score: (1 + $0.score) / 2, used: false) }
        let found = excluded.union(known.map(\.tag))
        let used = index.complete(
            CompletionQuery(key: ""),
            limit: limit - known.count,
            excluding: found
        )
        return known
            + used.enumerated()
            .map { place, completion in
                let strength = Self.strength(place, of: used.count) / 2
                let reason: Reason =
                    completion.weight == CompletionTag.neverUsed ? .unused : .used
                return Suggestion(tag: completion.id, score: strength, because: [reason])
            }
    }

    // MARK: Something typed

    private func completed(_ query: CompletionQuery) -> [Suggestion] {
        let scores = next?.scores(Self.favouriteLimit) ?? []
        let favours = Dictionary(scores.map { ($0.tag, $0.score) }) { first, _ in first }
        let found = index.complete(query, limit: limit, excluding: excluded, favouring: favours)
        let explained = next?.explain(found.map(\.id).filter { favours[$0] != nil }) ?? []
        let explanations = Dictionary(explained.map { ($0.tag, $0) }) { first, _ in first }
        return found.enumerated()
            .map { place, completion in
                let share = Self.strength(place, of: found.count)
                let favour = favours[completion.id] ?? 0
                // What goes with the given tags stands above what is merely used.
                let strength = next == nil ? share : favour > 0 ? (1 + favour) / 2 : share / 2
                return Suggestion(
                    explanations[completion.id],
                    completion: completion,
                    score: completion.kind.score(strength),
                    used: favour <= 0
                )
            }
    }

    /// A number from 0 to 1 that falls with the place; use has no greatest number to measure it by.
    private static func strength(_ place: Int, of count: Int) -> Double {
        Double(count - place) / Double(count + 1)
    }
}

extension MatchKind {
    /// A number from 0 to 1 that orders matches by tier, then by a strength from 0 to 1.
    func score(_ strength: Double) -> Double {
        let tiers = Double(Self.tiers)
        return (tiers - 1 - Double(tier) + min(1, max(0, strength))) / tiers
    }
}

extension Suggestion {
    /// Most reasons of one sort that are given.
    private static let reasonLimit = 2

    init(tag: UInt32, score: Double, because: [Reason]) {
        self.init(tag: tag, score: score, completion: nil, next: nil, because: because)
    }

    /// A suggestion with the reasons that follow from where it comes from.
    fileprivate init(_ next: NextTag, completion: Completion?, score: Double, used: Bool) {
        self.init(next as NextTag?, completion: completion, score: score, used: used)
    }

    fileprivate init(_ next: NextTag?, completion: Completion?, score: Double, used: Bool) {
        var because: [Reason] = []
        if let completion {
            because.append(.match(completion.kind))
            if let alias = completion.alias { because.append(.alias(alias)) }
            if completion.ignoresMarks, completion.kind != .withoutMarks {
                because.append(.withoutMarks)
            }
        }
        for part in (next?.contributions ?? []).prefix(Self.reasonLimit) where part.total > 0 {
            let isWord = Feature.isWord(part.feature)
            because.append(isWord ? .label(word: part.feature) : .with(tag: part.feature))
        }
        if because.isEmpty { because.append(.used) }
        let tag = completion?.id ?? next?.tag ?? 0
        self.init(tag: tag, score: score, completion: completion, next: next, because: because)
    }
}
