/// A builder of a ``CompletionSegment``, which packs the tags as they are added.
struct SegmentBuilder: Sendable {
    private(set) var ids: [UInt32] = []
    private(set) var weights: [Double] = []
    private(set) var keys = UnsortedKeys()
    private(set) var foldedKeys = SegmentBuilder.OwnedKeys()
    private(set) var aliases = SegmentBuilder.OwnedKeys()
    private(set) var names = SegmentBuilder.UnsortedNames()

    /// The number of tags added.
    var count: Int { ids.count }

    /// Adds a tag; returns false, without adding it, if the keys would exceed 4 GB.
    ///
    /// - Complexity: O(*n*) in the length of the tag's texts.
    @discardableResult mutating func append(_ tag: CompletionTag) -> Bool {
        let key = UnsortedKeys.bytes(tag.key)
        guard keys.hasRoom(for: key.count) else { return false }
        let index = ids.count
        ids.append(tag.id)
        weights.append(Self.finite(tag.weight))
        keys.append(key)
        // Equal strings may differ in bytes, and the name must be shown exactly as given.
        names.append(tag.name.utf8.elementsEqual(tag.key.utf8) ? nil : tag.name)
        for key in Self.foldedKeys(of: tag) { foldedKeys.append(key, owner: index) }
        for key in Self.aliasKeys(of: tag) { aliases.append(key, owner: index) }
        return true
    }

    /// Returns a tag's key without accents; empty if the key has no accents.
    static func foldedKeys(of tag: CompletionTag) -> [[UInt8]] {
        let isOwn = !tag.foldedKey.utf8.elementsEqual(tag.key.utf8) && !tag.foldedKey.isEmpty
        return isOwn ? [UnsortedKeys.bytes(tag.foldedKey)] : []
    }

    /// Returns the keys of a tag's aliases, with and without accents.
    static func aliasKeys(of tag: CompletionTag) -> [[UInt8]] {
        tag.aliases.flatMap { alias in
            let isOwn = !alias.foldedKey.utf8.elementsEqual(alias.key.utf8) && !alias.foldedKey.isEmpty
            return [UnsortedKeys.bytes(alias.key)] + (isOwn ? [UnsortedKeys.bytes(alias.foldedKey)] : [])
        }
    }

    /// Returns the keys and removes them, to free their memory while the segment is built.
    mutating func drainKeys() -> UnsortedKeys {
        defer { keys = UnsortedKeys() }
        return keys
    }

    /// Returns a weight that can be sorted: the least finite number for NaN and -∞, the greatest for ∞.
    static func finite(_ weight: Double) -> Double {
        let greatest = Double.greatestFiniteMagnitude
        return weight.isNaN ? -greatest : min(greatest, max(-greatest, weight))
    }
}

extension SegmentBuilder {
    /// Collects the names of tags that differ from their keys.
    struct UnsortedNames: Sendable {
        private var text: [UInt8] = []
        private var ends: [UInt32] = []

        /// Adds a name, or a placeholder for a tag whose name equals its key.
        ///
        /// - Complexity: O(*n*) in the length of the name.
        mutating func append(_ name: String?) {
            if let name { text.append(contentsOf: name.utf8) }
            ends.append(UInt32(truncatingIfNeeded: text.count))
        }

        /// Returns the names in another order: the name at index `order[i]` comes at `i`.
        func reordered(_ order: [UInt32]) -> PackedNames {
            var names = SegmentBuilder.UnsortedNames()
            guard !text.isEmpty else { return PackedNames(text: [], ends: []) }
            names.text.reserveCapacity(text.count)
            names.ends.reserveCapacity(order.count)
            for index in order {
                names.text.append(contentsOf: text[range(Int(index))])
                names.ends.append(UInt32(truncatingIfNeeded: names.text.count))
            }
            return PackedNames(text: PackedArray(names.text), ends: PackedArray(names.ends))
        }

        private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }
    }

    /// Keys; several may belong to one tag.
    struct OwnedKeys: Sendable {
        /// The keys in order of insertion.
        private(set) var keys = UnsortedKeys()
        /// The index of each key's tag.
        private(set) var owners: [UInt32] = []

        /// Adds a key of the tag with an index, in the form of stored keys.
        mutating func append(_ key: [UInt8], owner: Int) {
            keys.append(key)
            owners.append(UInt32(truncatingIfNeeded: owner))
        }
    }
}
