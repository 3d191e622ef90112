import Foundation
import TerminalSimulation
import Testing
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// Typing a tag in a review.
@Suite struct ReviewFieldTests {
    /// Returns a review of the untagged item `new` whose database has these tags.
    private func review(_ tags: [String] = ["rap", "network", "film", "swift"]) throws -> ReviewFixture {
        let service = try TagService(.memory)
        try service.sets.addTags(tags)
        try service.items.save(ItemDraft(title: "new", tags: []))
        return try ReviewFixture(service: service)
    }

    @Test func `Enter takes the best tag that begins so, an exact name, or else a new tag`() async throws {
        var review = try review(["a film", "rap", "film", "network", "films at night"])
        await review.type("fil")
        #expect(review.review.field.choices.first?.name == "film" && review.shows("Enter adds film"))
        #expect(review.review.field.choices.last == ReviewField.Choice(name: "fil", isNew: true))
        #expect(review.shows("4+Create \"fil\""))
        await review.type("\r", "nigh", "\r", "RAP", "\r", "perf", "\r")
        #expect(Set(review.review.chips.tags) == ["film", "films at night", "rap", "perf"])
        await review.type("\r")
        #expect(try Set(review.tags(of: "new")) == ["film", "films at night", "rap", "perf"])
    }

    @Test func `a match in the middle isn't taken by Enter, but by an arrow key`() async throws {
        var review = try review()
        await review.type("work")
        #expect(review.review.field.choices.map(\.name) == ["work", "network"])
        #expect(review.shows("1+Create \"work\"") && review.shows("Enter creates the tag"))
        await review.press(.down, .enter)
        #expect(review.review.chips.tags == ["network"])
        await review.type("work", "\r")
        #expect(Set(review.review.chips.tags) == ["network", "work"])
    }

    @Test func `Alt+Enter and comma take the text as typed`() async throws {
        var review = try review()
        await review.type("ra", "\u{1B}\r", "fil", ",", "RAP", ",")
        #expect(Set(review.review.chips.tags) == ["ra", "fil", "rap"])
        await review.type(",")
        #expect(review.simulation.effects.count == 1 && review.review.field.editor.text == "#")
    }

    @Test func `Alt with a digit takes the completion with that number`() async throws {
        var review = try review(["apple", "apricot", "avocado"])
        await review.type("ap")
        let second = review.review.field.choices[1].name
        await review.type("\u{1B}2")
        #expect(review.review.chips.tags == [second] && review.review.field.isEmpty)
        await review.type("ap", "\u{1B}9")
        #expect(review.review.chips.tags == [second] && review.simulation.effects.count == 1)
        await review.type("2024")
        #expect(review.review.field.text == "ap2024")
    }

    @Test func `letters are keys while nothing is typed, and a number sign begins a tag`() async throws {
        var review = try review()
        await review.type("#", "s", "w", "\r")
        #expect(review.title == "new" && review.review.chips.tags == ["swift"])
        await review.type("#2024", "\r", "é", "\r")
        #expect(Set(review.review.chips.tags) == ["swift", "2024", "é"])
        await review.type("#")
        await review.press(.backspace)
        #expect(review.review.field.isEmpty && review.title == "new")
    }

    @Test func `letters and digits after a comma are the next tag, and Enter saves`() async throws {
        var review = try review()
        await review.type("#osx", ",", "ui", ",", "3d", ",", "x11", ",", "sun", ",")
        #expect(review.title == "new" && Set(review.review.chips.tags) == ["osx", "ui", "3d", "x11", "sun"])
        await review.press(.backspace)
        #expect(review.review.field.text == "sun" && !review.review.chips.isOn("sun"))
        await review.type(",", "\r")
        #expect(review.output == .finished(ReviewSummary(saved: 1, skipped: 0, dismissed: 0, left: 0)))
    }

    @Test func `the tags that weren't saved are named at the end`() async throws {
        var review = try review()
        await review.type("#osx", ",")
        await review.press(.escape, .escape)
        guard case .finished(let summary) = review.output else {
            Issue.record("the review goes on")
            return
        }
        #expect(summary.unsaved == ["osx"] && summary.saved == 0)
    }

    @Test func `Backspace right after a tag was taken brings the text back`() async throws {
        var review = try review()
        await review.type("fil", "\r")
        await review.press(.backspace)
        #expect(review.review.field.text == "fil" && review.review.chips.tags.isEmpty)
        await review.type("m", "\r", "#film", "\r")
        await review.press(.backspace)
        #expect(review.review.field.editor.text == "#film" && review.review.chips.tags == ["film"])
    }

    @Test func `the known tag is offered for a near duplicate, and Tab swaps`() async throws {
        var review = try review(["programming", "rap"])
        await review.type("programing", ",")
        #expect(review.shows("\"programing\" is new; use \"programming\" (8 uses)? Tab swaps"))
        await review.press(.tab)
        #expect(review.review.chips.tags == ["programming"])
    }

    @Test func `the right arrow completes at the end of the text, and Esc clears it`() async throws {
        var review = try review()
        await review.type("net")
        #expect(review.shows("> network"))
        await review.press(.right)
        #expect(review.review.field.text == "network")
        await review.press(.escape)
        #expect(review.review.field.isEmpty && review.output == nil && review.title == "new")
    }

    @Test func `an invalid name is reported, and stays to be edited`() async throws {
        var review = try review()
        await review.settle()
        review.simulation.send(.paste(String(repeating: "long", count: 300)))
        await review.press(.enter)
        #expect(review.shows("1000 bytes"), "\(review.text)")
        #expect(!review.review.field.isEmpty)
        #expect(review.review.chips.tags.isEmpty)
    }

    @Test func `a saved new tag completes at the next item`() async throws {
        let service = try TagService(.memory)
        for title in ["a", "b"] { try service.items.save(ItemDraft(title: title, tags: [])) }
        var review = try ReviewFixture(service: service)
        await review.type("perf", "\r", "\r", "pe", "\r", "\r")
        #expect(try review.tags(of: "a") == ["perf"] && review.tags(of: "b") == ["perf"])
    }
}
