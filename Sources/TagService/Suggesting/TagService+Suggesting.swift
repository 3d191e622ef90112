internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// Suggesting tags.
extension TagService {
    /// Suggests tags that are not given already, best first.
    ///
    /// A typed text decides which tags may appear: a better kind of match always ranks first. Among tags of one kind,
    /// what is given and the label's words decide, then use.
    ///
    /// - Parameter query: the question.
    /// - Returns: at most as many suggestions as the query's limit.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: about linear in the stored pairs and selections of what is given.
    public func suggestions(for query: SuggestionQuery) throws -> [Suggestion] {
        try suggestedTags(for: query).suggestions
    }

    /// Suggests tags as ``suggestions(for:)`` does, and lists the given names that are no tags.
    public func suggestedTags(for query: SuggestionQuery) throws -> SuggestedTags {
        try updateResident()
        let answer = SuggestionAnswer(query)
        if let index = resident?.tags, query.isOfTypedTextAlone {
            return SuggestedTags(suggestions: answer.suggestions(in: index))
        }
        return try store.read { reader in
            let counts = StoredCooccurrences(reader, cache: resident?.cache ?? CooccurrenceCache())
            let suggestions = try answer.suggestedTags(
                from: reader,
                resident: resident?.tags,
                counts: counts
            )
            resident?.cache = counts.cache
            return suggestions
        }
    }

    /// Keeps every tag in memory, so that each question is answered without reading them again.
    ///
    /// Meant for long-lived processes: the first question reads every tag, which takes some seconds for a million.
    ///
    /// - Parameters:
    ///   - keeps: whether they are kept.
    ///   - following: when commits of others are looked for.
    public func keepSuggestionsInMemory(
        _ keeps: Bool = true,
        following: CommitFollowing = .eachQuestion
    ) {
        keepsResident = keeps
        self.following = following
        if !keeps { resident = nil }
    }

    /// Makes the next question look for commits, of this process or of others.
    public nonisolated func followCommits() {
        hasCommitted.store(true, ordering: .releasing)
    }

    /// The names of the tags that are selected in a set, in its order.
    public func selection(of reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in
            try reader.selectedTagNames(inSet: set.id)
        }
    }

    private func updateResident() throws {
        guard keepsResident else { return }
        if following == .whenTold, resident != nil, !hasCommitted.load(ordering: .acquiring) {
            return
        }
        let version = following == .whenTold ? 0 : try store.dataVersion()
        let isTold = hasCommitted.load(ordering: .acquiring)
        guard resident?.isCurrent(at: version) != true || isTold else { return }
        // A commit that is told from here on has either happened before the read, or is read at the next question.
        hasCommitted.store(false, ordering: .releasing)
        try store.read { reader in
            if try resident?.follow(in: reader, version: version) == true { return }
            resident = nil
            resident = try ResidentIndex(reader: reader, version: version)
        }
    }
}

/// When a service that keeps every tag in memory looks for commits of other services and processes.
public enum CommitFollowing: Hashable, Sendable {
    /// At each question.
    case eachQuestion
    /// After ``TagService/TagService/followCommits()``, for a server that learns of commits in another way.
    case whenTold
}
