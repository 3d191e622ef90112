import Foundation
import TagService
import Testing

@Suite struct UsualDayTests {
    private let day = 86_400.0

    /// Saves an item with tags a number of days before now.
    private func save(_ tags: [String], _ days: Int, _ service: TagService, _ now: Date) throws {
        let time = now.addingTimeInterval(Double(-days) * day)
        try service.items.save(ItemDraft(title: "\(days)", tags: tags, savedAt: time))
    }

    @Test func `a tag's probability is its share of the weekdays, with its share of all days as two more`() throws {
        let service = try TagService(.memory)
        let now = Date().addingTimeInterval(-3_600)
        for weeks in 1...4 { try save(weeks < 4 ? ["swim"] : ["rest"], weeks * 7, service, now) }
        for days in [1, 2, 3, 8] { try save(["read"], days, service, now) }
        let found = try service.items.usualDay(now)
        #expect(found.days == 4 && found.item == nil)
        #expect(found.tags.map(\.tag) == ["swim", "rest", "read"])
        // Three of four weekdays, and three of eight days.
        #expect(abs(found.tags[0].probability - (3 + 2 * 3.0 / 8) / 6) < 1e-9)
        #expect(found.tags[0].count == 3 && found.tags[2].count == 0)
        #expect(abs(found.tags[2].probability - (2 * 4.0 / 8) / 6) < 1e-9)
    }

    @Test func `the day itself isn't counted, and older years aren't`() throws {
        let service = try TagService(.memory)
        let now = Date().addingTimeInterval(-3_600)
        try save(["today"], 0, service, now)
        try save(["old"], 7 * 53, service, now)
        let found = try service.items.usualDay(now)
        #expect(found.days == 0 && found.item == 1)
        #expect(found.tags.map(\.tag) == ["today"])
        #expect(found.tags[0].isSaved && found.tags[0].probability == 0)
    }

    @Test func `another set has other days`() throws {
        let service = try TagService(.memory)
        let now = Date().addingTimeInterval(-3_600)
        try service.sets.create("a", tags: [])
        try save(["x"], 7, service, now)
        try service.sets.create("b", tags: [])
        #expect(try service.items.usualDay(now).tags.isEmpty)
        #expect(try service.items.usualDay(now, in: .named("a")).days == 1)
    }
}
