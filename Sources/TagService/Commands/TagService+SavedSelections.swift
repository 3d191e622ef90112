internal import TagStore

/// Listing saved selections part by part, and saving tags that are not selected.
extension TagService {
    /// Lists saved selections, newest first.
    ///
    /// - Parameters:
    ///   - set: the name of their set; `nil` for all sets.
    ///   - tag: a tag that they hold; `nil` for any.
    ///   - id: the identifier before which they were saved; `nil` for the newest.
    ///   - limit: the maximum number.
    /// - Throws: `TagServiceError` for an unknown set or tag.
    public func savedSelections(
        inSet set: String?,
        holding tag: String?,
        before id: Int64?,
        limit: Int
    ) throws -> [SavedSelection] {
        try store.read { reader in
            let rows = try reader.savedSelections(
                inSet: try set.map { try Self.set(.named($0), in: reader).id },
                holding: try tag.map { try Self.tag($0, in: reader).id },
                before: id,
                limit: max(0, limit)
            )
            return try rows.map { row in
                let set = try reader.set(id: row.setID)?.name ?? ""
                return try Self.value(of: row, set: set, in: reader)
            }
        }
    }

    /// The saved selection with an identifier.
    ///
    /// - Throws: `TagServiceError.unknownSavedSelection`.
    public func savedSelection(_ id: Int64) throws -> SavedSelection {
        try store.read { reader in
            guard let row = try reader.savedSelection(id: id),
                let set = try reader.set(id: row.setID)
            else { throw TagServiceError.unknownSavedSelection(id) }
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Saves tags as a selection of a set, whatever is selected there.
    ///
    /// - Throws: `TagServiceError` for an unknown set or tag.
    public func save(
        tags: [String],
        label: String = "",
        in reference: SetReference = .chosen
    ) throws -> SavedSelection {
        let label = try CheckedName.label(label)
        return try writing(reference) { writer, set in
            try save(
                tagIDs: tags.map { try Self.tag($0, in: writer.reader).id },
                label: label,
                in: set,
                with: writer
            )
        }
    }
}
