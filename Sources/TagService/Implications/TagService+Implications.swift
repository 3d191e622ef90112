internal import TagStore

/// The tags that a tag implies by rules of its own.
public struct Implications: Hashable, Sendable, Codable {
    /// The tag.
    public var tag: String
    /// The names of the tags that who has the first has as well; what follows from these in turn is not listed.
    public var implies: [String]

    /// Creates the rules of a tag.
    public init(tag: String, implies: [String]) {
        self.tag = tag
        self.implies = implies
    }
}

/// A part of the list of rules between tags.
public struct ImplicationPage: Hashable, Sendable {
    /// The rules, a tag each, in the order in which the tags were made.
    public var implications: [Implications]
    /// What continues the list; `nil` at its end.
    public var next: Int64?
}

/// Rules between tags: who has one has another.
extension TagService {
    /// Makes a rule: who has a tag has another one, and whatever that one implies.
    ///
    /// ```swift
    /// _ = try service.addTags(["beagle", "dog", "animal"])
    /// _ = try service.imply("beagle", "dog")
    /// _ = try service.imply("dog", "animal")
    /// let suggested = try service.suggestions(for: SuggestionQuery(given: ["beagle"]))
    /// print(suggested.map(\.tag))  // dog, animal
    /// ```
    ///
    /// - Parameters:
    ///   - name: the tag that has the rule.
    ///   - other: the tag that follows from it.
    /// - Returns: the names of both.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.implicationCycle`.
    public func imply(_ name: String, _ other: String) throws -> Implications {
        try writing { writer in
            let (tag, implied) = try Self.rule(name, other, in: writer.reader)
            if let way = try writer.reader.implicationPath(from: implied.id, to: tag.id) {
                let names = try writer.reader.names(of: way)
                throw TagServiceError.implicationCycle([tag.name] + way.map { names[$0] ?? "" })
            }
            writer.summary = "imply \(tag.name) \(implied.name)"
            try writer.apply(.putImplication(ImplicationRow(tag.id, implies: implied.id)))
            return Implications(tag: tag.name, implies: [implied.name])
        }
    }

    /// Takes a rule away.
    ///
    /// - Parameters:
    ///   - name: the tag that has the rule.
    ///   - other: the tag that follows from it.
    /// - Returns: the names of both.
    /// - Throws: `TagServiceError.unknownTag`, `.impliesItself`, `.unknownImplication`.
    public func unimply(_ name: String, _ other: String) throws -> Implications {
        try writing { writer in
            let (tag, implied) = try Self.rule(name, other, in: writer.reader)
            let row = ImplicationRow(tag.id, implies: implied.id)
            guard try writer.reader.contains(row) else {
                throw TagServiceError.unknownImplication(tag.name, implied.name)
            }
            writer.summary = "unimply \(tag.name) \(implied.name)"
            try writer.apply(.deleteImplication(row))
            return Implications(tag: tag.name, implies: [implied.name])
        }
    }

    /// The rules between tags, a tag each, in the order in which the tags were made.
    ///
    /// - Complexity: linear in the rules.
    public func implications() throws -> [Implications] {
        try implicationPage(limit: nil).implications
    }

    /// The rules of a tag; none if it has no rules.
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

    /// Lists rules between tags part by part.
    ///
    /// - Parameters:
    ///   - place: the end of the part before; `nil` for the first part.
    ///   - limit: the most tags whose rules are listed; `nil`: all.
    /// - Returns: the rules, and what continues the list.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the rules of the part.
    public func implicationPage(after place: Int64? = nil, limit: Int?) throws -> ImplicationPage {
        try store.read { reader in
            let rows = try reader.implications(
                after: place ?? 0,
                limit: limit.map { max(1, $0) + 1 }
            )
            let names = try reader.names(of: rows.flatMap { [$0.tagID, $0.impliedTagID] })
            var tags: [Int64] = []
            for row in rows where tags.last != row.tagID { tags.append(row.tagID) }
            let shown = tags.prefix(limit.map { max(1, $0) } ?? tags.count)
            let implied = Dictionary(grouping: rows, by: \.tagID)
            return ImplicationPage(
                implications: shown.map { id in
                    Implications(
                        tag: names[id] ?? "",
                        implies: (implied[id] ?? []).map { names[$0.impliedTagID] ?? "" }
                    )
                },
                next: shown.count < tags.count ? shown.last : nil
            )
        }
    }

    /// The two tags of a rule.
    private static func rule(
        _ name: String,
        _ other: String,
        in reader: StoreReader
    ) throws -> (TagRow, TagRow) {
        let (tag, implied) = (try tag(name, in: reader), try Self.tag(other, in: reader))
        guard tag.id != implied.id else { throw TagServiceError.impliesItself(tag.name) }
        return (tag, implied)
    }

    /// Moves the rules of a tag to the one that it is merged into.
    ///
    /// A rule between the two is dropped, and so is one that would close a cycle: where a third tag stood between the two, what it had
    /// with the tag that stays is kept, and what it had with the one that goes is dropped. What is implied is moved first.
    ///
    /// - Returns: the names of the tags of the dropped rules, but those between the two.
    static func moveImplications(
        of from: TagRow,
        to into: TagRow,
        with writer: StoreWriter
    ) throws -> [Implications] {
        let reader = writer.reader
        let rules =
            try reader.tagIDs(impliedBy: from.id).map { ImplicationRow(from.id, implies: $0) }
            + reader.tagIDs(implying: from.id).map { ImplicationRow($0, implies: from.id) }
        for rule in rules { try writer.apply(.deleteImplication(rule)) }
        var dropped: [ImplicationRow] = []
        for rule in rules {
            let (tag, implied) = (
                rule.tagID == from.id ? into.id : rule.tagID,
                rule.impliedTagID == from.id ? into.id : rule.impliedTagID
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
        return dropped.map {
            Implications(tag: names[$0.tagID] ?? "", implies: [names[$0.impliedTagID] ?? ""])
        }
    }
}
