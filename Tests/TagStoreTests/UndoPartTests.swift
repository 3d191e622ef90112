import TagStore
import TestSupport
import Testing

@Suite struct UndoPartTests {
    private static let seed: UInt64 = 20_260_105

    @Test func `a step of many changes is undone and redone part by part`() throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let store = try TagStore(.memory)
        let count: Int64 = 4_000
        try store.write(at: 0) { writer in
            for id in 1...count { try writer.apply(.putTag(TagRow(id: id, name: "tag number \(id)"))) }
            writer.summary = "make"
        }
        let made = try Snapshot(of: store)
        try store.write(at: 1) { writer in
            for id in 1...count {
                let position = id * 1_024
                try writer.apply(.putMember(MemberRow(setID: 1, tagID: id, position: position, isSelected: false)))
                let others = (0..<8).map { _ in Int64.random(in: 1...count, using: &numbers) }
                try writer.apply(
                    .putItem(
                        ItemRow(
                            id: id, setID: 1, title: "word\(id % 400) more\(id)", savedAt: id,
                            tagIDs: PackedTagIDs(others + [id]))))
                try writer.apply(.setFrecency(tagID: id, Double(id)))
                try writer.apply(.putTag(TagRow(id: id, name: "renamed \(id)", frecency: Double(id))))
            }
            writer.summary = "change"
        }
        let changed = try Snapshot(of: store)
        #expect(changed != made)
        #expect(try hasNoProblems(store))
        for _ in 0..<2 {
            #expect(try store.write(at: 2) { try $0.undo() } == "change", "seed \(Self.seed)")
            #expect(try Snapshot(of: store) == made, "seed \(Self.seed)")
            #expect(try hasNoProblems(store), "seed \(Self.seed)")
            #expect(try store.write(at: 3) { try $0.redo() } == "change", "seed \(Self.seed)")
            #expect(try Snapshot(of: store) == changed, "seed \(Self.seed)")
            #expect(try hasNoProblems(store), "seed \(Self.seed)")
        }
        #expect(try store.write(at: 4) { try $0.undo() } == "change")
        #expect(try store.write(at: 5) { try $0.undo() } == "make")
        #expect(try Snapshot(of: store).tags.isEmpty)
        #expect(try store.write(at: 6) { try $0.redo() } == "make")
        #expect(try store.write(at: 7) { try $0.redo() } == "change")
        #expect(try Snapshot(of: store) == changed, "seed \(Self.seed)")
    }

    @Test func `many changes without a summary leave no step`() throws {
        let store = try TagStore(.memory)
        try store.write(at: 0) { writer in
            for id in Int64(1)...20_000 {
                try writer.apply(.putTag(TagRow(id: id, name: "tag number \(id)")))
                try writer.apply(.setFrecency(tagID: id, 1))
            }
        }
        #expect(try store.write(at: 1) { try $0.undo() } == nil)
        #expect(try hasNoProblems(store))
    }

    private func hasNoProblems(_ store: TagStore) throws -> Bool {
        let diagnosis = try store.diagnose()
        return diagnosis.problems.isEmpty && diagnosis.miscounts.isEmpty
    }

    /// The rows affected by the changes.
    private struct Snapshot: Equatable {
        var tags: [TagRow] = []
        var members: [MemberRow]
        var items: [ItemRow] = []

        init(of store: TagStore) throws {
            (tags, members, items) = try store.read { reader in
                var tags: [TagRow] = []
                var items: [ItemRow] = []
                try reader.forEachTag { tags.append($0) }
                try reader.forEachItem { items.append($0) }
                return (tags, try reader.members(ofSet: 1), items)
            }
        }
    }
}
