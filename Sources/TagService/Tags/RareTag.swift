internal import TagCore
internal import TagStore

/// A tag that no item has, or a single one.
public struct RareTag: Hashable, Sendable, Codable {
    /// The name.
    public var tag: String
    /// The identifier of its only item; `nil` for an unused tag.
    public var item: Int64?
    /// The title or else the location of its only item; `nil` for an unused tag.
    public var title: String?
}

/// Tags that no item has, or a single one.
public struct RareTags: Hashable, Sendable, Codable {
    /// The tags in alphabetical order.
    public var tags: [RareTag]
    /// The number of tags found.
    public var count: Int
}

/// Listing tags that may not be worth keeping.
extension TagService.Tags {
    /// Finds the tags of no item, or of exactly one with that item.
    ///
    /// ```swift
    /// _ = try service.sets.addTags(["tea"])
    /// print(try service.tags.rare(once: false, limit: 10).tags.map(\.tag))  // ["tea"]
    /// ```
    ///
    /// - Parameters:
    ///   - once: whether to find tags of one item rather than of none.
    ///   - limit: the maximum number of tags.
    /// - Returns: the tags; none for a caller limited to some sets.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n* log *n*) in the number of these tags.
    public func rare(once: Bool, limit: Int) throws -> RareTags {
        let rare = try rare()
        let names = once ? rare.once : rare.unused
        return try store.read { reader in
            let tags = try names.prefix(max(0, limit))
                .map { name -> RareTag in
                    var found = RareTag(tag: name)
                    guard once, let tag = try reader.target(of: TagKey(name))?.tag,
                        let item = try reader.items(holding: tag.id).first
                    else { return found }
                    found.item = item.id
                    found.title = item.title.isEmpty ? item.location ?? "" : item.title
                    return found
                }
            return RareTags(tags: tags, count: names.count)
        }
    }
}
