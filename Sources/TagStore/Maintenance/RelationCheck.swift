internal import GRDB

/// The check of relations between rows that no constraint of the schema enforces.
struct RelationCheck {
    let database: Database

    /// Adds a finding for each row that violates a rule.
    func run(into found: FindingList) throws {
        for rule in Self.rules {
            let rows = try database.rows(rule.query)
            while let row = try rows.next() {
                let id: Int64? = try row[0]
                let place = id.map { ", row \($0)" } ?? ""
                found.add("table \(rule.table)\(place): \(rule.problem)", kind: rule.table)
            }
        }
    }

    /// A rule, with a query for the rows that violate it.
    private struct Rule {
        let table: String
        let problem: String
        let query: String
    }

    private static let rules =
        [
            Rule(
                table: "alias",
                problem: "a tag has its key",
                query: "SELECT alias.id FROM alias JOIN tag ON tag.key = alias.key"
            ),
            Rule(
                table: "tag_set",
                problem: "there is no set",
                query: "SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM tag_set)"
            ),
            Rule(
                table: "state",
                problem: "it has not one row",
                query: "SELECT NULL WHERE (SELECT count(*) FROM state) <> 1"
            ),
            Rule(
                table: "undo_step",
                problem: "its bytes are not those of its summary, its changes and its parts",
                query: """
                    SELECT id FROM undo_step
                    WHERE bytes <> \(UndoStepRow.rowBytes) + length(CAST(summary AS BLOB))
                        + length(CAST(changes AS BLOB)) + ifnull(
                        (SELECT sum(length(CAST(changes AS BLOB))) FROM undo_part
                        WHERE step_id = undo_step.id), 0)
                    """
            ),
            Rule(
                table: "state",
                problem: "its bytes are not those of the steps that can be undone and redone",
                query: """
                    SELECT id FROM state
                    WHERE undo_bytes <> (SELECT ifnull(sum(bytes), 0) FROM undo_step)
                    """
            ),
        ]
        + ["tag", "alias", "tag_set", "item", "word", "undo_step"]
        .map { table in
            Rule(
                table: table,
                problem: "its number is above the last one given",
                query: """
                    SELECT id FROM (SELECT max(id) AS id FROM \(table)) WHERE id >
                    ifnull((SELECT max(seq) FROM sqlite_sequence WHERE name = '\(table)'), 0)
                    """
            )
        }
        + ["key_trigram", "key_word"]
        .flatMap { index in
            [("tag", "id * 2"), ("alias", "id * 2 + 1")]
                .map { table, number in
                    Rule(
                        table: table,
                        problem: "it is missing in the index \(index)",
                        query: """
                            SELECT id FROM \(table)
                            WHERE \(number) NOT IN (SELECT id FROM \(index)_docsize)
                            """
                    )
                }
        }
}
