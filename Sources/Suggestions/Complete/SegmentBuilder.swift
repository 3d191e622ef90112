/// Keys of which several may belong to one tag.
struct OwnedKeys: Sendable {
    /// The keys in the order they came.
    private(set) var keys = UnsortedKeys()
    /// The index of each key's tag.
    private(set) var owners: [UInt32] = []

    /// Adds a key of the tag at an index.
    mutating func append(_ key: String, owner: Int) {
        keys.append(UnsortedKeys.bytes(key))
        owners.append(UInt32(truncatingIfNeeded: owner))
    }
}

/// The names of tags, for those whose name is not their key.
struct PackedNames: Sendable {
    private var text: [UInt8] = []
    private var ends: [UInt32] = []

    /// Adds a name, or none.
    ///
    /// Complexity: O(length).
    mutating func append(_ name: String?) {
        if let name { text.append(contentsOf: name.utf8) }
        ends.append(UInt32(truncatingIfNeeded: text.count))
    }

    /// The name at an index, if it has one of its own.
    subscript(index: Int) -> String? {
        guard index < ends.count else { return nil }
        let range = range(index)
        return range.isEmpty ? nil : String(decoding: text[range], as: UTF8.self)
    }

    /// Whether there is a name at an index.
    func contains(_ index: Int) -> Bool { index < ends.count && !range(index).isEmpty }

    /// The names in another order: at each place the one at the index that `order` has there.
    func reordered(_ order: [UInt32]) -> PackedNames {
        var names = PackedNames()
        guard !text.isEmpty else { return names }
        names.text.reserveCapacity(text.count)
        names.ends.reserveCapacity(order.count)
        for index in order {
            names.text.append(contentsOf: text[range(Int(index))])
            names.ends.append(UInt32(truncatingIfNeeded: names.text.count))
        }
        return names
    }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }
}

/// Tags on their way into a ``CompletionSegment``, packed as they come.
struct SegmentBuilder: Sendable {
    private(set) var ids: [UInt32] = []
    private(set) var weights: [Double] = []
    private(set) var keys = UnsortedKeys()
    private(set) var foldedKeys = OwnedKeys()
    private(set) var aliases = OwnedKeys()
    private(set) var names = PackedNames()

    /// The number of tags added.
    var count: Int { ids.count }

    /// Adds a tag; one that would take the text past 4 GB is left out, and the answer is false.
    ///
    /// Complexity: O(text of the tag).
    @discardableResult
    mutating func append(_ tag: CompletionTag) -> Bool {
        let key = UnsortedKeys.bytes(tag.key)
        guard keys.hasRoom(for: key.count) else { return false }
        let index = ids.count
        ids.append(tag.id)
        weights.append(Self.finite(tag.weight))
        keys.append(key)
        // Strings that are equal may differ in bytes; what was given is what is shown.
        names.append(tag.name.utf8.elementsEqual(tag.key.utf8) ? nil : tag.name)
        if !tag.foldedKey.utf8.elementsEqual(tag.key.utf8), !tag.foldedKey.isEmpty {
            foldedKeys.append(tag.foldedKey, owner: index)
        }
        for alias in tag.aliases {
            aliases.append(alias.key, owner: index)
            if !alias.foldedKey.utf8.elementsEqual(alias.key.utf8), !alias.foldedKey.isEmpty {
                aliases.append(alias.foldedKey, owner: index)
            }
        }
        return true
    }

    /// Gives the keys away, so that they need not be kept beside what is built of them.
    mutating func takeKeys() -> UnsortedKeys {
        defer { keys = UnsortedKeys() }
        return keys
    }

    /// A weight that sorts: the least number for NaN and -∞.
    static func finite(_ weight: Double) -> Double {
        weight.isNaN ? -.greatestFiniteMagnitude : max(-.greatestFiniteMagnitude, weight)
    }
}
