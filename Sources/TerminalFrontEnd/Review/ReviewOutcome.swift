/// The numbers of items in a review.
public struct ReviewSummary: Hashable, Sendable {
    /// The items that were saved or, in a review of one tag, got it.
    public var saved = 0
    /// The skipped items.
    public var skipped = 0
    /// The dismissed suggestions.
    public var dismissed = 0
    /// The items that remain to be reviewed.
    public var left = 0
    /// The tags that were added to the item that was shown last, which wasn't saved.
    public var unsaved: [String] = []
}

/// How a review ended.
public enum ReviewOutcome: Hashable, Sendable {
    /// The user left with Esc, or decided about the last item.
    case finished(ReviewSummary)
    /// The user interrupted the review with Ctrl-C, or the terminal was closed.
    case interrupted(ReviewSummary)

    /// The numbers of items.
    public var summary: ReviewSummary {
        switch self {
        case .finished(let summary), .interrupted(let summary): summary
        }
    }
}
