public import Foundation
internal import TagStore

/// Things that have tags, each known by its location: the path of a file, or an address.
extension TagService {
    private static func thing(
        _ location: String,
        in set: SetRow,
        _ reader: StoreReader
    ) throws -> ItemRow? {
        try reader.itemID(atLocation: location, inSet: set.id)
            .flatMap { try reader.item(id: $0) }
    }

    /// Saves the tags that a thing has now in place of those that the set has saved for it, in one step for undo.
    ///
    /// Tags that do not exist yet are created, and all become members of the set. The same title and tags again change nothing.
    ///
    /// - Parameters:
    ///   - names: all tags of the thing; without any, what was saved is forgotten.
    ///   - title: what the thing is called; what cannot be printed is left out of it.
    ///   - time: when it was tagged; `nil`, or a time to come: now.
    ///   - location: its location.
    ///   - reference: the set.
    /// - Returns: the item; `nil` if the thing has no tags.
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
            let old = try Self.thing(location, in: set, writer.reader)
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

    /// The location that a set knows a file by, or would.
    ///
    /// A note of a folder that was imported has its path from there as its location, so that the next import finds it. Any other file
    /// has its whole path, or, where that cannot be a location, the address of the file.
    ///
    /// - Parameters:
    ///   - path: the absolute path, without links.
    ///   - reference: the set.
    /// - Returns: the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the folders of the path.
    public func location(
        ofFile path: String,
        in reference: SetReference = .chosen
    ) throws -> String {
        let whole =
            (try? CheckedName.location(path)) ?? URL(fileURLWithPath: path).absoluteString
        return try reading(reference) { reader, set in
            var end = path.startIndex
            while let slash = path[end...].firstIndex(of: "/") {
                end = path.index(after: slash)
                let importedFrom = slash == path.startIndex ? "/" : String(path[..<slash])
                let location = String(path[end...])
                if try Self.thing(location, in: set, reader)?.importedFrom == importedFrom { return location }
            }
            return whole
        }
    }
}
