public import Foundation
internal import TagCore
internal import TagStore

/// A tag with its number, for programs that refer to tags by numbers.
public struct NumberedTag: Hashable, Sendable {
    /// The number, which never changes and isn't used again.
    public var id: Int64
    /// The tag's name.
    public var tag: String
    /// When the oldest item with the tag was saved; `nil` for a tag without items, or if the time isn't known.
    public var firstUsed: Date?
    /// The same as an RFC 3339 time in UTC.
    public var firstUse: String? { firstUsed.map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) } }
}

/// A saved view with its number, for programs that refer to views by numbers.
public struct NumberedView: Hashable, Sendable {
    /// The number, which never changes and isn't used again.
    public var id: Int64
    /// The name.
    public var view: String
    /// The query.
    public var q: String
}

/// Listing tags and views with their numbers.
extension TagService.Tags {
    /// Returns tags in the order of their numbers, oldest first, and the number of all tags.
    ///
    /// - Parameters:
    ///   - offset: the number of tags to skip.
    ///   - limit: the maximum number of tags.
    /// - Returns: the tags that the caller may see, and their number without the limit.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of tags and, for each listed tag, in the number of its items.
    public func numbered(offset: Int = 0, limit: Int = 100) throws -> (tags: [NumberedTag], total: Int) {
        try store.read { reader in
            let ids = try Self.visibleTagIDs(in: reader)
            let tags = try ids.dropFirst(max(0, offset)).prefix(max(0, limit))
                .compactMap { try Self.numberedTag($0, in: reader) }
            return (tags, ids.count)
        }
    }

    /// Returns the tag with a number; `nil` if the caller sees no such tag.
    ///
    /// - Throws: `StoreError`.
    public func numbered(_ id: Int64) throws -> NumberedTag? {
        try store.read { reader in
            guard try reader.tag(id: id) != nil, try reader.isVisible(tagID: id) else { return nil }
            return try Self.numberedTag(id, in: reader)
        }
    }

    /// Returns the tag with a name, key or alias.
    ///
    /// - Throws: `TagServiceError.unknownTag`.
    public func numbered(named name: String) throws -> NumberedTag {
        try store.read { reader in
            let tag = try Self.tag(name, in: reader)
            return try Self.numberedTag(tag.id, in: reader) ?? NumberedTag(id: tag.id, tag: tag.name)
        }
    }

    private static func visibleTagIDs(in reader: StoreReader) throws -> [Int64] {
        guard reader.isLimited else {
            var ids: [Int64] = []
            try reader.forEachTag { ids.append($0.id) }
            return ids
        }
        var ids = Set(try reader.tagCounts(matching: .everything).keys)
        for set in try reader.sets() { for member in try reader.members(ofSet: set.id) { ids.insert(member.tagID) } }
        return ids.sorted()
    }

    private static func numberedTag(_ id: Int64, in reader: StoreReader) throws -> NumberedTag? {
        guard let name = try reader.names(of: [id])[id] else { return nil }
        let oldest = try reader.itemIDs(matching: .tags([id]), in: .old, limit: 1, isRare: true)
        let time = try oldest.first.flatMap { try reader.item(id: $0)?.savedAt }
        return NumberedTag(id: id, tag: name, firstUsed: time.map { Date(timeIntervalSince1970: Double($0) / 1_000) })
    }
}

extension TagService.Items {
    /// Returns all views in alphabetical order; a caller limited to certain sets gets an empty list.
    ///
    /// - Throws: `StoreError`.
    public func numberedViews() throws -> [NumberedView] {
        guard !store.isLimited else { return [] }
        return try store.read { try $0.views() }.map { NumberedView(id: $0.id, view: $0.name, q: $0.query) }
    }
}
