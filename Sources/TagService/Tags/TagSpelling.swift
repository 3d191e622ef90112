/// What to write instead of a name that stands in somebody's file.
public struct TagSpelling: Hashable, Sendable, Codable {
    /// Why a name is not the one to write.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is an alias, as a merged tag's name is.
        case alias
        /// It is the tag in other letters, such as capital ones.
        case spelling
        /// It is a near duplicate of a more used tag.
        case similar
    }

    /// The name as it stands there.
    public var name: String
    /// The name to write.
    public var tag: String
    /// Why.
    public var reason: Reason
    /// The way in which the two are similar, where one is a near duplicate.
    public var likeness: SimilarTag.Likeness?

    /// One line that says what is wrong and what to write.
    public var words: String {
        let what =
            switch reason {
            case .alias: "is an alias"
            case .spelling: "is another spelling"
            case .similar: "is like '\(tag)', \(likeness?.words ?? "typed differently")"
            }
        return "'\(name)' \(what); write '\(tag)'"
    }
}
