internal import TagStore

/// Things of an import, each with its location.
///
/// They are saved at its end, when it is known what the file says of each in all; so the same file changes nothing the next time.
extension Importer {
    /// Keeps a thing until the end.
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

    /// Gives what was saved for a file by its whole path the location that the file has in an imported folder, so that it stays one thing.
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

    /// Saves all things that were kept, and forgets those that the importedFrom does not have any more.
    mutating func saveItems(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while true {
            let rows = try writer.stagedItems(after: last, limit: Self.itemsPerBatch)
            guard let end = rows.last?.id else { break }
            last = end
            for row in rows { try save(row, options) }
        }
        let hasItems = last > 0 || report.untagged > 0
        // A line that was left out may be a thing that is still there, and a folder without any may be a disk that is away.
        if options.prunes, report.skipped == 0, hasItems, let importedFrom = options.importedFrom {
            report.forgotten = try writer.deleteItems(importedFrom: importedFrom, inSet: set.id)
        }
        try writer.clearStagedItems()
    }

    /// The number of things that are in memory.
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
