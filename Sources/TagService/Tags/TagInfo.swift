public import Foundation

/// A tag with its aliases and uses.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of the aliases, oldest first.
    public var aliases: [String]
    /// The number of items with the tag, plus the uses elsewhere that imports reported.
    public var uses: Int
    /// The number of sets that contain the tag.
    public var sets: Int
    /// When the newest item with the tag was saved; `nil` if there is none, or if it wasn't requested.
    public var lastUsed: Date?
    /// The names of the directly implied tags; `nil` if they weren't requested.
    public var implies: [String]?

    /// When the newest item with the tag was saved, as an RFC 3339 time in UTC with millisecond precision.
    public var lastUse: String? { lastUsed.map { Timestamp.text(Int64(clamping: $0.timeIntervalSince1970 * 1_000)) } }
}
