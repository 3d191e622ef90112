internal import TagStore

/// What is saved for a thing.
extension TagService {
    /// What is saved for a thing.
    ///
    /// - Parameters:
    ///   - location: the address or path of the thing.
    ///   - reference: the set.
    /// - Returns: the item; `nil` where the set has none for it.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func thing(
        _ location: String,
        in reference: SetReference = .chosen
    ) throws -> Item? {
        try reading(reference) { reader, set in
            guard let id = try reader.itemID(atLocation: location, inSet: set.id),
                let row = try reader.item(id: id)
            else { return nil }
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Deletes the item of a thing together with its counts.
    ///
    /// - Parameters:
    ///   - location: the address or path of the thing.
    ///   - reference: the set.
    /// - Returns: what was deleted; `nil` where there was none.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func deleteItem(
        _ location: String,
        in reference: SetReference = .chosen
    ) throws -> Item? {
        try thing(location, in: reference).map { try deleteItem($0.id) }
    }
}
