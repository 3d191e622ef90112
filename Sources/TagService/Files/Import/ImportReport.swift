/// The result of an import.
public struct ImportReport: Hashable, Sendable, Codable {
    /// The number of tags that were created.
    public var newTags = 0
    /// The number of sets that were created.
    public var newSets = 0
    /// The number of implications that were added.
    public var newImplications = 0
    /// The number of items that were added.
    public var newItems = 0
    /// The number of items that replaced an earlier item at the same location.
    public var replaced = 0
    /// The number of items that were deleted because the file or folder no longer contains them.
    public var deleted = 0
    /// The number of items without tags, which were imported or, with ``ImportOptions/skipsUntagged``, skipped.
    public var untagged = 0
    /// The number of added items with so many tags that only pairs of their rarest tags are counted.
    public var partlyPaired = 0
    /// The number of lines that changed nothing.
    public var unchanged = 0
    /// The number of invalid lines that were skipped.
    public var skipped = 0
    /// The first 1,000 invalid lines.
    public var errors: [ImportError] = []
    /// The names of the first ten tags that were created.
    public var newTagNames: [String] = []
    /// The number of notes with a date that isn't understood; they're imported without it.
    public var unreadDates = 0
    /// The first date that isn't understood.
    public var firstUnreadDate: UnreadDate?
    /// The first 1,000 items that are added or changed; `nil` unless ``ImportOptions/listsItems`` is set.
    public var items: [ImportedItemChange]?
    /// A query for the added items; `nil` if none was added.
    public var query: String?
    /// Whether this was a dry run, which changed nothing.
    public var isDryRun = false
    /// The columns of a CSV file that weren't imported.
    public var unusedColumns: [String] = []

    /// A date that isn't understood.
    public struct UnreadDate: Hashable, Sendable, Codable {
        /// The path of the file.
        public var file: String
        /// The date as written.
        public var date: String

        /// Creates a date in a file.
        public init(file: String, date: String) {
            self.file = file
            self.date = date
        }
    }

    /// Creates a report in which every number is 0.
    public init() {}
}

/// An item that an import adds or changes.
public struct ImportedItemChange: Hashable, Sendable, Codable {
    /// The kinds of changes.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The item is added.
        case new
        /// The item replaces an earlier item at the same location.
        case changed
    }

    /// The kind of the change.
    public var kind: Kind
    /// The title, which may be empty.
    public var title: String
    /// The URL or path; `nil` if the item has none.
    public var location: String?
}
