internal import TagStore

/// The direct implications of a tag: anything tagged `beagle` also counts as tagged `dog`.
public struct Implications: Hashable, Sendable, Codable {
    /// The tag.
    public var tag: String
    /// The names of the directly implied tags.
    public var implies: [String]

    /// Creates the implications of a tag.
    public init(tag: String, implies: [String]) {
        self.tag = tag
        self.implies = implies
    }
}

/// A page of the list of implications.
public struct ImplicationPage: Hashable, Sendable {
    /// The implications, one element per tag, in the order the tags were created.
    public var implications: [Implications]
    /// The cursor of the next page; `nil` at the end of the list.
    public var next: Int64?
}

/// Adding, removing and listing implications between tags.
extension TagService.Tags {
    /// Adds an implication: anything with the first tag also counts as having the second tag and
    /// all tags that the second implies.
    ///
    /// ```swift
    /// _ = try service.sets.addTags(["beagle", "dog", "animal"])
    /// _ = try service.tags.imply("beagle", "dog")
    /// _ = try service.tags.imply("dog", "animal")
    /// let suggested = try service.suggestions.find(for: SuggestionQuery(given: ["beagle"]))
    /// print(suggested.map(\.tag))  // dog, animal
    /// ```
    ///
    /// - Parameters:
    ///   - name: the tag that implies the other.
    ///   - other: the implied tag.
    /// - Returns: the names of both.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.implicationCycle`.
    public func imply(_ name: String, _ other: String) throws -> Implications {
        try writing { writer in
            let (tag, implied) = try Self.tags(of: name, other, in: writer.reader)
            try Self.requireNoCycle(tag, implied, in: writer.reader)
            writer.summary = "imply \(tag.name) \(implied.name)"
            try writer.apply(.putImplication(ImplicationRow(tag.id, implies: implied.id)))
            return Implications(tag: tag.name, implies: [implied.name])
        }
    }

    /// Removes an implication.
    ///
    /// - Parameters:
    ///   - name: the tag that implies the other.
    ///   - other: the implied tag.
    /// - Returns: the names of both.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.unknownImplication`.
    public func unimply(_ name: String, _ other: String) throws -> Implications {
        try writing { writer in
            let (tag, implied) = try Self.tags(of: name, other, in: writer.reader)
            let row = ImplicationRow(tag.id, implies: implied.id)
            guard try writer.reader.contains(row) else {
                throw TagServiceError.unknownImplication(tag.name, implied.name)
            }
            writer.summary = "unimply \(tag.name) \(implied.name)"
            try writer.apply(.deleteImplication(row))
            return Implications(tag: tag.name, implies: [implied.name])
        }
    }

    /// Adds or removes implications of many tags in one undo step; those that exist already, or don't exist, are left as they are.
    ///
    /// - Parameters:
    ///   - names: the tags that imply the other.
    ///   - other: the implied tag.
    ///   - isOn: whether the implications are added; otherwise they are removed.
    /// - Returns: the number of changed implications.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.implicationCycle`; then nothing changes.
    public func changeImplications(of names: [String], _ other: String, isOn: Bool) throws -> Int {
        try writing { writer in
            var changed: [String] = []
            for name in names {
                let (tag, implied) = try Self.tags(of: name, other, in: writer.reader)
                let row = ImplicationRow(tag.id, implies: implied.id)
                guard try writer.reader.contains(row) != isOn else { continue }
                if isOn { try Self.requireNoCycle(tag, implied, in: writer.reader) }
                try writer.apply(isOn ? .putImplication(row) : .deleteImplication(row))
                changed.append(tag.name)
            }
            let command = isOn ? "imply" : "unimply"
            writer.summary = "\(StepSummary(command: command, names: changed).text) \(other)"
            return changed.count
        }
    }

    /// Throws `TagServiceError.implicationCycle` if an implication would close a cycle.
    private static func requireNoCycle(_ tag: TagRow, _ implied: TagRow, in reader: StoreReader) throws {
        guard let path = try reader.implicationPath(from: implied.id, to: tag.id) else { return }
        let names = try reader.names(of: path)
        throw TagServiceError.implicationCycle([tag.name] + path.map { names[$0] ?? "" })
    }

    /// Returns all implications, one element per tag, in the order the tags were created.
    ///
    /// - Complexity: linear in the number of implications.
    public func implications() throws -> [Implications] { try implicationPage(limit: nil).implications }

    /// Returns the direct implications of a tag.
    ///
    /// - Throws: `TagServiceError.unknownTag`.
    public func implications(of name: String) throws -> Implications {
        try store.read { reader in
            let tag = try Self.tag(name, in: reader)
            let implied = try reader.tagIDs(impliedBy: tag.id)
            let names = try reader.names(of: implied)
            return Implications(tag: tag.name, implies: implied.map { names[$0] ?? "" })
        }
    }

    /// Returns a page of the list of implications.
    ///
    /// - Parameters:
    ///   - place: the cursor from the previous page; `nil` for the first page.
    ///   - limit: the maximum number of tags on the page; `nil` for no limit.
    /// - Returns: the implications and the cursor of the next page.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of implications on the page.
    public func implicationPage(after place: Int64? = nil, limit: Int?) throws -> ImplicationPage {
        try store.read { reader in
            let rows = try reader.implications(after: place ?? 0, limit: limit.map { max(1, $0) + 1 })
            let names = try reader.names(of: rows.flatMap { [$0.tagID, $0.impliedTagID] })
            var tags: [Int64] = []
            for row in rows where tags.last != row.tagID { tags.append(row.tagID) }
            let shown = tags.prefix(limit.map { max(1, $0) } ?? tags.count)
            let implied = Dictionary(grouping: rows, by: \.tagID)
            return ImplicationPage(
                implications: shown.map { id in
                    Implications(
                        tag: names[id] ?? "", implies: (implied[id] ?? []).map { names[$0.impliedTagID] ?? "" })
                }, next: shown.count < tags.count ? shown.last : nil)
        }
    }

    /// Returns the two different tags of an implication.
    private static func tags(of name: String, _ other: String, in reader: StoreReader) throws -> (TagRow, TagRow) {
        let (tag, implied) = (try tag(name, in: reader), try Self.tag(other, in: reader))
        guard tag.id != implied.id else { throw TagServiceError.impliesItself(tag.name) }
        return (tag, implied)
    }

    /// Moves the implications of a tag to the tag that it is merged into.
    ///
    /// An implication between the two tags is dropped. An implication that would close a cycle is
    /// dropped, too. For example, if the merged tag implies a third tag, which implies the
    /// remaining tag, only the third tag's implication is kept. The implications of the merged tag
    /// are moved before the implications of other tags that imply it.
    ///
    /// - Returns: the dropped implications, except those between the two tags.
    static func moveImplications(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws -> [Implications] {
        let reader = writer.reader
        let rows =
            try reader.tagIDs(impliedBy: from.id).map { ImplicationRow(from.id, implies: $0) }
            + reader.tagIDs(implying: from.id).map { ImplicationRow($0, implies: from.id) }
        for row in rows { try writer.apply(.deleteImplication(row)) }
        var dropped: [ImplicationRow] = []
        for row in rows {
            let (tag, implied) = (
                row.tagID == from.id ? into.id : row.tagID, row.impliedTagID == from.id ? into.id : row.impliedTagID
            )
            guard tag != implied else { continue }
            let moved = ImplicationRow(tag, implies: implied)
            if try reader.implicationPath(from: implied, to: tag) == nil {
                try writer.apply(.putImplication(moved))
            } else {
                dropped.append(moved)
            }
        }
        let names = try reader.names(of: dropped.flatMap { [$0.tagID, $0.impliedTagID] })
        return dropped.map { Implications(tag: names[$0.tagID] ?? "", implies: [names[$0.impliedTagID] ?? ""]) }
    }
}
