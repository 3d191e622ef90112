/// The JSON representation of a page of items.
package struct ItemListDocument: Encodable {
    var items: [ItemDocument]
    var total: Int
    var facets: [ItemQuery.Facet]

    /// Creates the document of a page.
    package init(_ page: ItemQuery.Page) {
        items = page.items.map { ItemDocument($0) }
        total = page.total
        facets = page.facets
    }
}

/// The JSON representation of an item; `location` and `note` are absent if they are empty.
package struct ItemDocument: Encodable {
    var id: Int64
    var set: String
    var title: String
    var location: String?
    var note: String?
    var tags: [String]
    var at: String?
    /// `true` if saving the item replaced a stored item, else `nil`.
    var replaced: Bool?
    /// The automatic rules that added tags; `nil` if there are none.
    var rules: [ItemRule]?

    /// Creates the document of an item that was saved.
    package init(_ saved: SavedItem) {
        self.init(saved.item, isReplaced: saved.isReplaced)
        rules = saved.rules.isEmpty ? nil : saved.rules
    }

    /// Creates the document of an item.
    package init(_ item: Item, isReplaced: Bool = false) {
        id = item.id
        set = item.set
        title = item.title
        location = item.location
        note = item.note.isEmpty ? nil : item.note
        tags = item.tags
        at = item.timestamp
        replaced = isReplaced ? true : nil
    }
}
