internal import Foundation
internal import GRDB
internal import TagCore

/// The boards of daily sets, which start each day with the day's item.
extension StoreWriter {
    /// Makes the selection of a daily set that of a local day: the tags of its newest item, or none.
    ///
    /// This isn't part of an undo step. Tags that were on at the end of an earlier day and that no item of that day has are stored
    /// until ``takeUnsavedDays()`` returns them.
    ///
    /// - Parameters:
    ///   - day: the day, in days since 1970.
    ///   - set: the set.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the number of the set's members.
    package func startDay(_ day: Int64, of set: SetRow) throws {
        try database.run("UPDATE tag_set SET board_day = ? WHERE id = ?", [day, set.id])
        // The selection of a set that has just become daily belongs to this day.
        guard let last = set.boardDay, last != day else { return }
        let selected = Set(try reader.selectedTagIDs(inSet: set.id))
        if last < day { try storeUnsavedTags(selected, of: set, onDay: last) }
        let wanted = Set(try reader.items(inSet: set.id, onDay: day).first?.tagIDs.rowIDs ?? [])
        for var member in try reader.members(ofSet: set.id) where member.isSelected != wanted.contains(member.tagID) {
            member.isSelected.toggle()
            try applyWithoutUndo(.putMember(member))
        }
    }

    private func storeUnsavedTags(_ selected: Set<Int64>, of set: SetRow, onDay day: Int64) throws {
        let saved = try reader.items(inSet: set.id, onDay: day).flatMap(\.tagIDs.rowIDs)
        let unsaved = try reader.selectedTagIDs(inSet: set.id).filter(selected.subtracting(saved).contains)
        guard !unsaved.isEmpty else { return }
        let json = try JSONEncoder().encode(StoredTags(day: day, tags: unsaved))
        try database.run(
            "UPDATE tag_set SET unsaved = ? WHERE id = ?", [String(decoding: json, as: UTF8.self), set.id])
    }

    /// Returns the tags that were on at the end of an earlier day and weren't saved, and deletes the record.
    ///
    /// - Returns: one element for each set with such tags that the caller may see.
    package func takeUnsavedDays() throws -> [UnsavedTags] {
        try reader.unsavedTags()
            .map { unsaved in
                try database.run("UPDATE tag_set SET unsaved = NULL WHERE id = ?", [unsaved.set.id])
                return unsaved
            }
    }
}

extension StoreReader {
    /// Returns the tags of daily sets that were on at the end of an earlier day and weren't saved.
    package func unsavedTags() throws -> [UnsavedTags] {
        let rows = try database.rows(
            "SELECT \(SetRow.columns), unsaved FROM tag_set WHERE unsaved IS NOT NULL ORDER BY id")
        var found: [UnsavedTags] = []
        while let row = try rows.next() {
            let set = try SetRow(row: row)
            let json: String = try row[SetRow.columnCount]
            // Another program may have written anything, and the tags are only mentioned.
            guard isVisible(setID: set.id),
                let stored = try? JSONDecoder().decode(StoredTags.self, from: Data(json.utf8))
            else { continue }
            found.append(UnsavedTags(set: set, day: stored.day, tagIDs: stored.tags))
        }
        return found
    }
}

/// The content of the column `unsaved`.
private struct StoredTags: Codable {
    var day: Int64
    var tags: [Int64]
}

/// The tags of a daily set that were on at the end of a day and weren't saved.
package struct UnsavedTags: Hashable, Sendable {
    /// The set.
    package let set: SetRow
    /// The day, in days since 1970.
    package let day: Int64
    /// The tags, in the order of the set.
    package let tagIDs: [Int64]
}
