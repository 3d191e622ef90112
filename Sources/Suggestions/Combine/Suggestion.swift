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
        case .likelyTypo, .typo: "typo"
        case .likelyPrefixTypo, .prefixTypo: "typo in prefix"
        case .distantTypo: "typo of 2 edits"
        }
    }
}

extension Suggestion {
    /// Most reasons of one sort that are given.
    private static let reasonLimit = 2

    init(tag: UInt32, score: Double, because: [Reason]) {
        self.init(tag: tag, score: score, completion: nil, next: nil, because: because)
    }

    /// A suggestion with the reasons that follow from where it comes from.
    init(_ next: NextTag, completion: Completion?, score: Double, used: Bool) {
        self.init(next as NextTag?, completion: completion, score: score, used: used)
    }

    init(_ next: NextTag?, completion: Completion?, score: Double, used: Bool) {
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
