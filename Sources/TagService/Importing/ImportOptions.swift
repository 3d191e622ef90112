/// The format of an import and the handling of invalid lines.
///
/// ```swift
/// let options = ImportOptions(format: .csv, name: "tags.csv", skipsInvalid: true)
/// let report = try service.importData(Array("tag\nreading\n".utf8), options: options)
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
    /// The separator of the tags in a CSV cell; `nil` means a vertical bar, or else commas and semicolons.
    public var tagsSeparator: Character?
    /// The absolute path of the file or folder that the bytes come from; it is stored with each item.
    public var importedFrom: String?
    /// Whether to delete items from an earlier import of the same path that it no longer contains.
    ///
    /// If lines were skipped, no items are deleted.
    public var prunes = false
    /// Whether an item that occurs several times gets the tags of all occurrences; otherwise the last occurrence wins.
    public var joinsTags = false
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

/// A place in an imported file.
public enum ImportPlace: Hashable, Sendable, CustomStringConvertible {
    /// A line, counted from 1.
    case line(Int)
    /// An element of a JSON list, counted from 1.
    case item(Int)
    /// A file by its path relative to the imported folder, followed by its line if known.
    case file(String)

    /// The place as a phrase: `line 3`.
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .item(let number): "item \(number)"
        case .file(let path): "'\(path)'"
        }
    }
}

/// An invalid line of an imported file, or element of a JSON list.
public struct ImportError: Hashable, Sendable, Codable {
    /// The line, counted from 1, if the place is a line.
    public var line: Int?
    /// The element of a JSON list, counted from 1, if the place is an element.
    public var item: Int?
    /// The file of a folder, followed by its line if known, if the place is a file.
    public var file: String?
    /// The problem as a clause.
    public var problem: String

    init(_ place: ImportPlace, problem: String) {
        self.problem = problem
        switch place {
        case .line(let number): line = number
        case .item(let number): item = number
        case .file(let path): file = path
        }
    }

    /// The place of the error.
    public var place: ImportPlace {
        if let file { return .file(file) }
        return line.map(ImportPlace.line) ?? .item(item ?? 0)
    }
}

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
    public var forgotten = 0
    /// The number of items that were skipped because they have no tags.
    public var untagged = 0
    /// The number of added items with so many tags that only pairs of their rarest tags are counted.
    public var partlyPaired = 0
    /// The number of lines that changed nothing.
    public var unchanged = 0
    /// The number of invalid lines that were skipped.
    public var skipped = 0
    /// The first 1,000 invalid lines.
    public var faults: [ImportError] = []
    /// The names of the first ten tags that were created.
    public var newTagNames: [String] = []
    /// Whether this was a dry run, which changed nothing.
    public var isDryRun = false
    /// The columns of a CSV file that weren't imported.
    public var unusedColumns: [String] = []

    /// Creates a report in which every number is 0.
    public init() {}
}
