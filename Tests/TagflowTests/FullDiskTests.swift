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
