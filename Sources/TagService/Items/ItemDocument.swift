/// The JSON representation of an item.
package struct ItemDocument: Encodable {
    var id: Int64
    var set: String
    var title: String
    var at: String?
    var tags: [String]
    var location: String?

    /// Creates the document of an item.
    package init(_ item: Item) {
        id = item.id
        set = item.set
        title = item.title
        at = item.timestamp
        tags = item.tags
        location = item.location
    }
}
