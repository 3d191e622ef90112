/// A step of completion: one way of matching.
///
/// Steps are tried in order until there are enough matches.
enum CompletionStep: Sendable {
    /// Without edits: the part of the key or alias that is compared, and whether accents are ignored.
    case part(MatchKind, KeyTable.Part, ignoresMarks: Bool)
    /// With typos, whose likelihood is weighed against use.
    ///
    /// The step finds whole keys up to a number of edits away, and keys with a prefix one edit
    /// away. It also finds keys with the letters of the query in order and close together: they
    /// start at the start of a word and span at most 4/3 of the query's length. These matches are
    /// ranked together, because the intended name comes first more often than if whole keys one
    /// edit away always came first.
    case typos(edits: Int)
    /// The letters of the query in order, however far apart.
    case scattered

    /// Returns the steps without edits, best first.
    ///
    /// A query without accents also matches keys with accents; a query with accents prefers keys that have them.
    static func exact(hasMarks: Bool) -> [CompletionStep] { hasMarks ? marked : unmarked }

    private static let marked: [CompletionStep] = {
        let kept: [(MatchKind, KeyTable.Part)] = [
            (.exact, .whole), (.prefix, .prefix), (.wordPrefix, .word), (.substring, .anywhere),
        ]
        let parts: [KeyTable.Part] = [.whole, .prefix, .word, .anywhere]
        return kept.map { .part($0, $1, ignoresMarks: false) }
            + parts.flatMap { part in [false, true].map { .part(.alias, part, ignoresMarks: $0) } }
            + parts.map { .part(.withoutMarks, $0, ignoresMarks: true) }
    }()

    /// A key that equals the query except for accents comes after keys that begin with the query as
    /// typed.
    private static let unmarked: [CompletionStep] = {
        let later: [(MatchKind, KeyTable.Part)] = [
            (.wordPrefix, .word), (.substring, .anywhere), (.alias, .whole), (.alias, .prefix), (.alias, .word),
            (.alias, .anywhere),
        ]
        let first: [CompletionStep] = [
            .part(.exact, .whole, ignoresMarks: false), .part(.prefix, .prefix, ignoresMarks: false),
            .part(.prefix, .whole, ignoresMarks: true), .part(.prefix, .prefix, ignoresMarks: true),
        ]
        return first + later.flatMap { kind, part in [false, true].map { .part(kind, part, ignoresMarks: $0) } }
    }()
}

/// A query in the forms that segments compare.
struct PreparedQuery {
    /// The query with its accents.
    let text: String
    /// The query without accents.
    let foldedText: String
    /// The query in UTF-8, in the form of stored keys.
    let key: [UInt8]
    /// The query without accents in UTF-8, in the form of stored keys.
    let foldedKey: [UInt8]
    /// Whether the query has accents.
    let hasMarks: Bool
    /// Whether the query has characters other than accents.
    let canIgnoreMarks: Bool
    /// See ``CompletionQuery/canBeCorrected``.
    let canBeCorrected: Bool
    /// The candidates that steps have found, for use by later steps.
    let candidates = CompletionStep.Candidates()
    /// The greatest weight of all tags of the index.
    let greatestWeight: Double

    /// Prepares a query.
    ///
    /// - Complexity: O(*n*) in the length of the query.
    init(_ query: CompletionQuery, greatestWeight: Double) {
        self.greatestWeight = greatestWeight
        text = query.key
        foldedText = query.foldedKey
        key = UnsortedKeys.bytes(query.key)
        foldedKey = UnsortedKeys.bytes(query.foldedKey)
        hasMarks = key != foldedKey
        canIgnoreMarks = !foldedKey.isEmpty
        canBeCorrected = query.canBeCorrected
    }
}

extension CompletionStep {
    /// Candidates for one query that more than one step needs.
    final class Candidates {
        private var rows: [ObjectIdentifier: [UInt32]] = [:]

        /// Returns the rows of a table whose keys may have the letters of the query in order.
        func withLetters(of query: [UInt8], in table: KeyTable) -> [UInt32] {
            if let known = rows[ObjectIdentifier(table)] { return known }
            let scalars = String(decoding: query, as: UTF8.self).unicodeScalars.map(\.value)
            let found = table.typos.candidates(withLettersOf: scalars)
            rows[ObjectIdentifier(table)] = found
            return found
        }

        /// Returns the rows of a table whose keys may have the letters of every one of the terms of a query.
        func withLetters(ofAll terms: [[UInt32]], of query: [UInt8], in table: KeyTable) -> [UInt32] {
            let scalars = String(decoding: query, as: UTF8.self).unicodeScalars.map(\.value)
            let found = table.typos.candidates(withLettersOfAll: terms, of: scalars)
            rows[ObjectIdentifier(table)] = found.ofWhole
            return table.typos.longRows + found.ofAll
        }
    }
}
