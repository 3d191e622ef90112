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

/// Keys under which names of tags are found in text in any spelling.
///
/// A key is the folded words of a name with English plurals cut, joined without spaces, so that `text-analysis`, `Text
/// analysis` and `textanalysis` have the same key.
///
/// ```
/// NameKey.key(of: "Text-Analysis")                // "textanalysis"
/// NameKey.keys(of: "language::Swift").lastPart    // "swift"
/// NameKey.singular("libraries")                   // "library"
/// ```
package enum NameKey {
    /// The maximum number of words of a run that is looked up.
    package static let longestRun = 5
    /// The maximum length of a key in bytes of UTF-8; longer names aren't found in text.
    package static let longestKey = 80

    /// Returns the keys of a name and of the part after its last `::`, `/` or `:`; `nil` if there is no such key.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package static func keys(of name: String) -> (whole: String?, lastPart: String?) {
        let whole = key(of: name)
        let mark = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        guard let mark else { return (whole, nil) }
        return (whole, key(of: String(Substring(name.utf8[mark...].dropFirst()))))
    }

    /// Returns the key of a name; `nil` if it has no words or is longer than ``longestKey``.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package static func key(of name: String) -> String? {
        let key = ItemWords.words(of: name, limit: ItemWords.bodyLimit).map(singular).joined()
        return key.isEmpty || key.utf8.count > longestKey ? nil : key
    }

    /// Returns an English plural without its ending: `ies` becomes `y`, and `s` is removed unless preceded by another
    /// `s`.
    ///
    /// Words of up to three letters stay as they are.
    ///
    /// - Complexity: O(*n*) in the length of the word.
    package static func singular(_ word: String) -> String {
        guard word.utf8.last == UInt8(ascii: "s"), word.unicodeScalars.count > 3 else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        return word.hasSuffix("ss") ? word : String(word.dropLast())
    }
}

/// The best place where the name of a tag was found in an item, from best to worst.
///
/// The raw values are stored with each item.
///
/// ```
/// NamePlace.title.prior                         // .5
/// min(NamePlace.textOnce, NamePlace.location)   // .textOnce
/// ```
package enum NamePlace: UInt8, CaseIterable, Hashable, Sendable, Comparable {
    /// The name is in the title.
    case title
    /// The name begins within the first 60 words of the note or text.
    case textBeginning
    /// The name is in the note or text at least four times.
    case textOften
    /// The name is in the note or text two or three times.
    case textTwice
    /// The name is in the note or text once.
    case textOnce
    /// The name is in the location.
    case location
    /// The last part of a hierarchical name is in the title, or begins within the first 60 words of the note or text.
    case lastPartBeginning
    /// The last part of a hierarchical name is further on in the note or text.
    case lastPartLater

    /// The share of items with a name in this place that have the tag, before anything is learned.
    package var prior: Double {
        switch self {
        case .title: 0.5
        case .textBeginning, .textOften, .lastPartBeginning: 0.25
        case .textTwice: 0.15
        case .location: 0.12
        case .lastPartLater: 0.1
        case .textOnce: 0.08
        }
    }

    /// Returns whether the left place is better.
    package static func < (left: NamePlace, right: NamePlace) -> Bool { left.rawValue < right.rawValue }
}
