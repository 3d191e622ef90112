/// Looks up the tags whose name, alias or last part of a hierarchical name has a key.
package protocol NameIndex {
    /// The error that reading can throw; `Never` for an index in memory.
    associatedtype Failure: Error

    /// Returns the tags with a key (``NameKey``), or `nil` if there are none.
    func entry(of key: String) throws(Failure) -> TagNames.Entry?
}

/// An index in memory of the names and aliases of all tags.
///
/// ```
/// var names = TagNames()
/// names.insert("language::Swift", of: 7)
/// names.entry(of: "swift")?.byLastPart          // [7]
/// names.entry(of: "languageswift")?.byWhole     // [7]
/// ```
package struct TagNames: NameIndex, Sendable {
    /// The tags that share a key; a tag is listed once per name or alias with the key.
    package struct Entry: Hashable, Sendable {
        /// The tags whose whole name or alias has the key.
        package var byWhole: [UInt32] = []
        /// The tags for which the last part of the name or alias has the key.
        package var byLastPart: [UInt32] = []

        /// Creates an entry.
        package init(byWhole: [UInt32] = [], byLastPart: [UInt32] = []) {
            (self.byWhole, self.byLastPart) = (byWhole, byLastPart)
        }
    }

    private var entries: [String: Entry] = [:]

    /// Creates an empty index.
    package init() {}

    /// Returns the tags with a key.
    ///
    /// - Complexity: O(1) on average.
    package func entry(of key: String) -> Entry? { entries[key] }

    /// Adds a name or alias of a tag.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package mutating func insert(_ name: String, of tag: UInt32) {
        let keys = NameKey.keys(of: name)
        if let key = keys.whole { entries[key, default: Entry()].byWhole.append(tag) }
        if let key = keys.lastPart { entries[key, default: Entry()].byLastPart.append(tag) }
    }

    /// Removes a name or alias that was inserted for a tag.
    ///
    /// - Complexity: O(*n*) in the length of the name and the number of tags with its keys.
    package mutating func remove(_ name: String, of tag: UInt32) {
        let keys = NameKey.keys(of: name)
        if let key = keys.whole { remove(tag, at: key, \.byWhole) }
        if let key = keys.lastPart { remove(tag, at: key, \.byLastPart) }
    }

    private mutating func remove(
        _ tag: UInt32,
        at key: String,
        _ list: WritableKeyPath<Entry, [UInt32]>
    ) {
        guard var entry = entries[key], let position = entry[keyPath: list].firstIndex(of: tag)
        else { return }
        entry[keyPath: list].remove(at: position)
        entries[key] = entry.byWhole.isEmpty && entry.byLastPart.isEmpty ? nil : entry
    }
}
