internal import TagCore

/// A suggested tag, with its score and the reasons for it.
public struct RankedTag: Sendable, Equatable {
    /// The tag.
    public let tag: UInt32
    /// The score from 0 to 1 that orders suggestions; a better kind of match always has a greater score.
    public let score: Double
    /// The match with the typed text; `nil` if nothing was typed.
    public let completion: Completion?
    /// The contributions of the given tags to the score; `nil` if the tag doesn't co-occur with them.
    public let next: NextTag?
    /// The reasons for the suggestion, strongest first.
    public let because: [Reason]
    /// The 1-based rank among the tags that co-occur with the given tags; `nil` if it doesn't
    /// co-occur with them.
    public let rank: Int?
}

/// A reason for a suggestion.
///
/// ```swift
/// Reason.match(.prefix).text { _ in "" }  // "prefix"
/// Reason.with(tag: 3).text { _ in "ios" }  // "with ios"
/// ```
public enum Reason: Sendable, Hashable {
    /// The tag matches the typed text.
    case match(MatchKind)
    /// An alias of the tag matches the typed text.
    case alias(String)
    /// The tag matches only if accents are ignored.
    case withoutMarks
    /// A given tag implies the tag.
    case implied(by: UInt32)
    /// The tag co-occurs with a given tag.
    case with(tag: UInt32)
    /// The tag co-occurs with a word of the title.
    case title(word: UInt32)
    /// The tag is used often or was used recently.
    case used
    /// The tag was never used.
    case unused

    /// Returns the reason in words: "prefix", "with ios".
    ///
    /// - Parameter name: returns the name of a tag, or the word of a title, by its feature.
    /// - Returns: the words of the reason.
    public func text(name: (UInt32) -> String) -> String {
        switch self {
        case .match(let kind): kind.text
        case .alias(let alias): "alias \(alias)"
        case .withoutMarks: "without accents"
        case .implied(let tag): "\(name(tag)) implies it"
        case .with(let tag): "with \(name(tag))"
        case .title(let word): "title \(name(word))"
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
        case .subsequence, .scattered: "letters in order"
        case .likelyTypo, .typo: "typo"
        case .likelyPrefixTypo, .prefixTypo: "typo in prefix"
        case .distantTypo: "typo of 2 edits"
        }
    }
}

extension RankedTag {
    /// The maximum number of reasons that are given tags or words of the title.
    private static let reasonLimit = 2

    init(tag: UInt32, score: Double, because: [Reason]) {
        self.init(
            tag: tag,
            score: score,
            completion: nil,
            next: nil,
            because: because,
            rank: nil
        )
    }

    /// Creates a suggestion with the reasons that follow from its match and its explanation.
    init(_ next: NextTag?, rank: Int?, completion: Completion?, score: Double, used: Bool) {
        var because: [Reason] = []
        if let completion {
            because.append(.match(completion.kind))
            if let alias = completion.alias { because.append(.alias(alias)) }
            if completion.ignoresMarks, completion.kind != .withoutMarks {
                because.append(.withoutMarks)
            }
        }
        if let origin = next?.origin { because.append(.implied(by: origin)) }
        for part in (next?.contributions ?? []).prefix(Self.reasonLimit)
        where part.total > 0 && part.feature != next?.origin {
            let isWord = Feature.isWord(part.feature)
            because.append(isWord ? .title(word: part.feature) : .with(tag: part.feature))
        }
        if because.isEmpty { because.append(.used) }
        let tag = completion?.id ?? next?.tag ?? 0
        self.init(
            tag: tag,
            score: score,
            completion: completion,
            next: next,
            because: because,
            rank: next == nil ? nil : rank
        )
    }
}
