internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// Suggesting tags.
extension TagService.Suggestions {
    /// Suggests tags that are not given already, best first.
    ///
    /// A typed text decides which tags may appear: a better kind of match always ranks first. Among tags of one kind,
    /// the evidence decides, then use.
    ///
    /// - Parameter query: the query.
    /// - Returns: at most as many suggestions as the query's limit, and the given names that aren't tags.
    /// - Throws: `TagServiceError.invalidName` for a given name that is too long, `TagServiceError.unknownSet`,
    ///   `StoreError`.
    /// - Complexity: about linear in the stored pairs and items of the given tags.
    public func find(for query: SuggestionQuery) throws -> SuggestedTags {
        for name in query.given { try CheckedName.checkLength(of: name, of: .tag(nil)) }
        return try withSnapshot(for: query) { try engine(for: query, $0).answer() }
    }

    /// Returns the probability that the item of a query should have a tag; `nil` if no evidence speaks for it.
    ///
    /// - Complexity: less than that of ``find(for:)``, because nothing is explained.
    func probability(of tagID: Int64, for query: SuggestionQuery) throws -> Double? {
        try withSnapshot(for: query) { try engine(for: query, $0).probability(of: tagID) }
    }

    private func engine(for query: SuggestionQuery, _ snapshot: SuggestionSnapshot) throws -> SuggestionEngine {
        let reader = snapshot.reader
        let ruled = try service.rules.ruledTags(for: query, in: reader)
        return SuggestionEngine(
            query, snapshot, ruled: ruled.map { ImpliedFirst.Implied($0.tag, rule: $0.rule) },
            dismissed: try service.items.dismissedKeys(for: query, in: reader), groups: try reader.groups())
    }

    /// Runs a query with one snapshot of the database, and with the tags and counts in memory if they are kept.
    private func withSnapshot<Result: Sendable>(
        for query: SuggestionQuery, _ body: (SuggestionSnapshot) throws -> Result
    ) throws -> Result {
        if store.isLimited {
            return try store.read { reader in
                let visible = try service.visibleTags(for: query, in: reader)
                return try body(SuggestionSnapshot(reader: reader, counts: StoredCounts(reader), visible: visible))
            }
        }
        // The tags in memory must not contain changes that may be rolled back.
        guard !store.isInTransaction else { return try store.read { try body(snapshot(in: $0, for: query)) } }
        return try service.tagCache.withLock { cache in
            try cache.update(from: store, after: service.hasCommitted)
            return try store.read { reader in
                guard let tags = cache.tags else { return try body(snapshot(in: reader, for: query)) }
                let (linear, model) = (try linearModel(in: reader), usableModel(cache.model))
                let implications = cache.implications
                return try cache.withCounts(reader, inSet: learnedSet(of: query, in: reader)) { counts in
                    try counts.leaveOut(query.savedItem)
                    return try body(
                        SuggestionSnapshot(
                            reader: reader, counts: counts, linear: linear, model: model, tags: tags,
                            implications: implications))
                }
            }
        }
    }

    private func snapshot(in reader: StoreReader, for query: SuggestionQuery) throws -> SuggestionSnapshot {
        let counts = StoredCounts(reader, inSet: try learnedSet(of: query, in: reader))
        try counts.leaveOut(query.savedItem)
        return SuggestionSnapshot(
            reader: reader, counts: counts, linear: try linearModel(in: reader), model: try usableModel(in: reader))
    }

    /// Returns the set that suggestions are learned from; `nil` for all sets, also if there is only one.
    private func learnedSet(of query: SuggestionQuery, in reader: StoreReader) throws -> Int64? {
        guard let reference = query.onlyIn ?? query.set else { return nil }
        let set = try Self.set(reference, in: reader)
        return try reader.sets().count > 1 ? set.id : nil
    }

    /// Returns the set for ``SuggestionQuery/onlyIn`` of a query whose item belongs to a set; `nil` if every tag is a candidate.
    ///
    /// The tags of a caller limited to some sets have no counts that could rank those of one set first, so that only they are candidates.
    ///
    /// - Parameters:
    ///   - reference: the set of the item; `nil` if it is unknown.
    ///   - isOnly: whether only tags of the set, or else of the chosen set, are candidates for any caller.
    /// - Returns: the set by name, so that a later choice of another set changes nothing.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    package func candidateSet(_ reference: SetReference?, isOnly: Bool) throws -> SetReference? {
        guard isOnly || reference != nil else { return nil }
        let name = try service.sets.name(of: reference ?? .chosen)
        return isOnly || store.isLimited ? .named(name) : nil
    }

    /// Keeps every tag in memory, so that queries don't read them again.
    ///
    /// This is for long-lived processes, because the first query reads every tag, which takes a few tenths of a second for
    /// 100,000.
    ///
    /// - Parameters:
    ///   - keeps: whether they are kept.
    ///   - following: when commits of others are looked for.
    public func keepInMemory(_ keeps: Bool = true, following: CommitFollowing = .eachQuery) {
        service.tagCache.withLock { $0 = TagCache(isKept: keeps, following: following) }
    }

    /// Makes the next query look for commits, of this process or of others.
    public func followCommits() { service.hasCommitted.store(true, ordering: .releasing) }
}

/// When a service that keeps every tag in memory looks for commits of other services and processes.
public enum CommitFollowing: Hashable, Sendable {
    /// At each query.
    case eachQuery
    /// After ``TagService/Suggestions/followCommits()``, for a server that learns of commits in another way.
    case whenTold
}
