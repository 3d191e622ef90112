internal import TagStore

/// One item, and saving tags that are not selected.
extension TagService {
    /// The item with an identifier.
    ///
    /// - Throws: `TagServiceError.unknownItem`.
    public func item(_ id: Int64) throws -> Item {
        try store.read { reader in
            let (row, set) = try Self.item(id, in: reader)
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Saves tags as a selection of a set, whatever is selected there.
    ///
    /// - Parameters:
    ///   - tags: the tags by name, key or alias.
    ///   - title: its title, which may be empty.
    ///   - location: the address or path of the thing that has the tags; what was saved for it in the set is replaced.
    ///   - reference: the set.
    /// - Returns: the item.
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
