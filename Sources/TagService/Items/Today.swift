public import Foundation
internal import TagCore
internal import TagStore

/// The usual tags of a weekday, and the tags that were saved on a day.
///
/// ```swift
/// let usual = try service.items.usualDay(Date())
/// for tag in usual.tags { print(tag.tag, tag.probability) }
/// ```
public struct UsualDay: Hashable, Sendable, Codable {
    /// A tag with how often it was saved on a weekday.
    public struct Tag: Hashable, Sendable, Codable {
        /// The tag's name.
        public var tag: String
        /// The probability that the tag is saved on this weekday, from 0 to 1.
        public var probability: Double
        /// The number of days of the same weekday with the tag.
        public var count: Int
        /// Whether the day already has the tag.
        public var isSaved: Bool
    }

    /// The name of the set.
    public var set: String
    /// The day in the local zone, such as `2026-01-31`.
    public var day: String
    /// The English name of the weekday.
    public var weekday: String
    /// The number of earlier days of the same weekday with an item, in the year before.
    public var days: Int
    /// The id of the newest item of the day without a location; `nil` if every item has a location.
    public var item: Int64?
    /// The tags of the day, and the usual tags, most probable first.
    public var tags: [Tag]
}

/// The tags that are usual on a day.
extension TagService.Items {
    /// Returns the usual tags of a day's weekday, and the tags that were saved on the day.
    ///
    /// The probability of a tag is its share of the same weekdays in the year before. Its share of all days counts as two more
    /// weekdays, because a few weeks prove little.
    ///
    /// - Parameters:
    ///   - time: a time of the day.
    ///   - reference: the set.
    /// - Returns: the day.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the number of items of the set.
    public func usualDay(_ time: Date, in reference: SetReference = .chosen) throws -> UsualDay {
        let zone = LocalZone.system
        let day: Int64 = zone.day(of: Int64(clamping: time.timeIntervalSince1970 * 1_000))
        return try reading(reference) { reader, set in
            var tagsByDay: [Int64: Set<Int64>] = [:]
            var newest: ItemRow?
            try reader.forEachItem { row in
                guard row.setID == set.id, let savedAt = row.savedAt else { return }
                let itsDay = set.isDaily ? row.day ?? zone.day(of: savedAt) : zone.day(of: savedAt)
                guard (day - 365...day).contains(itsDay) else { return }
                tagsByDay[itsDay, default: []].formUnion(row.tagIDs.rowIDs)
                if itsDay == day, row.location == nil { newest = row }
            }
            let saved = tagsByDay.removeValue(forKey: day) ?? []
            let shares = WeekdayShares(tagsByDay, day: day)
            let names = try reader.names(of: shares.tags.union(saved))
            let tags = shares.tags.union(saved)
                .compactMap { id in
                    names[id]
                        .map { name in
                            UsualDay.Tag(
                                tag: name, probability: shares.probability(of: id), count: shares.count(of: id),
                                isSaved: saved.contains(id))
                        }
                }
            return UsualDay(
                set: set.name, day: CalendarDay(number: day).text, weekday: CalendarDay.weekday(of: day),
                days: shares.days, item: newest?.id,
                tags: tags.sorted {
                    $0.probability == $1.probability ? $0.tag < $1.tag : $0.probability > $1.probability
                })
        }
    }

    /// Returns the weekday of a day, counted from 1970; Monday is 0.
    static func weekday(of day: Int64) -> Int {
        // January 1, 1970, was a Thursday.
        Int(((day + 3) % 7 + 7) % 7)
    }
}

/// The shares of days with each tag: of one weekday, and of all days.
private struct WeekdayShares {
    /// The number of days of the weekday.
    private(set) var days = 0
    private var counts: [Int64: Int] = [:]
    private var allCounts: [Int64: Int] = [:]
    private let allDays: Int
    /// The number of weekdays that the share of all days counts as.
    private static let prior = 2.0

    init(_ tagsByDay: [Int64: Set<Int64>], day: Int64) {
        allDays = tagsByDay.count
        let weekday = TagService.Items.weekday(of: day)
        for (other, tags) in tagsByDay {
            for tag in tags { allCounts[tag, default: 0] += 1 }
            guard TagService.Items.weekday(of: other) == weekday else { continue }
            days += 1
            for tag in tags { counts[tag, default: 0] += 1 }
        }
    }

    var tags: Set<Int64> { Set(allCounts.keys) }

    func count(of tag: Int64) -> Int { counts[tag, default: 0] }

    func probability(of tag: Int64) -> Double {
        guard allDays > 0 else { return 0 }
        let share = Double(allCounts[tag, default: 0]) / Double(allDays)
        return (Double(count(of: tag)) + Self.prior * share) / (Double(days) + Self.prior)
    }
}

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
    @discardableResult public func changeDay(
        _ time: Date, adding added: [String], removing removed: [String], in reference: SetReference = .chosen
    ) throws -> [DayChange] {
        let zone = LocalZone.system
        let moment = Int64(clamping: time.timeIntervalSince1970 * 1_000)
        let (day, today): (Int64, Int64) = (zone.day(of: moment), service.today)
        let draft = ItemDraft(tags: added, savedAt: day == today ? nil : time)
        let checked = try CheckedDraft(draft, past: service.items.past)
        let names = checked.tags ?? []
        let sample = try service.suggestions.calibrationSample(of: checked, tagged: names.map(\.key), in: reference)
        return try writing(reference) { writer, set in
            let rows = try writer.reader.items(inSet: set.id, onDay: day)
            var changes: [DayChange] = []
            if rows.isEmpty, !names.isEmpty {
                let tagIDs = try Self.memberIDs(of: names, addedTo: set, with: writer)
                let fields = fields(of: checked, inSet: set.id, tagIDs: tagIDs)
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
        return .changed(try Self.value(of: new.row, set: set.name, with: writer))
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
