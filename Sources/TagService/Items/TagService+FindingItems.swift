internal import TagStore

/// Finding and deleting an item by its location.
extension TagService {
    /// Returns the item of a set at a location.
    ///
    /// ```swift
    /// let item = try service.item(at: "https://swift.org/")
    /// print(item?.tags ?? [])
    /// ```
    ///
    /// - Parameters:
    ///   - location: the URL or path of the item.
    ///   - reference: the set.
    /// - Returns: the item; `nil` if the set has no item at the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func item(
        at location: String,
        in reference: SetReference = .chosen
    ) throws -> Item? {
        try reading(reference) { reader, set in
            guard let id = try reader.itemID(atLocation: location, inSet: set.id),
                let row = try reader.item(id: id)
            else { return nil }
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Deletes the item of a set at a location, and subtracts its tags from the counts.
    ///
    /// - Parameters:
    ///   - location: the URL or path of the item.
    ///   - reference: the set.
    /// - Returns: the deleted item; `nil` if the set has no item at the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func deleteItem(
        _ location: String,
        in reference: SetReference = .chosen
    ) throws -> Item? {
        try item(at: location, in: reference).map { try deleteItem($0.id) }
    }
}
