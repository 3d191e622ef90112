import Foundation
import TagCore
import TagStore
import TestSupport
import Testing

@Suite struct LargeItemTests {
    private static let limit = StoreWriter.pairedTagLimit
    private let store: TagStore

    init() throws { store = try TagStore(.memory) }

    private func makeTags(_ count: Int) throws {
        try store.write(at: 0) { writer in
            for id in 1...count { try writer.apply(.putTag(TagRow(id: Int64(id), name: "tag \(id)"))) }
        }
    }

    private func save(
        _ tags: some Sequence<Int>, id: Int, limit: Int = StoreWriter.pairedTagLimit, summary: String? = nil
    ) throws {
        try store.write(at: 0) { writer in
            writer.summary = summary
            var row = ItemRow(
                id: Int64(id), setID: 1, title: "label \(id)", savedAt: nil,
                tagIDs: PackedTagIDs(tags.map { Int64($0) }))
            row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs, limit: limit)
            try writer.apply(.putItem(row))
        }
    }

    /// Returns the pair counts of all tags.
    private func pairs(ofTags count: Int) throws -> [PairCounts] {
        try store.read { reader in try (1...count).map { try reader.pairCounts(of: UInt32($0)) } }
    }

    private func miscounts() throws -> [String] { try store.diagnose().miscounts }

    @Test func `pair counts of many items match their definition`() throws {
        var random = SeededNumbers(seed: 33)
        try makeTags(40)
        var saved: [Int: Set<Int>] = [:]
        try store.write(at: 0) { writer in
            for id in 1...60 {
                let tags = Set((0..<12).map { _ in Int.random(in: 1...40, using: &random) })
                saved[id] = tags
                let ids = PackedTagIDs(tags.map { Int64($0) })
                let row = ItemRow(id: Int64(id), setID: 1, title: "label \(id % 7)", savedAt: nil, tagIDs: ids)
                try writer.apply(.putItem(row))
                guard id % 5 == 0 else { continue }
                // Insert and delete an item in one transaction.
                try writer.apply(.deleteItems(Int64(id)...Int64(id)))
                saved[id] = nil
            }
        }
        for (index, row) in try pairs(ofTags: 40).enumerated() {
            let expected = (1...40)
                .map { other in
                    other == index + 1 ? 0 : saved.values.count { $0.contains(index + 1) && $0.contains(other) }
                }
            #expect((1...40).map { Int(row[UInt32($0)]) } == expected)
        }
        #expect(try miscounts().isEmpty)
    }

    @Test func `only pairs of the 256 rarest tags are counted, older tags first`() throws {
        try makeTags(300)
        try save(21...40, id: 1)
        try save(1...300, id: 2)
        let row = try #require(try store.read { try $0.item(id: 2) })
        // 280 tags weren't used before; the oldest 256 of them are chosen.
        #expect(row.pairedTagIDs?.rowIDs == Array(1...20) + Array(41...276))
        #expect(row.tagIDs.ids.count == 300)
        let counts = try pairs(ofTags: 300)
        #expect(counts[0].entries.count == Self.limit - 1)
        #expect(counts[20].entries.count == 19, "only the first item's pairs are counted")
        #expect(counts[299].entries.isEmpty)
        for tag: UInt32 in [1, 21, 300] { #expect(try store.read { try $0.uses(of: tag) } == (tag == 21 ? 2 : 1)) }
        #expect(try miscounts().isEmpty)
    }

    @Test func `all pairs of 256 tags are counted`() throws {
        try makeTags(Self.limit)
        try save(1...Self.limit, id: 1)
        #expect(try store.read { try $0.item(id: 1)?.pairedTagIDs } == nil)
        #expect(try pairs(ofTags: Self.limit).allSatisfy { $0.entries.count == Self.limit - 1 })
    }

    @Test func `ten times as many tags take less than twelve times the space`() throws {
        try makeTags(10_000)
        var sizes = [try store.diagnose().size]
        for (id, count) in [(1, 1_000), (2, 10_000)] {
            try save(1...count, id: id)
            sizes.append(try store.diagnose().size)
        }
        let (small, large) = (sizes[1] - sizes[0], sizes[2] - sizes[1])
        #expect(small > 0 && large < 12 * small, "\(small) and \(large) bytes")
        let entries = try pairs(ofTags: 10_000).reduce(0) { $0 + $1.entries.count }
        #expect(entries <= 2 * Self.limit * (Self.limit - 1))
    }

    @Test func `a large item saved before the limit existed is subtracted completely`() throws {
        try makeTags(300)
        try store.write(at: 0) { writer in
            writer.summary = "old"
            try writer.apply(
                .putItem(
                    ItemRow(id: 1, setID: 1, title: "", savedAt: nil, tagIDs: PackedTagIDs((1...300).map { Int64($0) }))
                ))
        }
        #expect(try pairs(ofTags: 300).allSatisfy { $0.entries.count == 299 })
        #expect(try miscounts().isEmpty)
        _ = try store.write(at: 0) { try $0.undo() }
        #expect(try pairs(ofTags: 300).allSatisfy(\.entries.isEmpty))
    }

    @Test func `the undo log stores which pairs were counted`() throws {
        let row = ItemRow(
            id: 9, setID: 1, title: "", savedAt: nil, tagIDs: PackedTagIDs([1, 2, 3]),
            pairedTagIDs: PackedTagIDs([1, 3]))
        let text = try UndoLog.encoded([.putItem(row)])
        #expect(UndoLog.decoded(text) == [.putItem(row)])
        // The encoding of earlier schema versions.
        let old = UndoLog.decoded(#"[["putItem",9,1,"",null,[1,2,3]]]"#)
        var whole = row
        whole.pairedTagIDs = nil
        #expect(old == [.putItem(whole)])
    }

    /// Randomly saves, deletes and merges tags of large items, then undoes and redoes all steps.
    @Test(arguments: [4, 5, 6]) func `counts of large items stay exact through undo and redo`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        // The limit is lower than in production, to keep the test fast.
        let (count, limit) = (40, 12)
        try makeTags(count)
        var states = [try pairs(ofTags: count)]
        for step in 1...60 {
            let saved = try store.read { reader in
                var rows: [ItemRow] = []
                try reader.forEachItem { rows.insert($0, at: 0) }
                return rows
            }
            if let row = saved.randomElement(using: &numbers), step % 3 == 0 {
                try store.write(at: 0) { writer in
                    writer.summary = "delete"
                    try writer.apply(.deleteItems(row.id...row.id))
                }
            } else if var row = saved.randomElement(using: &numbers), step % 4 == 0 {
                let from = row.tagIDs.rowIDs.randomElement(using: &numbers) ?? 1
                let into = Int64.random(in: 1...Int64(count), using: &numbers)
                row.tagIDs = row.tagIDs.replacing(from, with: into)
                row.pairedTagIDs = row.pairedTagIDs?.replacing(from, with: into)
                try store.write(at: 0) { writer in
                    writer.summary = "merge"
                    try writer.apply(.putItem(row))
                }
            } else {
                let size = Int.random(in: 5...count, using: &numbers)
                let tags = (1...count).shuffled(using: &numbers).prefix(size)
                try save(tags, id: step, limit: limit, summary: "save")
            }
            #expect(try miscounts().isEmpty, "seed \(seed), step \(step)")
            states.append(try pairs(ofTags: count))
        }
        for state in states.dropLast().reversed() {
            _ = try store.write(at: 0) { try $0.undo() }
            #expect(try pairs(ofTags: count) == state, "seed \(seed)")
        }
        #expect(try miscounts().isEmpty)
        while try store.write(at: 0, { try $0.redo() }) != nil {}
        #expect(try pairs(ofTags: count) == states.last, "seed \(seed)")
        #expect(try miscounts().isEmpty)
    }
}
