import Foundation
import Sync
import TagService
import TagStore
import TestSupport
import Testing

/// Random commands, exchanges, undos and redos on two databases: none of them fails, and both show the same.
@Suite struct RandomUndoTests {
    @Test func `Undo and redo never fail after exchanges`() throws {
        let environment = ProcessInfo.processInfo.environment
        let runs = environment["TAGFLOW_SYNC_RUNS"].flatMap(UInt64.init) ?? 12
        let first = environment["TAGFLOW_SYNC_SEED"].flatMap(UInt64.init) ?? 1
        for seed in first..<first + runs {
            var trial = try RandomUndo(seed: seed)
            if let problem = trial.failure() {
                Issue.record("seed \(seed): \(problem)\n\(trial.log.joined(separator: "\n"))")
                return
            }
        }
    }
}

private struct RandomUndo {
    var commands: RandomCommands
    let files: [SyncedFile]
    var log: [String] = []

    init(seed: UInt64) throws {
        commands = RandomCommands(random: SeededNumbers(seed: seed))
        files = [try SyncedFile(), try SyncedFile()]
        for _ in 0..<6 { try commands.run(on: files[0].service) }
        try files[0].setUp(device: 1)
        try files[1].setUp(device: 2, receiving: [files[0].file(device: 1)])
    }

    /// Returns the first error, or the difference between the databases.
    mutating func failure() -> String? {
        do {
            for _ in 0..<25 { try perform() }
            for index in files.indices {
                // Everything can be undone and redone.
                let undoLog = files[index].service.undoLog
                while try undoLog.next().undo != nil { log.append("\(index) undo \(try undoLog.undo().summary)") }
                while try undoLog.next().redo != nil { log.append("\(index) redo \(try undoLog.redo().summary)") }
            }
            for _ in 0..<2 { for index in files.indices { try receive(index) } }
            for file in files {
                if let difference = try file.store.read({ try $0.syncDifferences() })?.first { return difference }
                if let problem = try file.store.diagnose().problems.first { return "\(problem)" }
            }
            return try files[0].state() == files[1].state() ? nil : "the databases differ"
        } catch { return "\(error)" }
    }

    private mutating func perform() throws {
        let index = Int.random(in: 0..<files.count, using: &commands.random)
        let undoLog = files[index].service.undoLog
        switch Int.random(in: 0..<10, using: &commands.random) {
        case 0...1: try receive(index)
        case 2: if try undoLog.next().undo != nil { log.append("\(index) undo \(try undoLog.undo().summary)") }
        case 3: if try undoLog.next().redo != nil { log.append("\(index) redo \(try undoLog.redo().summary)") }
        case 4:
            do {
                try undoLog.undoReceived()
                log.append("\(index) sync undo")
            } catch TagServiceError.nothingToUndo {}
        default: log.append("\(index) \(try commands.run(on: files[index].service))")
        }
    }

    /// Receives all that the other database has.
    private mutating func receive(_ index: Int) throws {
        log.append("\(index) receive")
        try files[1 - index].derive()
        try files[index].receive(from: files[1 - index], device: UInt64(2 - index))
    }
}
