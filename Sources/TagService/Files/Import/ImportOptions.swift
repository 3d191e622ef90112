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
    /// If lines were skipped, no items are deleted.
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
