internal import TagCore
internal import Suggestions
internal import TagStore

extension CompletionTag {
    /// A tag of the store as completion knows it.
    init?(_ found: FoundTag, aliases: [AliasRow]) {
        guard let id = UInt32(exactly: found.tag.id), !Feature.isWord(id) else { return nil }
        self.init(
            id: id,
            key: found.tag.key.text,
            foldedKey: found.tag.key.folded,
            name: found.tag.name,
            aliases: aliases.map { Alias(key: $0.key.text, foldedKey: $0.key.folded) },
            weight: Self.weight(of: found)
        )
    }

    /// The frecency by which tags that match alike are ordered.
    ///
    /// Uses whose time is not known count as uses in 1970, so that they order tags among themselves and
    /// never stand above what is known to be used lately.
    private static func weight(of found: FoundTag) -> Double {
        let undated = Frecency(uses: Double(found.uses), at: 0)?.seconds
        return StoredFrecency.sum(found.tag.frecency, undated) ?? -.greatestFiniteMagnitude
    }
}
