/// A saved selection as JSON.
package struct SavedSelectionDocument: Encodable {
    var id: Int64
    var set: String
    var label: String
    var at: String?
    var tags: [String]
    var source: String?

    /// Creates the document of a saved selection.
    package init(_ saved: SavedSelection) {
        id = saved.id
        set = saved.set
        label = saved.label
        at = saved.timestamp
        tags = saved.tags
        source = saved.source
    }
}
