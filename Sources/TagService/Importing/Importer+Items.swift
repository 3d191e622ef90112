internal import TagStore

/// Importing items with a location.
///
/// The items are saved at the end of the import, because a file may contain a location several
/// times. This way, importing the same file again changes nothing.
extension Importer {
    /// Stages an item until the end of the import.
    mutating func stage(_ row: ItemRow, _ options: ImportOptions) throws {
        var row = row
        row.id = nextItemID
        try adopt(row, options.importedFrom)
        switch try writer.stageItem(row, joinsTags: options.joinsTags) {
        case .new: nextItemID += 1
        case .known: break
        case .repeated: report.unchanged += 1
        }
    }

    /// Changes the location of an item saved under the absolute path of a file to the path relative to the imported folder.
    ///
    /// Otherwise, the import would create a second item for the same file.
    private func adopt(_ row: ItemRow, _ importedFrom: String?) throws {
        guard let importedFrom, let location = row.location, !location.contains("://"),
            let id = try writer.reader.itemID(
                atLocation: "\(importedFrom == "/" ? "" : importedFrom)/\(location)",
                inSet: row.setID
            ), var old = try writer.reader.item(id: id), old.importedFrom == nil,
            try writer.reader.itemID(atLocation: location, inSet: row.setID) == nil
        else { return }
        (old.location, old.importedFrom) = (location, importedFrom)
        try writer.apply(.putItem(old))
    }

    /// Saves all staged items, and deletes items that the imported file or folder no longer contains.
    mutating func saveItems(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while true {
            let rows = try writer.stagedItems(after: last, limit: Self.itemsPerBatch)
            guard let end = rows.last?.id else { break }
            last = end
            for row in rows { try save(row, options) }
        }
        let hasItems = last > 0 || report.untagged > 0
        // A skipped line may be an item that still exists, and an empty folder may be an unmounted disk.
        if options.prunes, report.skipped == 0, hasItems, let importedFrom = options.importedFrom {
            report.deleted = try writer.deleteItems(importedFrom: importedFrom, inSet: set.id)
        }
        try writer.clearStagedItems()
    }

    /// The number of items in memory at a time.
    private static let itemsPerBatch = 500

    private mutating func save(_ row: ItemRow, _ options: ImportOptions) throws {
        var row = row
        row.importedFrom = options.importedFrom
        guard let new = try writer.replaceItem(with: row) else { return try insert(row) }
        guard new.isChanged else {
            report.unchanged += 1
            return
        }
        report.replaced += 1
        guard let savedAt = row.savedAt else { return }
        for id in new.addedTags { try frecencies.add(useAt: savedAt, of: id, with: writer) }
    }
}
