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
    /// - Returns: at most as many suggestions as the query's limit.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: about linear in the stored pairs and items of the given tags.
    public func find(for query: SuggestionQuery) throws -> [Suggestion] { try suggestedTags(for: query).suggestions }

    /// Suggests tags as ``TagService/Suggestions/find(for:)`` does, and lists the given names that aren't tags.
    ///
    /// - Throws: `TagServiceError.invalidName` for a given name that is too long, `TagServiceError.unknownSet`, `StoreError`.
    public func suggestedTags(for query: SuggestionQuery) throws -> SuggestedTags {
        for name in query.given { try CheckedName.checkLength(of: name, of: .tag(nil)) }
        var found = try suggestedTagsWithoutDismissed(for: query)
        if !query.text.isEmpty { found.named = try store.read { try $0.target(of: TagKey(query.text))?.tag.name } }
        return found
    }

    private func suggestedTagsWithoutDismissed(for query: SuggestionQuery) throws -> SuggestedTags {
        let dismissed = try service.items.dismissedKeys(for: query)
        guard !dismissed.isEmpty else { return try suggestedTagsWithDismissed(for: query) }
        var longer = query
        longer.limit = query.limit + (query.limit > 0 ? dismissed.count : 0)
        var found = try suggestedTagsWithDismissed(for: longer)
        found.suggestions.removeAll { dismissed.contains(TagKey($0.tag).text) }
        found.newNames.removeAll { dismissed.contains(TagKey($0).text) }
        found.suggestions = Array(found.suggestions.prefix(query.limit))
        return found
    }

    /// Suggests tags as ``TagService/Suggestions/suggestedTags(for:)`` does, including those that the user dismissed for the item.
    private func suggestedTagsWithDismissed(for query: SuggestionQuery) throws -> SuggestedTags {
        guard !store.isLimited else { return try service.visibleTags(for: query) }
        return try withSetFirst(try suggestedTagsOfAllSets(for: query), query)
    }

    private func suggestedTagsOfAllSets(for query: SuggestionQuery) throws -> SuggestedTags {
        guard !store.isInTransaction else {
            // The tags in memory must not contain changes that may be rolled back.
            return try store.read { try suggestedTags(SuggestionEngine(query), from: $0) }
        }
        return try service.tagCache.withLock { cache in
            try cache.update(from: store, after: service.hasCommitted)
            return try store.read { reader in
                guard let tags = cache.tags else { return try suggestedTags(SuggestionEngine(query), from: reader) }
                let engine = SuggestionEngine(query, implications: cache.implications)
                let model = usableModel(cache.model)
                return try cache.withCounts(reader) { counts in
                    try suggestedTags(engine, tags, counts, model, from: reader)
                }
            }
        }
    }

    private func suggestedTags(_ engine: SuggestionEngine, from reader: StoreReader) throws -> SuggestedTags {
        try suggestedTags(engine, nil, StoredCounts(reader), usableModel(in: reader), from: reader)
    }

    private func suggestedTags(
        _ engine: SuggestionEngine, _ tags: SearchableTags?, _ counts: StoredCounts, _ model: SharedModel?,
        from reader: StoreReader
    ) throws -> SuggestedTags {
        let ruled = try service.rules.ruledTags(for: engine.query, in: reader)
            .map { ImpliedFirst.Implied($0.tag, rule: $0.rule) }
        return try engine.suggestedTags(
            from: SuggestionEngine.Source(
                reader: reader, tags: tags, counts: counts, linear: linearModel(in: reader), model: model, ruled: ruled)
        )
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

extension TagService.Selection {
    /// The names of the tags that are selected in a set, in its order.
    public func selection(of reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in try reader.selectedTagNames(inSet: set.id) }
    }
}

/// When a service that keeps every tag in memory looks for commits of other services and processes.
public enum CommitFollowing: Hashable, Sendable {
    /// At each query.
    case eachQuery
    /// After ``TagService/Suggestions/followCommits()``, for a server that learns of commits in another way.
    case whenTold
}
