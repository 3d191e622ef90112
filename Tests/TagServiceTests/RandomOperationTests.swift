import TagService
import TestSupport
import Testing

@Suite struct RandomOperationTests {
    /// Does random things, some of which fail; every state can be taken back step by step, and the counts stay exact.
    @Test(arguments: [1, 2, 3])
    func `any operations can be undone and redone exactly, and the counts stay exact`(
        seed: UInt64
    ) async throws {
        var numbers = SeededNumbers(seed: seed)
        let fixture = try ServiceFixture()
        for set in ["one", "two"] { _ = try await fixture.service.createSet(set, tags: Self.names) }
        var states = [try await fixture.exportNDJSON()]
        for _ in 0..<1_000 {
            do {
                try await Self.operate(on: fixture.service, &numbers)
            } catch is TagServiceError {
                // Refused, and nothing was changed: the state below must be the last one.
            }
            let state = try await fixture.exportNDJSON()
            if state != states.last { states.append(state) }
        }
        #expect(try await fixture.service.diagnose().isHealthy, "seed \(seed)")
        #expect(states.count > 100, "seed \(seed) does too little")
        try await expectUndone(states, fixture, seed)
    }

    private func expectUndone(
        _ states: [String],
        _ fixture: ServiceFixture,
        _ seed: UInt64
    ) async throws {
        for (place, state) in states.dropLast().enumerated().reversed() {
            try await Self.step(until: state, fixture) { try await fixture.service.undo() }
            #expect(try await fixture.exportNDJSON() == state, "seed \(seed), back to \(place)")
        }
        #expect(try await fixture.service.diagnose().isHealthy, "seed \(seed)")
        while (try? await fixture.service.redo()) != nil {}
        #expect(try await fixture.exportNDJSON() == states.last, "seed \(seed)")
        #expect(try await fixture.service.diagnose().isHealthy, "seed \(seed)")
    }

    /// Steps back; a step may change what an export does not show, such as ids.
    private static func step(
        until state: String,
        _ fixture: ServiceFixture,
        _ step: () async throws -> String
    ) async throws {
        for _ in 0..<5 {
            _ = try await step()
            if try await fixture.exportNDJSON() == state { return }
        }
    }

    private static let names = ["a", "b", "c", "d", "e", "F", "g h"]

    private static func operate(on service: TagService, _ numbers: inout SeededNumbers) async throws
    {
        let sets = ["default", "one", "two"]
        func name() -> String { Self.names.randomElement(using: &numbers) ?? "a" }
        let set = SetReference.named(sets.randomElement(using: &numbers) ?? "default")
        switch Int.random(in: 0..<17, using: &numbers) {
        case 0:
            _ = try await service.createSet(
                sets.randomElement(using: &numbers) ?? "one",
                tags: [name()]
            )
        case 1: _ = try await service.dropSet(sets.randomElement(using: &numbers) ?? "one")
        case 2: _ = try await service.renameTag(name(), to: name())
        case 3: _ = try await service.mergeTags(name(), into: name())
        case 4: _ = try await service.addAlias("alias \(name())", of: name())
        case 5: _ = try await service.removeAlias("alias \(name())")
        case 6, 7: _ = try await service.addTags([name(), name()], to: set)
        case 8: _ = try await service.removeTags([name()], from: set)
        case 9: _ = try await service.moveTag(name(), before: name(), in: set)
        case 10, 11, 12: _ = try await service.changeSelection([name()], .toggle, in: set)
        case 13: _ = try await service.clear(set)
        case 14, 15: _ = try await service.save(label: name(), in: set)
        default: _ = try await service.forget(Int64.random(in: 1...20, using: &numbers))
        }
    }
}
