extension CompletionIndex {
    /// The best matches of what was typed: by kind, then by weight, then by key.
    ///
    /// Inside a kind, matches with all marks come before those without. Queries of fewer than four scalars, and of
    /// more than 60, are not corrected. An empty query matches every tag as a prefix.
    /// - Parameters:
    ///   - query: what was typed.
    ///   - limit: the most matches to return.
    ///   - excluded: tags not to return, such as those that are given.
    /// - Returns: at most `limit` matches.
    /// - Complexity: microseconds for a million tags; tens to hundreds where a typo has to be looked for.
    public func complete(
        _ query: CompletionQuery,
        limit: Int,
        excluding excluded: Set<UInt32> = []
    ) -> [Completion] {
        guard limit > 0 else { return [] }
        var search = CompletionSearch(query: query, limit: limit, excluded: excluded)
        for step in CompletionSearch.steps(for: query) where !search.isFull {
            search.add(step, from: segments)
        }
        return search.completions
    }
}
