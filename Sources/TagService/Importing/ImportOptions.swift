/// The format of an import and the treatment of invalid lines.
///
/// ```swift
/// let options = ImportOptions(format: .csv, name: "tags.csv", skipsInvalid: true)
/// let report = try service.importData(Array("tag\nreading\n".utf8), options: options)
/// ```
public struct ImportOptions: Hashable, Sendable {
    /// The format of the bytes.
    public var format: ImportFormat
    /// The name of the file in errors, such as a file name.
    public var name: String
    /// Whether invalid lines are skipped and counted; otherwise nothing is imported if there are any.
    public var skipsInvalid: Bool
    /// Whether the import is only tried: the report says what it would do, and nothing is changed.
    public var isDryRun = false
    /// The separator of the tags in a CSV cell; `nil`: a bar, or else commas and semicolons.
    public var tagsSeparator: Character?
    /// The file or folder that the bytes come from, as an absolute path; the things that it brings are remembered as its own.
    public var importedFrom: String?
    /// Whether things that the origin brought earlier, and that are not in it any more, are forgotten; none is where lines are skipped.
    public var prunes = false
    /// Whether a thing that comes several times gets the tags of all; else the last one counts.
    public var joinsTags = false
    /// Whether a base is built from it: sets, times and frecencies are left out, and equal items all count.
    var isForModel = false
    /// The maximum length of a line, a row or an item in bytes; only tests lower it.
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
    /// An item of a JSON list, counted from 1.
    case item(Int)
    /// A file of a folder by its path from there, with its line where that is known.
    case file(String)

    /// The place in words: `line 3`.
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .item(let number): "item \(number)"
        case .file(let path): "'\(path)'"
        }
    }
}

/// An invalid line of an import, or item of its list.
public struct ImportError: Hashable, Sendable, Codable {
    /// The line, counted from 1; `nil` for an item.
    public var line: Int?
    /// The item of a JSON list, counted from 1; `nil` for a line.
    public var item: Int?
    /// The file of a folder, with its line where that is known; `nil` for a line and an item.
    public var file: String?
    /// What is wrong with it.
    public var problem: String

    init(_ place: ImportPlace, problem: String) {
        self.problem = problem
        switch place {
        case .line(let number): line = number
        case .item(let number): item = number
        case .file(let path): file = path
        }
    }

    /// Where it is.
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
    /// The number of rules between tags that were made.
    public var newImplications = 0
    /// The number of items that were added.
    public var newItems = 0
    /// The number of things whose item was replaced by another.
    public var replaced = 0
    /// The number of things that were forgotten, since they are no longer in the file or folder.
    public var forgotten = 0
    /// The number of things without tags, which were left out.
    public var untagged = 0
    /// The number of added items with so many tags that only the pairs of the rarest are counted.
    public var partlyPaired = 0
    /// The number of lines that changed nothing.
    public var unchanged = 0
    /// The number of invalid lines that were skipped.
    public var skipped = 0
    /// The first thousand of them.
    public var faults: [ImportError] = []
    /// The names of the first ten tags that were created.
    public var newTagNames: [String] = []
    /// Whether nothing was changed, since the import was only tried.
    public var isDryRun = false
    /// The columns of a CSV file that were not read.
    public var unusedColumns: [String] = []

    /// Creates a report in which every number is 0.
    public init() {}
}
