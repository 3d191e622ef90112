internal import TagCore

/// A list of items that a ``CooccurrenceSource`` keeps in memory to fill a ``SelectionPool``.
package struct SelectionList: Sendable {
    /// The position after a selection's features.
    struct End: Sendable {
        /// The position in ``tags``.
        var tags: UInt32
        /// The position in ``words``.
        var words: UInt32
    }

    /// The tags of all selections, one selection after the other.
    private(set) var tags: [UInt32] = []
    /// The index of the selection that each of ``tags`` belongs to.
    private(set) var owners: [UInt32] = []
    /// The words of the titles of all selections, one selection after the other.
    private(set) var words: [UInt32] = []
    private(set) var ends: [End] = []
    /// The highest tag of all selections.
    private(set) var highestTag: UInt32 = 0

    /// Creates an empty list.
    package init() {}

    /// The number of selections.
    package var count: Int { ends.count }

    /// The size of the list in memory, counted in features; a tag counts twice, because it takes twice the memory of a
    /// word.
    package var size: Int { 2 * tags.count + words.count }

    /// The features of a selection, tags first.
    package subscript(index: Int) -> [UInt32] {
        let (start, end) = (start(of: index), ends[index])
        return Array(tags[Int(start.tags)..<Int(end.tags)])
            + words[Int(start.words)..<Int(end.words)]
    }

    /// Returns the position at which the features of a selection begin.
    func start(of index: Int) -> End { index == 0 ? End(tags: 0, words: 0) : ends[index - 1] }

    /// Appends a selection.
    ///
    /// - Parameter selection: the features of the selection, tags first.
    package mutating func append(_ selection: [UInt32]) {
        let count = selection.prefix { !Feature.isWord($0) }.count
        let owner = UInt32(clamping: ends.count)
        tags.append(contentsOf: selection[..<count])
        owners.append(contentsOf: repeatElement(owner, count: count))
        words.append(contentsOf: selection[count...])
        ends.append(End(tags: UInt32(clamping: tags.count), words: UInt32(clamping: words.count)))
        if let highest = selection[..<count].max() { highestTag = max(highestTag, highest) }
    }
}
