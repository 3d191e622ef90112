import Suggestions
import TagCore

/// A source whose lists are too short, too long, or contain impossible values, as a damaged database might.
struct DamagedItems: ItemSource {
    let seed: UInt64

    private func number(_ salt: UInt64, below bound: Int) -> Int {
        var numbers = SeededSequence(seed: seed &* 31 &+ salt)
        return numbers.next(below: bound)
    }

    private func some(_ count: Int, _ salt: UInt64) -> [UInt32] {
        (0..<(count + number(salt, below: 3) - 1 + (count == 0 ? 1 : 0)))
            .map { UInt32(number(salt + UInt64($0), below: 5)) }
    }

    func selectionCount() -> Int { number(1, below: 4) - 1 }

    func numbers(of words: [String]) -> [UInt32?] { some(words.count, 2).map { $0 == 0 ? nil : $0 } }

    func itemCounts(ofWords words: [UInt32]) -> [UInt32] { some(words.count, 3) }

    func postings(of word: UInt32, limit: Int) -> [Posting] {
        let weights: [Float] = [0.5, .nan, .infinity, -1, 0]
        return some(9, 4 + UInt64(word)).map { Posting(item: Int64($0) - 2, weight: weights[Int($0)]) }
    }

    func words(of items: [Int64]) -> WordLists {
        var lists = WordLists()
        for item in some(items.count, 5) { lists.append(words: [item, item, .max], weights: [.nan, 1, -.infinity]) }
        return lists
    }

    func tags(of items: [Int64]) -> TagLists {
        var lists = TagLists()
        for item in some(items.count, 6) { lists.append([item, item, .max]) }
        return lists
    }

    func uses(of tags: [UInt32]) -> [UInt32] { some(tags.count, 7) + [.max] }

    func mostUsed(limit: Int) -> [UInt32] { some(limit, 8) + [.max, .max] }

    func pairs(of tag: UInt32) -> PairCounts { PairCounts(packed: some(3, 9).map { PairCounts.pack($0, .max) }) }

    func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] { [[tag, tag, .max]] }

    func nameRecords(of tags: [UInt32]) -> [NameRecord] {
        some(tags.count, 10).map { NameRecord(found: [-3, 4], hits: -Int($0)) }
    }

    func nameRates() -> NameRates { NameRates(found: [-1], hits: [9, 9, 9, 9, 9, 9, 9, 9, 9, 9]) }
}
