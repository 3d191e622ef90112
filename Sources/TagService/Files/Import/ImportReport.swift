public import Foundation
internal import TagCore

/// The result of an import.
public struct ImportReport: Hashable, Sendable, Codable {
    /// The number of tags that were created.
    public var newTags = 0
    /// The number of sets that were created.
    public var newSets = 0
    /// The number of implications that were added.
    public var newImplications = 0
    /// The number of tags whose description or color was added or changed.
    public var newDescriptions = 0
    /// The number of items that were added.
    public var newItems = 0
    /// The number of items that replaced an earlier item at the same location.
    public var replaced = 0
    /// The names of the sets whose items were added or changed, most items first; empty if there is only one set.
    public var sets: [String] = []
    /// The number of items that were deleted because the file or folder no longer contains them.
    public var deleted = 0
    /// The number of items of notes that can't be read, which aren't deleted.
    public var kept = 0
    /// The number of items without tags, which were imported or, with ``ImportOptions/skipsUntagged``, skipped.
    public var untagged = 0
    /// The number of added items with so many tags that only pairs of their rarest tags are counted.
    public var partlyPaired = 0
    /// The number of lines that changed nothing, except items that were joined.
    public var unchanged = 0
    /// The number of items among the unchanged lines: the database had them already.
    public var stored = 0
    /// The number of items that were joined with an earlier item of the same file.
    public var joined = 0
    /// The first joined items and bookmarks with split tags: 1,000, or 10,000 with ``ImportOptions/listsItems``.
    public var lines: [ImportedItemChange] = []
    /// The number of bookmarks whose tags were split at spaces, because nothing in the file shows that commas separate
    /// them.
    public var splitAtSpaces = 0
    /// What was changed in the fields of items to store them.
    public var fieldChanges = FieldChanges()
    /// The number of invalid lines that were skipped.
    public var skipped = 0
    /// The first 1,000 invalid lines.
    public var errors: [ImportError] = []
    /// The names of the first ten tags that were created.
    public var newTagNames: [String] = []
    /// The number of notes whose front matter isn't valid; they're imported with the tags of their text.
    public var invalidFrontMatter = 0
    /// The first 1,000 errors of front matter.
    public var frontMatterErrors: [ImportError] = []
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

/// Numbers of fields that an import changes to store them, by kind of change.
public struct FieldChanges: Hashable, Sendable, Codable {
    /// A number of fields with the place of the first.
    public struct Count: Hashable, Sendable, Codable {
        /// The number of fields.
        public var count = 0
        /// The place of the first, such as `line 3`; `nil` if there is none.
        public var first: String?

        /// Adds a field, or the fields of another file.
        mutating func add(_ count: Int = 1, at place: String?) {
            self.count += count
            first = first ?? place
        }
    }

    /// Titles that were cut at 1,000 bytes.
    public var cutTitles = Count()
    /// Notes that were cut at 64 KiB.
    public var cutNotes = Count()
    /// Titles and notes with characters that aren't safe to show, which became spaces.
    public var replacedCharacters = Count()
    /// Times that aren't understood; the items get the time of the import.
    public var unreadTimes = Count()
    /// Attributes of bookmarks that weren't kept, because they are too long or too many, or could run code.
    public var leftOutAttributes = Count()
    /// Tags that items didn't get or lost, because they got later tags of the same groups.
    public var displacedTags = Count()

    /// Creates numbers that are all 0.
    public init() {}

    private static var fields: [WritableKeyPath<Self, Count>] {
        [\.cutTitles, \.cutNotes, \.replacedCharacters, \.unreadTimes, \.leftOutAttributes, \.displacedTags]
    }

    /// Puts the name of a file before the places.
    package mutating func locate(in file: String) {
        for field in Self.fields { self[keyPath: field].first = self[keyPath: field].first.map { "\(file): \($0)" } }
    }

    /// Adds the changes of another file.
    package mutating func add(_ other: Self) {
        for field in Self.fields {
            self[keyPath: field].add(other[keyPath: field].count, at: other[keyPath: field].first)
        }
    }
}

/// An item that an import adds, changes, or joins with another.
public struct ImportedItemChange: Hashable, Sendable, Codable {
    /// The kinds of changes.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The item is added.
        case new
        /// The item replaces an earlier item at the same location.
        case changed
        /// The item is joined with an earlier item of the same file.
        case joined
        /// The tags of the bookmark were split at spaces.
        case split
    }

    /// The kind of the change.
    public var kind: Kind
    /// The title, which may be empty.
    public var title: String
    /// The URL or path; `nil` if the item has none.
    public var location: String?
    /// The place of a joined or split item in its file, such as `line 3`.
    public var place: String?
    /// The tags of a split item.
    public var tags: [String] = []
    /// The fields of the stored item, or of the earlier item, that change: `title`, `note`, `at`, `tags`,
    /// `folders` or `attributes`.
    public var changed: [String] = []
    /// The fields of a joined item that aren't kept, with their values, of which the first 200 characters are listed.
    public var lost: [String: String] = [:]
}

/// The format of an import and the handling of invalid lines.
///
/// ```swift
/// let options = ImportOptions(format: .csv, name: "tags.csv", skipsInvalid: true)
/// let report = try service.files.importData(Array("tag\nreading\n".utf8), options: options)
/// ```
public struct ImportOptions: Hashable, Sendable {
    /// The format of the bytes.
    public var format: ImportFormat
    /// The name of the file in error messages.
    public var name: String
    /// Whether invalid lines are skipped and counted; otherwise any invalid line cancels the import.
    public var skipsInvalid: Bool
    /// Whether to report the effect of the import without changing anything.
    public var isDryRun = false
    /// Whether the report lists the items that are added or changed.
    public var listsItems = false
    /// The separator of the tags in a CSV cell; `nil` means a vertical bar, or else commas and semicolons.
    public var tagsSeparator: Character?
    /// The absolute path of the file or folder that the bytes come from; it is stored with each item.
    public var importedFrom: String?
    /// Whether to delete items with a location from an earlier import of the same path that it no longer contains.
    ///
    /// If lines were skipped, no items are deleted. Items of skipped notes are kept.
    public var prunes = false
    /// Whether items without tags are skipped and counted; otherwise they are imported as untagged items.
    public var skipsUntagged = false
    /// Whether automatic rules add their tags to new items.
    public var appliesRules = false
    /// Whether the import builds a model, which omits sets, times and frecencies and keeps identical items.
    var isForModel = false
    /// The maximum length of a line, a row or an item in bytes; only tests change it.
    package var lineLimit = LineBuffer.lineLimit

    /// Creates options for a format.
    public init(format: ImportFormat, name: String, skipsInvalid: Bool = false) {
        self.format = format
        self.name = name
        self.skipsInvalid = skipsInvalid
    }
}

/// An entry of a file in another program's format, as found by a reader of that format.
public struct ImportEntry: Hashable, Sendable {
    /// The content of an entry.
    public enum Content: Hashable, Sendable {
        /// An item. Tags that are `nil` keep those of a stored item at the location; otherwise the item is untagged.
        case item(
            location: String, title: String = "", tags: [String]?, note: String? = nil, time: Date? = nil,
            details: Details = Details())
        /// An entry that contains nothing to import, such as a bookmark without an address.
        case ignored
        /// A tag of a vocabulary with the number of its uses there; aliases that belong to another tag are skipped.
        case tag(String, uses: Int = 0, aliases: [String] = [])
        /// An invalid entry, with the problem as a clause such as `it has no address`.
        case invalid(String)
    }

    /// Facts about an item that aren't fields.
    public struct Details: Hashable, Sendable {
        /// Whether the tags were split at spaces, although names may contain spaces.
        public var isSplitAtSpaces = false
        /// A time that isn't understood, so that the item has none.
        public var unreadTime: String?
        /// The attributes of a bookmark that aren't fields, by their names in lowercase, to be written back by an export.
        public var attributes: [String: String]
        /// The folders of a bookmark, the outermost first.
        public var folders: [String]

        /// Creates details of an item.
        public init(
            isSplitAtSpaces: Bool = false, unreadTime: String? = nil, attributes: [String: String] = [:],
            folders: [String] = []
        ) {
            self.isSplitAtSpaces = isSplitAtSpaces
            self.unreadTime = unreadTime
            self.attributes = attributes
            self.folders = folders
        }
    }

    /// The place of the entry in its file.
    public var place: ImportPlace
    /// The content of the entry.
    public var content: Content

    /// Creates an entry.
    public init(_ place: ImportPlace, _ content: Content) {
        self.place = place
        self.content = content
    }
}

extension ImportEntry {
    /// The entry in the form that the importer expects.
    var read: ImportReader.Entry {
        let bounded = StreamSafeText.received
        return switch content {
        case .item(let location, let title, let tags, let note, let time, let details):
            (
                place,
                .success(
                    .item(
                        ImportedItem(
                            title: bounded(title), tags: tags?.map(bounded), savedAt: time.flatMap(Self.milliseconds),
                            location: bounded(location), note: note.map(bounded),
                            attributes: details.attributes.mapValues(bounded), folders: details.folders.map(bounded),
                            isSplitAtSpaces: details.isSplitAtSpaces, unreadTime: details.unreadTime)))
            )
        case .ignored: (place, .success(.ignored))
        case .tag(let name, let uses, let aliases):
            (
                place,
                .success(
                    .tag(
                        ImportedTag(
                            name: bounded(name), aliases: aliases.map(bounded),
                            uses: min(Int64(max(0, uses)), JSONRecord.maximumUses), dropsBadAliases: true)))
            )
        case .invalid(let problem): (place, .failure(ImportRecordError(problem)))
        }
    }

    /// Returns a time in milliseconds since 1970, or `nil` if it isn't between the years 1 and 9999.
    private static func milliseconds(of time: Date) -> Int64? {
        let milliseconds = (time.timeIntervalSince1970 * 1_000).rounded()
        return Timestamp.range.contains(Int64(clamping: milliseconds)) ? Int64(exactly: milliseconds) : nil
    }
}
