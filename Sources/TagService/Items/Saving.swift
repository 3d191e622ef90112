internal import Foundation
internal import TagCore
internal import TagStore

/// Saving items, which suggestions learn from.
extension TagService.Items {
    /// Returns the item of the same local day that an item without a location replaces in a daily set.
    private func itemOfDay(_ fields: ItemFields, in set: SetRow, with writer: StoreWriter) throws -> ItemRow? {
        guard set.isDaily else { return nil }
        return try writer.reader.items(inSet: set.id, onDay: day(of: fields)).first
    }

    /// Returns the local day of an item that is being saved, in days since 1970.
    private func day(of fields: ItemFields) -> Int64 {
        fields.day ?? fields.savedAt.map(LocalZone.system.day(of:)) ?? service.today
    }

    /// Saves an item, or replaces the given fields of the item at the same location, or without a location in a daily set, of the
    /// same day.
    ///
    /// Tags that don't exist are created, and all tags become members of the set.
    ///
    /// - Parameters:
    ///   - draft: the given fields; without tags, a new item is untagged.
    ///   - reference: the set.
    ///   - appliesRules: whether automatic rules add their tags to a new item.
    /// - Returns: the saved item.
    /// - Throws: `TagServiceError` for an unknown set, an invalid tag or location, or a time in the future.
    @discardableResult public func save(
        _ draft: ItemDraft, in reference: SetReference = .chosen, appliesRules: Bool = true
    ) throws -> SavedItem {
        let checked = try CheckedDraft(draft, past: service.items.past)
        let sample = try service.suggestions.calibrationSample(
            of: checked, tagged: checked.tags?.map(\.key) ?? [], in: reference)
        return try writing(reference) { writer, set in
            let tagIDs = try checked.tags.map { try Self.memberIDs(of: $0, addedTo: set, with: writer) }
            let fields = fields(of: checked, inSet: set.id, tagIDs: tagIDs)
            return try save(fields, sample, in: set, appliesRules: appliesRules, with: writer)
        }
    }

    /// Returns the fields of a draft for the store, with the day of the request if there is one.
    func fields(of draft: CheckedDraft, inSet setID: Int64, tagIDs: [Int64]?) -> ItemFields {
        var fields = draft.fields(inSet: setID, tagIDs: tagIDs)
        if draft.savedAt == nil, service.hasRequestDay { fields.day = service.today }
        return fields
    }

    /// Adds tags to a set, creating those that don't exist, and returns their ids.
    static func memberIDs(of names: [CheckedName], addedTo set: SetRow, with writer: StoreWriter) throws -> [Int64] {
        guard names.count <= ItemText.tagLimit else {
            throw TagServiceError.invalidSetting(
                "number of tags", value: "\(names.count)", rule: "an item can have at most 20,000 tags")
        }
        _ = try TagService.Sets.add(names, to: set, with: writer)
        return try names.map { try TagService.Sets.tag(named: $0, in: set, with: writer).id }
    }

    /// Returns a time in milliseconds since 1970, unless it is in the future or before the year 1.
    func past(_ time: Date) throws(TagServiceError) -> Int64 {
        guard time <= now(), time.timeIntervalSince1970 >= Self.firstSecond else {
            throw .invalidSetting(
                "item time", value: LocalZone.system.text(time),
                rule: "choose a time in or after the year 1 that isn't in the future")
        }
        return Int64(clamping: time.timeIntervalSince1970 * 1_000)
    }

    /// January 1 of the year 1, in seconds since 1970.
    private static let firstSecond: Double = -62_135_596_800

    /// Saves an item within a transaction.
    ///
    /// - Parameters:
    ///   - fields: the fields.
    ///   - old: the item without a location to replace; `nil` for none.
    ///   - sample: what a new item teaches about suggestions.
    ///   - set: the set.
    ///   - appliesRules: whether automatic rules add their tags to a new item.
    ///   - writer: the writer of the transaction.
    /// - Returns: the saved item.
    /// - Throws: `TagServiceError.sameItem` if another item is equal.
    func save(
        _ fields: ItemFields, over old: ItemRow? = nil, _ sample: CalibrationSample? = nil, in set: SetRow,
        appliesRules: Bool = true, with writer: StoreWriter
    ) throws -> SavedItem {
        let title = fields.title ?? ""
        writer.summary = title.isEmpty ? "save" : "save \(title)"
        let ofDay = try old ?? (fields.location == nil ? itemOfDay(fields, in: set, with: writer) : nil)
        let known = try ofDay ?? fields.location.flatMap { try Self.item(at: $0, in: set, writer.reader) }
        if let known, let new = try replacement(of: ofDay, with: fields, writer) {
            try Self.dismissTags(removedFrom: known, to: new.row, with: writer)
            for id in new.addedTags { try use(id, at: new.row.savedAt, with: writer) }
            let item = try Self.value(of: new.row, set: set.name, with: writer)
            let former = known.tagIDs.rowIDs
            let names = Set(former).isSubset(of: new.row.tagIDs.rowIDs) ? [:] : try writer.reader.names(of: former)
            return SavedItem(item: item, isReplaced: true, formerTags: former.compactMap { names[$0] })
        }
        var row = fields.row(id: try writer.reader.lastID(of: .item) + 1, savedAt: milliseconds)
        let rules = appliesRules ? try service.rules.applyRules(to: &row, in: set, with: writer) : []
        try writer.keepOneOfEachGroup(in: &row, over: nil)
        row.givenTagIDs = nil
        row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs)
        // Saving the same tags twice within a millisecond creates two items.
        let arrival = row.arrival
        while row.location == nil, try writer.reader.idOfDuplicate(of: row) != nil {
            row.savedAt = row.savedAt.map { $0 + 1 }
        }
        row.arrival = arrival
        row.sample = sample
        try writer.apply(.putItem(row))
        for id in row.tagIDs.rowIDs { try use(id, at: row.savedAt, with: writer) }
        let item = try Self.value(of: row, set: set.name, with: writer)
        let displaced = Set(item.displaced.map(\.tag))
        return SavedItem(item: item, isReplaced: false, rules: rules.filter { !displaced.contains($0.tag) })
    }

    /// Replaces an item without a location, or the item at the location of the fields.
    private func replacement(
        of old: ItemRow?, with fields: ItemFields, _ writer: StoreWriter
    ) throws -> StoreWriter.ReplacedItem? {
        guard let old else { return try writer.replaceItem(with: fields, at: milliseconds) }
        var new = fields.row(over: old)
        try writer.keepOneOfEachGroup(in: &new, over: old)
        if let other = try writer.reader.idOfDuplicate(of: new) { throw TagServiceError.sameItem(old.id, as: other) }
        return try writer.update(old, to: new, at: milliseconds)
    }

    func use(_ id: Int64, at time: Int64?, with writer: StoreWriter) throws {
        guard let tag = try writer.reader.tag(id: id) else { return }
        try service.selection.use(tag, at: time, with: writer)
    }

    /// Returns the local day of an item without a location in a daily set; `nil` for other items.
    private static func day(of row: ItemRow, in reader: StoreReader) throws -> String? {
        guard row.location == nil, try reader.set(id: row.setID)?.isDaily == true else { return nil }
        return row.dayText
    }

    /// Returns the item of a row, with the names of its tags.
    static func value(of row: ItemRow, set: String, in reader: StoreReader) throws -> Item {
        let names = try reader.names(of: row.tagIDs.rowIDs)
        let order = try shownOrder(of: row.tagIDs.rowIDs, in: reader)
        return Item(
            id: row.id, set: set, title: row.title,
            savedAt: row.savedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            modifiedAt: row.modifiedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            tags: order.map { names[$0] ?? "" }, location: row.location, note: row.note,
            day: try day(of: row, in: reader), pairedTags: (row.pairedTagIDs ?? row.tagIDs).ids.count,
            checked: try row.location == nil ? nil : reader.linkCheck(ofItem: row.id).map(LinkStatus.init))
    }
}

extension ItemRow {
    /// The local day of the item, such as `2026-01-31`; `nil` if its time is unknown.
    var dayText: String? {
        let day = day ?? savedAt.map { time -> Int64 in LocalZone.system.day(of: time) }
        return day.map { CalendarDay(number: max($0, CalendarDay.first)).text }
    }
}

extension TagService.Selection {
    /// Saves the selection of a set as an item.
    ///
    /// In a daily set, an item without a location replaces the item of the same local day.
    ///
    /// - Parameters:
    ///   - draft: the other fields of the item; its tags are ignored.
    ///   - reference: the set with the selection.
    ///   - target: the set to save the item in; `nil` for the set with the selection.
    /// - Returns: the saved item.
    /// - Throws: `TagServiceError.nothingSelected` if the selection is empty, `.invalidSetting` for a time in the future, `.invalidName`
    ///   for an invalid location.
    @discardableResult public func save(
        _ draft: ItemDraft = ItemDraft(), in reference: SetReference = .chosen, into target: SetReference? = nil
    ) throws -> SavedItem {
        let checked = try CheckedDraft(draft, past: service.items.past)
        let selected = try tags(in: reference)
        let sample = try service.suggestions.calibrationSample(
            of: checked, tagged: selected.map { TagKey($0) }, in: target ?? reference)
        return try writing(reference) { writer, set in
            let tagIDs = try writer.reader.selectedTagIDs(inSet: set.id)
            guard !tagIDs.isEmpty else { throw TagServiceError.nothingSelected(set: set.name) }
            if let target, case let other = try Self.set(target, with: writer), other.id != set.id {
                let names = try writer.reader.selectedTagNames(inSet: set.id).map { try CheckedName($0, of: .tag(nil)) }
                let ids = try TagService.Items.memberIDs(of: names, addedTo: other, with: writer)
                let fields = service.items.fields(of: checked, inSet: other.id, tagIDs: ids)
                return try service.items.save(fields, sample, in: other, with: writer)
            }
            let fields = service.items.fields(of: checked, inSet: set.id, tagIDs: tagIDs)
            return try service.items.save(fields, sample, in: set, with: writer)
        }
    }
}

/// Selecting the tags of an item in its set.
extension TagService.Items {
    /// Selects exactly the tags of an item in its set; tags missing from the set are added.
    @discardableResult public func restore(_ id: Int64) throws -> Item {
        try writing { writer in try Self.restoreItem(Self.item(id, in: writer.reader), with: writer) }
    }

    /// Restores the item with a number, else the newest item of a set with a title.
    ///
    /// - Throws: `TagServiceError.unknownTitle` if neither exists.
    @discardableResult public func restore(named name: String, in reference: SetReference = .chosen) throws -> Item {
        try writing { writer in
            let found = try Self.item(named: name, in: reference, writer.reader)
            return try Self.restoreItem(found, with: writer)
        }
    }

    private static func restoreItem(_ item: (row: ItemRow, set: SetRow), with writer: StoreWriter) throws -> Item {
        let (row, set) = item
        writer.summary = "restore-item \(row.id)"
        var position = try writer.reader.lastPosition(inSet: set.id)
        var wanted = Set(row.tagIDs.rowIDs)
        for var member in try writer.reader.members(ofSet: set.id) {
            let isWanted = wanted.remove(member.tagID) != nil
            guard member.isSelected != isWanted else { continue }
            member.isSelected = isWanted
            try writer.apply(.putMember(member))
        }
        for tagID in try shownOrder(of: wanted, in: writer.reader) {
            position += TagService.Sets.positionStep
            try writer.apply(.putMember(MemberRow(setID: set.id, tagID: tagID, position: position, isSelected: true)))
        }
        return try Self.value(of: row, set: set.name, in: writer.reader)
    }

    /// Returns tags in the order of their ids.
    ///
    /// A set-limited caller gets them in the order of their names, because ids would reveal which tags other sets had earlier.
    static func shownOrder(of tagIDs: some Sequence<Int64>, in reader: StoreReader) throws -> [Int64] {
        guard reader.isLimited else { return tagIDs.sorted() }
        let names = try reader.names(of: tagIDs)
        return tagIDs.sorted { (names[$0] ?? "", $0) < (names[$1] ?? "", $1) }
    }
}
