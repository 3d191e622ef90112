import Foundation
import TagService
import TestSupport
import Testing

/// Names with many unordered combining marks, which Swift compares in quadratic time.
@Suite struct LongNameTests {
    private static let marks = "a" + String(repeating: "\u{301}\u{316}", count: 20_000)

    @Test func `a name over 1,000 bytes is rejected before it is folded`() async throws {
        let service = try ServiceFixture().service
        let names = [Self.marks, Self.marks + "\u{301}"]
        #expect(throws: TagServiceError.self) { try service.suggestions.find(for: SuggestionQuery(given: names)) }
        #expect(throws: TagServiceError.self) { try service.sets.addTags(names, to: .chosen) }
        #expect(throws: TagServiceError.self) { try service.selection.select(names, in: .chosen) }
        #expect(throws: TagServiceError.self) { try service.suggestions.affinities(to: names) }
        #expect(throws: TagServiceError.self) { try service.sets.create(Self.marks) }
        #expect(try service.tags.resolved(names).isEmpty)
    }

    @Test func `typed text and titles may have any number of marks`() async throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["ábc"], to: .chosen)
        service.suggestions.keepInMemory()
        for label in [Self.marks, Self.marks + "\u{301}", Self.marks] {
            let query = SuggestionQuery(text: Self.marks, item: ItemEvidence(lines: label))
            #expect(query.item.text.unicodeScalars.contains("\u{34F}"))
            #expect(try service.suggestions.find(for: query).map(\.tag) == ["ábc"])
        }
    }

    @Test(arguments: [1_001, 80_000]) func `a query with a long name or field is rejected`(count: Int) {
        let name = String(repeating: "x", count: count)
        #expect(throws: BatchQueryError(.longName(item: 2, count: count))) {
            try BatchQuery(#"{"given": ["a", "\#(name)"]}"#)
        }
        #expect(throws: BatchQueryError(.longFieldName)) { try BatchQuery(#"{"\#(name)": 1}"#) }
    }

    @Test func `a field name of marks in an import is rejected before it is decoded`() async throws {
        let report = try await ServiceFixture().importData(#"{"tag": "b", "\#(Self.marks)": 1}"#, skipsInvalid: true)
        #expect(report.newTags == 0)
    }
}
