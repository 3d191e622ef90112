internal import TagCore

/// The scores of tags for a new item ("S"), from all evidence.
///
/// S = R + N + C: the estimate from similar items, the probability by name, and the support of companions. A linear
/// model replaces the share m of S; see ``LinearTagModel``. A tag whose name is the whole title gets 1 in addition, so
/// that it comes first even where most items have another tag. With k tags given, their estimate, limited to 1.5, is
/// added last, and the rest of S counts 2 / (1 + k): the more tags are given, the less the item tells beyond them.
///
/// ```
/// let scores = try ItemScores(question, from: source)
/// for tag in try scores.ranked(mostUsed: 10, from: source).prefix(10) { print(tag.tag, tag.score) }
/// ```
package struct ItemScores: Sendable {
    /// The score of a tag with its parts.
    package struct Tag: Hashable, Sendable {
        /// The tag.
        package let tag: UInt32
        /// The number of saved items that have the tag.
        package let uses: Int
        /// The estimate from similar items ("R").
        package let similar: Double
        /// The probability by name ("N").
        package let named: Double
        /// The support of companions ("C").
        package let companions: Double
        /// The linear model's probability with its share m, if it has a model of the tag.
        package let linear: LinearTagModel.Estimate?
        /// 1 if the tag's name is the whole title, which comes before everything else that similar items tell; otherwise 0.
        package let literal: Double
        /// The weight of the evidence from the item, from 0 to 1; 1 unless several tags are given.
        package let weight: Double
        /// The estimate from given tags, at most 1.5; zero without given tags.
        package let given: Double
        /// The total, which orders the tags.
        package let score: Double
    }

    /// The estimates from similar items.
    package let similar: SimilarItems
    /// The item.
    package let question: ItemQuestion
    /// The probability of each tag found by name.
    package let named: [UInt32: Double]
    /// The support for tags that co-occur with named tags.
    package let companions: Companions

    /// The highest estimate from given tags that counts.
    private static let highestGiven = 1.5

    /// Computes all parts except the linear model.
    ///
    /// - Complexity: that of ``SimilarItems`` and ``Companions``.
    package init<Source: ItemSource>(_ question: ItemQuestion, from source: Source) throws(Source.Failure) {
        self.question = question
        similar = try SimilarItems(question, from: source)
        let matches = question.matches
        let rates = try source.nameRates()
        let tags = matches.keys.sorted()
        var named: [UInt32: Double] = [:]
        for (tag, record) in zip(tags, try source.nameRecords(of: tags)) {
            guard let match = matches[tag] else { continue }
            named[tag] = record.probability(in: match.place, rates: rates)
        }
        self.named = named
        companions = try Companions(of: named, itemCount: similar.itemCount, from: source)
    }

    /// Returns all candidates, best first; ties by uses, then in ascending order of tags.
    ///
    /// Candidates are all tags with evidence, and the most used tags, which the unexplained part of the item supports.
    ///
    /// - Parameters:
    ///   - mostUsed: the number of most used tags that are candidates.
    ///   - given: the tags that the item already has, which aren't returned.
    ///   - givenCount: the number of given tags that saved items have.
    ///   - estimates: the estimates of tags from the given tags alone.
    ///   - model: the linear model, if there is one.
    ///   - source: the snapshot that the scores were computed from.
    /// - Returns: the tags.
    /// - Throws: the errors of the source.
    /// - Complexity: O(*n* log *n*) in the number of candidates.
    package func ranked<Source: ItemSource>(
        mostUsed: Int, given: Set<UInt32> = [], givenCount: Int = 0, estimates: [UInt32: Double] = [:],
        model: LinearTagModel? = nil, from source: Source
    ) throws(Source.Failure) -> [Tag] {
        var candidates = Set(similar.explained.keys)
        candidates.formUnion(named.keys)
        candidates.formUnion(companions.support.keys)
        candidates.formUnion(estimates.keys)
        if let model { candidates.formUnion(model.tags) }
        candidates.formUnion(try source.mostUsed(limit: max(0, mostUsed)))
        let tags = candidates.subtracting(given).sorted()
        var scored = try scores(of: tags, givenCount: givenCount, estimates: estimates, model: model, from: source)
        scored.sort { ($0.score, $0.uses, $1.tag) > ($1.score, $1.uses, $0.tag) }
        return scored
    }

    /// Returns the scores of tags in the given order.
    ///
    /// - Parameters:
    ///   - tags: the tags.
    ///   - givenCount: the number of given tags that saved items have.
    ///   - estimates: the estimates of tags from the given tags alone.
    ///   - model: the linear model, if there is one.
    ///   - source: the snapshot that the scores were computed from.
    /// - Returns: one score per tag.
    /// - Throws: the errors of the source.
    /// - Complexity: O(*n*) in the number of tags, plus the weights of the item's words in the model.
    package func scores<Source: ItemSource>(
        of tags: [UInt32], givenCount: Int = 0, estimates: [UInt32: Double] = [:], model: LinearTagModel? = nil,
        from source: Source
    ) throws(Source.Failure) -> [Tag] {
        var linear: LinearTagModel.Margins?
        if let model { linear = model.margins(of: question.words) }
        let weight = 2 / Double(1 + max(1, givenCount))
        var scored: [Tag] = []
        scored.reserveCapacity(tags.count)
        for (tag, uses) in zip(tags, try source.uses(of: tags)) {
            let estimate = linear?.estimate(of: tag, uses: Int(uses))
            scored.append(score(of: tag, uses: Int(uses), estimate, estimates[tag] ?? 0, weight))
        }
        return scored
    }

    private func score(
        of tag: UInt32, uses: Int, _ linear: LinearTagModel.Estimate?, _ estimate: Double, _ weight: Double
    ) -> Tag {
        let similar = similar.estimate(of: tag, uses: uses)
        let (named, companions) = (named[tag] ?? 0, companions.support[tag] ?? 0)
        let given = estimate.isFinite ? min(Self.highestGiven, max(0, estimate)) : 0
        var sum = similar + named + companions
        if let linear { sum = (1 - linear.share) * sum + linear.share * linear.probability }
        let literal = question.matches[tag]?.isWholeTitle == true ? 1.0 : 0
        return Tag(
            tag: tag, uses: uses, similar: similar, named: named, companions: companions, linear: linear,
            literal: literal, weight: weight, given: given, score: weight * sum + literal + given)
    }
}

// MARK: Reasons

extension ItemScores {
    /// Returns the contributions of the item to the score of a tag.
    func contributions(to tag: Tag, _ linear: LinearTagModel.Margins?) -> [NextTag.Contribution] {
        let linearShare = tag.linear?.share ?? 0
        let share = tag.weight * (1 - linearShare)
        var parts: [NextTag.Contribution] = []
        if let match = question.matches[tag.tag] {
            let reason = Reason.named(match.words, in: Reason.Part(match.part))
            parts.append(.init(reason: reason, item: share * tag.named + tag.literal))
        }
        if let similar = similarItems(supporting: tag) {
            parts.append(.init(reason: similar.reason, item: share * similar.value))
        }
        if let cause = companions.causes[tag.tag] {
            let reason = Reason.goesWith(tag: cause.tag)
            parts.append(.init(reason: reason, item: share * tag.companions))
        }
        if let estimate = tag.linear, let word = word(for: tag.tag, linear) {
            let item = tag.weight * estimate.share * estimate.probability
            parts.append(.init(reason: .word(word), item: item))
        }
        return parts
    }

    /// Returns why similar items support a tag: their site, if that is among the strongest words, or the most similar item.
    ///
    /// Function words, and short words that many items have, are no reason.
    private func similarItems(supporting tag: Tag) -> (reason: Reason, value: Double)? {
        guard let explained = similar.explained[tag.tag], explained > 0 else { return nil }
        let value = min(explained, tag.similar)
        let words = similar.words(supporting: tag.tag, limit: Self.wordLimit)
        guard words.isEmpty || !words.allSatisfy(isFunctionWord) else { return nil }
        if let text = words.filter({ $0.weight > value / 5 }).compactMap({ question.texts[$0.word] })
            .first(where: { $0.hasPrefix("@") })
        {
            return (.site(String(text.dropFirst())), value)
        }
        let items = similar.items(supporting: tag.tag, limit: Self.similarLimit)
        let close = items.filter { $0.share > (items.first?.share ?? 0) / 4 }
        return items.first.map { item -> (reason: Reason, value: Double) in
            let word = words.lazy.filter { !isFunctionWord($0) }.compactMap { question.texts[$0.word] }.first
            return (item.item < 0 ? .described(word ?? "") : .similar(to: item.item, count: close.count), value)
        }
    }

    private func isFunctionWord(_ word: SimilarItems.Word) -> Bool {
        guard let text = question.texts[word.word] else { return false }
        return StopWords.contains(text) || word.isCommon && text.unicodeScalars.count <= Self.longestFunctionWord
    }

    /// The number of words that can be a reason.
    private static let wordLimit = 3
    /// The length of the longest word that is taken for a function word, in scalars.
    private static let longestFunctionWord = 3

    /// The number of similar items that are looked at.
    private static let similarLimit = 64

    /// Returns the word of the item that speaks most for a tag in the linear model.
    private func word(for tag: UInt32, _ linear: LinearTagModel.Margins?) -> String? {
        linear?.reasons(for: tag, limit: 1).first.flatMap { question.texts[$0.word] }
    }
}

extension Reason.Part {
    fileprivate init(_ part: NameSearch.Part) {
        self =
            switch part {
            case .title: .title
            case .location: .location
            case .note: .note
            case .text: .text
            }
    }
}
