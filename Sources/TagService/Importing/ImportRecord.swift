/// A record of an import.
enum ImportRecord: Hashable {
    case tag(ImportedTag)
    case set(ImportedSet)
    case item(ImportedItem)
    /// A thing without tags, which is left out and counted.
    case untagged
}

/// A tag in an import.
struct ImportedTag: Hashable {
    var name: String
    var aliases: [String] = []
    /// The sets that it is added to; `nil` means the set of the import.
    var sets: [String]? = []
    /// The number of its uses elsewhere.
    var uses: Int64?
    /// Its frecency, in seconds since 1970, as exports state it.
    var frecency: Double?
    /// Tags that it is not the same as.
    var distinct: [String] = []
    /// Tags that it implies.
    var implies: [String] = []
    /// Whether aliases that belong to another tag, or cannot be aliases, are left out; else the tag is invalid.
    var dropsBadAliases = false
    /// Whether it is selected in its sets.
    var isSelected = false
}

/// A set in an import.
struct ImportedSet: Hashable {
    var name: String
    var tags: [String] = []
    var selected: [String] = []
    /// Tags of its items that are no longer members.
    var former: [String] = []
    /// Its layout settings.
    var layout: LayoutSettings?
    /// Whether it is the chosen set.
    var isChosen = false
}

/// An item in an import.
struct ImportedItem: Hashable {
    var title: String
    var tags: [String]
    /// Milliseconds since 1970.
    var savedAt: Int64?
    /// Its set; `nil` means the set of the import.
    var set: String?
    /// The address or path of the thing that has the tags.
    var location: String?
}

/// The reason why a line of an import is invalid, in words that complete a sentence.
struct ImportRecordError: Error, Hashable {
    var text: String

    init(_ text: String) {
        self.text = text
    }
}
