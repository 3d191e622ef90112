/// What a reader accepts, beyond the syntax of RFC 8259.
package struct JSONRules: Hashable, Sendable {
    /// The maximum number of lists and objects within each other.
    package var depth: Int
    /// The maximum length of a member's name in bytes.
    package var nameBytes: Int
    /// Whether half of a surrogate pair, which UTF-8 can't contain, is read as U+FFFD; otherwise it is an error.
    package var replacesLoneSurrogates: Bool
    /// Whether the first of several members with one name counts; otherwise the last one.
    package var keepsFirstOfEqualNames: Bool
    /// Whether a comma may follow the last item or member.
    package var allowsTrailingComma: Bool
    /// Whether numbers are read as ``JSONValue/digits(_:)``, of any size.
    package var keepsDigits: Bool

    /// Rules for messages between programs, where names may be addresses of documents.
    package static func messages(depth: Int) -> JSONRules {
        JSONRules(
            depth: depth,
            nameBytes: 10_000,
            replacesLoneSurrogates: true,
            keepsFirstOfEqualNames: false,
            allowsTrailingComma: false,
            keepsDigits: false
        )
    }

    /// Rules for requests, as the system's decoder has them.
    package static func requests(depth: Int, keepsDigits: Bool = false) -> JSONRules {
        JSONRules(
            depth: depth,
            nameBytes: JSONFieldNames.limit,
            replacesLoneSurrogates: false,
            keepsFirstOfEqualNames: true,
            allowsTrailingComma: true,
            keepsDigits: keepsDigits
        )
    }
}
