internal import TagStore

/// Things of an import, each with its source.
///
/// They are saved at its end, when it is known what the file says of each in all; so the same file changes nothing the next time.
extension Importer {
    /// Keeps a thing until the end.
    mutating func stage(_ row: SavedSelectionRow, _ options: ImportOptions) throws {
        var row = row
        row.id = nextSelectionID
        try adopt(row, options.origin)
        switch try writer.stageThing(row, joinsTags: options.joinsTags) {
        case .new: nextSelectionID += 1
        case .known: break
        case .repeated: report.unchanged += 1
        }
    }

    /// Gives what was saved for a file by its whole path the source that the file has in an imported folder, so that it stays one thing.
    private func adopt(_ row: SavedSelectionRow, _ origin: String?) throws {
        guard let origin, let source = row.source, !source.contains("://"),
            let id = try writer.reader.savedSelectionID(
                ofSource: "\(origin == "/" ? "" : origin)/\(source)",
                inSet: row.setID
            ), var old = try writer.reader.savedSelection(id: id), old.origin == nil,
            try writer.reader.savedSelectionID(ofSource: source, inSet: row.setID) == nil
        else { return }
        (old.source, old.origin) = (source, origin)
        try writer.apply(.putSavedSelection(old))
    }

    /// Saves all things that were kept, and forgets those that the origin does not have any more.
    mutating func saveThings(_ options: ImportOptions) throws {
        var last: Int64 = 0
        while true {
            let rows = try writer.stagedThings(after: last, limit: Self.thingsAtOnce)
            guard let end = rows.last?.id else { break }
            last = end
            for row in rows { try save(row, options) }
        }
        let hasThings = last > 0 || report.untagged > 0
        // A line that was left out may be a thing that is still there, and a folder without any may be a disk that is away.
        if options.prunes, report.skipped == 0, hasThings, let origin = options.origin {
            report.forgotten = try writer.forgetThings(ofOrigin: origin, inSet: set.id)
        }
        try writer.clearStagedThings()
    }

    /// The number of things that are in memory.
    private static let thingsAtOnce = 500

    private mutating func save(_ row: SavedSelectionRow, _ options: ImportOptions) throws {
        var row = row
        row.origin = options.origin
        guard let new = try writer.replaceThing(with: row) else { return try insert(row) }
        guard new.isChanged else {
            report.unchanged += 1
            return
        }
        report.replaced += 1
        guard let savedAt = row.savedAt else { return }
        for id in new.addedTags { try frecencies.add(useAt: savedAt, of: id, with: writer) }
    }
}
