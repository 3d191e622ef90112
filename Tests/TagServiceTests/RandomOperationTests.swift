import TagService
import TestSupport
import Testing

@Suite struct RandomOperationTests {
    /// Runs random operations, including invalid ones, and checks that every state can be undone step by step with exact counts.
    @Test(arguments: [1, 2, 3]) func `random operations can be undone and redone exactly, with exact counts`(
        seed: UInt64
    ) async throws {
        var numbers = SeededNumbers(seed: seed)
        let fixture = try ServiceFixture()
        for set in ["one", "two"] { _ = try fixture.service.sets.create(set, tags: Self.names) }
        var states = [try await Self.state(of: fixture)]
        var learned: Set<LearnedNumbers> = []
        var model = ImplicationModel()
        var items = ItemModel()
        var implied: Set<ImplicationModel.Pair> = []
        for _ in 0..<700 {
            do { try await Self.operate(on: fixture.service, &numbers, &model, &items) } catch is TagServiceError {
                // The operation was rejected, so the state must be unchanged.
            }
            let state = try await Self.state(of: fixture)
            if state != states.last { states.append(state) }
            learned.insert(try fixture.service.suggestions.learnedNumbers())
            try await Self.expect(model, in: fixture.service, &numbers, seed)
            implied.formUnion(model.pairs)
            #expect(try await ItemModel.shown(by: fixture.service) == items.shown, "seed \(seed)")
        }
        #expect(try fixture.service.maintenance.diagnose().isHealthy, "seed \(seed)")
        #expect(states.count > 100, "seed \(seed) changes too little")
        #expect(learned.count > 10, "seed \(seed) learns too little")
        #expect(implied.count > 10, "seed \(seed) adds too few implications")
        #expect(items.replacements > 10, "seed \(seed) replaces too few items")
        try await expectUndone(states, fixture, seed)
    }

    /// Checks that the implications equal the model, and that implied tags are suggested first.
    private static func expect(
        _ model: ImplicationModel, in service: TagService, _ numbers: inout SeededNumbers, _ seed: UInt64
    ) async throws {
        #expect(ImplicationModel(try service.tags.implications()) == model, "seed \(seed)")
        #expect(model.isAcyclic, "seed \(seed)")
        guard let tag = try service.tags.all(in: nil).randomElement(using: &numbers)?.tag else { return }
        let closure = model.closure(of: tag)
        let offered = try service.suggestions.find(for: SuggestionQuery(given: [tag], limit: 20))
        let following = offered.prefix { $0.because.first == "\(tag) implies it" }
        #expect(Set(following.map(\.tag)) == closure, "seed \(seed)")
    }

    private func expectUndone(_ states: [String], _ fixture: ServiceFixture, _ seed: UInt64) async throws {
        for (place, state) in states.dropLast().enumerated().reversed() {
            try await Self.step(until: state, fixture) { try fixture.service.undoLog.undo() }
            #expect(try await Self.state(of: fixture) == state, "seed \(seed), back to \(place)")
        }
        #expect(try fixture.service.maintenance.diagnose().isHealthy, "seed \(seed)")
        while (try? fixture.service.undoLog.redo()) != nil {}
        #expect(try await Self.state(of: fixture) == states.last, "seed \(seed)")
        #expect(try fixture.service.maintenance.diagnose().isHealthy, "seed \(seed)")
    }

    /// Undoes steps; a step may change data that an export doesn't contain, such as ids.
    private static func step(
        until state: String, _ fixture: ServiceFixture, _ step: () async throws -> UndoStep
    ) async throws {
        for _ in 0..<5 {
            _ = try await step()
            if try await Self.state(of: fixture) == state { return }
        }
    }

    /// The visible state and the exact learned numbers.
    private static func state(of fixture: ServiceFixture) async throws -> String {
        let learned = try fixture.service.suggestions.learnedNumbers()
        return try await fixture.exportNDJSON() + "\(learned)"
    }

    private static let names = ["a", "b", "c", "d", "e", "F", "g h"]

    private static func operate(
        on service: TagService, _ numbers: inout SeededNumbers, _ model: inout ImplicationModel,
        _ items: inout ItemModel
    ) async throws {
        let sets = ["default", "one", "two"]
        func name() -> String { Self.names.randomElement(using: &numbers) ?? "a" }
        let setName = sets.randomElement(using: &numbers) ?? "default"
        let set = SetReference.named(setName)
        switch Int.random(in: 0..<30, using: &numbers) {
        case 0: _ = try service.sets.create(sets.randomElement(using: &numbers) ?? "one", tags: [name()])
        case 1:
            try service.sets.delete(setName)
            items.drop(setName)
        case 2:
            let names = try service.tags.rename(name(), to: name(), leavesAlias: Bool.random(using: &numbers))
            model.rename(names.old, names.new)
            items.rename(names.old, names.new)
        case 3:
            let names = try service.tags.merge(name(), into: name())
            model.merge(names.from, names.into)
            items.rename(names.from, names.into)
        case 4: _ = try service.tags.addAlias("alias \(name())", to: name())
        case 5: _ = try service.tags.removeAlias("alias \(name())")
        case 6, 7: _ = try service.sets.addTags([name(), name()], to: set)
        case 8: _ = try service.sets.removeTags([name()], from: set)
        case 9: _ = try service.sets.moveTag(name(), before: name(), in: set)
        case 10, 11, 12: _ = try service.selection.toggle([name()], in: set)
        case 13: _ = try service.selection.clear(in: set)
        case 14: _ = try service.items.save(title: name(), in: set)
        case 15:
            let tags = (0..<4).map { _ in name() }
            try service.sets.addTags(tags, to: set)
            try service.selection.select(tags, in: set)
            try service.items.save(title: name(), in: set)
        case 16, 17, 18, 19:
            let rule = try service.tags.addImplication(from: name(), to: name())
            model.imply(rule.tag, rule.implies[0])
        case 20:
            let rule = try service.tags.deleteImplication(from: name(), to: name())
            model.unimply(rule.tag, rule.implies[0])
        case 21:
            let tag = try service.tags.named(name()).tag
            try service.selection.select([tag], in: set, implied: .all)
            let selected = Set(try service.selection.tags(in: set))
            #expect(selected.isSuperset(of: model.closure(of: tag)))
        case 22:
            for tag in try service.tags.delete([name()]) {
                model.delete(tag)
                items.delete(tag)
            }
        case 23, 24: try await items.save([name(), name()], name(), in: setName, of: service, &numbers)
        case 25, 26, 27:
            let tags = [name(), name(), name()]
            try await items.bring(tags, name(), into: setName, of: service, &numbers)
        default: items.forget(try service.items.delete(Int64.random(in: 1...60, using: &numbers)))
        }
    }
}
