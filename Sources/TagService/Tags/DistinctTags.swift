internal import TagStore

/// Two similar tags that are known to be different.
public struct DistinctTags: Hashable, Sendable, Codable {
    /// The first tag; in a list, the older of the two.
    public var tag: String
    /// The second tag.
    public var other: String

    /// Creates a pair.
    public init(tag: String, other: String) {
        self.tag = tag
        self.other = other
    }
}

/// Recording that similar tags are different.
extension TagService.Tags {
    /// Records that two tags are different, so that ``TagService/Tags/similar(limit:offset:)`` no longer lists them.
    ///
    /// ```swift
    /// try service.sets.addTags(["photo", "photos"])
    /// try service.tags.distinguish("photo", from: "photos")
    /// print(try service.tags.similar().count)  // 0
    /// ```
    ///
    /// - Returns: the names of the tags.
    /// - Throws: `TagServiceError.unknownTag`, `.distinctFromItself`.
    @discardableResult public func distinguish(_ name: String, from other: String) throws -> DistinctTags {
        try changeDistinction("distinguish", name, other) { .putDistinctPair($0) }
    }

    /// Deletes the record that two tags are different.
    ///
    /// - Returns: the names of the tags.
    /// - Throws: `TagServiceError.unknownTag`, `.distinctFromItself`.
    @discardableResult public func deleteDistinction(of name: String, from other: String) throws -> DistinctTags {
        try changeDistinction("distinguish --forget", name, other) { .deleteDistinctPair($0) }
    }

    /// Returns the pairs recorded as different, in the order the tags were created.
    public func distinct() throws -> [DistinctTags] {
        try store.read { reader in
            let pairs = try reader.distinctPairs()
            let names = try reader.names(of: pairs.flatMap { [$0.first, $0.second] })
            return pairs.map { DistinctTags(tag: names[$0.first] ?? "", other: names[$0.second] ?? "") }
        }
    }

    private func changeDistinction(
        _ command: String, _ name: String, _ other: String, _ change: (DistinctPair) -> RowChange
    ) throws -> DistinctTags {
        try writing { writer in
            let tags = try [name, other].map { try Self.tag($0, in: writer.reader) }
            guard tags[0].id != tags[1].id else { throw TagServiceError.distinctFromItself(tags[0].name) }
            writer.summary = "\(command) \(tags[0].name) \(tags[1].name)"
            try writer.apply(change(DistinctPair(tags[0].id, tags[1].id)))
            return DistinctTags(tag: tags[0].name, other: tags[1].name)
        }
    }
}
