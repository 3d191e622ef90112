internal import GRDB

/// The check that the rules between tags form no cycle, which no constraint of the schema enforces.
struct ImplicationCheck {
    let database: Database

    /// Adds a finding for each rule between tags of a cycle.
    ///
    /// Rules to tags without rules of their own are left out until there are none (Kahn, 1962); what is left leads into a cycle.
    ///
    /// - Complexity: O(rules), also in memory.
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
                "table implication, tag_id \(row.tagID): its rule with tag \(row.impliedTagID) leads into a cycle",
                kind: "implication"
            )
        }
    }
}
