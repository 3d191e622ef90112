public import Foundation
internal import TagCore
internal import TagStore

/// Saving, restoring, retitling and deleting items.
extension TagService {
    /// Saves the selection of a set as an item, which suggestions learn from.
    ///
    /// - Parameters:
    ///   - title: the title of the item, which may be empty.
    ///   - time: when the tags were chosen; `nil` means now.
    ///   - location: the URL or path of the item; an existing item of the set at this location is replaced.
    ///   - reference: the set.
    /// - Returns: the saved item.
    /// - Throws: `TagServiceError.nothingSelected` if the selection is empty, `.invalidSetting` for a time in the future.
    public func save(
        title: String = "",
        at time: Date? = nil,
        location: String? = nil,
        in reference: SetReference = .chosen
    ) throws -> Item {
        let title = try CheckedName.title(title)
        let location = try location.map { text throws(TagServiceError) in
            try CheckedName.location(text)
        }
        let savedAt = try time.map(past)
        return try writing(reference) { writer, set in
            try save(
                tagIDs: writer.reader.selectedTagIDs(inSet: set.id),
                title: title,
                at: savedAt,
                location: location,
                in: set,
                with: writer
            )
        }
    }

    /// Returns a time in milliseconds since 1970, unless it is in the future or before the year 1.
    private func past(_ time: Date) throws(TagServiceError) -> Int64 {
        guard time <= now(), time.timeIntervalSince1970 >= Self.firstSecond else {
            throw .invalidSetting(
                "item time",
                value: LocalZone.system.text(time),
                rule: "choose a time in or after the year 1 that isn't in the future"
            )
        }
        return Int64(clamping: time.timeIntervalSince1970 * 1_000)
    }

    /// January 1 of the year 1, in seconds since 1970.
    private static let firstSecond: Double = -62_135_596_800

    /// Saves tags as an item of a set within a transaction.
    func save(
        tagIDs: [Int64],
        title: String,
        at savedAt: Int64? = nil,
        location: String? = nil,
        in set: SetRow,
        with writer: StoreWriter
    ) throws -> Item {
        guard !tagIDs.isEmpty else { throw TagServiceError.nothingSelected(set: set.name) }
        writer.summary = title.isEmpty ? "save" : "save \(title)"
        var row = ItemRow(
            id: try writer.reader.lastID(of: .item) + 1,
            setID: set.id,
            title: title,
            savedAt: savedAt ?? milliseconds,
            tagIDs: PackedTagIDs(tagIDs),
            location: location
        )
        if let new = try writer.replaceItem(with: row) {
            for id in new.addedTags { try use(id, at: row.savedAt, with: writer) }
            return try Self.value(of: new.row, set: set.name, in: writer.reader)
        }
        row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs)
        // Saving the same tags twice within a millisecond creates two items.
        while try writer.reader.idOfDuplicate(of: row) != nil {
            row.savedAt = row.savedAt.map { $0 + 1 }
        }
        // Learning doesn't depend on the sets that the caller may see.
        let reader = writer.reader.unlimited
        let query = CalibrationQuery(tagIDs: row.tagIDs.ids, id: row.id)
        row.sample = try query.sample(
            from: StoredCooccurrences(reader),
            model: usableModel(in: reader),
            in: reader
        )
        try writer.apply(.putItem(row))
        for id in row.tagIDs.rowIDs { try use(id, at: row.savedAt, with: writer) }
        return try Self.value(of: row, set: set.name, in: writer.reader)
    }

    private func use(_ id: Int64, at time: Int64?, with writer: StoreWriter) throws {
        guard let tag = try writer.reader.tag(id: id) else { return }
        try use(tag, at: time, with: writer)
    }

    /// Selects exactly the tags of an item in its set; tags missing from the set are added.
    public func restoreItem(_ id: Int64) throws -> Item {
        try writing { writer in
            try Self.restoreItem(Self.item(id, in: writer.reader), with: writer)
        }
    }

    /// Restores the item with a number, else the newest item of a set with a title.
    ///
    /// - Throws: `TagServiceError.unknownTitle` if neither exists.
    public func restoreItem(
        named name: String,
        in reference: SetReference = .chosen
    ) throws -> Item {
        try writing { writer in
            let found = try Self.item(named: name, in: reference, writer.reader)
            return try Self.restoreItem(found, with: writer)
        }
    }

    private static func restoreItem(
        _ item: (row: ItemRow, set: SetRow),
        with writer: StoreWriter
    ) throws -> Item {
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
            position += Self.positionStep
            try writer.apply(
                .putMember(
                    MemberRow(setID: set.id, tagID: tagID, position: position, isSelected: true)
                )
            )
        }
        return try Self.value(of: row, set: set.name, in: writer.reader)
    }

    /// Returns tags in the order of their ids.
    ///
    /// A set-limited caller gets them in the order of their names, because ids would reveal which tags other sets had earlier.
    private static func shownOrder(
        of tagIDs: some Sequence<Int64>,
        in reader: StoreReader
    ) throws -> [Int64] {
        guard reader.isLimited else { return tagIDs.sorted() }
        let names = try reader.names(of: tagIDs)
        return tagIDs.sorted { (names[$0] ?? "", $0) < (names[$1] ?? "", $1) }
    }

    /// Changes the title of an item; the title may be empty.
    ///
    /// - Throws: `TagServiceError.sameItem` if another item has the same set, title, time and tags.
    public func retitle(_ id: Int64, to title: String) throws -> Item {
        let title = try CheckedName.title(title)
        return try writing { writer in
            var (row, set) = try Self.item(id, in: writer.reader)
            writer.summary = "save --retitle \(id) \(title)"
            guard row.title != title else {
                return try Self.value(of: row, set: set.name, in: writer.reader)
            }
            row.title = title
            if let other = try writer.reader.idOfDuplicate(of: row) {
                throw TagServiceError.sameItem(id, as: other)
            }
            try writer.apply(.putItem(row))
            return try Self.value(of: row, set: set.name, in: writer.reader)
        }
    }

    /// Deletes an item, and subtracts its tags from the counts.
    public func deleteItem(_ id: Int64) throws -> Item {
        try writing { writer in
            let (row, set) = try Self.item(id, in: writer.reader)
            writer.summary = "delete-item \(id)"
            let value = try Self.value(of: row, set: set.name, in: writer.reader)
            try writer.apply(.deleteItems(id...id))
            return value
        }
    }

    /// Returns the item of a row, with the names of its tags.
    static func value(
        of row: ItemRow,
        set: String,
        in reader: StoreReader
    ) throws -> Item {
        let names = try reader.names(of: row.tagIDs.rowIDs)
        let order = try shownOrder(of: row.tagIDs.rowIDs, in: reader)
        return Item(
            id: row.id,
            set: set,
            title: row.title,
            savedAt: row.savedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            tags: order.map { names[$0] ?? "" },
            location: row.location,
            pairedTags: (row.pairedTagIDs ?? row.tagIDs).ids.count
        )
    }
}
