internal import TagCore

extension LinearTagModel {
    /// The estimate of a tag for a new item.
    package struct Estimate: Hashable, Sendable {
        /// The share of the probability in the tag's score ("m"), from 0 to .9.
        package let share: Double
        /// The probability that the item has the tag ("p").
        package let probability: Double
    }

    /// A word that speaks for or against a tag.
    package struct Reason: Hashable, Sendable {
        /// The word.
        package let word: UInt32
        /// The word's part of the margin.
        package let weight: Double
    }

    /// The margins of all tags for a new item.
    package struct Margins: Sendable {
        let model: LinearTagModel
        /// The margin of each of the model's tags.
        let values: [Double]
        /// The item's words that the model knows, as columns, with their weights scaled to length 1.
        let words: [(column: Int, weight: Double)]
    }

    private static let slope = 3.0
    private static let highestShare = 0.9
    /// The uses at which a tag has half of the highest share.
    private static let halfUses = 100.0
    /// The share falls to zero when the uses of a tag have changed by one part in this many.
    private static let changeLimit = 3.0

    /// Computes the margins of all tags.
    ///
    /// - Parameter item: the words of the new item by number, with their weights; words unknown to the model are
    ///   ignored.
    /// - Returns: the margins.
    /// - Complexity: O(weights of the item's words).
    package func margins(of item: [(number: UInt32, weight: Double)]) -> Margins {
        var known: [(column: Int, weight: Double)] = []
        for (word, weight) in item {
            guard let column = words.index(ofSorted: word) else { continue }
            known.append((column, weight * QueryWords.rarity(itemCounts[column], of: itemCount)))
        }
        let length = known.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
        if length > 0 { known = known.map { ($0.column, $0.weight / length) } }
        var sums = [Double](repeating: 0, count: tags.count)
        for (column, weight) in known {
            for entry in starts[column]..<starts[column + 1] {
                sums[Int(weightTags[entry])] += weight * Double(weights[entry])
            }
        }
        for index in sums.indices { sums[index] = sums[index] * Double(scales[index]) + Double(biases[index]) }
        return Margins(model: self, values: sums, words: known)
    }

    /// Returns the share of a tag's probability in its score.
    fileprivate func share(of index: Int, usesNow: Int) -> Double {
        let uses = Double(self.uses[index])
        let change = abs(Double(usesNow) - uses) / uses
        return Self.highestShare * uses / (uses + Self.halfUses) * max(0, 1 - Self.changeLimit * change)
    }

    fileprivate func probability(ofMargin margin: Double) -> Double { 1 / (1 + exponential(-Self.slope * margin)) }
}

extension LinearTagModel.Margins {
    /// Returns the estimate of a tag; `nil` for a tag without a model.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - uses: the number of items that have the tag now.
    /// - Returns: the estimate with its share.
    /// - Complexity: O(log *n*) in the number of tags.
    package func estimate(of tag: UInt32, uses: Int) -> LinearTagModel.Estimate? {
        guard let index = model.tags.index(ofSorted: tag) else { return nil }
        return LinearTagModel.Estimate(
            share: model.share(of: index, usesNow: uses), probability: model.probability(ofMargin: values[index]))
    }

    /// Returns the words with the largest positive parts of a tag's margin, largest first.
    ///
    /// - Complexity: O(weights of the item's words).
    package func reasons(for tag: UInt32, limit: Int = 5) -> [LinearTagModel.Reason] {
        guard let index = model.tags.index(ofSorted: tag) else { return [] }
        var reasons: [LinearTagModel.Reason] = []
        for (column, weight) in words {
            for entry in model.starts[column]..<model.starts[column + 1]
            where Int(model.weightTags[entry]) == index && model.weights[entry] > 0 {
                let part = weight * Double(model.weights[entry]) * Double(model.scales[index])
                reasons.append(.init(word: model.words[column], weight: part))
            }
        }
        reasons.sort { ($0.weight, $1.word) > ($1.weight, $0.word) }
        return Array(reasons.prefix(limit))
    }
}

extension [UInt32] {
    /// Returns the index of an element of a sorted array; `nil` if it isn't contained.
    ///
    /// - Complexity: O(log *n*).
    func index(ofSorted element: UInt32) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == element ? low : nil
    }
}
