/// A suggested tag, with its score and the reasons for it.
public struct RankedTag: Sendable, Equatable {
    /// The tag.
    public let tag: UInt32
    /// The score from 0 to 1 that orders suggestions; a better kind of match always has a greater score.
    public let score: Double
    /// The match with the typed text; `nil` if nothing was typed.
    public let completion: Completion?
    /// The contributions of the evidence to the score; `nil` if nothing is known about the tag.
    public let next: NextTag?
    /// The reasons for the suggestion, strongest first.
    public let because: [Reason]
    /// The 1-based rank among the tags that fit the evidence; `nil` if it isn't one of them.
    public let rank: Int?
}

extension RankedTag {
    /// The maximum number of reasons that are evidence.
    private static let reasonLimit = 2

    init(tag: UInt32, score: Double, because: [Reason]) {
        self.init(tag: tag, score: score, completion: nil, next: nil, because: because, rank: nil)
    }

    /// Creates a suggestion with the reasons that follow from its match and its explanation.
    init(_ next: NextTag?, rank: Int?, completion: Completion?, score: Double, used: Bool) {
        var because: [Reason] = []
        if let completion {
            because.append(.match(completion.kind))
            if let alias = completion.alias { because.append(.alias(alias)) }
            if completion.ignoresMarks, completion.kind != .withoutMarks { because.append(.withoutMarks) }
        }
        if let rule = next?.rule { because.append(.rule(rule)) }
        if let origin = next?.origin { because.append(.implied(by: origin)) }
        for part in (next?.contributions ?? []).prefix(Self.reasonLimit)
        where part.total > 0 && part.reason != next?.origin.map(Reason.with)
            && part.reason != next?.rule.map(Reason.rule)
        { because.append(part.reason) }
        if because.isEmpty { because.append(.used) }
        let tag = completion?.id ?? next?.tag ?? 0
        self.init(
            tag: tag, score: score, completion: completion, next: next, because: because, rank: next == nil ? nil : rank
        )
    }
}
