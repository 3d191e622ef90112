import TagStore
import Testing

@Suite struct TableRecoveryTests {
    @Test func `recovery has a treatment for each table of the schema`() throws {
        let schema = try TagStore(.memory).schema()
        let tables = schema.split(separator: "\n")
            .compactMap { line in line.hasPrefix("-- table ") ? String(line.dropFirst("-- table ".count)) : nil }
        #expect(tables.count > 30)
        // FTS5 keeps the tables of an index next to it.
        let indexes = ["item_text", "key_trigram"]
        let own = tables.filter { table in !indexes.contains { table.hasPrefix("\($0)_") } }
        #expect(Set(own) == Set(TableRecovery.all.keys))
    }
}
