/// The format of an import and the treatment of invalid lines.
///
/// ```swift
/// let options = ImportOptions(format: .csv, source: "tags.csv", skipsInvalid: true)
/// let report = try await service.importData(Array("tag\nreading\n".utf8), options: options)
/// ```
public struct ImportOptions: Hashable, Sendable {
    /// The format of the bytes.
    public var format: ImportFormat
    /// The name of the source in errors, such as a file name.
    public var source: String
    /// Whether invalid lines are skipped and counted; otherwise the first one stops the import.
    public var skipsInvalid: Bool
    /// The separator of the tags in a CSV cell; `nil`: a bar, or else commas and semicolons.
    public var tagsSeparator: Character?
    /// The maximum length of a line, a row or an item in bytes; only tests lower it.
    package var lineLimit = LineBuffer.lineLimit

    /// Creates options for a format.
    public init(format: ImportFormat, source: String, skipsInvalid: Bool = false) {
        self.format = format
        self.source = source
        self.skipsInvalid = skipsInvalid
    }
}

/// A place in an imported file.
public enum ImportPlace: Hashable, Sendable, CustomStringConvertible {
    /// A line, counted from 1.
    case line(Int)
    /// An item of a JSON list, counted from 1.
    case item(Int)

    /// The place in words: `line 3`.
    public var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .item(let number): "item \(number)"
        }
    }
}

/// The result of an import.
public struct ImportReport: Hashable, Sendable, Codable {
    /// The number of tags that were created.
    public var newTags = 0
    /// The number of sets that were created.
    public var newSets = 0
    /// The number of saved selections that were added.
    public var newSavedSelections = 0
    /// The number of added saved selections with so many tags that only the pairs of the rarest are counted.
    public var partlyPaired = 0
    /// The number of lines that changed nothing.
    public var unchanged = 0
    /// The number of invalid lines that were skipped.
    public var skipped = 0
    /// The columns of a CSV file that were not read.
    public var unusedColumns: [String] = []

    /// Creates a report in which every number is 0.
    public init() {}
}
