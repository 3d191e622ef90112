import Suggestions
import TagCore
import Testing

@Suite struct `A linear model per tag` {
    /// Items about zebras with a tag, and as many others.
    private let items: MemoryItems = {
        var items = MemoryItems()
        for _ in 0..<20 { items.save(ItemWords("zebra"), tags: ["animals", "rare\(items.selectionCount())"]) }
        for _ in 0..<20 { items.save(ItemWords("rome"), tags: ["travel"]) }
        return items
    }()

    private func model() throws -> LinearTagModel {
        try #require(LinearTagModel(training: items.trainingRows(), isStopped: { false }))
    }

    private func margins(_ title: String) throws -> LinearTagModel.Margins {
        try model().margins(of: items.question(ItemWords(title)).words)
    }

    @Test func `has tags with at least ten uses`() throws {
        #expect(try model().tags == [items.tag("animals"), items.tag("travel")])
    }

    @Test func `finds the minimum of the squared hinge loss`() throws {
        // All rows are one of two unit vectors. With s the slack of a positive and r of a negative row, w = (20s,
        // −20r), b = −1 + 20(s − r), 21s + b = 1 and 21r − b = 1, so s = 1/21 + 1/61, r = 1/21 − 1/61 and b = −21/61.
        let bias = -21.0 / 61
        let (positive, negative) = (20 * (1.0 / 21 + 1.0 / 61), 20 * (1.0 / 21 - 1.0 / 61))
        let animals = items.tag("animals")
        let zebra = try #require(try margins("zebra").estimate(of: animals, uses: 20))
        let rome = try #require(try margins("rome").estimate(of: animals, uses: 20))
        #expect(isClose(zebra.probability, 1 / (1 + exponential(-3 * (positive + bias))), within: 0.01))
        #expect(isClose(rome.probability, 1 / (1 + exponential(-3 * (bias - negative))), within: 0.01))
    }

    @Test func `has rows of half the cost`() throws {
        // As above, with 2 · .25 · s as the dual variable of a positive row: 11s + b = 1, 21r − b = 1, and
        // b = −1 + 10s − 20r.
        var items = items
        items.halvedTags = ["animals"]
        let model = try #require(LinearTagModel(training: items.trainingRows(), isStopped: { false }))
        let bias = (-1 + 10.0 / 11 - 20.0 / 21) / (1 + 10.0 / 11 + 20.0 / 21)
        let margins = model.margins(of: items.question(ItemWords("zebra")).words)
        let zebra = try #require(margins.estimate(of: items.tag("animals"), uses: 20)).probability
        #expect(isClose(zebra, 1 / (1 + exponential(-3 * (10 * (1 - bias) / 11 + bias))), within: 0.01))
        let whole = try #require(try self.margins("zebra").estimate(of: items.tag("animals"), uses: 20)).probability
        #expect(zebra < whole - 0.005)
    }

    @Test func `has a share that fades as a tag's uses change`() throws {
        let animals = items.tag("animals")
        let margins = try margins("zebra")
        #expect(isClose(margins.estimate(of: animals, uses: 20)?.share ?? 0, 0.9 * 20 / 120))
        // 1 − 3 · 2/20
        #expect(isClose(margins.estimate(of: animals, uses: 22)?.share ?? 0, 0.9 * 20 / 120 * 0.7))
        #expect(margins.estimate(of: animals, uses: 13)?.share == 0)
        #expect(margins.estimate(of: animals, uses: 27)?.share == 0)
        #expect(margins.estimate(of: items.tag("rare0"), uses: 1) == nil)
    }

    @Test func `replaces its share of the score`() throws {
        let words = ItemWords("zebra")
        let scores = ItemScores(items.question(words), from: items)
        let model = try model()
        let without = scores.scores(of: model.tags, from: items)
        let with = scores.scores(of: model.tags, model: model, from: items)
        for (one, other) in zip(without, with) {
            let linear = try #require(other.linear)
            #expect(isClose(other.score, (1 - linear.share) * one.score + linear.share * linear.probability))
        }
    }

    @Test func `explains a probability by words`() throws {
        let reasons = try margins("zebra rome").reasons(for: items.tag("animals"))
        #expect(reasons.map { items.wordTexts[Int($0.word)] } == ["zebra"])
        #expect(try margins("paris").reasons(for: items.tag("animals")).isEmpty)
    }

    @Test func `is the same each time`() throws { #expect(try model() == model()) }

    @Test func `is nil if training is stopped`() {
        var tags = 0
        let model = LinearTagModel(training: items.trainingRows()) {
            tags += 1
            return tags == 2
        }
        #expect(model == nil)
        #expect(tags == 2)
    }

    @Test func `is trained again after changes and discarded after many`() throws {
        let model = try model()
        #expect(!model.isOutdated(afterChanges: 49))
        #expect(model.isOutdated(afterChanges: 50))
        #expect(model.isUsable(afterChanges: 13))
        #expect(!model.isUsable(afterChanges: 14))
    }

    @Test func `can be trained without items`() {
        let model = LinearTagModel(training: MemoryItems().trainingRows(), isStopped: { false })
        #expect(model?.tags == [])
        #expect(model?.margins(of: [(number: 3, weight: 1)]).estimate(of: 1, uses: 0) == nil)
    }

    @Test func `uses hard negatives in a large collection`() throws {
        var items = MemoryItems()
        for number in 0..<2_000 {
            let isAnimal = number % 100 == 0
            let title = isAnimal ? "zebra zoo n\(number)" : number % 50 == 1 ? "zoo tickets" : "paper p\(number % 300)"
            items.save(ItemWords(title), tags: [isAnimal ? "animals" : "other"])
        }
        let model = try #require(LinearTagModel(training: items.trainingRows(), isStopped: { false }))
        let animals = items.tag("animals")
        func probability(_ title: String) -> Double {
            model.margins(of: items.question(ItemWords(title)).words).estimate(of: animals, uses: 20)?.probability ?? 0
        }
        #expect(probability("zebra") > 0.8)
        #expect(probability("zoo tickets") < 0.1)
        #expect(probability("paper") < 0.1)
    }

    @Test func `is the same after it is stored`() throws {
        let model = try model()
        #expect(LinearTagModel(bytes: model.bytes) == model)
    }

    @Test func `isn't restored from truncated, extended or foreign bytes`() throws {
        let bytes = try model().bytes
        for length in bytes.indices { #expect(LinearTagModel(bytes: Array(bytes[..<length])) == nil) }
        #expect(LinearTagModel(bytes: bytes + [0]) == nil)
        #expect(LinearTagModel(bytes: Array("TFLM2".utf8) + bytes.dropFirst(5)) == nil)
    }

    @Test func `is consistent if it is restored from changed bytes`() throws {
        let bytes = try model().bytes
        let words = (0...UInt32(60)).map { (number: $0, weight: 0.5) }
        for index in bytes.indices {
            for change in [UInt8(1), 0x80, 0xFF, 0x7F] {
                var changed = bytes
                changed[index] ^= change
                guard let model = LinearTagModel(bytes: changed) else { continue }
                let margins = model.margins(of: words)
                for tag in model.tags {
                    #expect(
                        margins.estimate(of: tag, uses: 20).map { $0.share.isFinite && $0.probability.isFinite } == true
                    )
                    _ = margins.reasons(for: tag)
                }
            }
        }
    }

    @Test func `can be trained from impossible weights`() {
        var (words, tags) = (WordLists(), TagLists())
        for number in UInt32(0)..<40 {
            words.append(words: [number % 3, number % 3, 7], weights: [.nan, .infinity, -.infinity])
            tags.append([number % 2, number % 2])
        }
        let model = LinearTagModel(training: TrainingRows(words: words, tags: tags), isStopped: { false })
        #expect(model?.tags == [0, 1])
    }
}
