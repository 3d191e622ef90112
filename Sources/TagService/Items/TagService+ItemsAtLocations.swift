public import Foundation
internal import TagStore

/// Items that are identified by their location: the path of a file, or a URL.
extension TagService {
    private static func item(
        at location: String,
        in set: SetRow,
        _ reader: StoreReader
    ) throws -> ItemRow? {
        try reader.itemID(atLocation: location, inSet: set.id)
            .flatMap { try reader.item(id: $0) }
    }

    /// Saves the current tags of the item at a location, replacing its earlier tags in one undo step.
    ///
    /// Tags that don't exist yet are created, and all tags become members of the set. Saving the same title and tags again changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - names: all tags of the item; if empty, the item is deleted.
    ///   - title: the title of the item; unprintable characters are removed.
    ///   - time: when it was tagged; `nil` or a time in the future means now.
    ///   - location: its location.
    ///   - reference: the set.
    /// - Returns: the item; `nil` if it has no tags.
    /// - Throws: `TagServiceError` for an unknown set, an invalid name or location; `StoreError`.
    public func saveItem(
        _ names: [String],
        title: String = "",
        at time: Date? = nil,
        location: String,
        in reference: SetReference = .chosen
    ) throws -> Item? {
        let location = try CheckedName.location(location)
        let title = CheckedName.readableTitle(title)
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        let savedAt = time.flatMap { $0 <= now() ? $0.timeIntervalSince1970 * 1_000 : nil }
            .map { Int64(clamping: $0) }
        return try writing(reference) { writer, set in
            let old = try Self.item(at: location, in: set, writer.reader)
            guard !names.isEmpty else {
                guard let old else { return nil }
                writer.summary = "delete-item \(old.id)"
                try writer.apply(.deleteItems(old.id...old.id))
                return nil
            }
            _ = try Self.add(names, to: set, with: writer)
            let ids = try names.compactMap { try writer.reader.target(of: $0.key)?.tag.id }
            let isSame = old?.title == title && old?.tagIDs == PackedTagIDs(ids)
            if let old, isSame, savedAt ?? old.savedAt == old.savedAt {
                return try Self.value(of: old, set: set.name, in: writer.reader)
            }
            return try save(
                tagIDs: ids,
                title: title,
                at: savedAt,
                location: location,
                in: set,
                with: writer
            )
        }
    }

    /// Returns the location under which a set stores a file.
    ///
    /// A note of an imported folder is stored under its path relative to that folder, so that the next import finds it. Any other file
    /// is stored under its absolute path or, if that isn't a valid location, under its `file` URL.
    ///
    /// - Parameters:
    ///   - path: the absolute path, with symbolic links resolved.
    ///   - reference: the set.
    /// - Returns: the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the number of folders in the path.
    public func location(
        ofFile path: String,
        in reference: SetReference = .chosen
    ) throws -> String {
        let isValid = CheckedName.isLocation(path)
        let whole = isValid ? path : URL(fileURLWithPath: path).absoluteString
        return try reading(reference) { reader, set in
            var end = path.startIndex
            while let slash = path[end...].firstIndex(of: "/") {
                end = path.index(after: slash)
                let importedFrom = slash == path.startIndex ? "/" : String(path[..<slash])
                let location = String(path[end...])
                if try Self.item(at: location, in: set, reader)?.importedFrom == importedFrom {
                    return location
                }
            }
            return whole
        }
    }
}
