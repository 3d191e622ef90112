public import Foundation
internal import TagCore
internal import TagStore

/// A change of an item of a day.
public enum DayChange: Hashable, Sendable {
    /// The day had no item, and got one.
    case saved(SavedItem)
    /// The tags of an item changed; these are its fields afterwards.
    case changed(Item)
    /// An item lost its last tag and had nothing else, so it was deleted; these were its fields.
    case deleted(Item)
}

/// Changing the tags of a day.
extension TagService.Items {
    /// Changes the tags of a day in one undo step.
    ///
    /// Tags are added to the newest item of the day without a location, or to a new item. They are removed from all such items of
    /// the day, and an item that has nothing else is deleted. For today, the tags are also selected and deselected in the set.
    ///
    /// - Parameters:
    ///   - time: a time of the day, which is the time of a new item.
    ///   - added: the tags to add.
    ///   - removed: the tags to remove.
    ///   - reference: the set.
    /// - Returns: the changes of items, newest first; none if the day's items have no removed tag.
    /// - Throws: `TagServiceError` for an unknown set or removed tag, an invalid name, or a time in the future.
    public func changeDay(
        _ time: Date, adding added: [String], removing removed: [String], in reference: SetReference = .chosen
    ) throws -> [DayChange] {
        let zone = LocalZone.system
        let moment = Int64(clamping: time.timeIntervalSince1970 * 1_000)
        let (day, today): (Int64, Int64) = (zone.day(of: moment), zone.day(of: milliseconds))
        let draft = ItemDraft(tags: added, savedAt: day == today ? nil : time)
        let checked = try CheckedDraft(draft, past: service.items.past)
        let names = checked.tags ?? []
        let sample = try service.suggestions.calibrationSample(of: checked, tagged: names.map(\.key))
        return try writing(reference) { writer, set in
            let rows = try writer.reader.items(inSet: set.id, savedDuring: period(of: moment))
            var changes: [DayChange] = []
            if rows.isEmpty, !names.isEmpty {
                let tagIDs = try Self.memberIDs(of: names, addedTo: set, with: writer)
                let fields = checked.fields(inSet: set.id, tagIDs: tagIDs)
                changes = [.saved(try save(fields, sample, in: set, with: writer))]
            }
            for (place, row) in rows.enumerated() {
                let added = place == 0 ? names : []
                let change = try self.change(row, adding: added, removing: removed, of: set, writer)
                changes += [change].compactMap(\.self)
            }
            guard !changes.isEmpty || !names.isEmpty else { return [] }
            if day == today { try service.selection.select(added, deselecting: removed, in: set, with: writer) }
            writer.summary = StepSummary(command: "today", names: added + removed).text
            return changes
        }
    }

    /// Returns the local day of a time, both in milliseconds since 1970.
    private func period(of moment: Int64) -> Range<Int64> {
        TypedTime("today", now: moment, zone: .system)?.period ?? moment..<moment
    }

    /// Changes the tags of an item, or deletes it; returns `nil` if it already was as wanted.
    private func change(
        _ old: ItemRow, adding added: [CheckedName], removing removed: [String], of set: SetRow, _ writer: StoreWriter
    ) throws -> DayChange? {
        let row = try Self.retagged(old, adding: added, removing: removed, in: set, with: writer)
        guard row.tagIDs != old.tagIDs else { return nil }
        if row.tagIDs.rowIDs.isEmpty, row.title.isEmpty, row.note.isEmpty {
            let item = try Self.value(of: old, set: set.name, in: writer.reader)
            try writer.apply(.deleteItems(old.id...old.id))
            return .deleted(item)
        }
        if let other = try writer.reader.idOfDuplicate(of: row) { throw TagServiceError.sameItem(old.id, as: other) }
        let new = try writer.update(old, to: row, at: milliseconds)
        for tagID in new.addedTags { try use(tagID, at: milliseconds, with: writer) }
        return .changed(try Self.value(of: new.row, set: set.name, in: writer.reader))
    }
}

extension TagService.Selection {
    func select(_ selected: [String], deselecting: [String], in set: SetRow, with writer: StoreWriter) throws {
        let on = try Self.members(selected, of: set, in: writer.reader)
        _ = try setSelection(of: on, applying: .select, in: set, with: writer)
        let off = try deselecting.compactMap { name -> (TagRow, MemberRow)? in
            let tag = try Self.tag(name, in: writer.reader)
            return try writer.reader.member(setID: set.id, tagID: tag.id).map { (tag, $0) }
        }
        _ = try setSelection(of: off, applying: .deselect, in: set, with: writer)
    }
}
