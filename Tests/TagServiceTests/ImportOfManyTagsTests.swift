import Testing

@testable import TagService

@Suite struct ImportOfManyTagsTests {
    @Test(arguments: [3, 29]) func `tags written together equal tags imported line by line`(seed: UInt64) async throws {
        let lines = Self.lines(seed: seed)
        let (whole, parts) = (try ServiceFixture(), try ServiceFixture())
        let report = try await whole.importData(lines.joined(separator: "\n"))
        var newTags = 0
        for start in stride(from: 0, to: lines.count, by: 7) {
            let part = lines[start..<min(start + 7, lines.count)]
            newTags += try await parts.importData(part.joined(separator: "\n")).newTags
        }
        let everything = try await whole.exportNDJSON()
        #expect(everything == (try await parts.exportNDJSON()) && report.newTags == newTags)
        #expect(newTags > 1_500)
        #expect(try whole.service.maintenance.diagnose().isHealthy)
        try whole.service.undoLog.undo()
        #expect(try whole.service.tags.all(in: nil).isEmpty)
        try whole.service.undoLog.redo()
        #expect(try await whole.exportNDJSON() == everything)
    }

    @Test(arguments: [0, 100]) func `an import that creates nearly all tags preserves every index`(
        before: Int
    ) async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData((0..<before).map { #"{"tag": "tag \#($0)"}"# }.joined(separator: "\n"))
        let names = (0..<10_200)
            .map { number in
                let aliases = number % 10 == 7 ? #""other \#(number)""# : ""
                return #"{"tag": "tag \#(number)", "aliases": [\#(aliases)]}"#
            }
        let report = try await fixture.importData(names.joined(separator: "\n"))
        #expect(report.newTags == 10_200 - before)
        // Compares the schema with a new database, and the full-text indexes with the rows.
        let diagnosis = try fixture.service.maintenance.diagnose()
        #expect(diagnosis.isHealthy, "\(diagnosis)")
        #expect(throws: TagServiceError.renameToTag("tag 8", as: "other 7", of: "tag 7")) {
            try fixture.service.tags.rename("tag 8", to: "other 7")
        }
        try fixture.service.undoLog.undo()
        #expect(try fixture.service.tags.all(in: nil).count == before)
        try fixture.service.undoLog.redo()
        #expect(try fixture.service.tags.all(in: nil).count == 10_200)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `an alias that conflicts with a buffered tag or alias is rejected`() async throws {
        let fixture = try ServiceFixture()
        let lines = [#"{"tag": "a", "aliases": ["b"]}"#, #"{"tag": "c", "aliases": ["B"]}"#]
        await #expect(throws: TagServiceError.self) { try await fixture.importData(lines.joined(separator: "\n")) }
        await #expect(throws: TagServiceError.self) {
            try await fixture.importData(#"{"tag": "a"}"# + "\n" + #"{"tag": "c", "aliases": ["A"]}"#)
        }
        #expect(try fixture.service.tags.all(in: nil).isEmpty)
    }

    @Test func `no created key looks new, and few new keys look created`() {
        var keys = CreatedKeys()
        for number in 0..<100_000 { keys.insert("made \(number)") }
        #expect((0..<100_000).allSatisfy { keys.mayContain("made \($0)") })
        #expect((0..<100_000).count { keys.mayContain("new \($0)") } < 1_000)
    }

    /// More new tags than are buffered, mixed with every other kind of line about them.
    private static func lines(seed: UInt64) -> [String] {
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var lines = (0..<1_200).map { #"{"tag": "first \#($0)"}"# }
        for number in 0..<800 {
            let (tag, other) = (random(400), random(1_200))
            let line =
                switch random(6) {
                case 0: #"{"tag": "t\#(tag)", "aliases": ["a\#(number)"], "uses": \#(number)}"#
                case 1: #"{"tag": "t\#(tag)", "sets": ["s\#(random(5))", "s\#(random(5))"]}"#
                case 2:
                    #"{"title": "l \#(number)", "at": "2026-01-02T03:04:05Z", "tags": ["t\#(tag)", "first \#(other)"]}"#
                case 3: #"{"set": "s\#(random(5))", "selected": ["first \#(other)"]}"#
                case 4: #"{"title": "m", "at": "2026-01-02T03:04:05Z", "set": "s\#(random(5))", "tags": ["t\#(tag)"]}"#
                default: #"{"tag": "T\#(tag)", "uses": \#(number)}"#
                }
            lines.append(line)
        }
        return lines + (0..<500).map { #"{"tag": "last \#($0)", "sets": ["default", "s0"]}"# }
    }
}
