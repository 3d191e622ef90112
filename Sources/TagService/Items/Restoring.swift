internal import TagStore

/// Selecting the tags of an item in its set.
extension TagService.Items {
    /// Selects exactly the tags of an item in its set; tags missing from the set are added.
    public func restore(_ id: Int64) throws -> Item {
        try writing { writer in try Self.restoreItem(Self.item(id, in: writer.reader), with: writer) }
    }

    /// Restores the item with a number, else the newest item of a set with a title.
    ///
    /// - Throws: `TagServiceError.unknownTitle` if neither exists.
    public func restore(named name: String, in reference: SetReference = .chosen) throws -> Item {
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
