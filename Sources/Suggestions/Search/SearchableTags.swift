internal import TagCore

/// All tags of a database, whose folded keys are scanned for a typed text.
///
/// The keys are packed into one array of bytes. A scan rejects most keys by the set of their bytes, so the best matches among 100,000
/// tags take about a millisecond. Changed tags are appended, and the arrays are rebuilt once half of their tags are outdated.
///
/// ```swift
/// var tags = SearchableTags([
///     CompletionTag(id: 1, key: "swift", name: "Swift", weight: 9),
///     CompletionTag(id: 2, key: "swiftui", name: "SwiftUI", weight: 5),
/// ])
/// tags.complete(CompletionQuery(key: "sw"), limit: 10).map(\.name)     // ["Swift", "SwiftUI"]
/// tags.complete(CompletionQuery(key: "siwft"), limit: 1).first?.kind   // .likelyTypo
/// tags.setWeight(20, of: 2)
/// ```
public struct SearchableTags: Sendable {
    /// The number of tags.
    public var count: Int { places.count }
    /// The identifiers by place.
    private(set) var ids: [UInt32] = []
    /// The weights by place; -∞ for removed tags.
    private(set) var weights: [Double] = []
    /// The keys by place.
    private(set) var keys = PackedTexts()
    private var names = PackedNames()
    /// The aliases, with and without accents, in the order of their tags' places.
    private(set) var aliases = PackedTexts()
    /// The place of each alias's tag, ascending.
    private(set) var aliasOwners: [Int] = []
    /// The place of each tag.
    private var places: [UInt32: Int] = [:]

    /// Collects tags; of several tags with the same identifier, the last tag is used.
    ///
    /// - Complexity: O(*n*) in the length of all names.
    public init(_ tags: some Sequence<CompletionTag> = EmptyCollection()) { for tag in tags { insert(tag) } }

    /// Returns whether a tag is known.
    ///
    /// - Complexity: O(1).
    public func contains(_ id: UInt32) -> Bool { places[id] != nil }

    /// Returns the name of a tag, or `nil` if it is unknown.
    ///
    /// - Complexity: O(1).
    public func name(of id: UInt32) -> String? { places[id].map(name) }

    /// Inserts a tag, or replaces the tag with the same identifier.
    ///
    /// - Complexity: O(name) amortized.
    public mutating func insert(_ tag: CompletionTag) {
        if let place = places[tag.id] {
            guard !hasTexts(of: tag, at: place) else { return setWeight(tag.weight, of: tag.id) }
            remove(tag.id)
        }
        let place = ids.count
        places[tag.id] = place
        ids.append(tag.id)
        weights.append(Self.finite(tag.weight))
        keys.append(key: tag.key, folded: tag.shownFoldedKey)
        // Equal strings may differ in bytes, and the name must be shown exactly as given.
        names.append(tag.name.utf8.elementsEqual(tag.key.utf8) ? nil : tag.name)
        for alias in tag.aliasKeys {
            aliases.append(key: alias, folded: alias)
            aliasOwners.append(place)
        }
    }

    /// Removes a tag; does nothing if it is unknown.
    ///
    /// - Complexity: O(1) amortized.
    public mutating func remove(_ id: UInt32) {
        guard let place = places.removeValue(forKey: id) else { return }
        weights[place] = -.infinity
        guard ids.count > Self.leastRebuilt, count * 2 < ids.count else { return }
        self = SearchableTags(ids.indices.filter { weights[$0] > -.infinity }.map(tag))
    }

    /// Changes the weight of a tag; does nothing if it is unknown.
    ///
    /// - Complexity: O(1).
    public mutating func setWeight(_ weight: Double, of id: UInt32) {
        if let place = places[id] { weights[place] = Self.finite(weight) }
    }

    /// The number of places below which outdated tags aren't worth removing.
    private static let leastRebuilt = 64

    /// Returns a weight that can be sorted: the least finite number for NaN and -∞, the greatest for ∞.
    private static func finite(_ weight: Double) -> Double {
        let greatest = Double.greatestFiniteMagnitude
        return weight.isNaN ? -greatest : min(greatest, max(-greatest, weight))
    }

    /// Returns the name of the tag at a place.
    func name(at place: Int) -> String { names[place] ?? keys.key(at: place) }

    /// Returns whether the name of the tag at a place is its key.
    func isNamedByKey(at place: Int) -> Bool { names[place] == nil }

    private func tag(at place: Int) -> CompletionTag {
        CompletionTag(
            id: ids[place], key: keys.key(at: place), foldedKey: String(decoding: keys.bytes(at: place), as: UTF8.self),
            name: name(at: place), aliases: aliasKeys(at: place).map { CompletionTag.Alias(key: $0) },
            weight: weights[place])
    }

    private func hasTexts(of tag: CompletionTag, at place: Int) -> Bool {
        name(at: place).utf8.elementsEqual(tag.name.utf8) && keys.key(at: place).utf8.elementsEqual(tag.key.utf8)
            && keys.bytes(at: place).elementsEqual(tag.shownFoldedKey.utf8) && aliasKeys(at: place) == tag.aliasKeys
    }

    private func aliasKeys(at place: Int) -> [String] {
        var (low, high) = (0, aliasOwners.count)
        while low < high {
            let middle = (low + high) / 2
            if aliasOwners[middle] < place { low = middle + 1 } else { high = middle }
        }
        return aliasOwners.indices[low...].prefix { aliasOwners[$0] == place }.map(aliases.key)
    }
}

extension CompletionTag {
    /// The key without accents, or the key if nothing but accents remains.
    fileprivate var shownFoldedKey: String { foldedKey.isEmpty ? key : foldedKey }

    /// The keys of the aliases, with and without accents.
    fileprivate var aliasKeys: [String] {
        aliases.flatMap { alias in
            let isPlain = alias.foldedKey.isEmpty || alias.foldedKey.utf8.elementsEqual(alias.key.utf8)
            return isPlain ? [alias.key] : [alias.key, alias.foldedKey]
        }
    }
}

/// The names of tags that differ from their keys, packed into one array.
private struct PackedNames: Sendable {
    private var text: [UInt8] = []
    private var ends: [Int] = []

    /// Appends a name, or a placeholder for a tag whose name is its key.
    mutating func append(_ name: String?) {
        if let name { text.append(contentsOf: name.utf8) }
        ends.append(text.count)
    }

    /// The name at a place; `nil` if it is the key.
    subscript(place: Int) -> String? {
        let range = (place == 0 ? 0 : ends[place - 1])..<ends[place]
        return range.isEmpty ? nil : String(decoding: text[range], as: UTF8.self)
    }
}
