import Suggestions
import TagCore
import Testing

@Suite struct `Companions of named tags` {
    @Test func `support tags that co-occur with named tags more than usual`() {
        var items = MemoryItems()
        items.save(ItemWords("a"), tags: ["python", "code"])
        items.save(ItemWords("b"), tags: ["python", "code"])
        items.save(ItemWords("c"), tags: ["travel", "code"])
        items.save(ItemWords("d"), tags: ["travel"])
        let (python, code) = (items.tag("python"), items.tag("code"))
        let companions = Companions(of: [python: 0.8], itemCount: 4, from: items)
        // 2 / (2 + 2) − 3 / 4 is negative.
        #expect(companions.support.isEmpty)
        let others = Companions(of: [code: 0.8], itemCount: 4, from: items)
        // python: 2 / (3 + 2) − 2 / 4 is negative; so is travel: 1 / 5 − 2 / 4.
        #expect(others.support.isEmpty)
        for _ in 0..<6 { items.save(ItemWords("e"), tags: ["food"]) }
        let later = Companions(of: [python: 0.8], itemCount: 10, from: items)
        #expect(later.support.keys.sorted() == [code])
        let gain = 2.0 / 4 - 3.0 / 10
        #expect(isClose(later.support[code] ?? 0, 0.15 * 0.8 * gain))
        #expect(later.causes[code]?.tag == python)
    }

    @Test func `of several named tags add up`() {
        var items = MemoryItems()
        for _ in 0..<2 { items.save(ItemWords("a"), tags: ["python", "ruby", "code"]) }
        for _ in 0..<8 { items.save(ItemWords("b"), tags: ["food"]) }
        let (python, ruby, code) = (items.tag("python"), items.tag("ruby"), items.tag("code"))
        let companions = Companions(of: [python: 0.5, ruby: 0.9], itemCount: 10, from: items)
        let gain = 2.0 / 4 - 2.0 / 10
        #expect(isClose(companions.support[code] ?? 0, 0.15 * (0.5 + 0.9) * gain))
        #expect(isClose(companions.support[python] ?? 0, 0.15 * 0.9 * gain))
        #expect(companions.causes[code]?.tag == ruby)
    }
}

@Suite struct `Scores of tags` {
    private let items: MemoryItems = {
        var items = MemoryItems()
        for number in 0..<5 { items.save(ItemWords("lions and rome \(number)"), tags: ["travel", "italy"]) }
        items.save(ItemWords("stripes"), tags: ["zebra"])
        items.save(ItemWords("feeding times"), tags: ["zoo"])
        for number in 0..<20 { items.save(ItemWords("page \(number)"), tags: ["page\(number)"]) }
        return items
    }()

    private func scores(_ title: String) -> ItemScores {
        let words = ItemWords(title)
        return ItemScores(items.question(words), from: items)
    }

    @Test func `put tags first that the title names`() {
        let best = scores("a zebra in the zoo").best(limit: 2, from: items)
        #expect(best.map(\.tag) == [items.tag("zebra"), items.tag("zoo")])
        #expect(best.map(\.named) == [0.5, 0.5])
    }

    @Test func `put the tag first whose name is the whole title, even if most items have another`() {
        var items = MemoryItems()
        for number in 0..<9 { items.save(ItemWords("page \(number)"), tags: ["web"]) }
        items.save(ItemWords("page"), tags: ["web", "light room"])
        let best = ItemScores(items.question(ItemWords("Lightroom")), from: items).best(limit: 2, from: items)
        #expect(best.first?.tag == items.tag("light room"))
        #expect(best.map(\.literal) == [1, 0])
    }

    @Test func `are the sum of their parts`() {
        for tag in scores("zebra in rome").best(limit: 10, from: items) {
            #expect(isClose(tag.score, tag.similar + tag.named + tag.companions))
        }
    }

    @Test func `are ordered by uses, then by number, if they are equal`() {
        let best = scores("").best(limit: 4, from: items)
        #expect(best.map(\.tag) == ["travel", "italy", "zebra", "zoo"].map { items.tag($0) })
    }

    @Test func `include the estimate from given tags, at most 1.5`() {
        let (travel, italy, zebra) = (items.tag("travel"), items.tag("italy"), items.tag("zebra"))
        let without = scores("rome").best(limit: 10, given: [travel], from: items)
        let with = scores("rome").best(limit: 10, given: [travel], estimates: [italy: 0.4, zebra: 9], from: items)
        func score(_ tag: UInt32, in tags: [ItemScores.Tag]) -> Double { tags.first { $0.tag == tag }?.score ?? 0 }
        #expect(!with.map(\.tag).contains(travel))
        #expect(isClose(score(italy, in: with), score(italy, in: without) + 0.4))
        #expect(isClose(score(zebra, in: with), score(zebra, in: without) + 1.5))
    }

    @Test func `are none for a limit of zero or less`() {
        #expect(scores("zebra").best(limit: 0, from: items).isEmpty)
        #expect(scores("zebra").best(limit: -3, from: items).isEmpty)
        #expect(
            ItemScores(MemoryItems().question(ItemWords("x")), from: MemoryItems()).best(limit: 5, from: MemoryItems())
                .isEmpty)
    }

    @Test(arguments: 0..<20) func `don't depend on items that were removed`(seed: UInt64) {
        var numbers = SeededSequence(seed: seed)
        var (all, some) = (MemoryItems(), MemoryItems())
        func title() -> String { (0..<4).map { _ in "t\(numbers.next(below: 12))" }.joined(separator: " ") }
        // Tags that stay in use, so that both collections know the same names at every save.
        for number in 0..<12 {
            all.save(ItemWords("start"), tags: ["t\(number)"])
            some.save(ItemWords("start"), tags: ["t\(number)"])
        }
        var removed: [Int64] = []
        for _ in 0..<60 {
            let words = ItemWords(title())
            let tags = ["t\(numbers.next(below: 12))", "t\(numbers.next(below: 12))"]
            let item = all.save(words, tags: tags)
            if numbers.next(below: 3) == 0 { removed.append(item) } else { some.save(words, tags: tags) }
        }
        for item in removed { all.remove(item) }
        let words = ItemWords(title())
        let left = ItemScores(all.question(words), from: all).best(limit: 12, from: all)
        let right = ItemScores(some.question(words), from: some).best(limit: 12, from: some)
        for (one, other) in zip(left, right) {
            #expect(isClose(one.score, other.score, within: 1e-9), "seed \(seed)")
            #expect(one.named == other.named, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<500) func `are finite for a damaged source`(seed: UInt64) {
        var names = TagNames()
        for tag in UInt32(0)..<6 { names.insert("word\(tag)", of: tag) }
        let title = (0..<8).map { "word\($0)" }.joined(separator: " ")
        let words = ItemWords(title: title, location: "", note: "", text: "")
        let source = DamagedItems(seed: seed)
        let scores = ItemScores(ItemQuestion(words, names: NameSearch(words, in: names), from: source), from: source)
        let best = scores.best(limit: 5, given: [2], estimates: [1: .nan, 3: .infinity, 4: -9], from: source)
        #expect(best.allSatisfy { $0.score.isFinite && $0.score >= 0 })
        for tag in best {
            _ = scores.similar.items(supporting: tag.tag, limit: 3)
            _ = scores.similar.words(supporting: tag.tag, limit: 3)
        }
    }
}

@Suite struct `The weight of a word` {
    @Test func `is stored in a byte`() {
        #expect((1...255).allSatisfy { ItemWords.byte(ofWeight: ItemWords.weight(ofByte: $0)) == $0 })
        #expect(ItemWords.byte(ofWeight: 0.000_1) == 1)
        #expect([Double.nan, -1, 0].map { ItemWords.byte(ofWeight: $0) } == [1, 1, 1])
        #expect([1, 2, Double.infinity].map { ItemWords.byte(ofWeight: $0) } == [255, 255, 255])
    }
}
