public import Foundation

/// An item read from a file: a note, a bookmark, a picture or a reference.
///
/// ```swift
/// let item = TaggedItem(location: "https://swift.org/", title: "Swift", tags: TaggedItem.tags(in: "swift, language"))
/// ```
public struct TaggedItem: Hashable, Sendable {
    /// The URL or path of the item.
    public var location: String
    /// The title, or nil if the file has none.
    public var title: String?
    /// The tags as written in the file, in order.
    public var tags: [String]
    /// The time when the item was saved or created.
    public var time: Date?

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - location: The URL or path of the item.
    ///   - title: The title.
    ///   - tags: The tags as written in the file, in order.
    ///   - time: The time when the item was saved or created.
    public init(location: String, title: String? = nil, tags: [String], time: Date? = nil) {
        self.location = location
        self.title = title
        self.tags = tags
        self.time = time
    }

    /// Splits a list of tags at commas or, if it has none, at white space.
    public static func tags(in list: String) -> [String] {
        // Scalars, because one character can be as long as the list.
        let scalars = list.unicodeScalars
        let parts =
            scalars.contains(",")
            ? scalars.split(separator: ",") : scalars.split(whereSeparator: \.properties.isWhitespace)
        return parts.map { Substring($0).trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }
}
