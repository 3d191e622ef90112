import Foundation
import TerminalSimulation
import TestSupport
import Testing
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct ReviewViewTests {
    @Test func `the keys fit 80 columns`() async throws {
        var review = try ReviewFixture(["compiler news", "harbor walk", "an evening"])
        await review.type("s", "s")
        await review.type("u")
        #expect(review.keys.contains("u undoes · o opens · Esc ends"), "\(review.keys)")
        #expect(review.keys.hasPrefix("Enter saves · 1") && review.keys.contains("s skips · x dismisses"))
    }

    @Test(arguments: [(30, 8), (30, 24), (80, 8), (200, 50), (12, 3), (1, 1)]) func `any size shows what fits`(
        columns: Int, rows: Int
    ) async throws {
        var review = try ReviewFixture(
            ["compiler news of a long week with many words"], note: String(repeating: "a note ", count: 400),
            columns: columns, rows: rows)
        await review.type("fi")
        await review.press(.escape)
        guard columns >= 30 else { return }
        #expect(review.lines[0] == "1 of 1" && review.shows("compiler news"))
        #expect(review.text.contains(/1✓swift \d\d %/) && review.shows("> ") && review.keys.hasPrefix("Enter saves"))
        #expect(review.lines.allSatisfy { $0.count <= columns })
    }

    @Test func `a long note is cut, and the rows don't depend on it`() async throws {
        var short = try ReviewFixture(["compiler news"], note: "one line")
        var long = try ReviewFixture(["compiler news"], note: String(repeating: "many words ", count: 5_000))
        await short.settle()
        await long.settle()
        let row = { (review: ReviewFixture) in review.lines.firstIndex { $0.contains("swift") } }
        #expect(row(short) != nil && row(short) == row(long))
        #expect(short.shows("one line") && long.shows("…"))
    }

    @Test func `escape sequences of a title or tag aren't printed`() async throws {
        let service = try TagService(.memory)
        try service.items.save(ItemDraft(title: "a\u{1B}[31mb\u{9B}2J", note: "c\u{1B}]0;d\u{7}", tags: []))
        var review = try ReviewFixture(service: service, columns: 60, rows: 12)
        await review.type("\u{1B}[200~x\u{1B}]0;y\u{7}\u{1B}[201~")
        #expect(review.lines[2].hasPrefix("a") || review.lines[1].hasPrefix("a"))
        #expect(!review.simulation.lastBytes.contains(7))
    }

    @Test func `without colors, a highlighted chip is in brackets and a chip that is on has a check mark`() async throws
    {
        var review = try ReviewFixture(["compiler news"], isColored: false)
        await review.press(.tab)
        #expect(review.text.contains(/\[1✓swift \d\d % \]/), "\(review.text)")
    }

    @Test func `the screen is drawn again in another size`() async throws {
        var review = try ReviewFixture(["compiler news", "harbor walk"])
        await review.settle()
        review.simulation.send(.resize(CellSize(columns: 40, rows: 10)))
        #expect(review.lines.count == 10 && review.shows("compiler news") && review.keys.hasPrefix("Enter saves"))
    }
}

/// Reviews of the items that a tag may fit.
@Suite struct FitReviewTests {
    private func review() throws -> ReviewFixture {
        let service = try TagService(.memory)
        let ids = try ["a", "b", "c", "d"].map { try service.items.save(ItemDraft(title: $0, tags: [])).item.id }
        try service.tags.create("swift")
        return try ReviewFixture(
            service: service, ids: ids, task: .fit("swift"), probabilities: [ids[0]: 0.83, ids[1]: 0.5])
    }

    @Test func `the tag and its probability are shown with each item`() async throws {
        var review = try review()
        await review.settle()
        #expect(review.lines[0] == "1 of 4 · #swift" && review.title == "a" && review.shows("swift 83 %"))
        #expect(review.keys == "y yes · n no · s skips · Esc ends")
    }

    @Test func `y and Enter add the tag, n and x remember that it doesn't fit, s skips`() async throws {
        var review = try review()
        await review.type("y", "n", "s", "\r")
        #expect(try review.tags(of: "a") == ["swift"] && review.tags(of: "d") == ["swift"])
        #expect(try review.service.items.dismissedTags(for: review.review.queue[1]) == ["swift"])
        #expect(try review.tags(of: "b").isEmpty && review.tags(of: "c").isEmpty)
        #expect(try review.service.review.queue().ids.contains(review.review.queue[2]))
        #expect(review.output == .finished(ReviewSummary(saved: 2, skipped: 1, dismissed: 1, left: 0)))
    }

    @Test func `u undoes a yes and a no`() async throws {
        var review = try review()
        await review.type("y", "x", "u", "u")
        #expect(review.title == "a" && review.lines[0] == "1 of 4 · #swift")
        #expect(try review.tags(of: "a").isEmpty)
        #expect(try review.service.items.dismissedTags(for: review.review.queue[1]).isEmpty)
        await review.type("w", "q")
        #expect(review.simulation.effects.count == 2 && review.review.field.isEmpty)
    }
}
