internal import Foundation
internal import GRDB
internal import TagCore

/// The boards of daily sets, which start each day with the day's item.
extension StoreWriter {
    /// Makes the selection of a daily set that of a local day: the tags of its newest item, and those that were on when the board was
    /// last that of the day.
    ///
    /// This isn't part of an undo step. Tags that were on and that no item of their day has are stored until the board is that of their
    /// day again, or ``takeUnsavedDays(before:)`` returns them.
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
        var stored = try reader.unsavedDays(ofSet: set.id).filter { $0.day != last }
        let saved = Set(try reader.items(inSet: set.id, onDay: last).flatMap(\.tagIDs.rowIDs))
        let unsaved = try reader.selectedTagIDs(inSet: set.id).filter { !saved.contains($0) }
        if !unsaved.isEmpty { stored.append(StoredTags(day: last, tags: unsaved)) }
        let known = stored.first { $0.day == day }?.tags ?? []
        try store(stored.filter { $0.day != day }, ofSet: set.id)
        let wanted = Set(try reader.items(inSet: set.id, onDay: day).first?.tagIDs.rowIDs ?? []).union(known)
        for var member in try reader.members(ofSet: set.id) where member.isSelected != wanted.contains(member.tagID) {
            member.isSelected.toggle()
            try applyWithoutUndo(.putMember(member))
        }
    }

    /// The maximum number of days of a set whose tags are stored; the newest are kept.
    private static let unsavedDayLimit = 30

    private func store(_ unsaved: [StoredTags], ofSet id: Int64) throws {
        let newest = unsaved.sorted { $0.day < $1.day }.suffix(Self.unsavedDayLimit)
        let json = newest.isEmpty ? nil : String(decoding: try JSONEncoder().encode(Array(newest)), as: UTF8.self)
        try database.run("UPDATE tag_set SET unsaved = ? WHERE id = ?", [json, id])
    }

    /// Returns the tags that were on at the end of days before a day and weren't saved, and deletes their records.
    ///
    /// - Parameter day: today, in days since 1970.
    /// - Returns: the days of each set that the caller may see, in order.
    /// - Throws: SQLite's errors.
    package func takeUnsavedDays(before day: Int64) throws -> [UnsavedTags] {
        let found = try reader.unsavedTags(before: day)
        for id in Set(found.map(\.set.id)) {
            try store(try reader.unsavedDays(ofSet: id).filter { $0.day >= day }, ofSet: id)
        }
        return found
    }
}

extension StoreReader {
    /// Returns the tags of daily sets that were on at the end of days before a day and weren't saved.
    package func unsavedTags(before day: Int64) throws -> [UnsavedTags] {
        let sets = try database.rows("SELECT \(SetRow.columns) FROM tag_set WHERE unsaved IS NOT NULL ORDER BY id")
            .mapAll { try SetRow(row: $0) }
        return try sets.filter { isVisible(setID: $0.id) }
            .flatMap { set in
                try unsavedDays(ofSet: set.id).filter { $0.day < day }
                    .map { UnsavedTags(set: set, day: $0.day, tagIDs: $0.tags) }
            }
    }

    fileprivate func unsavedDays(ofSet id: Int64) throws -> [StoredTags] {
        let json: String? = try database.value("SELECT unsaved FROM tag_set WHERE id = ?", [id])
        // Another program may have written anything, and the tags are only mentioned and turned on.
        let stored = json.flatMap { try? JSONDecoder().decode([StoredTags].self, from: Data($0.utf8)) } ?? []
        return stored.filter { StoredRange.day.contains($0.day) }
    }
}

/// An element of the list in the column `unsaved`.
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
