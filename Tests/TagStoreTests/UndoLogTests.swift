import Foundation
import TagStore
import Testing

@Suite struct UndoLogTests {
    @Test func `every kind of change can be encoded and decoded`() throws {
        let item = ItemRow(id: 9, setID: 1, title: "a \"b\"", savedAt: 5, tagIDs: PackedTagIDs([Int64(3), 1]))
        var located = item
        (located.location, located.importedFrom) = ("https://a/?b=\"c\"", "/home/d")
        var notImported = item
        notImported.location = "e"
        let changes: [RowChange] = [
            .putItem(located), .putItem(notImported),
            .putTag(TagRow(id: 1, name: "é", otherUses: 4, frecency: 20_000.25)),
            .putAlias(AliasRow(id: 2, name: "x", tagID: 1)),
            .putSet(SetRow(id: 3, name: "s", layout: #"{"spacing":2}"#)),
            .putMember(MemberRow(setID: 3, tagID: 1, position: -7, isSelected: true)), .putItem(item),
            .setFrecency(tagID: 1, nil), .setFrecency(tagID: 1, 0.1), .chooseSet(nil), .chooseSet(3),
            .deleteTags(1...5), .deleteAliases(2...2), .deleteSet(3), .deleteMember(setID: 3, tagID: 1),
            .deleteMembers(setID: 3, 1...9), .deleteItems(4...9), .putDistinctPair(DistinctPair(7, 2)),
            .deleteDistinctPair(DistinctPair(2, 7)), .putImplication(ImplicationRow(7, implies: 2)),
            .deleteImplication(ImplicationRow(2, implies: 7)),
            .putDismissedTag(DismissedTag(itemID: 4, keyText: "a\"b")),
            .deleteDismissedTag(DismissedTag(itemID: 4, keyText: "é")),
            .putReviewedItem(ReviewedItem(itemID: 4, reviewedAt: 9)), .deleteReviewedItem(4),
            .putBookmark(ItemBookmark(attributes: ["icon": "data:a\"b"], folders: ["é", "x"]), itemID: 4),
            .putLinkCheck(LinkCheck(itemID: 4, status: 0, checkedAt: 9, since: 3)), .deleteLinkCheck(4),
            .putLinkCheck(LinkCheck(itemID: 4, status: 301, checkedAt: 9, location: "https://a/?b=\"c\"")),
            .deleteBookmark(4), .putView(ViewRow(id: 5, name: "to read", query: "#a")),
            .putView(
                ViewRow(
                    id: 5, name: "to read", query: "#a",
                    share: .init(hash: Data((0..<32).map { UInt8($0) }), hasPage: true))), .deleteView(5),
        ]
        for change in changes {
            let text = try UndoLog.encoded([change])
            #expect(UndoLog.decoded(text) == [change])
        }
    }

    @Test func `only the newest steps that fit into the limit are kept`() throws {
        let store = try TagStore(.memory)
        try store.write(at: 0) { try $0.setUndoLimit(20_000) }
        for number in 1...2_000 {
            try store.write(at: 0) { writer in
                writer.summary = "step \(number)"
                try writer.apply(.putTag(TagRow(id: Int64(number), name: "tag \(number)")))
            }
        }
        let kept = try store.read { try $0.undoLogSize() }
        #expect((19_800...20_000).contains(kept.bytes) && kept.limit == 20_000)
        #expect(kept.steps + kept.discarded == 2_000 && kept.steps > 100)
        #expect(try store.diagnose().problems.isEmpty)
        var undone: Int64 = 0
        while try store.write(at: 0, { try $0.undo() }) != nil { undone += 1 }
        #expect(undone == kept.steps)
        #expect(try store.read { try $0.tagSummaries(inSet: nil) }.count == Int(kept.discarded))
        #expect(try store.diagnose().problems.isEmpty)
    }

    @Test func `the size of a step includes its changes and parts`() throws {
        let store = try TagStore(.memory)
        try store.write(at: 0) { writer in
            writer.summary = "make"
            try writer.apply(.putTag(TagRow(id: 1, name: "a")))
        }
        try store.write(at: 0) { writer in
            writer.summary = "use"
            for time in 1...60_000 { try writer.apply(.setFrecency(tagID: 1, Double(time))) }
        }
        for _ in 0..<2 {
            #expect(try store.read { try $0.undoLogSize() }.bytes > 1 << 20)
            #expect(try store.diagnose().problems.isEmpty)
            _ = try store.write(at: 0) { try $0.undo() }
        }
    }
}
