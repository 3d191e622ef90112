internal import TagCore

/// Items one after the other, as a ``CooccurrenceSource`` keeps them in memory for a ``SelectionPool``.
package struct SelectionList: Sendable {
    /// The features of a selection end before these places.
    struct End: Sendable {
        /// In ``tags``.
        var tags: UInt32
        /// In ``words``.
        var words: UInt32
    }

    /// The tags of all selections, one selection after the other.
    private(set) var tags: [UInt32] = []
    /// Which selection each of ``tags`` is of.
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

    /// The number of features of all selections, of which tags count twice, as they take twice the memory.
    package var size: Int { 2 * tags.count + words.count }

    /// The features of a selection, the tags first.
    package subscript(index: Int) -> [UInt32] {
        let (start, end) = (start(of: index), ends[index])
        return Array(tags[Int(start.tags)..<Int(end.tags)])
            + words[Int(start.words)..<Int(end.words)]
    }

    /// Where the features of a selection begin.
    func start(of index: Int) -> End { index == 0 ? End(tags: 0, words: 0) : ends[index - 1] }

    /// Appends a selection.
    ///
    /// - Parameter selection: its features, the tags first.
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
