internal import Foundation
internal import TagCore
internal import TagStore

/// Saving, listing, restoring and forgetting selections.
extension TagService {
    /// Saves the selection of a set; suggestions take it into account from then on.
    ///
    /// - Throws: `TagServiceError.nothingSelected` if the selection is empty.
    public func save(
        label: String = "",
        in reference: SetReference = .chosen
    ) throws -> SavedSelection {
        let label = try CheckedName.label(label)
        return try writing(reference) { writer, set in
            try save(
                tagIDs: writer.reader.selectedTagIDs(inSet: set.id),
                label: label,
                in: set,
                with: writer
            )
        }
    }

    /// Saves tags as a selection of a set within a transaction.
    func save(
        tagIDs: [Int64],
        label: String,
        in set: SetRow,
        with writer: StoreWriter
    ) throws -> SavedSelection {
        guard !tagIDs.isEmpty else { throw TagServiceError.nothingSelected(set: set.name) }
        writer.summary = label.isEmpty ? "save" : "save \(label)"
        var row = SavedSelectionRow(
            id: try writer.reader.lastID(of: .savedSelection) + 1,
            setID: set.id,
            label: label,
            savedAt: milliseconds,
            tagIDs: PackedTagIDs(tagIDs)
        )
        row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs)
        // Saving the same tags twice within a millisecond gives two saved selections.
        while try writer.reader.idOfDuplicate(of: row) != nil {
            row.savedAt = row.savedAt.map { $0 + 1 }
        }
        try writer.apply(.putSavedSelection(row))
        for id in row.tagIDs.rowIDs {
            if let tag = try writer.reader.tag(id: id) { try use(tag, with: writer) }
        }
        return try Self.value(of: row, set: set.name, in: writer.reader)
    }

    /// The newest saved selections of a set, newest first.
    ///
    /// - Parameters:
    ///   - reference: the set.
    ///   - limit: the maximum number, up to a million; zero or less returns none.
    /// - Returns: the selections with the names of their tags.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func history(
        of reference: SetReference = .chosen,
        limit: Int = 20
    ) throws -> [SavedSelection] {
        try reading(reference) { reader, set in
            try reader.newestSavedSelections(
                inSet: set.id,
                limit: min(max(0, limit), Self.maximumHistory)
            )
            .map {
                try Self.value(of: $0, set: set.name, in: reader)
            }
        }
    }

    private static let maximumHistory = 1_000_000

    /// Selects exactly the tags of a saved selection in its set; tags that were removed from the set are added again.
    public func restore(_ id: Int64) throws -> SavedSelection {
        try writing { writer in
            let (row, set) = try Self.savedSelection(id, in: writer.reader)
            writer.summary = "restore \(id)"
            var position = try writer.reader.lastPosition(inSet: set.id)
            var wanted = Set(row.tagIDs.rowIDs)
            for var member in try writer.reader.members(ofSet: set.id) {
                let isWanted = wanted.remove(member.tagID) != nil
                guard member.isSelected != isWanted else { continue }
                member.isSelected = isWanted
                try writer.apply(.putMember(member))
            }
            for tagID in wanted.sorted() {
                position += Self.positionStep
                try writer.apply(
                    .putMember(
                        MemberRow(setID: set.id, tagID: tagID, position: position, isSelected: true)
                    )
                )
            }
            return try Self.value(of: row, set: set.name, in: writer.reader)
        }
    }

    /// Deletes a saved selection together with its counts.
    public func forget(_ id: Int64) throws -> SavedSelection {
        try writing { writer in
            let (row, set) = try Self.savedSelection(id, in: writer.reader)
            writer.summary = "forget \(id)"
            let value = try Self.value(of: row, set: set.name, in: writer.reader)
            try writer.apply(.deleteSavedSelections(id...id))
            return value
        }
    }

    private static func savedSelection(
        _ id: Int64,
        in reader: StoreReader
    ) throws -> (SavedSelectionRow, SetRow) {
        guard let row = try reader.savedSelection(id: id), let set = try reader.set(id: row.setID)
        else {
            throw TagServiceError.unknownSavedSelection(id)
        }
        return (row, set)
    }

    /// A saved selection with the names of its tags.
    static func value(
        of row: SavedSelectionRow,
        set: String,
        in reader: StoreReader
    ) throws -> SavedSelection {
        let names = try reader.names(of: row.tagIDs.rowIDs)
        return SavedSelection(
            id: row.id,
            set: set,
            label: row.label,
            savedAt: row.savedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            tags: row.tagIDs.rowIDs.map { names[$0] ?? "" },
            pairedTags: (row.pairedTagIDs ?? row.tagIDs).ids.count
        )
    }
}
