internal import Suggestions
internal import TagCore
internal import TagStore

/// The evidence of a query, as one collection of items knows it, and how well tags fit it.
///
/// A class, because its many arrays would be counted one by one each time it is handed on.
final class GivenEvidence: Sendable {
    /// What a query gives.
    struct Key: Hashable, Sendable {
        /// The identifiers of the given tags.
        var given: [UInt32]
        var item: ItemEvidence
        var savedItem: Int64?
        var limit: Int
    }

    let key: Key
    /// The scores; `nil` if nothing is known.
    let scores: EvidenceScores?

    /// Scores tags, or returns the scores of the last query if it gave the same.
    static func evidence(_ key: Key, _ linear: LinearTagModel?, from counts: StoredCounts) throws -> GivenEvidence {
        if let last = counts.last, last.key == key { return last }
        let found = try GivenEvidence(key, linear, from: counts)
        counts.last = found
        return found
    }

    private init(_ key: Key, _ linear: LinearTagModel?, from counts: StoredCounts) throws {
        self.key = key
        scores = try EvidenceScores(
            given: key.given, item: try key.item.question(to: counts), model: linear, limit: key.limit, from: counts)
    }
}
