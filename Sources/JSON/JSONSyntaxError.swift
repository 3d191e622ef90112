/// The reason why bytes aren't valid JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// Which rule is broken.
    package enum Kind: Hashable, Sendable {
        case syntax
        /// ``JSONRules/depth``.
        case tooDeep
        /// ``JSONRules/nameBytes``.
        case longName
    }

    /// The place, in bytes from the beginning of the text.
    package let offset: Int
    /// What is wrong, as the rest of a sentence.
    package let problem: String
    package let kind: Kind
}
