import Suggestions
import TagCore
import Testing

@Suite struct `Similar items` {
    @Test func `share the new item with what no item explains`() {
        var items = MemoryItems()
        let zoo = items.save(ItemWords("zebra"), tags: ["animals"])
        items.save(ItemWords("rome"), tags: ["travel"])
        let similar = SimilarItems(items.question(ItemWords("zebra")), from: items)
        // One item with all words: the near regression gives 1 / 1.3, the wide regression 1 / 2.
        let share = 0.6 / 1.3 + 0.4 / 2
        #expect(isClose(similar.unexplained, 1 - share))
        let animals = items.tag("animals")
        #expect(isClose(similar.estimate(of: animals, uses: 1), share + (1 - share) / 2, within: 1e-7))
        #expect(isClose(similar.estimate(of: items.tag("travel"), uses: 1), (1 - share) / 2, within: 1e-7))
        #expect(similar.items(supporting: animals, limit: 3).map(\.item) == [zoo])
        #expect(similar.items(supporting: items.tag("travel"), limit: 3).isEmpty)
    }

    @Test func `support a tag by half if it counts half`() {
        var items = MemoryItems()
        items.save(ItemWords("zebra"), tags: ["animals", "africa"])
        items.save(ItemWords("rome"), tags: ["travel"])
        items.halvedTags = ["animals"]
        let similar = SimilarItems(items.question(ItemWords("zebra")), from: items)
        let share = 0.6 / 1.3 + 0.4 / 2
        #expect(isClose(similar.explained[items.tag("africa")] ?? 0, share, within: 1e-7))
        #expect(isClose(similar.explained[items.tag("animals")] ?? 0, share / 2, within: 1e-7))
        #expect(isClose(similar.unexplained, 1 - share))
    }

    @Test func `count duplicates little more than once`() {
        var items = MemoryItems()
        items.save(ItemWords("zebra"), tags: ["animals"])
        items.save(ItemWords("zebra"), tags: ["animals"])
        items.save(ItemWords("rome"), tags: ["travel"])
        let similar = SimilarItems(items.question(ItemWords("zebra")), from: items)
        // Two equal items: 1 / 2.3 each and 1 / 3 each.
        let share = 0.6 / 2.3 + 0.4 / 3
        #expect(isClose(similar.explained[items.tag("animals")] ?? 0, 2 * share, within: 1e-6))
        #expect(similar.items(supporting: items.tag("animals"), limit: 1).count == 1)
    }

    @Test func `are none without common words`() {
        var items = MemoryItems()
        items.save(ItemWords("zebra"), tags: ["animals"])
        items.save(ItemWords("rome"), tags: ["travel"])
        for title in ["", "paris"] {
            let similar = SimilarItems(items.question(ItemWords(title)), from: items)
            #expect(similar.explained.isEmpty)
            #expect(similar.estimate(of: items.tag("animals"), uses: 1) == 0.5)
        }
    }

    @Test func `are none in an empty database`() {
        let similar = SimilarItems(MemoryItems().question(ItemWords("zebra")), from: MemoryItems())
        #expect(similar.estimate(of: 0, uses: 0) == 0)
        #expect(similar.words(supporting: 0, limit: 5).isEmpty)
    }

    @Test func `are read from the newest 8,000 postings`() {
        var items = MemoryItems()
        for _ in 0..<10 { items.save(ItemWords("zebra"), tags: ["old"]) }
        for _ in 0..<8_000 { items.save(ItemWords("zebra"), tags: ["new"]) }
        items.save(ItemWords("rome"), tags: ["travel"])
        let similar = SimilarItems(items.question(ItemWords("zebra")), from: items)
        #expect(similar.explained.keys.sorted() == [items.tag("new")])
    }

    @Test func `explain a tag by words`() {
        var items = MemoryItems()
        items.save(ItemWords("zebra stripes"), tags: ["animals"])
        items.save(ItemWords("rome hotel"), tags: ["travel"])
        items.save(ItemWords("paris hotel"), tags: ["travel"])
        let similar = SimilarItems(items.question(ItemWords("zebra hotel rome")), from: items)
        let words = similar.words(supporting: items.tag("travel"), limit: 5)
        #expect(words.map { items.wordTexts[Int($0.word)] } == ["rome", "hotel"])
        let animals = similar.words(supporting: items.tag("animals"), limit: 5)
        #expect(animals.map { items.wordTexts[Int($0.word)] } == ["zebra"])
    }

    @Test(arguments: 0..<40) func `equal a direct computation with full matrices`(seed: UInt64) {
        var numbers = SeededSequence(seed: seed)
        var items = MemoryItems()
        var saved: [(words: ItemWords, tags: [String])] = []
        for _ in 0..<(1 + numbers.next(below: 200)) {
            let words = ItemWords(randomTitle(&numbers))
            let tags = ["t\(numbers.next(below: 6))", "u\(numbers.next(below: 3))"]
            saved.append((words, tags))
            items.save(words, tags: tags)
        }
        let query = ItemWords(randomTitle(&numbers))
        let similar = SimilarItems(items.question(query), from: items)
        let reference = SimilarItemsReference(saved, query: query, numbers: items.numbers)
        #expect(isClose(similar.unexplained, reference.unexplained, within: 1e-5), "seed \(seed)")
        for tag in Set(saved.flatMap(\.tags)) {
            let explained = similar.explained[items.tag(tag)] ?? 0
            #expect(isClose(explained, reference.explained[tag] ?? 0, within: 1e-5), "seed \(seed), \(tag)")
        }
    }

    private func randomTitle(_ numbers: inout SeededSequence) -> String {
        (0..<(1 + numbers.next(below: 8))).map { _ in "word\(numbers.next(below: 1 + numbers.next(below: 30)))" }
            .joined(separator: " ")
    }
}

/// The formulas of R with dense matrices, for few items.
private struct SimilarItemsReference {
    private(set) var explained: [String: Double] = [:]
    private(set) var unexplained = 1.0

    init(_ saved: [(words: ItemWords, tags: [String])], query: ItemWords, numbers: ([String]) -> [UInt32?]) {
        let vectors = saved.map { Dictionary(uniqueKeysWithValues: zip($0.words.kept.map(\.word), $0.words.weights)) }
        func rarity(_ word: String) -> Double {
            logarithm(Double(saved.count + 1) / Double(vectors.count { $0[word] != nil }))
        }
        let all = zip(query.kept.map(\.word), query.weights).filter { word, _ in vectors.contains { $0[word] != nil } }
        // Ties follow the order in which items are read: most informative word first, newest item first.
        let order = zip(all, numbers(all.map(\.0))).map { (share: rarity($0.0) * $0.1, number: $1 ?? 0, word: $0) }
        let known = order.sorted { ($0.share, $1.number) > ($1.share, $0.number) }.map(\.word)
        let raw = known.map { rarity($0.0) * $0.1 }
        let length = raw.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let q = raw.map { $0 / length }
        var rows: [Int] = []
        for (word, _) in known {
            rows += vectors.indices.reversed().filter { vectors[$0][word] != nil && !rows.contains($0) }
        }
        guard !rows.isEmpty else { return }
        let x = rows.map { row in known.map { rarity($0.0) * (vectors[row][$0.0] ?? 0) } }
        let full = rows.map { row in
            vectors[row].reduce(into: [String: Double]()) { $0[$1.key] = rarity($1.key) * $1.value }
        }
        let lengths = full.map { $0.values.reduce(0) { $0 + $1 * $1 }.squareRoot() }
        let rough = x.map { dot($0, q) }
        let candidates = rows.indices.sorted { (rough[$0], $1) > (rough[$1], $0) }.prefix(128)
        let near = Array(candidates.sorted { (rough[$0] / lengths[$0], $1) > (rough[$1] / lengths[$1], $0) }.prefix(64))
        let kernel = near.map { a in
            near.map { b in
                full[a].reduce(0) { $0 + $1.value * (full[b][$1.key] ?? 0) } / lengths[a] / lengths[b]
                    + (a == b ? 0.3 : 0)
            }
        }
        let b = solve(kernel, near.map { rough[$0] / lengths[$0] })
        let mean = near.reduce(0) { $0 + lengths[$1] } / Double(near.count)
        let scaled = x.map { $0.map { $0 / mean } }
        let gram = q.indices.map { i in
            q.indices.map { j in scaled.reduce(0) { $0 + $1[i] * $1[j] } + (i == j ? 1 : 0) }
        }
        let a = solve(gram, q)
        var shares = scaled.map { 0.4 * dot($0, a) }
        for (index, share) in zip(near, b) { shares[index] += 0.6 * share }
        for (index, row) in rows.enumerated() {
            for tag in Set(saved[row].tags) { explained[tag, default: 0] += shares[index] }
        }
        unexplained = 1 - shares.reduce(0, +)
    }

    private func dot(_ left: [Double], _ right: [Double]) -> Double { zip(left, right).reduce(0) { $0 + $1.0 * $1.1 } }

    /// Solves by Gauss–Jordan elimination.
    private func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
        var rows = zip(matrix, right).map { $0 + [$1] }
        for pivot in rows.indices {
            rows[pivot] = rows[pivot].map { [value = rows[pivot][pivot]] in $0 / value }
            for row in rows.indices where row != pivot {
                let factor = rows[row][pivot]
                rows[row] = zip(rows[row], rows[pivot]).map { $0 - factor * $1 }
            }
        }
        return rows.compactMap(\.last)
    }
}
