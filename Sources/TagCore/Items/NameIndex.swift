/// Looks up the tags whose name, alias or last part of a hierarchical name has a key.
package protocol NameIndex {
    /// The error that reading can throw; `Never` for an index in memory.
    associatedtype Failure: Error

    /// Returns the tags with a key (``NameKey``), and whether longer keys begin with it.
    func match(of key: String) throws(Failure) -> NameMatch
}

/// The tags whose names have a key.
///
/// A tag is listed once per name or alias with the key.
package struct NameMatch: Hashable, Sendable {
    /// The tags whose whole name or alias has the key.
    package var byWhole: [UInt32]
    /// The tags for which the last part of the name or alias has the key.
    package var byLastPart: [UInt32]
    /// Whether longer keys may begin with this key, so that a longer run of words may have a match.
    package var mayContinue: Bool

    /// The most tags with the same key that are found in an item, so that many of them don't slow down saving.
    package static let limit = 100

    /// Creates a match, by default one without tags.
    package init(byWhole: [UInt32] = [], byLastPart: [UInt32] = [], mayContinue: Bool = true) {
        self.byWhole = byWhole
        self.byLastPart = byLastPart
        self.mayContinue = mayContinue
    }

    /// Whether no tag has the key.
    package var isEmpty: Bool { byWhole.isEmpty && byLastPart.isEmpty }
}
