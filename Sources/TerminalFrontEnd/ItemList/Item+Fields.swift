public import TagService

extension Item {
    /// The title, or the location of an item without a title.
    public var heading: String { title.isEmpty ? location ?? "" : title }

    /// The fields that have a value, except the note, with their names.
    ///
    /// ```
    /// id: 12
    /// set: reading
    /// title: The Swift Book
    /// ```
    public var shownFields: [(name: String, value: String)] {
        [
            ("id", "\(id)"), ("set", set), ("title", title), ("location", location ?? ""),
            ("tags", tags.joined(separator: ", ")),
            ("at", savedAt.map(LocalZone.system.text) ?? ""),
        ]
        .filter { !$0.1.isEmpty }
    }
}
