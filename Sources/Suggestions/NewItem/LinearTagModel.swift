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
    ///   - isStopped: called before each tag; training ends when it returns true.
    /// - Complexity: see ``LinearTrainer/train(_:)``, for each tag.
    package init?(training rows: TrainingRows, usesElsewhere: [UInt32: Int] = [:], isStopped: () -> Bool) {
        var trainer = LinearTrainer(rows)
        var trained: [(tag: TrainingRows.Tag, weights: LinearTrainer.Weights)] = []
        for tag in rows.tags where trainer.isTrainable(tag) {
            if isStopped() { return nil }
            trained.append((tag, trainer.train(tag)))
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
