internal import TagCore

/// The words that set the items of each tag apart, for finding tags that mean the same.
///
/// A tag's profile is a vector over words: how much heavier a word is in the items of the tag, on average, than in all items,
/// times its rarity (idf). Words of a single item of the tag don't count, because one item proves nothing. The 100 largest
/// elements are kept, and scaled to length 1.
///
/// Two tags are *alike* by the cosine of their profiles, times *m* / (*m* + 3), where *m* is the number of words that the
/// cosine is effectively made of, (Σ c)² / Σ c²: a cosine that rests on one or two words shows little, so *m* is at least 3. A pair is found only
/// if each is the other's most alike tag, because whole topics are alike, but only synonyms are alike most.
///
/// ```
/// var profiles = WordProfiles(tags: [3, 7], items: 500, wordCounts: counts)
/// profiles.add(words: [1, 4], weights: [0.6, 0.8], tags: [3])
/// profiles.pairs(least: 0.3)  // the pairs of tags that are alike
/// ```
package struct WordProfiles {
    /// A pair of tags that are alike.
    package struct Pair: Hashable, Sendable {
        /// The tag whose index is smaller.
        package let first: Int
        /// The other tag.
        package let second: Int
        /// The likeness, from 0 to 1.
        package let likeness: Double
        /// The words that contribute most, greatest first, at most 5.
        package let words: [UInt32]
    }

    /// The maximum number of words of a profile.
    private static let profileSize = 100
    /// The number of words at which a cosine counts for half, and below which it doesn't count.
    private static let evidence = 3.0
    /// The number of words that a pair lists.
    private static let listed = 5

    private let tags: [UInt32]
    private let places: [UInt32: Int]
    private let items: Double
    private let wordCounts: [UInt32]
    /// The sums of weights of all items by word, and of each tag's items by word.
    private var all: [Float]
    private var sums: [[UInt32: Sum]]
    private var uses: [Int]
    private var added = 0

    private struct Sum {
        var weight: Float = 0
        var items: UInt32 = 0
    }

    /// Creates empty profiles.
    ///
    /// - Parameters:
    ///   - tags: the tags, most important first.
    ///   - items: the number of items.
    ///   - wordCounts: the number of items with each word, by the word's number.
    package init(tags: [UInt32], items: Int, wordCounts: [UInt32]) {
        self.tags = tags
        self.items = Double(items)
        self.wordCounts = wordCounts
        places = Dictionary(tags.enumerated().map { ($1, $0) }) { first, _ in first }
        all = Array(repeating: 0, count: wordCounts.count)
        sums = Array(repeating: [:], count: tags.count)
        uses = Array(repeating: 0, count: tags.count)
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - words: the numbers of its words.
    ///   - weights: their weights.
    ///   - tags: its tags that are counted; others are ignored.
    /// - Complexity: O(words · tags).
    package mutating func add(words: [UInt32], weights: [Double], tags: [UInt32]) {
        added += 1
        let known = tags.compactMap { places[$0] }
        for place in known { uses[place] += 1 }
        for (word, weight) in zip(words, weights) where Int(word) < all.count {
            all[Int(word)] += Float(weight)
            // A word of a single item can't be in two.
            guard wordCounts[Int(word)] > 1 else { continue }
            for place in known {
                sums[place][word, default: Sum()].weight += Float(weight)
                sums[place][word, default: Sum()].items += 1
            }
        }
    }

    /// A word of a profile.
    private struct Element {
        let word: UInt32
        let value: Float
    }

    private func profile(of place: Int) -> [Element] {
        let found = sums[place]
            .compactMap { word, sum -> Element? in
                guard sum.items > 1 else { return nil }
                let excess =
                    Double(sum.weight) / Double(max(1, uses[place])) - Double(all[Int(word)]) / Double(max(1, added))
                guard excess > 0 else { return nil }
                let rarity = logarithm((items + 1) / Double(max(1, wordCounts[Int(word)])))
                return Element(word: word, value: Float(excess * max(0, rarity)))
            }
            .sorted { ($1.value, $0.word) < ($0.value, $1.word) }.prefix(Self.profileSize)
        let length = found.reduce(0) { $0 + $1.value * $1.value }.squareRoot()
        guard length > 0 else { return [] }
        return found.map { Element(word: $0.word, value: $0.value / length) }
    }

    /// Returns the pairs of tags that are most alike to each other.
    ///
    /// - Parameter least: the minimum likeness.
    /// - Returns: the pairs, most alike first.
    /// - Complexity: O(*t* · *k*) for *t* tags whose words occur in *k* profiles each.
    package func pairs(least: Double) -> [Pair] {
        let profiles = tags.indices.map { profile(of: $0) }
        var holders: [UInt32: [(place: Int, value: Float)]] = [:]
        for (place, profile) in profiles.enumerated() {
            for element in profile { holders[element.word, default: []].append((place, element.value)) }
        }
        let best = tags.indices.map { mostAlike(to: $0, profiles[$0], holders) }
        return best.enumerated()
            .compactMap { place, found -> Pair? in
                guard let found, found.likeness >= least, found.words >= Self.evidence, place < found.place,
                    best[found.place]?.place == place
                else { return nil }
                return Pair(
                    first: place, second: found.place, likeness: found.likeness,
                    words: Self.words(profiles[place], profiles[found.place]))
            }
            .sorted { ($1.likeness, $0.first) < ($0.likeness, $1.first) }
    }

    /// Returns the tag that is most alike to another, with the number of words that this effectively rests on.
    private func mostAlike(
        to place: Int, _ profile: [Element], _ holders: [UInt32: [(place: Int, value: Float)]]
    ) -> (place: Int, likeness: Double, words: Double)? {
        var sums: [Int: (Float, Float)] = [:]
        for element in profile {
            for other in holders[element.word] ?? [] where other.place != place {
                let product = element.value * other.value
                let sum = sums[other.place] ?? (0, 0)
                sums[other.place] = (sum.0 + product, sum.1 + product * product)
            }
        }
        let found = sums.map { place, sums -> (place: Int, likeness: Double, words: Double) in
            let words = sums.1 > 0 ? Double(sums.0 * sums.0 / sums.1) : 0
            return (place, Double(sums.0) * words / (words + Self.evidence), words)
        }
        return found.max { ($0.likeness, $1.place) < ($1.likeness, $0.place) }
    }

    /// Returns the words that contribute most to a cosine.
    private static func words(_ first: [Element], _ second: [Element]) -> [UInt32] {
        let values = Dictionary(second.map { ($0.word, $0.value) }) { first, _ in first }
        return
            first.compactMap { element in
                values[element.word].map { Element(word: element.word, value: element.value * $0) }
            }
            .sorted { ($1.value, $0.word) < ($0.value, $1.word) }.prefix(listed).map(\.word)
    }
}
