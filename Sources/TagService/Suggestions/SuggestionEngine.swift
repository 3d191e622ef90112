internal import Suggestions
internal import TagCore
internal import TagStore

/// Answers one query from one snapshot of the database.
///
/// 1. `EvidenceScores` score tags by the query's ``Evidence``. `MixedTags` mix in the scores of a shared model, and
///    `ImpliedFirst` puts the tags of rules and implications before all others.
/// 2. `SuggestionRanking` combines scores, typed text and use into `RankedTag`s. Dismissed tags are filtered out. Within
///    a set, the scores are learned from its items, and tags of other sets follow only if the text or the item names them.
/// 3. Each ranked tag is worded as a ``Suggestion``.
struct SuggestionEngine {
    let query: SuggestionQuery
    let snapshot: SuggestionSnapshot
    /// The tags that rules for items suggest.
    private let ruled: [ImpliedFirst.Implied]
    /// The keys of the tags that the user dismissed for the item.
    private let dismissed: Set<String>
    /// The groups of tags, of which an item has one tag at most.
    private let groups: TagGroups
    let typed: CompletionQuery
    /// The number of tags to rank: the query's limit, and one more for each dismissed tag and each tag of a group.
    private let limit: Int
    /// The set whose tags come first; `nil` if no set does.
    private var preferredSet: Int64? { query.onlyIn == nil ? snapshot.counts.setID : nil }

    /// The maximum number of characters of a typed text.
    private static let longestText = 1_000

    init(
        _ query: SuggestionQuery, _ snapshot: SuggestionSnapshot, ruled: [ImpliedFirst.Implied], dismissed: Set<String>,
        groups: TagGroups
    ) {
        self.query = query
        self.snapshot = snapshot
        self.ruled = ruled
        self.dismissed = dismissed
        self.groups = groups
        let key = TagKey(FoldedText(query.text.prefix(Self.longestText)))
        let isEmpty = TermQuery.asksForNothing(key.text)
        typed = isEmpty ? CompletionQuery(key: "") : CompletionQuery(key: key.text, foldedKey: key.folded)
        let leftOut = dismissed.count + (isEmpty ? groups.all.reduce(0) { $0 + $1.tagIDs.count } : 0)
        limit = query.limit + (query.limit > 0 ? leftOut : 0)
    }

    /// Answers the query, with the shared model if there is one.
    ///
    /// - Returns: the suggestions, best first, and the given names that aren't tags.
    /// - Throws: SQLite's errors, `TagServiceError.unknownSet`.
    func answer() throws -> SuggestedTags { try withModel { try answer(with: $0) } }

    /// Returns the probability that the item should have a tag that isn't given; `nil` if no evidence speaks for it.
    ///
    /// The tag may be any of those that ``answer()`` ranks, also beyond the query's limit.
    ///
    /// - Throws: SQLite's errors, `TagServiceError.unknownSet`.
    func probability(of tagID: Int64) throws -> Double? {
        guard let tag = snapshot.number(of: tagID) else { return nil }
        return try withModel { model in
            let scored = try scored(with: model)
            guard !scored.certain.contains(where: { $0.tag == tag }) else { return 1 }
            let all = scored.best?.scores(.max) ?? []
            guard let place = all.firstIndex(where: { $0.tag == tag }) else { return nil }
            return scored.calibration.probability(
                score: all[place].score, rank: scored.best?.rank(of: tag) ?? place + 1,
                given: scored.best?.givenCount ?? 0)
        }
    }

    /// Runs a query with the shared model if there is one.
    private func withModel<Result>(_ body: (ModelQuery?) throws -> Result) throws -> Result {
        if let model = snapshot.model, query.onlyIn == nil, limit > 0 {
            do {
                return try model.read { reader, counts in
                    try body(ModelQuery(model: model, own: snapshot, reader: reader, counts: counts))
                }
            } catch is ModelError {
                // A damaged model is ignored; model() throws the error.
            }
        }
        return try body(nil)
    }

    /// The scores of tags by all evidence of the query.
    private struct Scored {
        var given: Given
        /// The scores by the user's items; `nil` if nothing is known.
        var scores: EvidenceScores?
        /// The scores with those of the shared model; `nil` if there is none.
        var mixed: ModelQuery.MixedScores?
        /// The tags of rules and implications.
        var certain: [ImpliedFirst.Implied]
        var calibration: Calibration
        /// The ranking of the user's tags; `nil` if nothing is known.
        var best: (any TagScores)?
    }

    private func scored(with model: ModelQuery?) throws -> Scored {
        let given = try given()
        let scores = try snapshot.scores(by: evidence(given.ids, limit: limit))
        let certain = certainTags(by: given)
        let mixed = try model?.mixedScores(scores, given: query.given, by: evidence([], limit: limit))
        return Scored(
            given: given, scores: scores, mixed: mixed, certain: certain,
            calibration: try snapshot.calibration(of: scores ?? mixed?.modelScores),
            best: first(certain, then: mixed == nil ? scores : mixed?.own))
    }

    private func answer(with model: ModelQuery?) throws -> SuggestedTags {
        let scored = try scored(with: model)
        let (given, scores, mixed, best) = (scored.given, scored.scores, scored.mixed, scored.best)
        let calibration = scored.calibration
        var ranked: [RankedTag]
        if let set = preferredSet {
            ranked = try self.ranked(in: set, by: best, scores?.namedTags ?? [], given.excluded, calibration)
        } else {
            ranked = rank(try candidates(best, given.excluded), by: best, given.excluded, calibration, limit)
        }
        if let model, let mixed {
            let new = try model.ranking(by: mixed, for: typed, limit: limit, calibration).suggestions(for: typed)
            // Without any evidence, the user's tags come before those of the model.
            ranked = best == nil && typed.key.isEmpty ? ranked + new : Self.merged(ranked, new)
            ranked = Array(ranked.prefix(limit))
        }
        let newNames = try newNames(beside: ranked, model).filter { !isDismissed($0) }
        ranked.removeAll { isDismissed($0.name) }
        ranked = oneOfEachGroup(offered(ranked), given: given.excluded)
        let names = given.names.merging(mixed?.given.names ?? [:]) { own, _ in own }
        return SuggestedTags(
            suggestions: try ranked.prefix(query.limit).map { try suggestion($0, names) }, named: try named(),
            unknown: given.unknown.filter { mixed?.given.known.contains($0) != true }, newNames: newNames)
    }

    /// Leaves out improbable tags of an item, unless they match typed text.
    ///
    /// Without an item, the given tags rank a list of tags to choose from, whose order counts.
    ///
    /// Tags unrelated to the evidence come after the related ones, so they are at least as improbable.
    private func offered(_ ranked: [RankedTag]) -> [RankedTag] {
        func isImprobable(_ tag: RankedTag) -> Bool { tag.probability.map { $0 < query.minimumProbability } ?? false }
        guard !query.item.isEmpty, typed.key.isEmpty, ranked.contains(where: isImprobable) else { return ranked }
        return ranked.filter { $0.probability != nil && !isImprobable($0) }
    }

    /// Leaves out all tags of a group but the best, and those of the groups of given tags, unless a text is typed.
    private func oneOfEachGroup(_ ranked: [RankedTag], given: Set<UInt32>) -> [RankedTag] {
        guard !groups.isEmpty, typed.key.isEmpty else { return ranked }
        var places: [UInt32: Int] = [:]
        for (place, group) in groups.all.enumerated() {
            for id in group.tagIDs { if let number = snapshot.number(of: id) { places[number] = place } }
        }
        var taken = Set(given.compactMap { places[$0] })
        return ranked.filter { tag in
            guard !tag.isNew, let place = places[tag.tag] else { return true }
            return taken.insert(place).inserted
        }
    }

    private func isDismissed(_ name: String) -> Bool { !dismissed.isEmpty && dismissed.contains(TagKey(name).text) }

    /// Returns the name of the tag that the typed text is the name, key or alias of.
    private func named() throws -> String? {
        query.text.isEmpty ? nil : try snapshot.reader.target(of: TagKey(query.text))?.tag.name
    }
}

// MARK: Evidence

/// One snapshot of everything that suggestions are computed from.
struct SuggestionSnapshot {
    let reader: StoreReader
    let counts: StoredCounts
    /// The linear model of the database, if there is one.
    var linear: LinearTagModel?
    /// The shared model, if one is used.
    var model: SharedModel?
    /// All tags, if they are in memory.
    var tags: SearchableTags?
    /// The implications between tags, if they are in memory.
    var implications: TagImplications?
    /// The only tags that a caller limited to some sets may see; `nil` for other callers.
    var visible: VisibleTags?

    /// Scores tags by the evidence.
    func scores(by evidence: Evidence) throws -> EvidenceScores? {
        try visible.map { $0.scores(for: evidence.item) } ?? counts.scores(by: evidence, linear)
    }

    /// Returns how scores become probabilities.
    func calibration(of scores: EvidenceScores?) throws -> Calibration {
        visible == nil ? try counts.calibration(of: scores) : Calibration(of: .item)
    }

    /// Returns the number by which a tag is ranked; `nil` for a tag that the caller may not see.
    func number(of tagID: Int64) -> UInt32? { visible == nil ? UInt32(exactly: tagID) : visible?.numbers[tagID] }

    /// Returns the number of items with a tag; `nil` for a caller limited to some sets.
    func uses(of tag: UInt32) throws -> Int? { visible == nil ? try counts.itemCount(of: tag) : nil }
}

/// The evidence for tags, as one collection of items knows it.
struct Evidence: Hashable, Sendable {
    /// The identifiers of the given tags.
    var given: [UInt32]
    var item: ItemEvidence
    var savedItem: Int64?
    /// The number of tags that will be requested.
    var limit: Int
}

extension SuggestionEngine {
    /// The given tags.
    private struct Given {
        /// The tags that are evidence.
        var ids: [UInt32] = []
        /// The tags that aren't suggested: the given tags, and tags above them or above the tags that they imply.
        var excluded: Set<UInt32> = []
        /// The tags that the given tags imply, nearest first.
        var implied: [ImpliedFirst.Implied] = []
        var names: [UInt32: String] = [:]
        /// The names that aren't tags, each once.
        var unknown: [String] = []
    }

    /// Finds the given tags.
    private func given() throws -> Given {
        var given = Given()
        var rows: [Int64] = []
        for name in query.given {
            guard let tag = try snapshot.reader.target(of: TagKey(name))?.tag else {
                if !given.unknown.contains(name) { given.unknown.append(name) }
                continue
            }
            rows.append(tag.id)
            if let visible = snapshot.visible {
                if let number = visible.numbers[tag.id] { given.excluded.insert(number) }
            } else if let id = UInt32(exactly: tag.id) {
                given.ids.append(id)
                given.excluded.insert(id)
                if given.names[id] == nil { given.names[id] = tag.name }
            }
        }
        try addImplied(by: rows, to: &given)
        return given
    }

    /// Adds the tags that the given tags imply.
    ///
    /// Those above a tag are excluded, because its items count as theirs already.
    private func addImplied(by rows: [Int64], to given: inout Given) throws {
        guard !rows.isEmpty else { return }
        let set = try (query.onlyIn ?? query.set).map { try TagService.set($0, in: snapshot.reader).id }
        let levels = try TagLevels(in: set, snapshot.reader)
        let implications = snapshot.implications
        var above: Set<Int64> = []
        let found = try ImpliedTag.following(rows) { tag in
            let next = try levels.tagID(above: tag)
            if let next { above.insert(next) }
            let implied = try implications?[tag] ?? snapshot.reader.tagIDs(impliedBy: tag)
            return implied + [next].compactMap(\.self)
        }
        if query.includesAbove { above = [] }
        given.excluded.formUnion(above.compactMap(snapshot.number(of:)))
        guard snapshot.visible == nil else { return }
        given.implied = found.compactMap { found in
            guard !above.contains(found.id), let tag = UInt32(exactly: found.id),
                let origin = UInt32(exactly: found.origin)
            else { return nil }
            return ImpliedFirst.Implied(tag, origin: origin)
        }
    }

    private func evidence(_ given: [UInt32], limit: Int) -> Evidence {
        Evidence(given: given, item: query.item, savedItem: query.savedItem, limit: limit)
    }

    /// Returns the tags of matching rules, then those that the given tags imply, each once.
    private func certainTags(by given: Given) -> [ImpliedFirst.Implied] {
        let ruled = ruled.filter { !given.excluded.contains($0.tag) }
        let known = Set(ruled.map(\.tag))
        return ruled + given.implied.filter { !known.contains($0.tag) }
    }

    private func first(_ certain: [ImpliedFirst.Implied], then scores: (any TagScores)?) -> (any TagScores)? {
        certain.isEmpty ? scores : ImpliedFirst(certain, then: scores)
    }
}

// MARK: Ranking

extension SuggestionEngine {
    /// Returns the tags that may be suggested.
    ///
    /// With typed text, these are all tags or the members of the set. Without text, the most used tags and those that
    /// fit the evidence are enough, unless all tags are in memory.
    private func candidates(_ scores: (any TagScores)?, _ excluded: Set<UInt32>) throws -> SearchableTags {
        let reader = snapshot.reader
        if let visible = snapshot.visible { return visible.tags }
        if let set = query.onlyIn {
            return try members(ofSet: TagService.set(set, in: reader).id, scores, excluded, limit)
        }
        if let tags = snapshot.tags { return tags }
        guard typed.key.isEmpty else { return try SearchableTags(reader) }
        let limit = limit + excluded.count
        return try SearchableTags(reader.tags(related: scores?.scores(limit) ?? [], used: limit), in: reader)
    }

    /// Returns the members of a set that may be suggested: with typed text all, otherwise the best and the most used.
    private func members(
        ofSet setID: Int64, _ scores: (any TagScores)?, _ excluded: Set<UInt32>, _ limit: Int
    ) throws -> SearchableTags {
        let reader = snapshot.reader
        let members = try reader.tagIDs(ofSet: setID)
        guard typed.key.isEmpty else { return try SearchableTags(reader.found(members), in: reader) }
        let related = scores?.best(limit) { !excluded.contains($0) && members.contains(Int64($0)) } ?? []
        let used = try reader.tagsByUse(ofSet: setID, limit: limit + excluded.count + related.count)
        return try SearchableTags(reader.found(related.map { Int64($0.tag) }) + used, in: reader)
    }

    private func rank(
        _ tags: SearchableTags, by scores: (any TagScores)?, _ excluded: Set<UInt32>, _ calibration: Calibration,
        _ limit: Int, used: [UInt32] = []
    ) -> [RankedTag] {
        var ranking = SuggestionRanking(tags: tags, next: scores, excluding: excluded, limit: limit)
        ranking.calibration = calibration
        ranking.used = used
        return ranking.suggestions(for: typed)
    }

    /// Merges the user's tags with those of a model, in descending order of score; on a tie, the user's come first.
    private static func merged(_ own: [RankedTag], _ new: [RankedTag]) -> [RankedTag] {
        var rest = new[...]
        var merged: [RankedTag] = []
        for tag in own {
            let better = rest.prefix { $0.score > tag.score }
            merged += better
            rest = rest.dropFirst(better.count)
            merged.append(tag)
        }
        return merged + rest
    }
}

// MARK: Within a set

extension SuggestionEngine {
    /// Ranks the tags of a set, and after them the tags of other sets that the typed text or the item names.
    ///
    /// Without typed text, the tags of rules and implications come first, of whichever set.
    private func ranked(
        in setID: Int64, by scores: (any TagScores)?, _ named: [UInt32], _ excluded: Set<UInt32>,
        _ calibration: Calibration
    ) throws -> [RankedTag] {
        guard limit > 0 else { return [] }
        let used = try snapshot.counts.mostUsed(limit: SuggestionRanking.favoriteLimit)
        guard typed.key.isEmpty else { return try matches(in: setID, by: scores, excluded, calibration, used: used) }
        let own = rank(
            try ownTags(of: setID, scores, excluded, used: used), by: scores, excluded, calibration, limit, used: used)
        let certain = scores?.scores(limit).prefix { $0.score > 1 }.map(\.tag) ?? []
        let foreign = try Set(certain + named).subtracting(excluded).filter { try !isOwn($0, setID) }
        let tags = try SearchableTags(snapshot.reader.found(foreign.sorted().map { Int64($0) }), in: snapshot.reader)
        let others = rank(tags, by: scores, excluded, calibration, limit)
        let isCertain = { (tag: RankedTag) in tag.next?.rule != nil || tag.next?.origin != nil }
        let all = own + others
        return Array((all.filter(isCertain) + all.filter { !isCertain($0) }).prefix(limit))
    }

    /// Ranks the tags that match the typed text, those of a set first.
    ///
    /// - Complexity: that of a search, repeated while tags of other sets displace those of the set.
    private func matches(
        in setID: Int64, by scores: (any TagScores)?, _ excluded: Set<UInt32>, _ calibration: Calibration,
        used: [UInt32]
    ) throws -> [RankedTag] {
        let tags = try candidates(scores, excluded)
        var wanted = limit
        while true {
            let found = rank(tags, by: scores, excluded, calibration, wanted, used: used)
            let isOwn = try found.map { try self.isOwn($0.tag, setID) }
            let own = zip(found, isOwn).filter { $0.1 }.map { $0.0 }
            if own.count >= limit || found.count < wanted {
                return Array((own + zip(found, isOwn).filter { !$0.1 }.map { $0.0 }).prefix(limit))
            }
            wanted *= 4
        }
    }

    /// Returns the tags of a set that may be suggested without typed text: the best and the most used.
    private func ownTags(
        of setID: Int64, _ scores: (any TagScores)?, _ excluded: Set<UInt32>, used: [UInt32]
    ) throws -> SearchableTags {
        let reader = snapshot.reader
        var ids: [Int64] = []
        for (tag, _) in scores?.scores(.max) ?? [] where !excluded.contains(tag) {
            if ids.count == limit { break }
            if try isOwn(tag, setID) { ids.append(Int64(tag)) }
        }
        let count = limit + excluded.count + ids.count
        ids += used.prefix(count).map { Int64($0) }
        ids += try reader.tagsByUse(ofSet: setID, limit: count).map(\.tag.id)
        var known: Set<Int64> = []
        return try SearchableTags(reader.found(ids.filter { known.insert($0).inserted }), in: reader)
    }

    /// Returns whether a set contains a tag, or one of its items has it.
    private func isOwn(_ tag: UInt32, _ setID: Int64) throws -> Bool { try snapshot.reader.isTag(tag, ofSet: setID) }
}

// MARK: Wording

extension SuggestionEngine {
    /// Returns a ranked tag with its reasons in words, and the ranges of the typed text in its name.
    ///
    /// Reasons mention tags by the given names; others are read.
    private func suggestion(_ ranked: RankedTag, _ names: [UInt32: String]) throws -> Suggestion {
        let ranges = ranked.completion.map { MatchRanges.ranges(of: typed, in: ranked.name, $0) }
        return Suggestion(
            tag: ranked.name, score: ranked.score, match: ranges?.map { [$0.lowerBound, $0.count] } ?? [],
            because: try ranked.because.map { try text(of: $0, names) }, new: ranked.isNew ? true : nil,
            uses: ranked.isNew ? nil : try snapshot.uses(of: ranked.tag), probability: ranked.probability,
            explanation: query.explains ? try ranked.next.map { try explanation(of: $0, names) } : nil)
    }

    private func text(of reason: Reason, _ names: [UInt32: String]) throws -> String {
        switch reason {
        case .with(let tag), .implied(let tag), .goesWith(let tag):
            let name = try name(of: tag, names)
            return reason.text { _ in name }
        case .similar(let item, _):
            let row = try snapshot.reader.item(id: item)
            let title = row.map { $0.title.isEmpty ? $0.location ?? "" : $0.title } ?? ""
            return reason.text(title: { _ in title })
        default: return reason.text()
        }
    }

    private func name(of tag: UInt32, _ names: [UInt32: String]) throws -> String {
        try names[tag] ?? snapshot.reader.tag(id: Int64(tag))?.name ?? "?"
    }

    /// Returns the parts of a tag's estimate.
    private func explanation(of next: NextTag, _ names: [UInt32: String]) throws -> SuggestionExplanation {
        SuggestionExplanation(
            popularity: next.popularity,
            terms: try next.contributions.map { part in
                var given = try text(of: part.reason, names)
                if case .with(let tag) = part.reason { given = try name(of: tag, names) }
                return SuggestionTerm(
                    given: given, linear: part.linear, local: part.local, neighbors: part.neighbors,
                    rule: part.rule == 0 ? nil : part.rule, item: part.item == 0 ? nil : part.item)
            })
    }
}
