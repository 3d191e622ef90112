internal import TagCore
internal import TagStore

/// Importing items with a location.
///
/// The items are saved at the end of the import, because a file may contain a location several
/// times. This way, importing the same file again changes nothing.
extension Importer {
    /// Stages an item until the end of the import.
    mutating func stage(_ fields: ItemFields, _ options: ImportOptions) throws {
        try adopt(fields, options.importedFrom)
        switch try writer.stageItem(fields, newID: nextItemID) {
        case .new: nextItemID += 1
        case .known: break
        case .repeated: report.unchanged += 1
        }
    }

    /// Changes the location of an item saved under the absolute path of a file to the path relative to the imported folder.
    ///
    /// Otherwise, the import would create a second item for the same file.
    private func adopt(_ fields: ItemFields, _ importedFrom: String?) throws {
        guard let importedFrom, let location = fields.location, !location.contains("://"),
            let id = try writer.reader.itemID(
                atLocation: "\(importedFrom == "/" ? "" : importedFrom)/\(location)", inSet: fields.setID),
            var old = try writer.reader.item(id: id), old.importedFrom == nil,
            try writer.reader.itemID(atLocation: location, inSet: fields.setID) == nil
        else { return }
        (old.location, old.importedFrom) = (location, importedFrom)
        try writer.apply(.putItem(old))
    }

    /// Saves all staged items, and deletes items that the imported file or folder no longer contains.
    mutating func saveItems(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while true {
            let staged = try writer.stagedItems(after: last, limit: Self.itemsPerBatch)
            guard let end = staged.last?.id else { break }
            last = end
            for (id, fields) in staged { try save(fields, newID: id, options) }
        }
        // A skipped line may be an item that still exists, and an empty folder may be an unmounted disk.
        if options.prunes, report.skipped == 0, hasItems, let importedFrom = options.importedFrom {
            report.deleted = try writer.deleteItems(importedFrom: importedFrom, inSet: set.id)
        }
        try writer.clearStagedItems()
    }

    /// Returns the keys of the tags that are dismissed for an item.
    ///
    /// - Throws: ``ImportRecordError`` for an invalid name, or for too many.
    func dismissedKeys(of item: ImportedItem) throws -> [String] {
        let keys = Set(try item.dismissed.map { try checked($0, of: .tag(nil)).key.text })
        guard keys.count <= TagService.Items.dismissedLimit else {
            throw ImportRecordError("an item can have at most 1,000 dismissed tags")
        }
        return keys.sorted()
    }

    /// Records the dismissed tags of an item, up to the maximum number, and returns whether any is new.
    func dismiss(_ fields: ItemFields, of id: Int64) throws -> Bool {
        guard !fields.dismissed.isEmpty else { return false }
        let known = Set(try writer.reader.dismissedTags(ofItem: id).map(\.key))
        let new = fields.dismissed.filter { !known.contains($0) }
            .prefix(max(0, TagService.Items.dismissedLimit - known.count))
        for key in new { try writer.apply(.putDismissedTag(DismissedTag(itemID: id, keyText: key))) }
        return !new.isEmpty
    }

    /// Adds an item to the report if the report lists items.
    mutating func list(_ row: ItemRow, _ kind: ImportedItemChange.Kind) {
        guard report.items?.count ?? Self.listedItems < Self.listedItems else { return }
        report.items?.append(ImportedItemChange(kind: kind, title: row.title, location: row.location))
    }

    /// Returns whether a stored item has tags.
    func hasTags(_ location: String, in setID: Int64) throws -> Bool {
        let id = try writer.reader.itemID(atLocation: location, inSet: setID)
        return try id.flatMap { try writer.reader.item(id: $0) }?.tagIDs.ids.isEmpty == false
    }

    /// The maximum number of listed items.
    private static let listedItems = 1_000

    /// The number of items in memory at a time.
    private static let itemsPerBatch = 500

    private mutating func save(_ fields: ItemFields, newID: Int64, _ options: ImportOptions) throws {
        var fields = fields
        // A stored item gets them too, so that importing a file again changes nothing, unless it keeps its stored tags.
        if newItems.contains(newID) || fields.tagIDs != nil { try applyRules(to: &fields) }
        fields.importedFrom = options.importedFrom
        fields.keepsMilliseconds = true
        guard let new = try writer.replaceItem(with: fields, at: now) else {
            try insert(fields.row(id: newID, savedAt: now))
            _ = try dismiss(fields, of: newID)
            return
        }
        let isDismissing = try dismiss(fields, of: new.row.id)
        guard new.isChanged || isDismissing else {
            report.unchanged += 1
            return
        }
        report.replaced += 1
        list(new.row, .changed)
        guard let savedAt = new.row.savedAt else { return }
        for id in new.addedTags { try frecencies.add(useAt: savedAt, of: id, with: writer) }
    }
}
