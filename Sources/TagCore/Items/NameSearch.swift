/// The tags whose names were found in an item, each with its best place.
///
/// Every run of one to five words of title, location, note and text is looked up. The places in the text are separate
/// from those in the other fields, so that an edit of a title needs no text.
///
/// ```
/// let words = ItemWords(title: "A zebra in the zoo", location: "", note: "", text: "")
/// NameSearch(words, in: names).best[3]?.place  // .title if tag 3 is named zebra
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

    /// The part of an item in which a name was found.
    package enum Part: Hashable, Sendable { case title, location, note, text }

    /// Where the name of a tag was found.
    package struct Match: Hashable, Sendable {
        /// The best place.
        package let place: NamePlace
        /// The part of the item with that place.
        package let part: Part
        /// The words found, folded and separated by spaces.
        package let words: String
        /// Whether the whole name is the whole title.
        package var isWholeTitle = false

        /// Creates a match.
        package init(place: NamePlace, part: Part, words: String) {
            (self.place, self.part, self.words) = (place, part, words)
        }
    }

    /// The tags found in title, location and note.
    package private(set) var inFields: [UInt32: Match] = [:]
    /// The tags found in the text; stored separately.
    package private(set) var inText: [UInt32: Match] = [:]

    /// Looks up the names in all parts of an item.
    ///
    /// - Complexity: at most five lookups per word, about 5,000 in all.
    package init<Index: NameIndex>(_ words: ItemWords, in index: Index) throws(Index.Failure) {
        var fields = PlacesByTag()
        try fields.search(words.title, .title, in: index, whole: .title, lastPart: .lastPartBeginning)
        try fields.search(words.location, .location, in: index, whole: .location, lastPart: nil)
        try fields.searchBody(words.note, .note, in: index)
        var text = PlacesByTag()
        try text.searchBody(words.text, .text, in: index)
        (inFields, inText) = (fields.best, text.best)
    }

    /// The best match of each tag.
    package var best: [UInt32: Match] { inFields.merging(inText) { $1.place < $0.place ? $1 : $0 } }

    /// Returns the tags found, in ascending order, for the records of their names.
    ///
    /// - Parameters:
    ///   - matches: the tags found.
    ///   - tags: the tags that the item has.
    /// - Returns: one hit per tag found.
    /// - Complexity: O(*n* log *n*) in the number of tags found.
    package static func hits(_ matches: [UInt32: Match], tags: some Sequence<UInt32>) -> [Hit] {
        let tags = Set(tags)
        return matches.sorted { $0.key < $1.key }
            .map { Hit(tag: $0.key, place: $0.value.place, isHit: tags.contains($0.key)) }
    }
}

/// The best place of each tag, while the parts of an item are searched.
private struct PlacesByTag {
    private(set) var best: [UInt32: NameSearch.Match] = [:]

    /// The number of words in which a name begins at the beginning of a note or text.
    private static let beginning = 60

    /// Looks up the runs of a short part.
    ///
    /// - Parameters:
    ///   - words: the words of the part.
    ///   - part: the part.
    ///   - index: the names.
    ///   - whole: the place of a whole name.
    ///   - lastPart: the place of the last part of a hierarchical name; `nil` if it doesn't count.
    /// - Throws: the errors of the index.
    mutating func search<Index: NameIndex>(
        _ words: [String], _ part: NameSearch.Part, in index: Index, whole: NamePlace, lastPart: NamePlace?
    ) throws(Index.Failure) {
        for run in try NamedRun.runs(of: words, in: index) {
            for tag in run.match.byWhole.prefix(NameMatch.limit) {
                add(tag, whole, part, run)
                if part == .title, run.start == 0, run.end == words.count { best[tag]?.isWholeTitle = true }
            }
            if let lastPart {
                for tag in run.match.byLastPart.prefix(NameMatch.limit) { add(tag, lastPart, part, run) }
            }
        }
    }

    /// Looks up the runs of a note or text.
    ///
    /// Two names of a tag that begin at the same word count as one.
    mutating func searchBody<Index: NameIndex>(
        _ words: [String], _ part: NameSearch.Part, in index: Index
    ) throws(Index.Failure) {
        var counts: [UInt32: (count: Int, run: NamedRun)] = [:]
        for run in try NamedRun.runs(of: words, in: index) {
            let isBeginning = run.start < Self.beginning
            for tag in run.match.byWhole.prefix(NameMatch.limit) {
                if isBeginning { add(tag, .textBeginning, part, run) }
                guard let known = counts[tag] else {
                    counts[tag] = (1, run)
                    continue
                }
                if known.run.start != run.start { counts[tag] = (known.count + 1, run) }
            }
            for tag in run.match.byLastPart.prefix(NameMatch.limit) {
                add(tag, isBeginning ? .lastPartBeginning : .lastPartLater, part, run)
            }
        }
        for (tag, known) in counts { add(tag, Self.place(ofCount: known.count), part, known.run) }
    }

    private mutating func add(_ tag: UInt32, _ place: NamePlace, _ part: NameSearch.Part, _ run: NamedRun) {
        if let known = best[tag], known.place <= place { return }
        best[tag] = NameSearch.Match(place: place, part: part, words: run.words)
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
    let match: NameMatch
    /// The index of the first word.
    let start: Int
    /// The index after the last word.
    let end: Int
    /// The words, separated by spaces.
    let words: String

    /// Returns all runs of one to five words that have an entry, in order of their first word.
    static func runs<Index: NameIndex>(of words: [String], in index: Index) throws(Index.Failure) -> [NamedRun] {
        let singular = words.map(NameKey.singular)
        var runs: [NamedRun] = []
        for start in words.indices {
            var key = ""
            for end in words[start...].indices.prefix(NameKey.longestRun) {
                key += singular[end]
                guard key.utf8.count <= NameKey.longestKey else { break }
                let match = try index.match(of: key)
                if !match.isEmpty {
                    let found = words[start...end].joined(separator: " ")
                    runs.append(NamedRun(match: match, start: start, end: end + 1, words: found))
                }
                guard match.mayContinue else { break }
            }
        }
        return runs
    }
}
