/// The way in which a tag's name abbreviates or respells another's.
///
/// ```swift
/// TagAbbreviation("PWA", of: "ProgressiveWebApp")    // .initials
/// TagAbbreviation("k8s", of: "kubernetes")           // .numeronym
/// TagAbbreviation("web-design", of: "WebDesigns")    // .spelling
/// TagAbbreviation("cat", of: "category")             // nil
/// ```
public enum TagAbbreviation: String, Sendable, Hashable, CaseIterable {
    /// The names are equal without spaces, signs, accents and English plurals.
    case spelling
    /// One name consists of the first letters of the other's words.
    case initials
    /// One name is the other with the number of the letters left out in their place, as `i18n`.
    case numeronym

    /// Compares the names of two tags; `nil` if neither abbreviates the other.
    ///
    /// Of hierarchical names such as `lang::en`, only the last parts are compared, and the parts before must be equal.
    ///
    /// - Parameters:
    ///   - name: the name of one tag.
    ///   - other: the name of the other tag.
    /// - Complexity: O(*n*) in the length of the names.
    public init?(_ name: String, of other: String) { self.init(TagNameParts(name), TagNameParts(other)) }

    /// Compares two names.
    init?(_ first: TagNameParts, _ second: TagNameParts) {
        guard first.parent == second.parent, first.signs == second.signs, !first.joined.isEmpty, !second.joined.isEmpty
        else { return nil }
        if first.key == second.key {
            self = .spelling
        } else if first.isInitials(of: second) || second.isInitials(of: first) {
            self = .initials
        } else if first.isNumeronym(of: second) || second.isNumeronym(of: first) {
            self = .numeronym
        } else {
            return nil
        }
    }
}
