internal import TagCore

/// Saved selections one after the other, as a ``CooccurrenceSource`` keeps them in memory for a ``SelectionPool``.
package struct SelectionList: Sendable {
    /// Where a selection ends within ``features``.
    struct End: Sendable {
        /// The end of its tags; its words follow.
        var tags: UInt32
        /// The end of its words.
        var words: UInt32
    }

    /// The features of all selections, of each the tags first.
    private(set) var features: [UInt32] = []
    private(set) var ends: [End] = []
    /// The highest tag of all selections.
    private(set) var highestTag: UInt32 = 0

    /// Creates an empty list.
    package init() {}

    /// The number of selections.
    package var count: Int { ends.count }

    /// The number of features of all selections.
    package var featureCount: Int { features.count }

    /// The features of a selection, the tags first.
    package subscript(index: Int) -> ArraySlice<UInt32> {
        features[start(of: index)..<Int(ends[index].words)]
    }

    /// Where a selection begins within ``features``.
    func start(of index: Int) -> Int { index == 0 ? 0 : Int(ends[index - 1].words) }

    /// Appends a selection.
    ///
    /// - Parameter selection: its features, the tags first.
    package mutating func append(_ selection: [UInt32]) {
        let tags = selection.prefix { !Feature.isWord($0) }
        let end = UInt32(clamping: features.count + tags.count)
        features.append(contentsOf: selection)
        ends.append(End(tags: end, words: UInt32(clamping: features.count)))
        if let highest = tags.max() { highestTag = max(highestTag, highest) }
    }
}
