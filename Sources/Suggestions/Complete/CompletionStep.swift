/// A way of matching a query; one after the other is tried until there are enough matches.
enum CompletionStep: Sendable {
    /// Without edits: where in the key or alias the query is looked for, and whether marks are left out of both.
    case part(MatchKind, KeyTable.Part, ignoresMarks: Bool)
    /// With one edit, of all the key or of its beginning.
    case oneEdit
    /// With two edits.
    case twoEdits

    /// The ways of matching without edits, best first.
    ///
    /// Who leaves marks out finds keys with them as if they had none; who types marks means them.
    static func exact(hasMarks: Bool) -> [CompletionStep] { hasMarks ? marked : unmarked }

    private static let marked: [CompletionStep] = {
        let kept: [(MatchKind, KeyTable.Part)] = [
            (.exact, .whole), (.prefix, .prefix), (.wordPrefix, .word), (.substring, .anywhere),
        ]
        let parts: [KeyTable.Part] = [.whole, .prefix, .word, .anywhere]
        return kept.map { .part($0, $1, ignoresMarks: false) }
            + parts.flatMap { part in
                [false, true].map { .part(.alias, part, ignoresMarks: $0) }
            } + parts.map { .part(.withoutMarks, $0, ignoresMarks: true) }
    }()

    /// A key that is the query but for its marks comes after those that begin with the query as it was typed.
    private static let unmarked: [CompletionStep] = {
        let later: [(MatchKind, KeyTable.Part)] = [
            (.wordPrefix, .word), (.substring, .anywhere), (.alias, .whole), (.alias, .prefix),
            (.alias, .word), (.alias, .anywhere),
        ]
        let first: [CompletionStep] = [
            .part(.exact, .whole, ignoresMarks: false),
            .part(.prefix, .prefix, ignoresMarks: false),
            .part(.prefix, .whole, ignoresMarks: true), .part(.prefix, .prefix, ignoresMarks: true),
        ]
        return first
            + later.flatMap { kind, part in
                [false, true].map { .part(kind, part, ignoresMarks: $0) }
            }
    }()
}

/// A query in the forms in which a segment compares it.
struct PreparedQuery: Sendable {
    /// The query with all marks.
    let text: String
    /// The query without marks.
    let foldedText: String
    /// The query in UTF-8, as keys are kept.
    let key: [UInt8]
    /// The query without marks in UTF-8.
    let foldedKey: [UInt8]
    /// Whether leaving out marks changes the query.
    let hasMarks: Bool
    /// Whether there is something left when marks are left out.
    let canIgnoreMarks: Bool
    /// See ``CompletionQuery/canBeCorrected``.
    let canBeCorrected: Bool

    /// Prepares a query.
    ///
    /// Complexity: O(query).
    init(_ query: CompletionQuery) {
        text = query.key
        foldedText = query.foldedKey
        key = UnsortedKeys.bytes(query.key)
        foldedKey = UnsortedKeys.bytes(query.foldedKey)
        hasMarks = key != foldedKey
        canIgnoreMarks = !foldedKey.isEmpty
        canBeCorrected = query.canBeCorrected
    }
}
