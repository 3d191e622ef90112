internal import TagCore
internal import TagStore

/// The words of a tag's items, its names and its description, for finding items that the tag may fit.
///
/// The profile is the mean of the items' words, each weighted by its rarity (idf) and scaled to length 1. The words of names and
/// descriptions count as one more item. The score of an item is the cosine of its words with the profile.
struct TagProfile {
    /// The number of the tag's newest items that are read.
    static let itemLimit = 200

    /// The rarity of each word, by its number.
    private let rarities: [Float]
    /// The rarity of a word that no tagged item has.
    private let greatestRarity: Float
    /// The weight of each word, by its number.
    private var weights: [Float]

    /// Reads the words of a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - items: items with the tag.
    ///   - set: the set whose items decide how rare a word is; `nil` for all sets.
    ///   - reader: the reader of the transaction.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the words of the items, and in the number of all words.
    init(of tag: TagRow, items: [Int64], in set: SetRow?, _ reader: StoreReader) throws {
        let counts = try reader.wordCounts(inSet: set?.id)
        let total = Double(try reader.taggedItemCount(inSet: set?.id) + 1)
        greatestRarity = Float(logarithm(total + 1))
        rarities = counts.map { $0 == 0 ? Float(logarithm(total + 1)) : Float(max(0, logarithm(total / Double($0)))) }
        weights = Array(repeating: 0, count: counts.count)
        for id in items { add(try reader.storedWords(ofItem: id)) }
        try addNames(of: tag, reader)
    }

    private func rarity(_ word: UInt32) -> Float { Int(word) < rarities.count ? rarities[Int(word)] : greatestRarity }

    private mutating func add(_ words: [StoredWord]) {
        let weighted = zip(words, words.weights).map { ($0.number, Float($1) * rarity($0.number)) }
        add(weighted)
    }

    private mutating func add(_ words: [(number: UInt32, weight: Float)]) {
        let length = words.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
        guard length > 0 else { return }
        for (number, weight) in words {
            if Int(number) >= weights.count { weights += Array(repeating: 0, count: Int(number) + 1 - weights.count) }
            weights[Int(number)] += weight / length
        }
    }

    /// Adds the words of the tag's names and its description as those of one item.
    private mutating func addNames(of tag: TagRow, _ reader: StoreReader) throws {
        let names = [tag.name] + (try reader.aliases(of: tag.id).map(\.name))
        let description = try reader.detail(ofTag: tag.id)?.description ?? ""
        let words = ItemWords(title: names.joined(separator: " "), location: "", note: description, text: "")
        var known: [(UInt32, Float)] = []
        for (word, weight) in zip(words.kept, words.weights) {
            guard let number = try reader.wordNumber(word.word) else { continue }
            known.append((number, Float(weight) * rarity(number)))
        }
        add(known)
    }

    /// Returns how well an item fits the tag by its words; zero if it has none in common.
    ///
    /// - Complexity: linear in the number of words.
    func score(_ words: [StoredWord]) -> Float {
        var (product, length): (Float, Float) = (0, 0)
        for (word, weight) in zip(words, words.weights) {
            let number = Int(word.number)
            let value = Float(weight) * rarity(word.number)
            length += value * value
            if number < weights.count { product += value * weights[number] }
        }
        return length > 0 ? product / length.squareRoot() : 0
    }
}
