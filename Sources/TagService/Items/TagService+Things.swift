internal import TagStore

/// What is saved for a thing.
extension TagService {
    /// What is saved for a thing.
    ///
    /// - Parameters:
    ///   - source: the address or path of the thing.
    ///   - reference: the set.
    /// - Returns: the saved selection; `nil` where the set has none for it.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func thing(
        _ source: String,
        in reference: SetReference = .chosen
    ) throws -> SavedSelection? {
        try reading(reference) { reader, set in
            guard let id = try reader.savedSelectionID(ofSource: source, inSet: set.id),
                let row = try reader.savedSelection(id: id)
            else { return nil }
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Deletes the saved selection of a thing together with its counts.
    ///
    /// - Parameters:
    ///   - source: the address or path of the thing.
    ///   - reference: the set.
    /// - Returns: what was deleted; `nil` where there was none.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func forgetThing(
        _ source: String,
        in reference: SetReference = .chosen
    ) throws -> SavedSelection? {
        try thing(source, in: reference).map { try forget($0.id) }
    }
}
