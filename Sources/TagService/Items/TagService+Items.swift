internal import TagStore

/// Looking up an item, and saving given tags as an item.
extension TagService {
    /// Returns the item with an identifier.
    ///
    /// - Throws: `TagServiceError.unknownItem`.
    public func item(_ id: Int64) throws -> Item {
        try store.read { reader in
            let (row, set) = try Self.item(id, in: reader)
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Saves the given tags as an item of a set, independently of the set's selection.
    ///
    /// - Parameters:
    ///   - tags: the tags by name, key or alias.
    ///   - title: the title of the item, which may be empty.
    ///   - location: the URL or path of the item; an existing item of the set at this location is replaced.
    ///   - reference: the set.
    /// - Returns: the saved item.
    /// - Throws: `TagServiceError` for an unknown set or tag.
    public func save(
        tags: [String],
        title: String = "",
        location: String? = nil,
        in reference: SetReference = .chosen
    ) throws -> Item {
        let title = try CheckedName.title(title)
        let location = try location.map { text throws(TagServiceError) in
            try CheckedName.location(text)
        }
        return try writing(reference) { writer, set in
            try save(
                tagIDs: tags.map { try Self.tag($0, in: writer.reader).id },
                title: title,
                location: location,
                in: set,
                with: writer
            )
        }
    }
}
