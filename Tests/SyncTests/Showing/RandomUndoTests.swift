import Foundation
import TagService
import TestSupport
import Testing

@testable import Sync
@testable import TagStore

/// Random commands, exchanges, undos and redos on one database: none of them fails, and the rows stay consistent.
@Suite struct RandomUndoTests {
    @Test func `Undo and redo never fail after exchanges`() throws {
        let environment = ProcessInfo.processInfo.environment
        let runs = environment["TAGFLOW_SYNC_RUNS"].flatMap(UInt64.init) ?? 40
        let first = environment["TAGFLOW_SYNC_SEED"].flatMap(UInt64.init) ?? 1
        var states: [SyncDatabase] = []
        for seed in first..<first + runs {
            if seed % 10 == 1 || states.isEmpty { states = Self.states(seed) }
            var trial = try RandomUndo(seed: seed, states: states)
            if let problem = trial.failure() {
                Issue.record("seed \(seed): \(problem)\n\(trial.log.joined(separator: "\n"))")
                return
            }
        }
    }

    /// Returns the states of the devices of a random history.
    private static func states(_ seed: UInt64) -> [SyncDatabase] {
        var world = TrialWorld(seed: seed, flaws: [])
        return Trial(seed: seed).operations
            .flatMap { operation -> [SyncDatabase] in
                world.perform(operation)
                return world.participants.suffix(1).map { $0.device.database }
            }
    }
}

private struct RandomUndo {
    var random: SeededNumbers
    let states: [SyncDatabase]
    var database: ShownDatabase
    let service: TagService
    var log: [String] = []

    private static let tagNames = ["a", "A", "a/b", "a/c", "b", "c", "d", "swift", "é"]
    private static let setNames = ["work", "days", "kept"]

    init(seed: UInt64, states: [SyncDatabase]) throws {
        random = SeededNumbers(seed: seed)
        self.states = states
        database = try ShownDatabase()
        service = try TagService(
            .file(path: database.path), concurrency: .serial, now: { Date(timeIntervalSince1970: 1_700_000_000) })
    }

    /// Returns the first error, or the problems that `doctor` finds.
    mutating func failure() -> String? {
        do {
            for _ in 0..<25 { try perform() }
            // Everything can be undone and redone.
            while try service.undoLog.next().undo != nil { log.append("undo \(try service.undoLog.undo().summary)") }
            while try service.undoLog.next().redo != nil { log.append("redo \(try service.undoLog.redo().summary)") }
            let problems = try database.store.diagnose().problems
            return problems.isEmpty ? nil : "\(problems)"
        } catch { return "\(error)" }
    }

    private mutating func perform() throws {
        switch random.below(10) {
        case 0...1:
            guard let state = random.pick(states) else { return }
            log.append("show")
            try database.show(state)
        case 2: if try service.undoLog.next().undo != nil { log.append("undo \(try service.undoLog.undo().summary)") }
        case 3: if try service.undoLog.next().redo != nil { log.append("redo \(try service.undoLog.redo().summary)") }
        case 4:
            if try database.store.read({ try $0.receivedStep() }) != nil {
                log.append("sync undo")
                try service.undoLog.undoReceived()
            }
        default: do { try command() } catch let error as TagServiceError { log.append("refused: \(error)") }
        }
    }

    private mutating func command() throws {
        let (tag, other) = (name(), name())
        let items = try database.store.read { reader in try reader.sets().flatMap { try reader.itemIDs(inSet: $0.id) } }
        let set = try random.pick(service.sets.all().map(\.set)) ?? "work"
        let number = random.below(18)
        log.append("\(number) \(tag) \(other) \(set)")
        switch number {
        case 0...2:
            try service.items.save(
                ItemDraft(title: "t\(random.below(3))", location: location(), tags: [tag, other]), in: .named(set))
        case 3...5:
            guard let item = random.pick(items) else { return }
            try service.items.edit(
                item,
                with: ItemEdit(
                    title: random.happens(50) ? "t\(random.below(3))" : nil,
                    location: random.happens(30) ? location() : nil, added: random.happens(50) ? [tag] : [],
                    removed: random.happens(50) ? [other] : []))
        case 6: if let item = random.pick(items) { try service.items.delete(item) }
        case 7: try service.tags.rename(tag, to: other, leavesAlias: random.happens(50))
        case 8: try service.tags.merge(tag, into: other)
        case 9: try service.tags.delete([tag])
        case 10: try service.tags.addAlias(other, to: tag)
        case 11: try service.tags.addImplication(from: tag, to: other)
        case 12: try service.tags.describe(tag, as: "text \(random.below(3))")
        case 13: try service.sets.create(Self.setNames[random.below(3)], tags: [tag], isDaily: random.happens(30))
        case 14: try service.sets.rename(set, to: Self.setNames[random.below(3)])
        case 15: try service.sets.delete(set)
        case 16: try service.sets.addTags([tag, other], to: .named(set))
        default: try service.items.saveView("view\(random.below(2))", query: "#\(tag)", isLenient: true)
        }
    }

    private mutating func name() -> String { random.pick(Self.tagNames) ?? "a" }

    private mutating func location() -> String { "https://x.org/\(random.below(3))" }
}
