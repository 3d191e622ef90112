internal import TagCore
internal import TagStore

/// A color of a tag.
///
/// Chips and pictures are drawn with it, in a shade that suits their background.
public enum TagColor: String, Hashable, Sendable, Codable, CaseIterable {
    case red, orange, yellow, green, blue, purple, gray
}

/// A color to give to a tag, or none.
public enum TagColorChoice: String, Hashable, Sendable, CaseIterable {
    case red, orange, yellow, green, blue, purple, gray
    /// Removes the color.
    case noColor = "none"

    /// The color; `nil` to remove it.
    public var color: TagColor? { self == .noColor ? nil : TagColor(rawValue: rawValue) }
}

/// The description and the color of a tag, or those of them that a merge keeps or drops.
public struct TagDescription: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The meaning of the tag in words; `nil` for none.
    public var description: String?
    /// The color; `nil` if it has none.
    public var color: TagColor?

    /// Creates a description.
    public init(tag: String, description: String? = nil, color: TagColor? = nil) {
        self.tag = tag
        self.description = description
        self.color = color
    }

    /// Whether there is neither a description nor a color.
    public var isEmpty: Bool { description == nil && color == nil }
}

extension TagDescription {
    /// Creates the description of a tag from its row.
    init(_ detail: TagDetail?, of tag: String) {
        self.init(tag: tag, description: detail?.shownDescription, color: detail?.tagColor)
    }
}

extension TagDetail {
    /// The description; `nil` if it's empty.
    var shownDescription: String? { description.isEmpty ? nil : description }

    /// The color; `nil` if there is none.
    var tagColor: TagColor? { color.flatMap(TagColor.init(rawValue:)) }
}

/// Descriptions and colors of tags.
extension TagService.Tags {
    /// Returns the description and the color of a tag.
    ///
    /// - Throws: `TagServiceError.unknownTag`.
    public func description(of name: String) throws -> TagDescription {
        try store.read { reader in
            let tag = try Self.tag(name, in: reader)
            return TagDescription(try reader.detail(ofTag: tag.id), of: tag.name)
        }
    }

    /// Returns the tags that have a description or a color, oldest first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of tags.
    ///   - offset: the number of tags to leave out at the beginning.
    /// - Returns: the descriptions, and the number of all such tags.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of such tags.
    public func descriptions(limit: Int, offset: Int = 0) throws -> (descriptions: [TagDescription], count: Int) {
        try store.read { reader in
            let all = try reader.details()
            let page = all.keys.sorted().dropFirst(offset).prefix(limit)
            let names = try reader.names(of: page)
            let found = page.compactMap { id in names[id].map { TagDescription(all[id], of: $0) } }
            return (found, all.count)
        }
    }

    /// Changes the description or the color of a tag.
    ///
    /// The words of a description are evidence for the tag, like an item that was saved once with it.
    ///
    /// ```swift
    /// try service.tags.describe("photo", as: "pictures that I took", color: .blue)
    /// ```
    ///
    /// - Parameters:
    ///   - name: the tag.
    ///   - text: the new description, at most 1,000 bytes of UTF-8; an empty text removes it, `nil` keeps it.
    ///   - color: the new color; `nil` keeps it.
    /// - Returns: the description and the color after the change.
    /// - Throws: `TagServiceError.unknownTag`, and `.invalidName` for a description that is too long.
    @discardableResult public func describe(
        _ name: String, as text: String? = nil, color: TagColorChoice? = nil
    ) throws -> TagDescription {
        let text = try text.map(Self.checkedDescription)
        return try writing { writer in
            let tag = try Self.tag(name, in: writer.reader)
            writer.summary = "describe \(tag.name)"
            return try Self.describe(tag, as: text, color: color, with: writer)
        }
    }

    /// Renames and describes a tag in one undo step; parts that are `nil` stay as they are.
    ///
    /// - Parameters:
    ///   - name: the tag.
    ///   - newName: the new name.
    ///   - leavesAlias: whether the old name becomes an alias.
    ///   - isOnly: whether the tags below keep their names.
    ///   - text: the new description; an empty text removes it.
    ///   - color: the new color.
    /// - Returns: the name after the change.
    /// - Throws: the errors of ``TagService/Tags/rename(_:to:leavesAlias:isOnly:)`` and ``TagService/Tags/describe(_:as:color:)``.
    @discardableResult public func edit(
        _ name: String, newName: String? = nil, leavesAlias: Bool = true, isOnly: Bool = false,
        description text: String? = nil, color: TagColorChoice? = nil
    ) throws -> String {
        let newName = try newName.map { try CheckedName($0, of: .tag(nil)) }
        let text = try text.map(Self.checkedDescription)
        return try writing { writer in
            var tag = try Self.tag(name, in: writer.reader)
            if text != nil || color != nil {
                writer.summary = "describe \(tag.name)"
                _ = try Self.describe(tag, as: text, color: color, with: writer)
            }
            if let newName {
                tag = try Self.rename(tag, to: newName, leavesAlias: leavesAlias, isOnly: isOnly, with: writer).tag
            }
            return tag.name
        }
    }

    /// Returns a description as it is stored: on one line, with white space collapsed and unsafe characters replaced.
    ///
    /// - Throws: `TagServiceError.invalidName` if it is too long.
    static func checkedDescription(_ text: String) throws(TagServiceError) -> String {
        let stored = ItemText.storedTitle(text)
        guard !stored.isCut else {
            throw .invalidName(text, of: .description, .tooLong(limit: TagDetail.descriptionLimit))
        }
        return stored.text
    }

    /// Changes the description or the color of a tag within a transaction; parts that are `nil` stay as they are.
    static func describe(
        _ tag: TagRow, as text: String?, color: TagColorChoice?, with writer: StoreWriter
    ) throws -> TagDescription {
        var detail = try writer.reader.detail(ofTag: tag.id) ?? TagDetail(tagID: tag.id)
        if let text { detail.description = text }
        if let color { detail.color = color.color?.rawValue }
        try writer.apply(.putTagDetail(detail))
        return TagDescription(detail, of: tag.name)
    }

    /// Gives a tag the description and the color of a tag that is merged into it, if it has none.
    ///
    /// - Returns: the parts that it takes, and those that are dropped because it has others.
    static func moveDetail(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws -> MergedDetails {
        guard let other = try writer.reader.detail(ofTag: from.id) else { return MergedDetails() }
        var merged = try writer.reader.detail(ofTag: into.id) ?? TagDetail(tagID: into.id)
        var (taken, dropped) = (TagDescription(tag: from.name), TagDescription(tag: from.name))
        if merged.description.isEmpty {
            taken.description = other.shownDescription
            merged.description = other.description
        } else if merged.description != other.description {
            dropped.description = other.shownDescription
        }
        if merged.color == nil {
            taken.color = other.tagColor
            merged.color = other.color
        } else if merged.color != other.color {
            dropped.color = other.tagColor
        }
        if !taken.isEmpty { try writer.apply(.putTagDetail(merged)) }
        return MergedDetails(taken: taken.isEmpty ? [] : [taken], dropped: dropped.isEmpty ? [] : [dropped])
    }
}

/// The effect of a merge on the descriptions, colors and groups of its tags.
public struct MergedDetails: Hashable, Sendable {
    /// The parts that the remaining tag takes from merged tags.
    public var taken: [TagDescription] = []
    /// The parts that merged tags lose, because the remaining tag has a description or a color.
    public var dropped: [TagDescription] = []
    /// The merged tags that were in other groups than the remaining tag, with these groups.
    public var groups: [DisplacedTag] = []

    /// Adds the effect of another merge.
    mutating func add(_ other: MergedDetails) {
        taken += other.taken
        dropped += other.dropped
        groups += other.groups
    }
}
