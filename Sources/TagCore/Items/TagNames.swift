/// An index in memory of the names and aliases of all tags.
///
/// ```
/// var names = TagNames()
/// names.insert("language::Swift", of: 7)
/// names.match(of: "swift").byLastPart          // [7]
/// names.match(of: "languageswift").byWhole     // [7]
/// ```
package struct TagNames: NameIndex, Sendable {
    private var entries: [String: NameMatch] = [:]

    /// Creates an empty index.
    package init() {}

    /// Returns the tags with a key.
    ///
    /// - Complexity: O(1) on average.
    package func match(of key: String) -> NameMatch { entries[key] ?? NameMatch() }

    /// Adds a name or alias of a tag.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package mutating func insert(_ name: String, of tag: UInt32) {
        let keys = NameKey.keys(of: name)
        if let key = keys.whole { entries[key, default: NameMatch()].byWhole.append(tag) }
        if let key = keys.lastPart { entries[key, default: NameMatch()].byLastPart.append(tag) }
    }

    /// Removes a name or alias that was inserted for a tag.
    ///
    /// - Complexity: O(*n*) in the length of the name and the number of tags with its keys.
    package mutating func remove(_ name: String, of tag: UInt32) {
        let keys = NameKey.keys(of: name)
        if let key = keys.whole { remove(tag, at: key, \.byWhole) }
        if let key = keys.lastPart { remove(tag, at: key, \.byLastPart) }
    }

    private mutating func remove(_ tag: UInt32, at key: String, _ list: WritableKeyPath<NameMatch, [UInt32]>) {
        guard var entry = entries[key], let position = entry[keyPath: list].firstIndex(of: tag) else { return }
        entry[keyPath: list].remove(at: position)
        entries[key] = entry.isEmpty ? nil : entry
    }
}
