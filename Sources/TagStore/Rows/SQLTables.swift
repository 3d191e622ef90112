/// The tables that a query of ours names, so that a message can tell where a column is from.
struct SQLTables {
    /// In the order in which the query names them.
    private let tables: [String]

    init(in sql: String) {
        let words = sql.split { !($0.isLetter || $0 == "_") }.map(String.init)
        // The names of columns come before the word FROM, and some are those of tables.
        let named = zip(words, words.dropFirst())
            .filter { ["FROM", "JOIN", "UPDATE", "INTO"].contains($0.0) }.map(\.1)
        tables = named
    }

    /// The table that has a column; where none of those named is known to, the first.
    func table(of column: String) -> String {
        let known = tables.first { Self.columns[$0]?.contains(column) == true }
        return known ?? tables.first ?? "?"
    }

    private static let columns: [String: Set<String>] = [
        "tag": ["id", "key", "folded", "name", "uses", "other_uses", "frecency"],
        "alias": ["id", "key", "folded", "name", "tag_id"],
        "tag_set": ["id", "key", "name", "layout"],
        "set_member": ["set_id", "position", "tag_id", "selected"],
        "saved_selection": ["id", "set_id", "label", "saved_at", "tag_ids", "word_features"],
        "measurement": ["measurer_id", "text", "width", "height", "baseline", "used_on"],
    ]
}
