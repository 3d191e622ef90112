internal import GRDB

/// A check for cycles of implications, which the schema can't prevent.
struct ImplicationCheck {
    let database: Database

    /// Adds a finding for each implication between tags of a cycle.
    ///
    /// Implications whose implied tag implies nothing are removed repeatedly (Kahn, 1962). Each
    /// remaining implication leads to a cycle.
    ///
    /// - Complexity: O(implications) in time and memory.
    func run(into found: FindingList) throws {
        let rows = try StoreReader(database: database).implications()
        let implying = Dictionary(grouping: rows, by: \.impliedTagID)
        var left = Dictionary(grouping: rows, by: \.tagID).mapValues(\.count)
        var ends = implying.keys.filter { left[$0] == nil }
        while let end = ends.popLast() {
            for row in implying[end] ?? [] {
                left[row.tagID, default: 0] -= 1
                if left[row.tagID] == 0 { ends.append(row.tagID) }
            }
        }
        for row in rows where left[row.tagID] ?? 0 > 0 && left[row.impliedTagID] ?? 0 > 0 {
            found.add(
                "table implication, tag_id \(row.tagID): the implication of tag \(row.impliedTagID) leads to a cycle",
                kind: "implication")
        }
    }
}
