internal import GRDB

/// A check of relations between rows that the schema can't enforce.
struct RelationCheck {
    let database: Database

    /// Adds a finding for each row that violates an invariant.
    func run(into found: FindingList) throws {
        for invariant in Self.invariants {
            let rows = try database.rows(invariant.query)
            while let row = try rows.next() {
                let id: Int64? = try row[0]
                let rowName = id.map { ", row \($0)" } ?? ""
                found.add("table \(invariant.table)\(rowName): \(invariant.problem)", kind: invariant.table)
            }
        }
    }

    /// An invariant, with a query for the rows that violate it.
    private struct Invariant {
        let table: String
        let problem: String
        let query: String
    }

    private static let invariants =
        [
            Invariant(
                table: "alias", problem: "a tag has the same key",
                query: "SELECT alias.id FROM alias JOIN tag ON tag.key = alias.key"),
            Invariant(
                table: "tag_set", problem: "contains no sets",
                query: "SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM tag_set)"),
            Invariant(
                table: "state", problem: "doesn't have exactly one row",
                query: "SELECT NULL WHERE (SELECT count(*) FROM state) <> 1"),
            Invariant(
                table: "undo_step", problem: "the size doesn't match the summary, changes and parts",
                query: """
                    SELECT id FROM undo_step
                    WHERE bytes <> \(StoreReader.UndoStepRow.rowBytes) + length(CAST(summary AS BLOB))
                        + length(CAST(changes AS BLOB)) + ifnull(
                        (SELECT sum(length(CAST(changes AS BLOB))) FROM undo_part
                        WHERE step_id = undo_step.id), 0)
                    """),
            Invariant(
                table: "state", problem: "the size of the undo log doesn't match its steps",
                query: """
                    SELECT id FROM state
                    WHERE undo_bytes <> (SELECT ifnull(sum(bytes), 0) FROM undo_step)
                    """),
        ]
        + ["tag", "alias", "tag_set", "item", "undo_step", "saved_view", "item_rule", "webhook"]
        .map { table in
            Invariant(
                table: table, problem: "the id exceeds the last assigned id",
                query: """
                    SELECT id FROM (SELECT max(id) AS id FROM \(table)) WHERE id >
                    ifnull((SELECT max(seq) FROM sqlite_sequence WHERE name = '\(table)'), 0)
                    """)
        }
        + [
            ("key_trigram", "tag", "id * 2"), ("key_trigram", "alias", "id * 2 + 1"), ("key_word", "tag", "id * 2"),
            ("key_word", "alias", "id * 2 + 1"), ("item_text", "item", "id"),
        ]
        .map { index, table, number in
            Invariant(
                table: table, problem: "missing from the index \(index)",
                query: """
                    SELECT id FROM \(table) WHERE \(number) NOT IN (SELECT id FROM \(index)_docsize)
                    """)
        }
}
