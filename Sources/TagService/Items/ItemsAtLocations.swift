internal import Foundation
internal import TagStore

/// Items that are identified by their location: the path of a file, or a URL.
extension TagService.Items {
    /// Returns the item of a set at a location.
    ///
    /// ```swift
    /// let item = try service.items.item(at: "https://swift.org/")
    /// print(item?.tags ?? [])
    /// ```
    ///
    /// - Parameters:
    ///   - location: the URL or path of the item.
    ///   - reference: the set.
    /// - Returns: the item; `nil` if the set has no item at the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func item(at location: String, in reference: SetReference = .chosen) throws -> Item? {
        try reading(reference) { reader, set in
            guard let id = try reader.itemID(atLocation: location, inSet: set.id), let row = try reader.item(id: id)
            else { return nil }
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Returns the items at a location in all sets, at most one per set.
    ///
    /// - Throws: `StoreError`.
    public func find(at location: String) throws -> [Item] {
        try store.read { reader in
            try reader.itemIDs(atLocation: location)
                .compactMap { id in
                    guard let row = try reader.item(id: id), reader.isVisible(setID: row.setID),
                        let set = try reader.set(id: row.setID)
                    else { return nil }
                    return try Self.value(of: row, set: set.name, in: reader)
                }
        }
    }

    static func item(at location: String, in set: SetRow, _ reader: StoreReader) throws -> ItemRow? {
        try reader.itemID(atLocation: location, inSet: set.id).flatMap { try reader.item(id: $0) }
    }
}

extension TagService.Files {
    /// Returns the set in which a file was saved last or, for a new file, the files of its folder.
    ///
    /// - Parameter path: the absolute path of the file, with symbolic links resolved.
    /// - Returns: the name of the set; `nil` if no file of the folder was saved.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of items.
    public func lastSet(ofFolderWith path: String) throws -> String? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = String(path[..<slash])
        return try store.read { reader in
            for id in try reader.setsOfFiles(inFolder: folder, and: path) where reader.isVisible(setID: id) {
                if let set = try reader.set(id: id) { return set.name }
            }
            return nil
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
    public func location(ofFile path: String, in reference: SetReference = .chosen) throws -> String {
        let isValid = CheckedName.isLocation(path)
        let whole = isValid ? path : URL(fileURLWithPath: path).absoluteString
        return try reading(reference) { reader, set in
            var end = path.startIndex
            while let slash = path[end...].firstIndex(of: "/") {
                end = path.index(after: slash)
                let importedFrom = slash == path.startIndex ? "/" : String(path[..<slash])
                let location = String(path[end...])
                if try TagService.Items.item(at: location, in: set, reader)?.importedFrom == importedFrom {
                    return location
                }
            }
            return whole
        }
    }
}
