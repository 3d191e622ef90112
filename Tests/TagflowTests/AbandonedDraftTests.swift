import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Drafts of processes that were killed right before they renamed them.
@Suite struct AbandonedDraftTests {
    /// A command that writes a file, the call of the C library that names it, and the file's name.
    private static let writers: [(command: [String], call: String, file: String)] = [
        (["backup", "copy"], "link", "copy"), (["tag", "--add", "sea", "a.md"], "rename", "a.md"),
        (["export", "-o", "board.svg"], "rename", "board.svg"),
    ]

    private func run(_ command: [String], _ tagflow: TagflowProcess) throws -> TagflowProcess.Outcome {
        try tagflow.run(command, directory: tagflow.folder.path)
    }

    private func drafts(_ tagflow: TagflowProcess) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
            .filter { $0.hasPrefix(".tagflow-") || $0.contains(".new-") }
    }

    @Test func `each run that writes a file removes the drafts of killed runs of any kind`() throws {
        var tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        try Data("#sea\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
        let library = try PreloadedLibrary.make("fail", in: tagflow.folder)
        let usual = tagflow.environment
        for (number, next) in [["tag", "--add", "map", "a.md"], ["export", "-o", "b.svg"], ["backup", "b"]].enumerated()
        {
            for writer in Self.writers {
                tagflow.environment = usual.merging([
                    "LD_PRELOAD": library, "FAIL_CALL": writer.call, "FAIL_AT": "1", "FAIL_WITH": "kill-before",
                    "FAIL_PATH": writer.file,
                ]) { $1 }
                // Another tag each time, because the file isn't written otherwise.
                let command = writer.command.map { $0 == "sea" ? "sea\(number)" : $0 }
                #expect(try run(command, tagflow).code == -9)
            }
            tagflow.environment = usual
            let left = try drafts(tagflow)
            // The killed export has removed the draft of the killed 'tag'.
            #expect(Set(left.map { $0.hasPrefix(".tagflow-") }) == [true, false] && left.count == 2, "\(left)")
            // Those of databases may belong to a container whose processes aren't visible here.
            let databases = left.filter { !$0.hasPrefix(".") }
            #expect(try run(["export", "-o", "early\(number).svg"], tagflow).code == 0)
            #expect(try drafts(tagflow).sorted() == databases.sorted())
            for name in databases {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -900)], ofItemAtPath: tagflow.folder.file(name))
            }
            #expect(try run(next, tagflow).code == 0)
            #expect(try drafts(tagflow) == [], "\(next)")
            try? FileManager.default.removeItem(atPath: tagflow.folder.file("b"))
        }
    }

    @Test func `other files with a similar name, and drafts of running processes, are kept`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        try Data("#sea\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
        let ended = Process()
        ended.executableURL = URL(fileURLWithPath: "/bin/true")
        try ended.run()
        ended.waitUntilExit()
        let (gone, running) = (ended.processIdentifier, getpid())
        // The lock is that of a process in a container, whose identifier doesn't exist here.
        let kept = [
            ".tagflow-\(running)-17", ".tagflow-\(gone)-18", ".tagflow-\(gone)", ".tagflow-\(gone)-19.md",
            "tagflow-\(gone)-20", ".tagflow-notes",
        ]
        for name in kept + [".tagflow-\(gone)-21"] {
            try Data("text".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file(name)))
        }
        let locked = unsafe open(tagflow.folder.file(kept[1]), O_RDWR)
        defer { close(locked) }
        #expect(flock(locked, LOCK_EX | LOCK_NB) == 0)
        #expect(try run(["tag", "--add", "map", "a.md"], tagflow).code == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
            .filter { $0.contains("tagflow-") }
        #expect(left.sorted() == kept.sorted())
    }
}
