import Foundation
import TagService
import Testing

/// The items that a tag probably fits.
@Suite struct CandidateTests {
    private static let subjects = [
        "cooking": ["soup", "bread", "oven", "recipe", "dough"], "sailing": ["boat", "wind", "harbor", "sail", "tide"],
        "music": ["piano", "concert", "song", "chord", "album"],
    ]

    /// Returns a service with 20 items of each subject, tagged with it except for those of `untagged`.
    private func service(untagged: [String] = []) throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        for (number, subject) in Self.subjects.keys.sorted().enumerated() {
            let words = Self.subjects[subject] ?? []
            for place in 0..<20 {
                let title = "\(words[place % 5]) \(words[(place + 1 + place / 5) % 5]) \(number)\(place)"
                try service.items.save(ItemDraft(title: title, tags: untagged.contains(subject) ? [] : [subject]))
            }
        }
        return service
    }

    private func candidates(
        _ tag: String, limit: Int = 200, after place: ReviewCandidates.Place? = nil, on service: TagService
    ) throws -> [ReviewCandidate] { try service.review.candidates(for: tag, limit: limit, after: place).candidates }

    @Test func `a new tag of three items finds the others`() throws {
        let service = try service(untagged: ["sailing"])
        let ids = try service.items.find(ItemQuery("untagged")).items.map(\.id)
        try service.items.tag(.ids([ids[0], ids[7], ids[12]]), with: BulkTagging(added: ["sailing"]))
        let found = try candidates("sailing", on: service)
        let isRight = found.map { ids.contains($0.item.id) }
        #expect(isRight.prefix(10).allSatisfy { $0 } && isRight.count { $0 } >= 15, "\(isRight)")
        #expect(found.map(\.probability) == found.map(\.probability).sorted(by: >))
        #expect(found.allSatisfy { !$0.item.tags.contains("sailing") && (0.001...1).contains($0.probability) })
        let suggested = try service.review.entry(found[0].item.id).suggestions.first { $0.tag == "sailing" }
        #expect(suggested?.probability == found[0].probability)
    }

    @Test func `a tag without items is found by its names and its description`() throws {
        let service = try service()
        try service.sets.addTags(["harbor", "voyages"])
        #expect(try Set(candidates("harbor", on: service).map { $0.item.title.contains("harbor") }) == [true])
        #expect(try candidates("voyages", on: service).isEmpty)
        try service.tags.describe("voyages", as: "by boat, from harbor to harbor")
        let found = try candidates("VOYAGES", on: service)
        #expect(!found.isEmpty && found.allSatisfy { $0.item.tags == ["sailing"] }, "\(found)")
        #expect(throws: TagServiceError.self) { try candidates("none", on: service) }
    }

    @Test func `answers aren't asked again`() throws {
        let service = try service(untagged: ["music"])
        let ids = try service.items.find(ItemQuery("untagged")).items.map(\.id)
        try service.items.tag(.ids(Array(ids.prefix(3))), with: BulkTagging(added: ["tunes"]))
        var left = Set(try candidates("tunes", on: service).map(\.item.id))
        let all = left.count
        while let next = try candidates("tunes", limit: 1, on: service).first {
            #expect(left.remove(next.item.id) != nil)
            if ids.contains(next.item.id) {
                try service.items.tag(.ids([next.item.id]), with: BulkTagging(added: ["tunes"]))
            } else {
                try service.items.dismissTag("tunes", for: next.item.id)
            }
            left.formUnion(try candidates("tunes", on: service).map(\.item.id))
        }
        #expect(all >= 10 && left.isEmpty)
        try service.undoLog.undo()
        #expect(try candidates("tunes", on: service).count == 1)
    }

    @Test func `items that count as tagged already, and those with another tag of the group, are left out`() throws {
        let service = try service(untagged: ["cooking"])
        let ids = try service.items.find(ItemQuery("untagged")).items.map(\.id)
        try service.items.tag(.ids(Array(ids.prefix(3))), with: BulkTagging(added: ["kitchen"]))
        try service.items.tag(.ids([ids[4]]), with: BulkTagging(added: ["baking"]))
        try service.items.tag(.ids([ids[5]]), with: BulkTagging(added: ["workshop"]))
        func found() throws -> Set<Int64> { Set(try candidates("kitchen", on: service).map(\.item.id)) }
        #expect(try found().isSuperset(of: [ids[4], ids[5]]))
        try service.tags.addImplication(from: "baking", to: "kitchen")
        try service.tags.putGroup("rooms", tags: ["kitchen", "workshop"])
        #expect(try found().isDisjoint(with: [ids[4], ids[5]]) && found().contains(ids[6]))
    }

    @Test func `pages are stable, and items deleted meanwhile are left out`() throws {
        let service = try service(untagged: ["sailing"])
        let ids = try service.items.find(ItemQuery("untagged")).items.map(\.id)
        try service.items.tag(.ids(Array(ids.prefix(3))), with: BulkTagging(added: ["boats"]))
        let all = try candidates("boats", on: service).map(\.item.id)
        var (pages, place): ([Int64], ReviewCandidates.Place?) = ([], nil)
        repeat {
            let page = try service.review.candidates(for: "boats", limit: 4, after: place)
            pages += page.candidates.map(\.item.id)
            place = page.next
        } while place != nil
        #expect(pages == all && Set(all).count == all.count)
        try service.items.delete(all[0])
        #expect(try candidates("boats", on: service).allSatisfy { $0.item.id != all[0] })
        #expect(try candidates("boats", limit: 0, on: service).isEmpty)
    }

    @Test func `a set limits the items and what is learned`() throws {
        let service = try service(untagged: ["sailing"])
        try service.sets.create("other")
        let ids = try service.items.find(ItemQuery("untagged")).items.map(\.id)
        try service.items.tag(.ids(Array(ids.prefix(3))), with: BulkTagging(added: ["boats"]))
        let other = try service.items.save(ItemDraft(title: "boat harbor boats"), in: .named("other")).item.id
        let own = try service.review.candidates(for: "boats", in: .named("default"), limit: 200)
        #expect(!own.candidates.isEmpty && own.candidates.allSatisfy { $0.item.set == "default" })
        // The set 'other' doesn't have the tag, so that all sets are evidence.
        let foreign = try candidates("boats", on: service).first { $0.item.id == other }
        #expect(foreign?.probability ?? 0 > 0.1)
        #expect(try service.review.candidates(for: "boats", in: .named("other")).candidates.count == 1)
        #expect(throws: TagServiceError.self) { try service.review.candidates(for: "boats", in: .named("none")) }
    }
}
