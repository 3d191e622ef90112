internal import TextMeasurement

/// The correction of a name found in a user's file.
public struct TagSpelling: Hashable, Sendable, Codable {
    /// The reason for a correction.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The name is an alias, such as the name of a merged tag.
        case alias
        /// The name is another spelling of the tag, such as different case.
        case spelling
        /// The name is a near duplicate of a more used tag.
        case similar
    }

    /// The name in the file.
    public var name: String
    /// The name to write.
    public var tag: String
    /// The reason for the correction.
    public var reason: Reason
    /// The kind of similarity, if the name is a near duplicate.
    public var likeness: SimilarTag.Likeness?

    /// One line that states the problem and the correction.
    public var words: String {
        let problem =
            switch reason {
            case .alias: "is an alias"
            case .spelling: "is another spelling"
            case .similar: "is like \(tag.quoted), \(likeness?.words ?? "typed differently")"
            }
        return "\(name.quoted) \(problem); write \(tag.quoted)"
    }
}
