/// The first syntax error or exceeded limit in JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The kind of error, for callers that report limits differently.
    package enum Kind: Hashable, Sendable {
        /// The text isn't valid JSON.
        case syntax
        /// The text is nested deeper than ``JSONRules/depth``.
        case tooDeep
        /// A member name is longer than ``JSONRules/nameBytes``.
        case longName
    }

    /// The offset of the error in bytes from the beginning of the text.
    package let offset: Int
    /// The description of the error, such as `expected ':'`.
    package let message: String
    /// The kind of error.
    package let kind: Kind
}
