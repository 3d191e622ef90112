/// The limits and options of a JSON parser beyond the syntax of RFC 8259.
///
/// ```swift
/// let value = try JSONValue(bytes, .messages(depth: 64))
/// ```
package struct JSONRules: Hashable, Sendable {
    /// The maximum nesting depth of lists and objects.
    package var depth: Int
    /// The maximum length of a member's name in bytes.
    package var nameBytes: Int
    /// Whether an unpaired surrogate, which UTF-8 can't contain, is read as U+FFFD; otherwise it's an error.
    package var replacesLoneSurrogates: Bool
    /// Whether the first of several members with the same name wins; otherwise the last one does.
    package var keepsFirstOfEqualNames: Bool
    /// Whether a comma may follow the last item or member.
    package var allowsTrailingComma: Bool
    /// Whether numbers are read as ``JSONValue/digits(_:)``, of any size.
    package var keepsDigits: Bool
    /// The member whose text is read exactly, such as a document that an editor refers to by positions.
    ///
    /// In other strings, long runs of combining marks are bounded; see the Stream-Safe Text Format in TagCore.
    package var exactMember: String?

    /// Returns the rules for messages between programs, whose member names may be URIs of documents.
    package static func messages(depth: Int, exactMember: String? = nil) -> JSONRules {
        JSONRules(
            depth: depth, nameBytes: 10_000, replacesLoneSurrogates: true, keepsFirstOfEqualNames: false,
            allowsTrailingComma: false, keepsDigits: false, exactMember: exactMember)
    }

    /// Returns the rules for HTTP requests, which match those of Foundation's decoder.
    package static func requests(depth: Int, keepsDigits: Bool = false) -> JSONRules {
        JSONRules(
            depth: depth, nameBytes: JSONFieldNames.limit, replacesLoneSurrogates: false, keepsFirstOfEqualNames: true,
            allowsTrailingComma: true, keepsDigits: keepsDigits)
    }
}
