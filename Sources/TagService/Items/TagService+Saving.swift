public import Foundation
internal import TagCore
internal import TagStore

/// Saving, restoring, relabelling and forgetting selections.
extension TagService {
    /// Saves the selection of a set; suggestions take it into account from then on.
    ///
    /// - Parameters:
    ///   - label: its label, which may be empty.
    ///   - time: when the tags were chosen; `nil`: now.
    ///   - source: the address or path of the thing that has the tags; what was saved for it in the set is replaced.
    ///   - reference: the set.
    /// - Returns: the saved selection.
    /// - Throws: `TagServiceError.nothingSelected` if the selection is empty, `.invalidSetting` for a time to come.
    public func save(
        label: String = "",
        at time: Date? = nil,
        source: String? = nil,
        in reference: SetReference = .chosen
    ) throws -> SavedSelection {
        let label = try CheckedName.label(label)
        let source = try source.map { text throws(TagServiceError) in
            try CheckedName.source(text)
        }
        let savedAt = try time.map(past)
        return try writing(reference) { writer, set in
            try save(
                tagIDs: writer.reader.selectedTagIDs(inSet: set.id),
                label: label,
                at: savedAt,
                source: source,
                in: set,
                with: writer
            )
        }
    }

    /// A time in milliseconds since 1970, unless it is to come.
    private func past(_ time: Date) throws(TagServiceError) -> Int64 {
        guard time <= now(), time.timeIntervalSince1970 >= Self.firstSecond else {
            throw .invalidSetting(
                "time of a selection",
                value: LocalZone.system.text(time),
                rule: "give one from the year 1 on that is not in the future"
            )
        }
        return Int64(clamping: time.timeIntervalSince1970 * 1_000)
    }

    /// The first of January of the year 1, in seconds since 1970.
    private static let firstSecond: Double = -62_135_596_800

    /// Saves tags as a selection of a set within a transaction.
    func save(
        tagIDs: [Int64],
        label: String,
        at savedAt: Int64? = nil,
        source: String? = nil,
        in set: SetRow,
        with writer: StoreWriter
    ) throws -> SavedSelection {
        guard !tagIDs.isEmpty else { throw TagServiceError.nothingSelected(set: set.name) }
        writer.summary = label.isEmpty ? "save" : "save \(label)"
        var row = SavedSelectionRow(
            id: try writer.reader.lastID(of: .savedSelection) + 1,
            setID: set.id,
            label: label,
            savedAt: savedAt ?? milliseconds,
            tagIDs: PackedTagIDs(tagIDs),
            source: source
        )
        if let new = try writer.replaceThing(with: row) {
            for id in new.addedTags { try use(id, at: row.savedAt, with: writer) }
            return try Self.value(of: new.row, set: set.name, in: writer.reader)
        }
        row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs)
        // Saving the same tags twice within a millisecond gives two saved selections.
        while try writer.reader.idOfDuplicate(of: row) != nil {
            row.savedAt = row.savedAt.map { $0 + 1 }
        }
        // What is learnt does not depend on who saves.
        let reader = writer.reader.unlimited
        let question = LessonQuestion(tagIDs: row.tagIDs.ids, id: row.id)
        row.lesson = try question.lesson(
            from: StoredCooccurrences(reader),
            base: usableBase(in: reader),
            in: reader
        )
        try writer.apply(.putSavedSelection(row))
        for id in row.tagIDs.rowIDs { try use(id, at: row.savedAt, with: writer) }
        return try Self.value(of: row, set: set.name, in: writer.reader)
    }

    private func use(_ id: Int64, at time: Int64?, with writer: StoreWriter) throws {
        guard let tag = try writer.reader.tag(id: id) else { return }
        try use(tag, at: time, with: writer)
    }

    /// Selects exactly the tags of a saved selection in its set; tags that were removed from the set are added again.
    public func restore(_ id: Int64) throws -> SavedSelection {
        try writing { writer in
            try Self.restore(Self.savedSelection(id, in: writer.reader), with: writer)
        }
    }

    /// Restores the saved selection of a number, else the newest one of a set with a label.
    ///
    /// - Throws: `TagServiceError.unknownLabel` if there is neither.
    public func restore(
        named name: String,
        in reference: SetReference = .chosen
    ) throws -> SavedSelection {
        try writing { writer in
            let found = try Self.savedSelection(named: name, in: reference, writer.reader)
            return try Self.restore(found, with: writer)
        }
    }

    private static func restore(
        _ selection: (row: SavedSelectionRow, set: SetRow),
        with writer: StoreWriter
    ) throws -> SavedSelection {
        let (row, set) = selection
        writer.summary = "restore \(row.id)"
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
    /// A caller who sees only some sets gets them in the order of their names, since ids show which tags other sets had first.
    private static func shownOrder(
        of tagIDs: some Sequence<Int64>,
        in reader: StoreReader
    ) throws -> [Int64] {
        guard reader.isLimited else { return tagIDs.sorted() }
        let names = try reader.names(of: tagIDs)
        return tagIDs.sorted { (names[$0] ?? "", $0) < (names[$1] ?? "", $1) }
    }

    /// Gives a saved selection another label, which may be empty.
    ///
    /// - Throws: `TagServiceError.sameSavedSelection` if another one has the same set, label, time and tags.
    public func relabel(_ id: Int64, to label: String) throws -> SavedSelection {
        let label = try CheckedName.label(label)
        return try writing { writer in
            var (row, set) = try Self.savedSelection(id, in: writer.reader)
            writer.summary = "save --relabel \(id) \(label)"
            guard row.label != label else {
                return try Self.value(of: row, set: set.name, in: writer.reader)
            }
            row.label = label
            if let other = try writer.reader.idOfDuplicate(of: row) {
                throw TagServiceError.sameSavedSelection(id, as: other)
            }
            try writer.apply(.putSavedSelection(row))
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

    /// A saved selection with the names of its tags.
    static func value(
        of row: SavedSelectionRow,
        set: String,
        in reader: StoreReader
    ) throws -> SavedSelection {
        let names = try reader.names(of: row.tagIDs.rowIDs)
        let order = try shownOrder(of: row.tagIDs.rowIDs, in: reader)
        return SavedSelection(
            id: row.id,
            set: set,
            label: row.label,
            savedAt: row.savedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            tags: order.map { names[$0] ?? "" },
            source: row.source,
            pairedTags: (row.pairedTagIDs ?? row.tagIDs).ids.count
        )
    }
}
