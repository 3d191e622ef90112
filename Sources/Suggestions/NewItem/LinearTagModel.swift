internal import TagCore

/// A linear model per tag, trained from the stored words of a large collection and mixed into the scores.
///
/// The model is derived data: it is trained when the program is idle, and discarded when it no longer fits. A tag's
/// probability is p = σ(3 · margin). Its share in the score is m = .9 · u / (u + 100) · max(0, 1 − 3 · |u now − u| /
/// u), with u the tag's uses when the model was trained. The last factor hands a tag whose uses change quickly back to
/// the other evidence, which learns immediately.
///
/// ```
/// let model = LinearTagModel(training: TrainingRows(words: words, tags: tags)) { Task.isCancelled }
/// let margins = model?.margins(of: question.words)
/// margins?.estimate(of: 7, uses: 250)  // the share and probability of tag 7
/// ```
package struct LinearTagModel: Hashable, Sendable {
    /// The number of items when the model was trained ("N").
    package let itemCount: Int
    /// The tags that have a model, in ascending order.
    package let tags: [UInt32]
    /// The uses of each tag when the model was trained ("u").
    let uses: [UInt32]
    /// The constant term of each tag's margin.
    let biases: [Float]
    /// The size of one step of each tag's weights.
    let scales: [Float]
    /// The words of all items, in ascending order.
    let words: [UInt32]
    /// The number of items with each word.
    let itemCounts: [UInt32]
    /// The index of the first weight of each word, followed by the number of weights.
    let starts: [Int]
    /// The index in ``tags`` of each weight, word by word.
    let weightTags: [Int32]
    /// The weights, in steps of the tag's scale.
    let weights: [Int8]

    /// The minimum number of items for which a model is worthwhile.
    package static let leastItems = 1_000

    /// Trains a model of every tag with at least ten uses; `nil` if it was stopped.
    ///
    /// - Parameters:
    ///   - rows: the items.
    ///   - usesElsewhere: the uses of tags in items that aren't among the rows.
    ///   - progress: called after each tag with the completed share, from 0 to 1.
    ///   - isStopped: called before each tag; training ends when it returns true.
    /// - Complexity: see ``LinearTrainer/train(_:)``, for each tag.
    package init?(
        training rows: TrainingRows, usesElsewhere: [UInt32: Int] = [:], progress: (Double) -> Void = { _ in },
        isStopped: () -> Bool
    ) {
        var trainer = LinearTrainer(rows)
        var trained: [(tag: TrainingRows.Tag, weights: LinearTrainer.Weights)] = []
        let trainable = rows.tags.filter { trainer.isTrainable($0) }
        for tag in trainable {
            if isStopped() { return nil }
            trained.append((tag, trainer.train(tag)))
            progress(Double(trained.count) / Double(trainable.count))
        }
        itemCount = rows.count
        tags = trained.map(\.tag.tag)
        uses = trained.map { trained in UInt32(clamping: trained.tag.rows.count + (usesElsewhere[trained.tag.tag] ?? 0))
        }
        biases = trained.map { Float($0.weights.bias) }
        scales = trained.map { Self.scale(of: $0.weights.weights) }
        words = rows.vocabulary
        itemCounts = rows.itemCounts
        var lists = [[(tag: Int32, weight: Int8)]](repeating: [], count: words.count)
        for (index, model) in trained.enumerated() {
            for (column, weight) in zip(model.weights.columns, model.weights.weights) {
                let steps = Self.steps(of: weight, scale: scales[index])
                if steps != 0 { lists[Int(column)].append((Int32(index), steps)) }
            }
        }
        starts = lists.reduce(into: [0]) { starts, list in starts.append((starts.last ?? 0) + list.count) }
        weightTags = lists.flatMap { $0.map(\.tag) }
        weights = lists.flatMap { $0.map(\.weight) }
    }

    private static func scale(of weights: [Double]) -> Float {
        let largest = weights.reduce(0) { max($0, abs($1)) }
        let scale = Float(largest / 127)
        return scale.isNormal ? scale : 1
    }

    private static func steps(of weight: Double, scale: Float) -> Int8 {
        let steps = (weight / Double(scale)).rounded()
        return steps.isFinite ? Int8(max(-127, min(127, steps))) : 0
    }

    /// Creates a model from parts that are consistent.
    init(
        itemCount: Int, tags: [UInt32], uses: [UInt32], biases: [Float], scales: [Float], words: [UInt32],
        itemCounts: [UInt32], starts: [Int], weightTags: [Int32], weights: [Int8]
    ) {
        (self.itemCount, self.tags, self.uses) = (itemCount, tags, uses)
        (self.biases, self.scales) = (biases, scales)
        (self.words, self.itemCounts, self.starts) = (words, itemCounts, starts)
        (self.weightTags, self.weights) = (weightTags, weights)
    }

    /// Returns whether the model should be trained again after this many items were saved, deleted or edited: 5 % of
    /// the items, at least 50.
    package func isOutdated(afterChanges changes: Int) -> Bool { changes >= max(50, itemCount / 20) }

    /// Returns whether the model still fits after this many items were saved, deleted or edited: less than a third of
    /// the items.
    package func isUsable(afterChanges changes: Int) -> Bool { changes * 3 < itemCount }
}

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

extension LinearTagModel {
    /// The first bytes of every stored model: a name and the version of the format.
    private static let signature = Array("TFLM1".utf8)

    /// The model as bytes, for a file.
    ///
    /// All numbers are written as LEB128, sorted lists as differences, and fractions as their four bytes. The file
    /// needs a checksum: ``init(bytes:)`` finds every inconsistency, but not a changed weight.
    ///
    /// - Complexity: O(*n*) in the number of words and weights.
    package var bytes: [UInt8] {
        var writer = ByteWriter(bytes: Self.signature)
        writer.write(itemCount)
        writer.write(ascending: tags)
        for index in tags.indices {
            writer.write(Int(uses[index]))
            writer.write(biases[index])
            writer.write(scales[index])
        }
        writer.write(ascending: words)
        for column in words.indices {
            writer.write(Int(itemCounts[column]))
            let range = starts[column]..<starts[column + 1]
            writer.write(ascending: weightTags[range].map { UInt32($0) })
            writer.bytes += weights[range].map { UInt8(bitPattern: $0) }
        }
        return writer.bytes
    }

    /// Restores a model; `nil` for bytes of another format or version, and for inconsistent or truncated bytes.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var reader = ByteReader(bytes: bytes, position: Self.signature.count)
        guard let itemCount = reader.number(), let tags = reader.ascending() else { return nil }
        var (uses, biases, scales): ([UInt32], [Float], [Float]) = ([], [], [])
        for _ in tags {
            // A tag may have more uses than items were trained with, because some are left out.
            guard let count = reader.number(), count > 0, let bias = reader.fraction(), let scale = reader.fraction(),
                let count = UInt32(exactly: count)
            else { return nil }
            uses.append(count)
            biases.append(bias)
            scales.append(scale)
        }
        guard let words = reader.ascending() else { return nil }
        var (itemCounts, starts): ([UInt32], [Int]) = ([], [0])
        var (weightTags, weights): ([Int32], [Int8]) = ([], [])
        for _ in words {
            guard let count = reader.number(), count > 0, count <= itemCount, let count = UInt32(exactly: count),
                let list = reader.ascending(), list.last.map({ Int($0) < tags.count }) ?? true,
                let steps = reader.bytes(list.count)
            else { return nil }
            itemCounts.append(count)
            weightTags += list.map { Int32($0) }
            weights += steps.map { Int8(bitPattern: $0) }
            starts.append(weights.count)
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            itemCount: itemCount, tags: tags, uses: uses, biases: biases, scales: scales, words: words,
            itemCounts: itemCounts, starts: starts, weightTags: weightTags, weights: weights)
    }
}
