internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Keeping the attributes and folders of bookmarks.
extension Importer {
    /// Attributes that could run code or send requests when an exported file is opened in a browser.
    private static let unsafeNames: Set<String> = ["style", "ping", "srcdoc"]

    /// Copies the attributes and folders of an item that can be stored, and counts the attributes that can't.
    mutating func keepBookmark(of item: ImportedItem, in fields: inout ItemFields) {
        for (name, value) in item.attributes.sorted(by: { $0.key < $1.key }) {
            let name = name.lowercased()
            guard ItemBookmark.isName(name), !name.hasPrefix("on"), !Self.unsafeNames.contains(name),
                value.utf8.count <= ItemBookmark.maxValueBytes,
                fields.bookmark.attributes.count < ItemBookmark.maxAttributes,
                fields.bookmark.size + name.utf8.count + value.utf8.count <= ItemBookmark.maxBytes
            else {
                report.fieldChanges.leftOutAttributes.add(at: place.description)
                continue
            }
            fields.bookmark.attributes[name] = Self.cleaned(value)
        }
        fields.bookmark.folders = item.folders.suffix(ItemBookmark.maxFolders).map(ItemText.title)
            .filter { !$0.isEmpty }
        // The innermost folders are the most specific.
        while fields.bookmark.size > ItemBookmark.maxBytes { fields.bookmark.folders.removeFirst() }
    }

    /// Returns a text whose characters are all safe to show.
    private static func cleaned(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return text }
        return ItemText.note(text).replacing("\n", with: " ")
    }

    /// Saves the attributes and folders of an item.
    ///
    /// - Parameters:
    ///   - fields: the item; attributes with other names and, if it has no folders, the stored folders stay.
    ///   - id: the stored item.
    ///   - modifiedAt: when the stored item changed, which counts if the file has an earlier `last_modified`.
    /// - Returns: the parts that changed: `folders`, `attributes` or both.
    /// - Throws: SQLite's errors.
    func saveBookmark(of fields: ItemFields, _ id: Int64, modifiedAt: Int64?) throws -> [String] {
        var given = fields.bookmark
        if let modifiedAt, let time = given.attributes["last_modified"].flatMap({ Int64($0) }),
            time <= modifiedAt / 1_000
        {
            given.attributes["last_modified"] = nil
        }
        guard !given.isEmpty else { return [] }
        let old = try writer.reader.bookmark(ofItem: id) ?? ItemBookmark()
        let new = given.adding(old)
        try writer.apply(.putBookmark(new, itemID: id))
        return (new.folders == old.folders ? [] : ["folders"])
            + (new.attributes == old.attributes ? [] : ["attributes"])
    }
}
