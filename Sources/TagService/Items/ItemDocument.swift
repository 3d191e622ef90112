/// An item as JSON.
package struct ItemDocument: Encodable {
    var id: Int64
    var set: String
    var title: String
    var at: String?
    var tags: [String]
    var location: String?

    /// Creates the document of an item.
    package init(_ saved: Item) {
        id = saved.id
        set = saved.set
        title = saved.title
        at = saved.timestamp
        tags = saved.tags
        location = saved.location
    }
}
