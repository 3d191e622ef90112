/// A record of an import.
enum ImportRecord: Hashable, Codable {
    case tag(ImportedTag)
    case set(ImportedSet)
    case item(ImportedItem)
    /// An entry with nothing to import.
    case ignored
    /// A view: its name and query.
    case view(name: String, query: String)
    /// A rule for items: its query, its tag, and whether it's automatic.
    case rule(query: String, tag: String, isAutomatic: Bool)
    /// A group of tags: its name and its tags.
    case group(name: String, tags: [String])
}

/// A tag in an import.
struct ImportedTag: Hashable, Codable {
    var name: String
    var aliases: [String] = []
    /// The sets to add the tag to; `nil` means the set of the import.
    var sets: [String]? = []
    /// The number of uses elsewhere.
    var uses: Int64?
    /// The frecency in seconds since 1970, as written by exports.
    var frecency: Double?
    /// The tags recorded as different from this tag.
    var distinct: [String] = []
    /// The implied tags.
    var implies: [String] = []
    /// The description; `nil` keeps that of a stored tag.
    var description: String?
    /// The name of the color; `nil` keeps that of a stored tag.
    var color: String?
    /// Whether aliases that are invalid or belong to another tag are skipped; otherwise they make the tag invalid.
    var dropsBadAliases = false
    /// Whether the tag is selected in these sets.
    var isSelected = false
}

/// A set in an import.
struct ImportedSet: Hashable, Codable {
    var name: String
    var tags: [String] = []
    var selected: [String] = []
    /// The tags of the set's items that are no longer members.
    var former: [String] = []
    /// The layout settings.
    var layout: LayoutSettings?
    /// Whether this is the chosen set.
    var isChosen = false
    /// Whether the set has one item per local day; `nil` keeps the kind of a stored set.
    var isDaily: Bool?
}

/// An item in an import; fields that are `nil` keep the values of a stored item at the same location.
struct ImportedItem: Hashable, Codable {
    var title: String?
    var tags: [String]?
    /// Milliseconds since 1970.
    var savedAt: Int64?
    /// The set; `nil` means the set of the import.
    var set: String?
    /// The URL or path.
    var location: String?
    var note: String?
    /// The text of the item, as evidence for suggestions; it isn't stored.
    var text: String?
    /// The tags that are dismissed for the item.
    var dismissed: [String] = []
    /// Whether the item was saved or skipped in a review.
    var isReviewed = false
    /// The attributes of the item's bookmark by their names in lowercase.
    var attributes: [String: String] = [:]
    /// The names of the bookmark's folders, the outermost first.
    var folders: [String] = []
    /// Whether the tags were split at spaces, although names may contain spaces.
    var isSplitAtSpaces = false
    /// A time in the file that isn't understood.
    var unreadTime: String?
    /// The local day, in days since 1970; `nil` for that of the time.
    var day: Int64?
    /// The last check of the location.
    var checked: LinkDocument?
}

/// The reason why a line of an import is invalid, as a clause such as `it is not UTF-8`.
struct ImportRecordError: Error, Hashable {
    var text: String

    init(_ text: String) { self.text = text }
}
