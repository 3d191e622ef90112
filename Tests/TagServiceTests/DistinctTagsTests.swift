import TagService
import Testing

@Suite struct DistinctTagsTests {
    private func fixture() async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["photos", "photo", "reading", "raeding"])
        return fixture
    }

    private func similar(_ fixture: ServiceFixture) async throws -> [String] {
        try fixture.service.tags.similar().pairs.map(\.tag)
    }

    @Test func `merging distinct tags isn't suggested, and undo reverts that`() async throws {
        let fixture = try await fixture()
        #expect(try await similar(fixture).sorted() == ["photos", "raeding"])
        let pair = try fixture.service.tags.distinguish("Photo", from: "photos")
        #expect(pair == DistinctTags(tag: "photo", other: "photos"))
        #expect(try await similar(fixture) == ["raeding"])
        #expect(try fixture.service.tags.distinct() == [DistinctTags(tag: "photos", other: "photo")])
        #expect(try fixture.service.undoLog.undo().summary == "distinguish photo photos")
        #expect(try await similar(fixture).count == 2)
        try fixture.service.undoLog.redo()
        #expect(try await similar(fixture) == ["raeding"])
        try fixture.service.tags.deleteDistinction(of: "photos", from: "photo")
        #expect(try await similar(fixture).count == 2)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test(arguments: [(2, 16, true), (4, 16, true), (5, 16, false), (1, 2, true), (2, 7, false)])
    func `a spelling is a mistake if another is used four times as often`(
        rare: Int, common: Int, isMistake: Bool
    ) throws {
        let fixture = try ServiceFixture()
        for (tag, uses) in [("recipies", rare), ("recipes", common)] {
            for number in 0..<uses { try fixture.service.items.save(ItemDraft(title: "\(tag) \(number)", tags: [tag])) }
        }
        let pairs = try fixture.service.tags.similar().pairs
        #expect(pairs.map(\.tag).contains("recipies") == isMistake)
    }

    @Test func `a tag isn't distinct from itself`() async throws {
        let fixture = try await fixture()
        #expect(throws: TagServiceError.distinctFromItself("photo")) {
            try fixture.service.tags.distinguish("photo", from: "PHOTO")
        }
    }

    @Test func `distinctions are deleted and restored with their tags`() async throws {
        let fixture = try await fixture()
        try fixture.service.tags.distinguish("photo", from: "photos")
        try fixture.service.tags.distinguish("reading", from: "raeding")
        let before = try await fixture.exportNDJSON()
        for change in 0..<3 {
            switch change {
            case 0: _ = try fixture.service.tags.delete(["photos", "photo"])
            case 1: _ = try fixture.service.tags.merge("photo", into: "photos")
            default: _ = try fixture.service.tags.delete(["raeding", "photo"])
            }
            let after = try await fixture.exportNDJSON()
            #expect(try fixture.service.tags.distinct().count == (change == 2 ? 0 : 1))
            try fixture.service.undoLog.undo()
            #expect(try await fixture.exportNDJSON() == before)
            try fixture.service.undoLog.redo()
            #expect(try await fixture.exportNDJSON() == after)
            try fixture.service.undoLog.undo()
        }
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `an export includes distinctions`() async throws {
        let fixture = try await fixture()
        try fixture.service.tags.distinguish("photo", from: "photos")
        let lines = try await fixture.exportNDJSON()
        #expect(lines.contains(#"{"distinct":["photo"],"tag":"photos"}"#))
        let copy = try ServiceFixture()
        _ = try await copy.importData(lines)
        #expect(try copy.service.files.exportNDJSON() == lines)
        _ = try await copy.importData(lines)
        #expect(try copy.service.files.exportNDJSON() == lines)
        try copy.service.undoLog.undo()
        #expect(try copy.service.tags.all(in: nil).isEmpty)
        let line = #"{"tag": "x", "distinct": ["nowhere"]}"#
        #expect(
            try await copy.importData(line, skipsInvalid: true).errors.map(\.problem) == [
                "'distinct' names the unknown tag 'nowhere'"
            ])
    }
}
