import TagService
import Testing

@Suite struct TagEditingTests {
    @Test func `merging keeps the uses of both tags, and undo separates them`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(
            """
            {"title": "1", "tags": ["photo", "sea"]}
            {"title": "2", "tags": ["photos", "sea"]}
            {"title": "3", "tags": ["photos", "photo"]}
            {"title": "1", "tags": ["photos", "sea"]}
            {"tag": "photos", "aliases": ["pics"]}
            {"set": "trip", "tags": ["photos", "map"], "selected": ["photos"]}
            """)
        let before = try await fixture.exportNDJSON()
        try fixture.service.tags.merge("photos", into: "photo")
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        let photo = try #require(try fixture.service.tags.all(in: nil).first { $0.tag == "photo" })
        // The two items that became identical are kept once.
        #expect(photo.uses == 3 && photo.aliases == ["pics", "photos"])
        #expect(try fixture.service.selection.tags(in: .named("trip")) == ["photo"])
        #expect(try fixture.service.undoLog.undo().summary == "merge photos photo")
        #expect(try await fixture.exportNDJSON() == before)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        try fixture.service.undoLog.redo()
        #expect(try fixture.service.tags.all(in: nil).first { $0.tag == "photo" } == photo)
    }

    @Test func `a name that is taken is rejected`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a", "b"])
        try fixture.service.tags.addAlias("c", to: "b")
        #expect(throws: TagServiceError.renameToTag("a", as: "b", of: "b")) {
            try fixture.service.tags.rename("a", to: "B")
        }
        #expect(throws: TagServiceError.renameToTag("a", as: "c", of: "b")) {
            try fixture.service.tags.rename("a", to: "c")
        }
        #expect(throws: TagServiceError.nameTaken("A", by: .tag("a"))) {
            try fixture.service.tags.addAlias("A", to: "b")
        }
        #expect(throws: TagServiceError.nameTaken("c", by: .alias(of: "b"))) {
            try fixture.service.tags.addAlias("c", to: "a")
        }
        #expect(throws: TagServiceError.mergeIntoItself("b")) { try fixture.service.tags.merge("c", into: "b") }
        #expect(throws: TagServiceError.unknownAlias("a", nearest: [])) { try fixture.service.tags.removeAlias("a") }
    }

    @Test func `a tag can be renamed to its own alias, and to another case`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["swift"])
        try fixture.service.tags.addAlias("swiftlang", to: "swift")
        #expect(try fixture.service.tags.rename("swift", to: "Swift").new == "Swift")
        #expect(try fixture.service.tags.rename("Swift", to: "SwiftLang").new == "SwiftLang")
        #expect(try fixture.service.tags.all(in: nil).map(\.aliases) == [["Swift"]])
        try fixture.service.undoLog.undo()
        #expect(try fixture.service.tags.all(in: nil).map(\.aliases) == [["swiftlang"]])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `a rename leaves an alias in one undo step, so that imports find the tag`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(#"{"title": "1", "tags": ["k8s", "sea"]}"#)
        let before = try await fixture.exportNDJSON()
        #expect(try fixture.service.tags.rename("k8s", to: "kubernetes").new == "kubernetes")
        #expect(try fixture.service.tags.named("K8S").tag == "kubernetes")
        let report = try await fixture.importData(#"{"title": "2", "tags": ["k8s"]}"#)
        #expect(report.newTags == 0)
        #expect(try fixture.service.tags.named("kubernetes").uses == 2)
        try fixture.service.undoLog.undo()
        #expect(try fixture.service.undoLog.undo().summary == "rename k8s kubernetes")
        #expect(try await fixture.exportNDJSON() == before)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `a rename leaves no alias if the key stays or none is wanted`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["swift"])
        try fixture.service.tags.rename("swift", to: "Swift")
        try fixture.service.tags.rename("Swift", to: "Swift lang", leavesAlias: false)
        #expect(try fixture.service.tags.all(in: nil).map(\.aliases) == [[]])
        try fixture.service.sets.addTags(["swift"])
        #expect(try fixture.service.tags.all(in: nil).count == 2)
    }

    @Test func `renaming a tag back and forth keeps one alias`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a"])
        for _ in 0..<2 {
            try fixture.service.tags.rename("a", to: "b")
            #expect(try fixture.service.tags.named("a").tag == "b")
            try fixture.service.tags.rename("b", to: "a")
            #expect(try fixture.service.tags.all(in: nil).map(\.aliases) == [["b"]])
        }
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `several tags are merged in one step, and undo separates them`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(
            """
            {"title": "1", "tags": ["a", "b", "c", "d"]}
            {"title": "2", "tags": ["b"]}
            {"title": "3", "tags": ["a", "d"]}
            {"title": "3", "tags": ["b", "d"]}
            """)
        let service = fixture.service
        let before = try service.tags.all(in: nil)
        let merged = try service.tags.merge(["a", "b", "A", "C"], into: "c")
        #expect(merged.from == ["a", "b"] && merged.into == "c")
        // Items 3 are now the same item.
        #expect(try service.tags.uses(of: ["a", "b", "c", "d"]) == ["a": 3, "b": 3, "c": 3, "d": 2])
        #expect(try service.maintenance.diagnose().isHealthy)
        #expect(throws: TagServiceError.mergeIntoItself("c")) { try service.tags.merge(["a", "C"], into: "c") }
        try service.undoLog.undo()
        #expect(try service.tags.all(in: nil) == before)
        #expect(try service.maintenance.diagnose().isHealthy)
    }
}
