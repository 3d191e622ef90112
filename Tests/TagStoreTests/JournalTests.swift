import TagStore
import Testing

@Suite struct JournalTests {
    @Test func `every kind of change is written and read back`() throws {
        let selection = SavedSelectionRow(
            id: 9,
            setID: 1,
            label: "a \"b\"",
            savedAt: 5,
            tagIDs: PackedTagIDs([Int64(3), 1])
        )
        let changes: [RowChange] = [
            .putTag(TagRow(id: 1, name: "é", otherUses: 4, frecency: 20_000.25)),
            .putAlias(AliasRow(id: 2, name: "x", tagID: 1)),
            .putSet(SetRow(id: 3, name: "s", layout: #"{"spacing":2}"#)),
            .putMember(MemberRow(setID: 3, tagID: 1, position: -7, isSelected: true)),
            .putSavedSelection(selection), .setFrecency(tagID: 1, nil), .setFrecency(tagID: 1, 0.1),
            .chooseSet(nil), .chooseSet(3), .deleteTags(1...5), .deleteAliases(2...2),
            .deleteSet(3),
            .deleteMember(setID: 3, tagID: 1), .deleteMembers(setID: 3, 1...9),
            .deleteSavedSelections(4...9), .putDistinctPair(DistinctPair(7, 2)),
            .deleteDistinctPair(DistinctPair(2, 7)),
        ]
        for change in changes {
            let text = try Journal.encoded([change])
            #expect(Journal.decoded(text) == [change])
        }
    }

    @Test func `only the newest steps are kept`() throws {
        let store = try TagStore(.memory)
        for number in 1...Int(StoreWriter.undoStepLimit) + 5 {
            try store.write(at: 0) { writer in
                writer.summary = "step \(number)"
                try writer.apply(.putTag(TagRow(id: Int64(number), name: "tag \(number)")))
            }
        }
        var undone = 0
        while try store.write(at: 0, { try $0.undo() }) != nil { undone += 1 }
        #expect(undone == Int(StoreWriter.undoStepLimit))
        #expect(try store.read { try $0.tagSummaries(inSet: nil) }.count == 5)
    }
}
