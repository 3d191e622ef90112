/// The tags whose names were found in an item, each with its best place.
///
/// Every run of one to five words of title, location, note and text is looked up. The places in the text are separate
/// from those in the other fields, so that an edit of a title needs no text.
///
/// ```
/// let words = ItemWords(title: "A zebra in the zoo", location: "", note: "", text: "")
/// NameSearch(words, in: names).hits(tags: [3])  // [(tag: 3, place: .title, isHit: true)] if tag 3 is named zebra
/// ```
package struct NameSearch: Hashable, Sendable {
    /// A tag whose name was found in an item.
    package struct Hit: Hashable, Sendable {
        /// The tag.
        package let tag: UInt32
        /// The best place of its name.
        package let place: NamePlace
        /// Whether the item has the tag.
        package let isHit: Bool

        /// Creates a hit.
        package init(tag: UInt32, place: NamePlace, isHit: Bool) {
            (self.tag, self.place, self.isHit) = (tag, place, isHit)
        }
    }

    /// The tags found in title, location and note.
    package var inFields: [UInt32: NamePlace] = [:]
    /// The tags found in the text; stored separately.
    package var inText: [UInt32: NamePlace] = [:]

    /// Looks up the names in all parts of an item.
    ///
    /// - Complexity: at most five lookups per word, about 5,000 in all.
    package init<Index: NameIndex>(_ words: ItemWords, in index: Index) throws(Index.Failure) {
        var fields = PlacesByTag()
        try fields.search(words.title, in: index, whole: .title, lastPart: .lastPartBeginning)
        try fields.search(words.location, in: index, whole: .location, lastPart: nil)
        try fields.searchBody(words.note, in: index)
        var text = PlacesByTag()
        try text.searchBody(words.text, in: index)
        (inFields, inText) = (fields.best, text.best)
    }

    /// Combines places found before, such as those stored for a text.
    package init(inFields: [UInt32: NamePlace], inText: [UInt32: NamePlace]) {
        (self.inFields, self.inText) = (inFields, inText)
    }

    /// The best place of each tag.
    package var best: [UInt32: NamePlace] { inFields.merging(inText) { min($0, $1) } }

    /// Returns the tags found, in ascending order, for the records of their names.
    ///
    /// - Parameter tags: the tags that the item has.
    /// - Returns: one hit per tag found.
    /// - Complexity: O(*n* log *n*) in the number of tags found.
    package func hits(tags: some Sequence<UInt32>) -> [Hit] {
        let tags = Set(tags)
        return best.sorted { $0.key < $1.key }
            .map { Hit(tag: $0.key, place: $0.value, isHit: tags.contains($0.key)) }
    }
}

/// The best place of each tag, while the parts of an item are searched.
private struct PlacesByTag {
    private(set) var best: [UInt32: NamePlace] = [:]

    /// The number of words in which a name begins at the beginning of a note or text.
    private static let beginning = 60

    /// Looks up the runs of a short part.
    ///
    /// - Parameters:
    ///   - words: the words of the part.
    ///   - index: the names.
    ///   - whole: the place of a whole name.
    ///   - lastPart: the place of the last part of a hierarchical name; `nil` if it doesn't count.
    /// - Throws: the errors of the index.
    mutating func search<Index: NameIndex>(
        _ words: [String],
        in index: Index,
        whole: NamePlace,
        lastPart: NamePlace?
    ) throws(Index.Failure) {
        for run in try NamedRun.runs(of: words, in: index) {
            for tag in run.entry.byWhole { add(tag, whole) }
            if let lastPart { for tag in run.entry.byLastPart { add(tag, lastPart) } }
        }
    }

    /// Looks up the runs of a note or text.
    ///
    /// Two names of a tag that begin at the same word count as one.
    mutating func searchBody<Index: NameIndex>(
        _ words: [String],
        in index: Index
    ) throws(Index.Failure) {
        var counts: [UInt32: (count: Int, lastStart: Int)] = [:]
        for run in try NamedRun.runs(of: words, in: index) {
            let isBeginning = run.start < Self.beginning
            for tag in run.entry.byWhole {
                if isBeginning { add(tag, .textBeginning) }
                let known = counts[tag] ?? (0, -1)
                if known.lastStart != run.start { counts[tag] = (known.count + 1, run.start) }
            }
            for tag in run.entry.byLastPart {
                add(tag, isBeginning ? .lastPartBeginning : .lastPartLater)
            }
        }
        for (tag, known) in counts { add(tag, Self.place(ofCount: known.count)) }
    }

    private mutating func add(_ tag: UInt32, _ place: NamePlace) {
        best[tag] = min(best[tag] ?? place, place)
    }

    private static func place(ofCount count: Int) -> NamePlace {
        switch count {
        case 4...: .textOften
        case 2...: .textTwice
        default: .textOnce
        }
    }
}

/// A run of words that is the name of a tag.
private struct NamedRun {
    let entry: TagNames.Entry
    /// The index of the first word.
    let start: Int

    /// Returns all runs of one to five words that have an entry, in order of their first word.
    static func runs<Index: NameIndex>(
        of words: [String],
        in index: Index
    ) throws(Index.Failure) -> [NamedRun] {
        let words = words.map(NameKey.singular)
        var runs: [NamedRun] = []
        for start in words.indices {
            var key = ""
            for word in words[start...].prefix(NameKey.longestRun) {
                key += word
                guard key.utf8.count <= NameKey.longestKey else { break }
                if let entry = try index.entry(of: key) {
                    runs.append(NamedRun(entry: entry, start: start))
                }
            }
        }
        return runs
    }
}
