internal import TagCore

/// The tags that fit an item, best first, with their explanations.
struct RankedItemScores: Sendable {
    let scores: ItemScores
    /// All candidates, best first.
    let tags: [ItemScores.Tag]
    /// The position of each candidate in ``tags``.
    let places: [UInt32: Int]
    private let linear: LinearTagModel.Margins?

    /// Scores all candidates.
    ///
    /// - Parameters:
    ///   - scores: the scores of the item.
    ///   - given: the given tags, which aren't candidates.
    ///   - ranking: the estimates from the given tags.
    ///   - model: the linear model, if there is one.
    ///   - limit: the number of most used tags that are candidates.
    ///   - source: the snapshot of the scores.
    /// - Throws: the errors of the source.
    init<Source: ItemSource>(
        _ scores: ItemScores, given: Set<UInt32>, _ ranking: NextRanking?, model: LinearTagModel?, limit: Int,
        from source: Source
    ) throws(Source.Failure) {
        var estimates: [UInt32: Double] = [:]
        for tag in ranking?.candidates ?? [] { estimates[tag] = ranking?.estimate(of: tag) }
        self.scores = scores
        tags = try scores.ranked(
            mostUsed: limit + given.count, given: given, givenCount: ranking?.givenCount ?? 0, estimates: estimates,
            model: model, from: source)
        places = Dictionary(zip(tags.map(\.tag), 0...)) { first, _ in first }
        linear = model?.margins(of: scores.question.words)
    }

    /// Returns the contributions of the item to the score of a tag.
    func contributions(to tag: ItemScores.Tag) -> [NextTag.Contribution] {
        let linearShare = tag.linear?.share ?? 0
        let share = tag.weight * (1 - linearShare)
        var parts: [NextTag.Contribution] = []
        if let match = scores.question.matches[tag.tag] {
            let reason = Reason.named(match.words, in: Reason.Part(match.part))
            parts.append(.init(reason: reason, item: share * tag.named + tag.literal))
        }
        if let similar = similar(to: tag) { parts.append(.init(reason: similar.reason, item: share * similar.value)) }
        if let cause = scores.companions.causes[tag.tag] {
            let reason = Reason.goesWith(tag: cause.tag)
            parts.append(.init(reason: reason, item: share * tag.companions))
        }
        if let estimate = tag.linear, let word = word(for: tag.tag) {
            let item = tag.weight * estimate.share * estimate.probability
            parts.append(.init(reason: .word(word), item: item))
        }
        return parts
    }

    /// Returns why similar items support a tag: their site, if that is among the strongest words, or the most similar item.
    ///
    /// Short words that many items have, which are mostly function words, are no reason.
    private func similar(to tag: ItemScores.Tag) -> (reason: Reason, value: Double)? {
        guard let explained = scores.similar.explained[tag.tag], explained > 0 else { return nil }
        let value = min(explained, tag.similar)
        let words = scores.similar.words(supporting: tag.tag, limit: Self.wordLimit)
        guard words.isEmpty || !words.allSatisfy(isFunctionWord) else { return nil }
        if let text = words.filter({ $0.weight > value / 5 }).compactMap({ scores.question.texts[$0.word] })
            .first(where: { $0.hasPrefix("@") })
        {
            return (.site(String(text.dropFirst())), value)
        }
        let items = scores.similar.items(supporting: tag.tag, limit: Self.similarLimit)
        let close = items.filter { $0.share > (items.first?.share ?? 0) / 4 }
        return items.first.map { (.similar(to: $0.item, count: close.count), value) }
    }

    private func isFunctionWord(_ word: SimilarItems.Word) -> Bool {
        let length = scores.question.texts[word.word]?.unicodeScalars.count ?? .max
        return word.isCommon && length <= Self.longestFunctionWord
    }

    /// The number of words that can be a reason.
    private static let wordLimit = 3
    /// The length of the longest word that is taken for a function word, in scalars.
    private static let longestFunctionWord = 3

    /// The number of similar items that are looked at.
    private static let similarLimit = 64

    /// Returns the word of the item that speaks most for a tag in the linear model.
    private func word(for tag: UInt32) -> String? {
        linear?.reasons(for: tag, limit: 1).first.flatMap { scores.question.texts[$0.word] }
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
