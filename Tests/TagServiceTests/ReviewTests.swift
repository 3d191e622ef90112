import Foundation
import TagService
import Testing

/// Reviews: the queue, saving and skipping, and what keeps the mark of a reviewed item.
@Suite struct ReviewTests {
    private func service() throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial, now: { Date(timeIntervalSince1970: 1_790_000_000) })
        try service.sets.create("links")
        return service
    }

    /// Saves an item; larger days are newer.
    @discardableResult private func save(
        _ title: String, tags: [String] = [], day: Int = 1, in set: String = "links", on service: TagService
    ) throws -> Int64 {
        let time = Date(timeIntervalSince1970: 1_780_000_000 + Double(day) * 86_400)
        return try service.items.save(ItemDraft(title: title, tags: tags, savedAt: time), in: .named(set)).item.id
    }

    @Test func `a queue has untagged items, newest first, that weren't saved or skipped before`() throws {
        let service = try service()
        let ids = try (1...4).map { try save("sea \($0)", day: $0, on: service) }
        try save("tagged", tags: ["sea"], on: service)
        #expect(try service.review.queue().ids == ids.reversed())
        let item = try service.review.save(ids[3], tags: ["sea", "new tag"])
        #expect(Set(item.tags) == ["new tag", "sea"] && item.id == ids[3])
        try service.review.skip(ids[2])
        let queue = try service.review.queue()
        #expect(queue.ids == [ids[1], ids[0]] && queue.total == 2)
        #expect(try service.review.queue(again: true).ids == [ids[2], ids[1], ids[0]])
        #expect(try service.review.queue(for: "#sea").ids.count == 1)
        #expect(try service.review.queue(for: "#sea", again: true).ids.count == 2)
        #expect(try service.review.queue(for: "sort:old").ids.first == ids[0])
        #expect(try service.review.queue(in: .named("links")).total == 2)
        try service.sets.create("other")
        #expect(try service.review.queue(in: .named("other")).total == 0)
        #expect(throws: TagServiceError.self) { try service.review.queue(for: "#none") }
        #expect(throws: TagServiceError.self) { try service.review.queue(for: "(") }
        #expect(throws: TagServiceError.self) { try service.review.queue(in: .named("none")) }
    }

    @Test func `an entry has suggestions that the item doesn't have and that weren't dismissed`() throws {
        let service = try service()
        for number in 1...6 { try save("sea map \(number)", tags: ["sea", "map", "blue"], on: service) }
        let id = try save("sea map", tags: ["blue"], on: service)
        func suggested() throws -> [String] { try service.review.entry(id).suggestions.map(\.tag) }
        #expect(try Set(suggested()) == ["sea", "map"])
        #expect(try service.review.entry(id).suggestions.allSatisfy { $0.probability ?? 0 > TagService.Review.likely })
        try service.items.dismissTag("map", for: id)
        #expect(try suggested() == ["sea"])
        for number in 1...5 { try save("many words \(number)", tags: (1...12).map { "tag \($0)" }, on: service) }
        let many = try save("many words", on: service)
        #expect(try service.review.entry(many).suggestions.count == 9)
    }

    @Test func `saving and skipping are one undo step each`() throws {
        let service = try service()
        let id = try save("sea", tags: ["old"], on: service)
        try service.review.save(id, tags: ["sea"])
        #expect(try service.undoLog.undo().summary == "review \(id)")
        #expect(try service.items.item(id).tags == ["old"])
        #expect(try service.review.queue(for: "sea").ids == [id])
        try service.undoLog.redo()
        #expect(try service.items.item(id).tags == ["sea"])
        #expect(try service.review.queue(for: "sea").ids.isEmpty)
        try service.undoLog.undo()
        try service.review.skip(id)
        #expect(try service.items.item(id).modifiedAt == nil && service.review.queue(for: "sea").ids.isEmpty)
        try service.undoLog.undo()
        #expect(try service.review.queue(for: "sea").ids == [id])
        try service.review.skip(id)
        #expect(try service.review.forget(id) && !service.review.forget(id))
        #expect(try service.review.queue(for: "sea").ids == [id])
        try service.undoLog.undo()
        #expect(try service.review.queue(for: "sea").ids.isEmpty)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `an item that was deleted since the queue was read is reported`() throws {
        let service = try service()
        let ids = try (1...3).map { try save("sea \($0)", day: $0, on: service) }
        let queue = try service.review.queue()
        try service.items.delete(ids[1])
        #expect(queue.ids.contains(ids[1]))
        #expect(throws: TagServiceError.unknownItem(ids[1])) { try service.review.entry(ids[1]) }
        #expect(throws: TagServiceError.unknownItem(ids[1])) { try service.review.save(ids[1], tags: ["sea"]) }
        #expect(throws: TagServiceError.unknownItem(ids[1])) { try service.review.skip(ids[1]) }
        #expect(throws: TagServiceError.unknownItem(ids[1])) { try service.review.forget(ids[1]) }
        #expect(try service.tags.page(.name, limit: 10).tags.isEmpty)
        #expect(throws: TagServiceError.self) { try service.review.save(ids[0], tags: [""]) }
        #expect(try service.review.queue().ids == [ids[2], ids[0]])
    }

    @Test func `deleting, merging and undo keep the mark`() throws {
        let service = try service()
        let (one, two, three) = (
            try save("one", on: service), try save("two", on: service), try save("three", on: service)
        )
        try service.review.skip(one)
        try service.items.delete(one)
        try service.undoLog.undo()
        #expect(try Set(service.review.queue().ids) == [two, three])
        try service.items.merge([one], into: two)
        #expect(try service.review.queue().ids == [three])
        try service.undoLog.undo()
        #expect(try Set(service.review.queue().ids) == [two, three])
        try service.items.merge([three], into: one)
        #expect(try service.review.queue().ids == [two])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `the mark is exported and imported`() throws {
        let service = try service()
        let ids = [try save("one", on: service), try save("two", on: service)]
        let located = try service.items.save(ItemDraft(title: "at", location: "/a"), in: .named("links")).item.id
        for id in [ids[0], located] { try service.review.skip(id) }
        let exported = try service.files.exportNDJSON()
        #expect(exported.split(separator: "\n").filter { $0.contains("reviewed") }.count == 2)
        #expect(exported.contains(#""reviewed":true"#))
        let copy = try TagService(.memory, concurrency: .serial)
        let options = ImportOptions(format: .ndjson, name: "all")
        _ = try copy.files.importData(Array(exported.utf8), options: options)
        #expect(try copy.review.queue().total == 1 && copy.review.queue(again: true).total == 3)
        #expect(try copy.files.exportNDJSON() == exported)
        let again = try copy.files.importData(Array(exported.utf8), options: options)
        #expect(again.newItems == 0 && again.replaced == 0)
        // A stored item gets the mark, and no import removes it.
        let known = #"{"location": "/a", "set": "links", "reviewed": false}"# + "\n"
        _ = try copy.files.importData(Array(known.utf8), options: options)
        _ = try copy.files.importData(
            Array(#"{"title": "two", "at": "2026-05-29T20:26:40Z", "set": "links", "reviewed": true}"#.utf8),
            options: options)
        #expect(try copy.review.queue(again: true).total == 3 && copy.review.queue().total == 0)
        try copy.undoLog.undo()
        #expect(try copy.review.queue().total == 1)
        #expect(try copy.maintenance.diagnose().isHealthy)
        #expect(throws: TagServiceError.self) {
            _ = try copy.files.importData(Array(#"{"title": "x", "reviewed": "yes"}"#.utf8), options: options)
        }
    }

    @Test func `a caller limited to sets reviews only their items`() throws {
        let service = try service()
        try service.sets.create("secret")
        let hidden = try save("hidden", in: "secret", on: service)
        let id = try save("sea", on: service)
        for _ in 1...3 { try save("sea", tags: ["deep secret"], in: "secret", on: service) }
        // The set 'default' has the id 1.
        try service.limited(to: [2]) {
            #expect(try service.review.queue().ids == [id])
            #expect(try service.review.entry(id).suggestions.isEmpty)
            #expect(throws: TagServiceError.unknownItem(hidden)) { try service.review.entry(hidden) }
            #expect(throws: TagServiceError.unknownItem(hidden)) { try service.review.skip(hidden) }
            try service.review.skip(id)
            #expect(try service.review.queue().ids.isEmpty)
        }
        #expect(try service.review.queue().ids == [hidden])
    }
}
