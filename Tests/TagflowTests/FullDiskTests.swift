import Foundation
import TestSupport
import Testing

/// Databases and copies on disks that are too small for them, at each size in steps of a page.
@Suite struct FullDiskTests {
    /// The sizes to try in KiB: every one in a long run, and some of them else.
    private static let sizes: StrideThrough<Int> = {
        let isLong = ProcessInfo.processInfo.environment["TAGFLOW_ALL_DISKS"] != nil
        return stride(from: 64, through: 1_024, by: isLong ? 4 : 44)
    }()

    @Test func `a failed first creation leaves nothing that prevents a second`() throws {
        if let problem = SmallDisk.problem { return print("FullDiskTests: \(problem)") }
        var codes: [Int32: Int] = [:]
        for size in Self.sizes {
            var tagflow = try TagflowProcess()
            let disk = try SmallDisk(kibibytes: size)
            let path = disk.folder.file("tags.sqlite")
            tagflow.environment["TAGFLOW_DATABASE"] = path
            let outcome = try tagflow.run("new", "s", "x")
            codes[outcome.code, default: 0] += 1
            expectFullDisk(outcome, path, "\(size) KiB")
            #expect(try leftovers(in: disk) == [], "\(size) KiB")
            try disk.resize(kibibytes: 4_096)
            if outcome.code != 0 { #expect(try tagflow.run("new", "s", "x").code == 0) }
            #expect(try tagflow.run("show").output == "( x )\n", "\(size) KiB")
            #expect(try tagflow.run("doctor").code == 0, "\(size) KiB")
        }
        print("a first creation on \(codes.values.reduce(0, +)) disks ended with \(codes)")
        #expect(Set(codes.keys) == [0, 74])
    }

    /// Commands that only read, with whether they find something.
    private static let reading = [
        ["show"], ["items"], ["items", "walk"], ["tags", "--all"], ["sets"], ["suggest", "se"], ["stats"],
        ["undo", "--list"], ["show-item", "1"], ["suggest", "--title", "a walk"], ["export", "--format", "ndjson"],
        ["doctor"],
    ]

    private func program(on disk: SmallDisk) throws -> TagflowProcess {
        var tagflow = try TagflowProcess()
        tagflow.environment["TAGFLOW_DATABASE"] = disk.folder.file("tags.sqlite")
        try tagflow.run("new", "s", "sea", "lake")
        try tagflow.run("add-item", "https://a.example/", "--title", "a walk", "--tag", "sea")
        return tagflow
    }

    @Test func `a database on a read-only file system is read, and the message of a change is true`() throws {
        if let problem = SmallDisk.problem { return print("FullDiskTests: \(problem)") }
        let disk = try SmallDisk(kibibytes: 4_096)
        let tagflow = try program(on: disk)
        let before = try Self.reading.map { try tagflow.run($0) }
        try disk.setReadOnly(true)
        for (words, before) in zip(Self.reading, before) {
            let outcome = try tagflow.run(words)
            #expect(outcome.code == 0 && outcome.output == before.output, "\(words): \(outcome)")
            #expect(outcome.errors == before.errors, "\(words)")
        }
        let path = disk.folder.file("tags.sqlite")
        for words in [["add", "x"], ["toggle", "sea"], ["add-item", "--title", "x"], ["use", "default"], ["undo"]] {
            let outcome = try tagflow.run(words)
            #expect(outcome.code == 77, "\(words)")
            #expect(
                outcome.errors
                    == "tagflow: can't write '\(path)': its file system is read-only; mount it for writing, or copy the file to another and name that with --database\n",
                "\(words)")
        }
        let copy = try TemporaryFolder()
        #expect(try tagflow.run("backup", copy.file("copy.sqlite")).code == 0)
        #expect(try tagflow.run("--database", copy.file("copy.sqlite"), "items").output == before[1].output)
        try disk.setReadOnly(false)
        #expect(try tagflow.run("toggle", "sea").code == 0)
    }

    @Test func `a database on a full disk is read, and the message of a change is true`() throws {
        if let problem = SmallDisk.problem { return print("FullDiskTests: \(problem)") }
        let disk = try SmallDisk(kibibytes: 1_024)
        let tagflow = try program(on: disk)
        let before = try Self.reading.map { try tagflow.run($0) }
        try disk.fill()
        for (words, before) in zip(Self.reading, before) {
            let outcome = try tagflow.run(words)
            #expect(outcome.code == 0 && outcome.output == before.output, "\(words): \(outcome)")
            #expect(outcome.errors == before.errors, "\(words)")
        }
        #expect(try tagflow.run("show", "--set", "default", "--width", "20").code == 0)
        for words in [["add", "x"], ["add-item", "--title", "x"]] {
            expectFullDisk(try tagflow.run(words), disk.folder.file("tags.sqlite"), "\(words)")
        }
        try disk.resize(kibibytes: 4_096)
        #expect(try tagflow.run("toggle", "sea").code == 0)
        #expect(try tagflow.run("doctor").code == 0)
    }

    @Test func `a copy is whole or not there`() throws {
        if let problem = SmallDisk.problem { return print("FullDiskTests: \(problem)") }
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let names = (0..<1_000).map { "tag \($0)\n" }.joined()
        try tagflow.run("import", "--from", "text", "-", input: Data(names.utf8))
        var codes: [Int32: Int] = [:]
        for size in Self.sizes {
            let disk = try SmallDisk(kibibytes: size)
            let copy = disk.folder.file("copy.sqlite")
            let outcome = try tagflow.run("backup", copy)
            codes[outcome.code, default: 0] += 1
            expectFullDisk(outcome, copy, "\(size) KiB")
            let files = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
            #expect(files == (outcome.code == 0 ? ["copy.sqlite"] : []), "\(size) KiB")
            try disk.resize(kibibytes: 4_096)
            if outcome.code != 0 { #expect(try tagflow.run("backup", copy).code == 0) }
            let tags = try tagflow.run("tags", "--all").output
            #expect(try tagflow.run("--database", copy, "tags", "--all").output == tags)
        }
        print("a copy to \(codes.values.reduce(0, +)) disks ended with \(codes)")
        #expect(Set(codes.keys) == [0, 74])
    }

    private func expectFullDisk(_ outcome: TagflowProcess.Outcome, _ path: String, _ size: String) {
        guard outcome.code != 0 else { return }
        #expect(outcome.code == 74, "\(size): \(outcome.errors)")
        #expect(
            outcome.errors
                == "tagflow: can't read or write '\(path)': the disk is full; check the disk and try again\n", "\(size)"
        )
    }

    private func leftovers(in disk: SmallDisk) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: disk.folder.path).filter { $0.contains(".new-") }
    }
}
