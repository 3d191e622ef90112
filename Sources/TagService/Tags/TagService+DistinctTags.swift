internal import TagStore

/// Two tags that look alike and are not the same.
public struct DistinctTags: Hashable, Sendable, Codable {
    /// One of them; in a list the older one.
    public var tag: String
    /// The other one.
    public var other: String

    /// Creates a pair.
    public init(tag: String, other: String) {
        self.tag = tag
        self.other = other
    }
}

/// Remembering that tags which look alike are not the same.
extension TagService {
    /// Remembers that two tags are not the same, so that ``similarTags(limit:)`` lists them no more.
    ///
    /// - Returns: the names of the tags.
    /// - Throws: `TagServiceError.unknownTag`, `.distinctFromItself`.
    public func distinguish(_ name: String, from other: String) throws -> DistinctTags {
        try changeDistinction("distinguish", name, other) { .putDistinctPair($0) }
    }

    /// Forgets that two tags are not the same.
    ///
    /// - Returns: the names of the tags.
    /// - Throws: `TagServiceError.unknownTag`, `.distinctFromItself`.
    public func forgetDistinction(_ name: String, from other: String) throws -> DistinctTags {
        try changeDistinction("distinguish --forget", name, other) { .deleteDistinctPair($0) }
    }

    /// The tags that are remembered as not the same, in the order in which the tags were made.
    public func distinctTags() throws -> [DistinctTags] {
        try store.read { reader in
            let pairs = try reader.distinctPairs()
            let names = try reader.names(of: pairs.flatMap { [$0.first, $0.second] })
            return pairs.map {
                DistinctTags(tag: names[$0.first] ?? "", other: names[$0.second] ?? "")
            }
        }
    }

    private func changeDistinction(
        _ command: String,
        _ name: String,
        _ other: String,
        _ change: (DistinctPair) -> RowChange
    ) throws -> DistinctTags {
        try writing { writer in
            let tags = try [name, other].map { try Self.tag($0, in: writer.reader) }
            guard tags[0].id != tags[1].id else {
                throw TagServiceError.distinctFromItself(tags[0].name)
            }
            writer.summary = "\(command) \(tags[0].name) \(tags[1].name)"
            try writer.apply(change(DistinctPair(tags[0].id, tags[1].id)))
            return DistinctTags(tag: tags[0].name, other: tags[1].name)
        }
    }
}
