import Foundation
import TagStore
import TestSupport
import Testing

/// Drafts left behind by killed processes.
@Suite struct DraftNameTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the identifier of a process that has ended.
    private static func endedProcess() throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }

    private func makeFile(_ name: String, age: Double) throws {
        try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        try FileManager.default.setAttributes(
            [.modificationDate: Date().addingTimeInterval(-age)], ofItemAtPath: folder.file(name))
    }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }

    @Test func `only a draft of an ended process that no other has open is removed`() throws {
        let ended = try Self.endedProcess()
        try makeFile(".tagflow-\(ended)-1", age: 1_200)
        try makeFile(".tagflow-\(ended)-3", age: 0)
        let kept = [
            ".tagflow-\(getpid())-1": 1_200.0, ".tagflow-\(ended)-2": 30, ".tagflow-\(ended)-": 1_200,
            ".tagflow-1-x": 1_200, ".tagflow-99999999999999-1": 1_200, "tagflow-\(ended)-1": 1_200,
        ]
        for (name, age) in kept { try makeFile(name, age: age) }
        // As by a process of a container, which has an identifier of its own here.
        let draft = try #require(FileHandle(forReadingAtPath: folder.file(".tagflow-\(ended)-2")))
        #expect(flock(draft.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        DraftName.removeAbandoned(in: folder.path.utf8CString.map { $0 })
        #expect(try names() == Set(kept.keys))
        try draft.close()
    }

    @Test func `every draft of an ended process in the folder is removed by the next draft`() throws {
        let ended = try Self.endedProcess()
        let number = "1234567890123456789"
        let removed = ["", "-wal", "-shm", "-journal"].map { "copy.new-\(ended)-\(number)\($0)" }
        for name in removed + [".tagflow-\(ended)-1"] { try makeFile(name, age: 1_200) }
        let kept = [
            "copy.new-\(getpid())-\(number)": 1_200.0, "new.new-\(ended)-\(number)": 300,
            "notes.new-\(ended)-34": 1_200, ".new-\(ended)-\(number)": 1_200, "copy.new-\(ended)-\(number).txt": 1_200,
            "copy.new-\(ended)-\(number)-wal2": 1_200,
        ]
        for (name, age) in kept { try makeFile(name, age: age) }
        try FileManager.default.createDirectory(
            atPath: folder.file("a.new-\(ended)-\(number)"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("b.new-\(ended)-\(number)"), withDestinationPath: "nowhere")
        try TagStore(.file(path: folder.file("tags.sqlite"))).close()
        let others = ["tags.sqlite", "a.new-\(ended)-\(number)", "b.new-\(ended)-\(number)"]
        #expect(try names() == Set(kept.keys).union(others))
    }

    @Test func `a new database removes drafts after a day, whichever process created them`() throws {
        let ended = try Self.endedProcess()
        for suffix in ["", "-wal", "-shm"] { try makeFile("tags.sqlite.new-\(getpid())-7\(suffix)", age: 90_000) }
        try makeFile("tags.sqlite.new-\(ended)-7", age: 1_200)
        try TagStore(.file(path: folder.file("tags.sqlite"))).close()
        #expect(try names() == ["tags.sqlite", "tags.sqlite.new-\(ended)-7"])
    }
}
