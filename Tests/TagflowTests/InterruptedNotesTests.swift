import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Commands that write notes, and their undo, interrupted or while another program makes a change.
@Suite struct InterruptedNotesTests {
    private static let count = 100
    private static let old = "---\ntags: [swift, x]\n---\n"
    private static let new = "---\ntags: [schnell, x]\n---\n"
    private static let fix = ["notes", "fix", "--write", "notes"]
    private static let rename = ["rename", "--in-notes", "notes", "schnell", "rapide"]

    private let tagflow: TagflowProcess

    init() throws {
        tagflow = try TagflowProcess()
        try tagflow.run("new", "bookmarks", "schnell", "x")
        try tagflow.run("alias", "swift", "schnell")
        try FileManager.default.createDirectory(atPath: tagflow.folder.file("notes"), withIntermediateDirectories: true)
        for number in 0..<Self.count { try put(Self.old, number) }
    }

    private func put(_ text: String, _ number: Int) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("notes/\(number).md")))
    }

    private func run(_ arguments: [String]) throws -> TagflowProcess.Outcome {
        try tagflow.run(arguments, directory: tagflow.folder.path)
    }

    /// The number of notes with a text.
    private func count(_ text: String) throws -> Int {
        try (0..<Self.count)
            .count {
                try Data(contentsOf: URL(fileURLWithPath: tagflow.folder.file("notes/\($0).md"))) == Data(text.utf8)
            }
    }

    /// Runs a command that is killed right before or after it replaces a note.
    private func kill(_ arguments: [String], at number: Int, _ when: String) throws {
        var killed = tagflow
        killed.environment.merge([
            "LD_PRELOAD": try PreloadedLibrary.make("fail", in: tagflow.folder), "FAIL_CALL": "rename",
            "FAIL_AT": String(number), "FAIL_WITH": when, "FAIL_PATH": ".md",
        ]) { $1 }
        #expect(try killed.run(arguments, directory: tagflow.folder.path).code == -9)
    }

    private func started(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.arguments = arguments
        process.environment = tagflow.environment
        process.currentDirectoryURL = URL(fileURLWithPath: tagflow.folder.path)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Waits until a running command has written one of the notes, and hasn't ended.
    private func wait(for text: String, _ process: Process) throws {
        while process.isRunning, try count(text) == 0 { usleep(500) }
        try #require(process.isRunning)
    }

    /// Requires a healthy database, and that no draft of a killed command is left.
    private func requireHealthy() throws {
        let notes = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.file("notes"))
        #expect(notes.allSatisfy { !$0.hasPrefix(".tagflow-") }, "\(notes)")
        let doctor = try run(["doctor"])
        #expect(doctor.code == 0, "\(doctor)")
    }

    @Test(arguments: ["kill-before", "kill-after"]) func `notes fix that is killed is undone and redone`(
        when: String
    ) throws {
        try kill(Self.fix, at: 40, when)
        let changed = try count(Self.new)
        #expect(changed == (when == "kill-after" ? 40 : 39))
        let undone = try run(["undo"])
        #expect(
            undone.output == "undone: notes fix notes (restored \(changed) files)\n" && undone.code == 0, "\(undone)")
        #expect(try count(Self.old) == Self.count)
        #expect(try run(["redo"]).output == "redone: notes fix notes (restored \(changed) files)\n")
        #expect(try count(Self.new) == changed)
        #expect(try run(["undo"]).code == 0)
        #expect(try run(["undo"]).output == "undone: alias swift schnell\n")
        try requireHealthy()
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `notes fix that gets a signal is undone`(signal: Int32) throws {
        let process = try started(Self.fix)
        try wait(for: Self.new, process)
        Foundation.kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        let changed = try count(Self.new)
        #expect(changed > 0)
        #expect(try run(["undo"]).output.hasPrefix("undone: notes fix notes (restored \(changed) file"))
        #expect(try count(Self.old) == Self.count)
    }

    @Test(arguments: [1, 33, 100]) func `rename in notes that is killed is undone with its notes`(number: Int) throws {
        _ = try run(Self.fix)
        try kill(Self.rename, at: number, "kill-before")
        #expect(try count(Self.new) == Self.count - number + 1)
        let undone = try run(["undo"])
        #expect(undone.output.hasPrefix("undone: rename schnell rapide") && undone.code == 0, "\(undone)")
        #expect(try count(Self.new) == Self.count)
        #expect(try run(["tags", "--all"]).output.contains("schnell\t"))
        try requireHealthy()
        #expect(try run(["undo"]).output == "undone: notes fix notes (restored 100 files)\n")
    }

    @Test(arguments: ["kill-before", "kill-after"])
    func `an undo that is killed is continued by undo, and reverted by redo`(when: String) throws {
        _ = try run(Self.fix)
        _ = try run(Self.rename)
        _ = try run(Self.rename.map { ["schnell": "rapide", "rapide": "fast"][$0] ?? $0 })
        for next in ["undo", "redo", "undo"] {
            try kill(["undo"], at: 50, when)
            let list = try run(["undo", "--list"]).output
            #expect(list.contains("rename rapide fast"), "\(list)")
            let outcome = try run([next])
            #expect(outcome.code == 0 && outcome.output.contains("rename rapide fast (restored"), "\(outcome)")
            if next == "undo" {
                #expect(try count(Self.text("rapide")) == Self.count)
                #expect(try run(["redo"]).output == "redone: rename rapide fast (restored 100 files)\n")
            }
            #expect(try count(Self.text("fast")) == Self.count)
            #expect(try run(["tags", "--all"]).output.contains("fast\t"))
        }
        try kill(["undo"], at: 50, when)
        _ = try run(["undo"])
        try kill(["redo"], at: 50, when)
        #expect(try run(["redo"]).output.contains("rename rapide fast"))
        #expect(try count(Self.text("fast")) == Self.count)
        try kill(["undo"], at: 50, when)
        #expect(try run(["undo"]).code == 0)
        #expect(try run(["undo"]).output == "undone: rename schnell rapide (restored 100 files)\n")
        #expect(try count(Self.new) == Self.count)
        try requireHealthy()
    }

    private static func text(_ tag: String) -> String { "---\ntags: [\(tag), x]\n---\n" }

    @Test func `a change after an undo that was killed doesn't lose the old notes`() throws {
        _ = try run(Self.fix)
        try kill(["undo"], at: 50, "kill-before")
        #expect(try run(["add", "y"]).code == 0)
        #expect(try run(["redo"]).code == 1)
        #expect(try run(["undo"]).output == "undone: add y\n")
        let undone = try run(["undo"])
        #expect(undone.output == "undone: notes fix notes (restored 51 files)\n" && undone.code == 0, "\(undone)")
        #expect(try count(Self.old) == Self.count)
        #expect(try run(["redo"]).output == "redone: notes fix notes (restored 100 files)\n")
        #expect(try count(Self.new) == Self.count)
        try requireHealthy()
    }

    @Test func `another program can make changes during an undo of notes`() throws {
        _ = try run(Self.fix)
        let process = try started(["undo"])
        try wait(for: Self.old, process)
        try changeWhileStopped(process)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try count(Self.old) == Self.count)
        #expect(try run(["undo"]).output == "undone: add y\n")
        #expect(try run(["undo"]).output == "undone: alias swift schnell\n")
        try requireHealthy()
    }

    @Test func `notes fix is one step although another program makes a change meanwhile`() throws {
        let process = try started(Self.fix)
        try wait(for: Self.new, process)
        try changeWhileStopped(process)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try count(Self.new) == Self.count)
        #expect(try run(["undo"]).output == "undone: add y\n")
        #expect(try run(["undo"]).output == "undone: notes fix notes (restored 100 files)\n")
        #expect(try count(Self.old) == Self.count)
        try requireHealthy()
    }

    @Test func `an undo during notes fix waits for the notes that are being written`() throws {
        let fix = try started(Self.fix)
        try wait(for: Self.new, fix)
        Foundation.kill(fix.processIdentifier, SIGSTOP)
        let undo = try started(["undo"])
        usleep(300_000)
        #expect(undo.isRunning)
        Foundation.kill(fix.processIdentifier, SIGCONT)
        for process in [fix, undo] { process.waitUntilExit() }
        #expect(fix.terminationStatus == 0 && undo.terminationStatus == 0)
        // The undo came after all notes, or between two series of them; the others are another step.
        if try count(Self.old) < Self.count { _ = try run(["undo"]) }
        #expect(try count(Self.old) == Self.count)
        try requireHealthy()
    }

    /// Adds a tag while a command is stopped between two of its transactions, which are short.
    private func changeWhileStopped(_ process: Process) throws {
        for _ in 0..<100 {
            Foundation.kill(process.processIdentifier, SIGSTOP)
            defer { Foundation.kill(process.processIdentifier, SIGCONT) }
            try #require(process.isRunning)
            if try tagflow.run(["add", "--yes", "y"]).code == 0 { return }
        }
        Issue.record("the database is locked all the time")
    }
}
