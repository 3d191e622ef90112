internal import Foundation
internal import GRDB
package import Sync

/// The numbers of things in `sync_thing`, by which registers refer to other things.
struct ThingNumbers {
    private(set) var numbers: [ThingID: Int64] = [:]
    private(set) var things: [Int64: ThingID] = [:]

    mutating func insert(_ thing: ThingID, _ number: Int64) {
        numbers[thing] = number
        things[number] = thing
    }
}

extension StoreReader {
    private static let thingColumns = "number, kind, id, row_id, registers"

    /// Adds the stored tags, sets, views and rules to a draft, and returns the numbers of all of them, also of those that
    /// haven't arrived.
    func loadNamedThings(into draft: inout SyncDraft) throws -> ThingNumbers {
        var numbers = ThingNumbers()
        let ids = try database.rows("SELECT number, kind, id FROM sync_thing WHERE kind > 0")
        while let row = try ids.next() { numbers.insert(try Self.thing(row, 1), try row[0]) }
        let rows = try database.rows("SELECT \(Self.thingColumns) FROM sync_thing WHERE kind > 0")
        while let row = try rows.next() { try load(row, into: &draft, &numbers) }
        return numbers
    }

    /// Adds stored items to a draft: all of them, or those with these ids or rows.
    func loadItems(
        _ selection: (ids: Set<ThingID>, rows: Set<Int64>)?, into draft: inout SyncDraft, _ numbers: inout ThingNumbers
    ) throws {
        guard let selection else { return try loadItems(where: "kind = 0", into: &draft, &numbers) }
        for id in selection.ids.sorted() {
            let rows = try database.rows(
                "SELECT \(Self.thingColumns) FROM sync_thing WHERE kind = 0 AND id = ?", [id.data])
            while let row = try rows.next() { try load(row, into: &draft, &numbers) }
        }
        for id in selection.rows.sorted() {
            let rows = try database.rows(
                "SELECT \(Self.thingColumns) FROM sync_thing WHERE kind = 0 AND row_id = ?", [id])
            while let row = try rows.next() { try load(row, into: &draft, &numbers) }
        }
    }

    /// Adds the stored items that meet a condition in SQL.
    func loadItems(where condition: String, into draft: inout SyncDraft, _ numbers: inout ThingNumbers) throws {
        let rows = try database.rows("SELECT \(Self.thingColumns) FROM sync_thing WHERE +kind = 0 AND \(condition)")
        while let row = try rows.next() { try load(row, into: &draft, &numbers) }
    }

    /// Returns whether an item is stored.
    func isStored(_ item: ThingID) throws -> Bool {
        try database.hasRow("SELECT 1 FROM sync_thing WHERE kind = 0 AND id = ?", [item.data])
    }

    private func load(_ row: StoredRow, into draft: inout SyncDraft, _ numbers: inout ThingNumbers) throws {
        let thing = try Self.thing(row, 1)
        numbers.insert(thing, try row[0])
        let bytes: Data = try row[4]
        guard
            let (fields, marks) = PackedRegisters.registers(Array(bytes), of: thing.kind, thing: { numbers.things[$0] })
        else { throw row.error(at: 4, "aren't valid registers") }
        draft.load(thing, row: try row[3, StoredRange.id], fields, marks: marks)
    }

    private static func thing(_ row: StoredRow, _ index: Int) throws -> ThingID {
        let number: Int64 = try row[index]
        guard let kind = UInt8(exactly: number).flatMap(ThingKind.init(rawValue:)),
            let thing = ThingID(kind: kind, data: try row[index + 1])
        else { throw row.error(at: index + 1, "isn't the id of a thing") }
        return thing
    }
}

extension StoreWriter {
    /// Stores the changed things of a draft, and its clock.
    package func store(_ draft: inout SyncDraft) throws {
        var numbers = draft.numbers
        var next = (try database.value("SELECT max(number) FROM sync_thing") ?? Int64(0)) + 1
        func number(_ thing: ThingID) -> Int64 {
            if let known = numbers[thing] { return known }
            defer { next += 1 }
            numbers[thing] = next
            return next
        }
        for thing in draft.changed.sorted() {
            let (fields, marks) = (draft.registers.things[thing] ?? [:], draft.marks[thing] ?? [:])
            let bytes = PackedRegisters.bytes(fields, marks, number: number)
            try database.run(
                """
                INSERT OR REPLACE INTO sync_thing (number, kind, id, row_id, unsent, registers)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    number(thing), Int64(thing.kind.rawValue), thing.data, draft.rows.row(of: thing),
                    marks.values.contains { $0.isUnsent }, Data(bytes),
                ])
        }
        // Things that others refer to and that haven't arrived.
        for (thing, number) in numbers where draft.numbers[thing] == nil && !draft.changed.contains(thing) {
            try database.run(
                "INSERT INTO sync_thing (number, kind, id, registers) VALUES (?, ?, ?, x'')",
                [number, Int64(thing.kind.rawValue), thing.data])
        }
        draft.numbers = numbers
        draft.markStored()
        try database.run(
            "UPDATE sync_state SET clock_time = ?, clock_counter = ?",
            [Int64(clamping: draft.clock.latest.milliseconds), Int64(clamping: draft.clock.latest.counter)])
    }
}

extension ThingID {
    /// The 16 bytes of the id, highest first.
    var data: Data {
        Data([high, low].flatMap { part in (0..<8).map { UInt8(truncatingIfNeeded: part >> (56 - 8 * UInt64($0))) } })
    }

    /// Creates an id from its bytes; `nil` unless there are 16.
    init?(kind: ThingKind, data: Data) {
        guard data.count == 16 else { return nil }
        let number = { (bytes: Data) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(kind: kind, high: number(data.prefix(8)), low: number(data.suffix(8)))
    }
}
