import Foundation
import TagService
import TestSupport
import Testing

/// Undo steps that change files.
@Suite struct FileStepTests {
    private let folder: TemporaryFolder
    private let service: TagService

    init() throws {
        folder = try TemporaryFolder()
        service = try TagService(.file(path: folder.file("tags.sqlite")), concurrency: .serial)
    }

    private func file(_ name: String) -> NoteFile {
        let folder = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        return NoteFile(systemPath: "\(folder)/\(name)", path: name)
    }

    private func put(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file(name))), as: UTF8.self)
    }

    private func edit(_ name: String, to text: String) throws -> FileEdit {
        let file = file(name)
        return FileEdit(file, .content(try file.read()), bytes: Array(text.utf8))
    }

    /// A step that changes two notes, and adds a tag in between.
    private func changedNotes() throws {
        try put("a", "a.md")
        try put("b", "b.md")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("b.md"))
        let step = EditStep("notes fix")
        #expect(try service.undoLog.write([edit("a.md", to: "A")], in: step) == [nil])
        try service.undoLog.joining(step) { _ = try service.sets.addTags(["sea"]) }
        #expect(try service.undoLog.write([edit("b.md", to: "B"), edit("a.md", to: "AA")], in: step) == [nil, nil])
        #expect(try service.undoLog.steps(limit: 9).steps.map(\.summary) == ["notes fix"])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a series of files and changes is one step, which is undone and redone`() throws {
        try changedNotes()
        let undone = try service.undoLog.undo(restoresFiles: true)
        #expect(undone.summary == "notes fix" && undone.files?.restored == 3 && undone.files?.left.isEmpty == true)
        #expect(try text("a.md") == "a" && text("b.md") == "b")
        #expect(try service.tags.all(in: nil).isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("b.md"))[.posixPermissions] as? Int
        #expect(mode == 0o640)
        let redone = try service.undoLog.redo(restoresFiles: true)
        #expect(redone.files?.restored == 3)
        #expect(try text("a.md") == "AA" && text("b.md") == "B")
        #expect(try service.tags.all(in: nil).map(\.tag) == ["sea"])
        #expect(try service.undoLog.undo(restoresFiles: true).files?.restored == 3)
        #expect(try text("a.md") == "a" && text("b.md") == "b")
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a file that changed since is named and left, and the rest is restored`() throws {
        try changedNotes()
        try put("mine", "b.md")
        let files = try service.undoLog.undo(restoresFiles: true).files
        #expect(files?.restored == 2 && files?.left.map(\.reason) == ["it has changed since"])
        #expect(files?.left.first?.path.hasSuffix("/b.md") == true)
        #expect(try text("a.md") == "a" && text("b.md") == "mine")
        // Redoing leaves the file that wasn't restored, even if it is as before again.
        try put("B", "b.md")
        #expect(try service.undoLog.redo(restoresFiles: true).files?.restored == 2)
        #expect(try text("a.md") == "AA" && text("b.md") == "B")
        try FileManager.default.removeItem(atPath: folder.file("a.md"))
        let again = try service.undoLog.undo(restoresFiles: true).files
        #expect(again?.restored == 1 && again?.left.count == 2)
        #expect(try text("b.md") == "b")
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a step of files is one although another program makes a change meanwhile`() throws {
        for name in ["a.md", "b.md"] { try put("old", name) }
        let step = EditStep("notes fix")
        _ = try service.undoLog.write([edit("a.md", to: "new")], in: step)
        let other = try TagService(.file(path: folder.file("tags.sqlite")), concurrency: .serial)
        _ = try other.sets.addTags(["sea"])
        _ = try service.undoLog.write([edit("b.md", to: "new")], in: step)
        #expect(try service.undoLog.steps(limit: 9).steps.map(\.summary) == ["add sea", "notes fix"])
        // Changes of the database depend on later ones, so they make another step.
        try service.undoLog.joining(step) { _ = try service.sets.addTags(["map"]) }
        #expect(try service.undoLog.steps(limit: 9).steps.map(\.summary) == ["notes fix", "add sea", "notes fix"])
        let undone = try (0..<3).map { _ in try service.undoLog.undo(restoresFiles: true).files?.restored }
        #expect(undone == [nil, nil, 2])
        #expect(try text("a.md") == "old" && text("b.md") == "old")
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a file of an interrupted step that wasn't written is skipped`() throws {
        for name in ["a.md", "b.md"] { try put("old", name) }
        _ = try service.undoLog.write([edit("a.md", to: "new"), edit("b.md", to: "new")], in: EditStep("notes fix"))
        try put("old", "b.md")
        for isUndo in [true, false, true] {
            let step =
                isUndo ? try service.undoLog.undo(restoresFiles: true) : try service.undoLog.redo(restoresFiles: true)
            #expect(step.files?.restored == 1 && step.files?.left.isEmpty == true)
            #expect(try text("a.md") == (isUndo ? "old" : "new") && text("b.md") == "old")
        }
    }

    @Test func `files are only restored by a program that may`() throws {
        try changedNotes()
        #expect(throws: TagServiceError.stepChangedFiles("notes fix", isUndo: true)) { try service.undoLog.undo() }
        #expect(throws: TagServiceError.stepChangedFiles("notes fix", isUndo: true)) {
            try service.undoLog.undo(ifNewestIs: 1)
        }
        #expect(try text("a.md") == "AA" && service.tags.all(in: nil).count == 1)
        _ = try service.undoLog.undo(restoresFiles: true)
        #expect(throws: TagServiceError.stepChangedFiles("notes fix", isUndo: false)) { try service.undoLog.redo() }
        #expect(try text("a.md") == "a")
    }

    @Test func `a file that can't be written is reported, and not a part of the step`() throws {
        try put("a", "a.md")
        try put("b", "b.md")
        let step = EditStep("notes fix")
        let edits = [try edit("a.md", to: "A"), try edit("b.md", to: "B")]
        try put("other", "a.md")
        let errors = try service.undoLog.write(edits, in: step)
        #expect(errors.map { $0?.cause } == [.changed, nil])
        #expect(try service.undoLog.write([edits[0]], in: EditStep("notes fix")).first??.cause == .changed)
        #expect(try service.undoLog.steps(limit: 9).count == 1)
        #expect(try service.undoLog.undo(restoresFiles: true).files?.restored == 1)
        #expect(try text("a.md") == "other" && text("b.md") == "b")
    }

    @Test func `the oldest bytes of a large step are discarded`() throws {
        try service.undoLog.setLimit(bytes: 10_000)
        let step = EditStep("notes fix")
        let old = String(repeating: "x", count: 3_000)
        for number in 0..<5 {
            try put(old, "\(number).md")
            #expect(try service.undoLog.write([edit("\(number).md", to: "new")], in: step) == [nil])
        }
        #expect(try service.maintenance.diagnose().undo.map { $0.bytes <= 10_000 } == true)
        let files = try service.undoLog.undo(restoresFiles: true).files
        #expect(files?.restored == 3 && files?.discarded == 2 && files?.left.isEmpty == true)
        #expect(try (0..<5).map { try text("\($0).md") == old } == [false, false, true, true, true])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a database of someone else restores no other file`() throws {
        try changedNotes()
        for name in ["profile", "link.md"] { try put("AA", name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("through.md"), withDestinationPath: folder.file("link.md"))
        try service.close()
        let path = folder.file("tags.sqlite")
        for name in ["profile", "through.md"] {
            try PythonScript.run(
                """
                import sqlite3, sys
                connection = sqlite3.connect(sys.argv[1])
                connection.execute("UPDATE undo_file SET path = ? WHERE id = 3", (sys.argv[2],))
                connection.commit()
                """, path, file(name).systemPath)
            let other = try TagService(.file(path: path), concurrency: .serial)
            let files = try other.undoLog.undo(restoresFiles: true).files
            // The note that the step changed before can't be restored either.
            #expect(files?.left.map(\.path) == [file(name), file("a.md")].map(\.systemPath), "\(name)")
            #expect(try text("profile") == "AA" && text("link.md") == "AA")
            _ = try other.undoLog.redo(restoresFiles: true)
            try other.close()
        }
    }
}
