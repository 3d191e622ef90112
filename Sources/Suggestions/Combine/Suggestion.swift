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
