import Foundation
import TerminalSimulation
import TestSupport
import Testing
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct ReviewTests {
    static let titles = ["compiler news", "harbor walk", "an evening"]

    @Test func `an item is shown with its likely suggestions on, and Enter saves and goes on`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.settle()
        #expect(review.lines[0] == "1 of 3" && review.lines[2] == "compiler news")
        #expect(review.lines[3].hasPrefix("0.example · 2001-09-09"))
        #expect(review.text.contains(/1✓swift \d\d %/), "\(review.text)")
        #expect(review.keys.hasPrefix("Enter saves · 1"))
        await review.press(.enter)
        #expect(review.lines[0] == "2 of 3" && review.title == "harbor walk")
        #expect(review.shows("saved: swift · u undoes"))
        #expect(try review.tags(of: "compiler news") == ["swift"])
    }

    @Test func `digits toggle suggestions, and Alt with a digit also saves`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.type("1")
        #expect(review.review.chips.tags.isEmpty)
        await review.type("1")
        #expect(review.review.chips.tags == ["swift"])
        await review.type("\u{1B}1")
        #expect(try review.tags(of: "compiler news").isEmpty && review.title == "harbor walk")
        #expect(review.shows("saved without tags"))
        await review.type("9")
        #expect(review.simulation.effects.count == 1 && review.title == "harbor walk")
    }

    @Test func `s and the right arrow skip, and skipped items aren't offered again`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.type("s")
        await review.press(.right)
        #expect(review.title == "an evening" && review.shows("skipped harbor walk · u undoes"))
        await review.press(.escape)
        #expect(review.output == .finished(ReviewSummary(saved: 0, skipped: 2, dismissed: 0, left: 1)))
        #expect(try review.service.review.queue().ids.count == 1)
    }

    @Test func `the review ends after the last item`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.press(.enter, .enter, .enter)
        #expect(review.output == .finished(ReviewSummary(saved: 3, skipped: 0, dismissed: 0, left: 0)))
    }

    @Test func `u goes back to the last item with the choices that were made`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.type("u")
        #expect(review.shows("nothing to undo"))
        await review.type("1", "photo", "\r", "\r")
        #expect(try review.tags(of: "compiler news") == ["photo"])
        await review.type("u")
        #expect(review.title == "compiler news" && review.lines[0] == "1 of 3" && review.shows("undone"))
        #expect(try review.tags(of: "compiler news").isEmpty)
        #expect(review.review.chips.tags == ["photo"] && review.review.steps.isEmpty)
        await review.type("s", "s", "u", "u")
        #expect(review.title == "compiler news")
        #expect(try review.service.review.queue().ids.count == 3)
    }

    @Test func `x dismisses the highlighted suggestion or the first, and u brings it back`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.type("x")
        #expect(review.title == "compiler news" && review.shows("dismissed swift · u undoes"))
        let id = try #require(review.review.subject?.item.id)
        #expect(try review.service.items.dismissedTags(for: id) == ["swift"])
        #expect(!review.review.chips.suggestions.contains { $0.name == "swift" })
        await review.type("u")
        #expect(try review.service.items.dismissedTags(for: id).isEmpty)
        #expect(review.review.chips.suggestions.first?.name == "swift" && review.review.chips.tags == ["swift"])
        await review.press(.tab)
        #expect(review.review.chips.highlighted?.name == "swift")
        await review.type("x")
        #expect(try review.service.items.dismissedTags(for: id) == ["swift"])
    }

    @Test func `Tab and arrows highlight chips, and Space toggles the highlighted`() async throws {
        let service = try TagService(.memory)
        try service.items.save(ItemDraft(title: "a", tags: ["x1", "x2"]))
        var review = try ReviewFixture(service: service, query: "a")
        await review.press(.down)
        #expect(review.review.chips.highlighted?.name == "x1")
        await review.type(" ")
        #expect(review.review.chips.tags == ["x2"])
        await review.press(.up)
        await review.type("x")
        #expect(review.review.chips.tags.isEmpty && review.shows("x2 is off; Enter saves"))
        await review.type("#x2", "\r", "\r")
        #expect(try review.tags(of: "a") == ["x2"])
    }

    @Test func `o opens the location, and a failure is shown`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.type("o")
        #expect(review.opened.all == ["https://www.0.example/page"])
        #expect(review.shows("opened https://www.0.example/page"))
        let service = try TagService(.memory)
        try service.items.save(ItemDraft(title: "a", tags: []))
        try service.items.save(ItemDraft(title: "b", location: "mailto:a@b.example", tags: []))
        var other = try ReviewFixture(service: service)
        await other.type("o")
        #expect(other.shows("can't open it"))
        await other.type("s", "o")
        #expect(other.shows("a has no location"))
    }

    @Test func `Ctrl-C interrupts, and a closed terminal ends the review`() async throws {
        var review = try ReviewFixture(Self.titles)
        await review.type("s", "\u{3}")
        #expect(review.output == .interrupted(ReviewSummary(saved: 0, skipped: 1, dismissed: 0, left: 2)))
        var other = try ReviewFixture(Self.titles)
        other.simulation.send(.inputEnded)
        #expect(other.output == .interrupted(ReviewSummary(saved: 0, skipped: 0, dismissed: 0, left: 3)))
    }

    @Test func `keys that are typed ahead wait for their item`() async throws {
        var review = try ReviewFixture(Self.titles)
        for key in ["1", "\r", "s", "p", "q", "\r", "\r"] { review.simulation.type(key) }
        await review.settle()
        #expect(try review.tags(of: "compiler news").isEmpty && review.tags(of: "harbor walk").isEmpty)
        #expect(try review.tags(of: "an evening") == ["pq"])
        #expect(review.output == .finished(ReviewSummary(saved: 2, skipped: 1, dismissed: 0, left: 0)))
    }
}

/// Changes that other programs make while an item is shown.
@Suite struct ReviewConflictTests {
    @Test func `an item that another program changed is shown again before it's saved`() async throws {
        var review = try ReviewFixture(ReviewTests.titles)
        await review.type("photo", "\r")
        let id = try #require(review.review.subject?.item.id)
        try review.service.items.edit(id, with: ItemEdit(title: "compilers", tags: ["new"]))
        await review.press(.enter)
        #expect(review.title == "compilers" && review.shows("another program has changed this item"))
        #expect(try review.tags(of: "compilers") == ["new"])
        #expect(Set(review.review.chips.tags).isSuperset(of: ["new", "photo", "swift"]))
        await review.press(.enter)
        #expect(try Set(review.tags(of: "compilers")).isSuperset(of: ["new", "photo", "swift"]))
        #expect(review.title == "harbor walk")
    }

    @Test func `a deleted item is reported and left out`() async throws {
        var review = try ReviewFixture(ReviewTests.titles)
        await review.settle()
        let id = try #require(review.review.subject?.item.id)
        try review.service.items.delete(id)
        await review.press(.enter)
        #expect(review.title == "harbor walk" && review.shows("another program has deleted an item"))
        let next = try #require(review.review.subject?.item.id)
        try review.service.items.delete(next)
        await review.type("x")
        #expect(review.title == "an evening" && review.shows("another program has deleted an item"))
        await review.press(.escape)
        #expect(review.output == .finished(ReviewSummary(saved: 0, skipped: 0, dismissed: 0, left: 1)))
    }

    @Test func `an item that was deleted before it's shown is left out`() async throws {
        var review = try ReviewFixture(ReviewTests.titles)
        try review.service.items.delete(review.review.queue[1])
        await review.type("s")
        #expect(review.title == "an evening" && review.shows("another program has deleted an item"))
    }

    @Test func `u doesn't undo the change of another program`() async throws {
        var review = try ReviewFixture(ReviewTests.titles)
        await review.type("s")
        try review.service.tags.create("other")
        await review.type("u")
        #expect(review.shows("another program made the last change; use 'tagflow undo' to undo it"))
        #expect(review.title == "harbor walk" && review.review.steps.count == 1)
        #expect(try review.service.tags.named("other").tag == "other")
    }

    @Test func `an item whose saving fails comes back with its choices`() async throws {
        let service = try TagService(.memory)
        for tags in [["x"], []] { try service.items.save(ItemDraft(title: "same", note: "", tags: tags)) }
        var review = try ReviewFixture(service: service)
        await review.settle()
        // An item of the same title, time and tags can't exist twice.
        let (stored, item) = (review.review.queue[0], try #require(review.review.subject?.item))
        let other = try #require(try service.items.find().items.first { $0.id != stored })
        try service.items.edit(other.id, with: ItemEdit(savedAt: item.savedAt))
        await review.type("x", "#x", "\r", "\r")
        #expect(review.title == "same" && review.review.chips.tags == ["x"])
        #expect(review.shows("would be identical"), "\(review.text)")
        #expect(review.review.steps.count <= 1)
    }
}
