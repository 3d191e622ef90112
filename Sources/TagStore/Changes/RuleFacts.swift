internal import Foundation

/// Facts about an imported item and the queries of rules, computed before the transaction.
///
/// Queries and terms are numbers that only the import understands. The facts depend on the fields of the item, not on
/// the database.
package struct RuleFacts: Hashable, Sendable, Codable {
    /// The number of queries that were compared with the item.
    package var queryCount: Int
    /// The queries that may match the item, depending on its tags and its set, in ascending order.
    package var candidates: [UInt32]
    /// The terms that match the item's texts, location and time.
    package var terms: [UInt32]

    package init(queryCount: Int, candidates: [UInt32], terms: [UInt32]) {
        self.queryCount = queryCount
        self.candidates = candidates
        self.terms = terms
    }

    /// The facts as a column of a temporary table.
    var data: Data {
        LittleEndian.data(of: [UInt32(clamping: queryCount), UInt32(clamping: candidates.count)] + candidates + terms)
    }

    /// Decodes a column; returns `nil` if it's invalid.
    init?(data: Data) {
        let words = LittleEndian.words(in: data)
        guard words.count >= 2, words.count - 2 >= Int(words[1]) else { return nil }
        let candidates = words[2...].prefix(Int(words[1]))
        self.init(
            queryCount: Int(words[0]), candidates: Array(candidates),
            terms: Array(words.dropFirst(2 + candidates.count)))
    }
}
