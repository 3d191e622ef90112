internal import TagStore

/// One saved selection, and saving tags that are not selected.
extension TagService {
    /// The saved selection with an identifier.
    ///
    /// - Throws: `TagServiceError.unknownSavedSelection`.
    public func savedSelection(_ id: Int64) throws -> SavedSelection {
        try store.read { reader in
            let (row, set) = try Self.savedSelection(id, in: reader)
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Saves tags as a selection of a set, whatever is selected there.
    ///
    /// - Parameters:
    ///   - tags: the tags by name, key or alias.
    ///   - label: its label, which may be empty.
    ///   - source: the address or path of the thing that has the tags; what was saved for it in the set is replaced.
    ///   - reference: the set.
    /// - Returns: the saved selection.
    /// - Throws: `TagServiceError` for an unknown set or tag.
    public func save(
        tags: [String],
        label: String = "",
        source: String? = nil,
        in reference: SetReference = .chosen
    ) throws -> SavedSelection {
        let label = try CheckedName.label(label)
        let source = try source.map { text throws(TagServiceError) in
            try CheckedName.source(text)
        }
        return try writing(reference) { writer, set in
            try save(
                tagIDs: tags.map { try Self.tag($0, in: writer.reader).id },
                label: label,
                source: source,
                in: set,
                with: writer
            )
        }
    }
}
