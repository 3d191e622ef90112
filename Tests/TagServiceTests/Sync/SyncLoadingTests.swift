import Foundation
import Sync
import TagService
import TagStore
import TestSupport
import Testing

/// An exchange loads only the items that its changes can affect.
@Suite struct SyncLoadingTests {
    @Test func `one change loads one item`() throws {
        let file = try SyncedFile()
        for number in 0..<50 {
            try file.service.items.save(ItemDraft(location: "https://x.example/\(number)", tags: ["sea"]))
        }
        try file.setUp(device: 1)
        let id = try #require(try file.service.items.find(at: "https://x.example/7").first).id
        try file.service.items.edit(id, with: ItemEdit(title: "Seven", added: ["new"]))
        let draft = try file.derive()
        #expect(draft.registers.things.keys.count { $0.kind == .item } == 1)
        try file.expectShown()
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func `the loaded part shows what the whole would show`(
        seed: UInt64
    ) throws {
        let files = try [SyncedFile(), SyncedFile()]
        var random = RandomCommands(random: SeededNumbers(seed: seed))
        for _ in 0..<30 { try random.run(on: files[0].service) }
        try files[0].setUp(device: 1)
        for _ in 0..<30 { try random.run(on: files[1].service) }
        try files[1].setUp(device: 2, receiving: [files[0].file(device: 1)])
        let count = 1 + Int(seed % 4)
        for file in files { for _ in 0..<count { try random.run(on: file.service) } }
        try files[0].derive()
        let before = try files[1].state()
        let part = try files[1].derive(receiving: [files[0].file(device: 1)])
        let whole = try files[1].state()
        #expect(part.state.tags == whole.tags && part.state.sets == whole.sets && part.state.rules == whole.rules)
        for item in whole.items.values {
            let isLoaded = item.ids.contains { part.registers.things[$0] != nil }
            let expected = isLoaded ? part.state.items[item.id] : before.items[item.id]
            #expect(expected == item, "seed \(seed): \(isLoaded ? "loaded" : "not loaded")")
        }
        #expect(part.state.items.values.allSatisfy { whole.items[$0.id] == $0 })
    }
}
