public import Foundation

/// A thing that has tags, as another program keeps it: a note, a bookmark, a picture, a reference.
public struct TaggedItem: Hashable, Sendable {
    /// The address or path by which the thing is found again.
    public var location: String
    /// What the thing is called.
    public var title: String?
    /// The tags as written there, in their order.
    public var tags: [String]
    /// When the thing was tagged or made.
    public var time: Date?

    /// A thing with its tags.
    ///
    /// - Parameters:
    ///   - location: The address or path by which the thing is found again.
    ///   - title: What the thing is called.
    ///   - tags: The tags as written there, in their order.
    ///   - time: When the thing was tagged or made.
    public init(location: String, title: String? = nil, tags: [String], time: Date? = nil) {
        self.location = location
        self.title = title
        self.tags = tags
        self.time = time
    }

    /// The tags of a list in one text: what stands between commas, or between spaces where no comma stands.
    public static func tags(in list: String) -> [String] {
        let parts =
            list.contains(",")
            ? list.split(separator: ",") : list.split(whereSeparator: \.isWhitespace)
        return parts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }
}
