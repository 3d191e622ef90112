import Foundation
import TestSupport
import Testing

/// The index file next to a database: results are the same with any state of the file as without it.
@Suite struct IndexFileTests {
    /// A program whose database has hundreds of tags and an index file.
    fileprivate struct Fixture {
        var tagflow: TagflowProcess
        var bare: TagflowProcess
        /// The index file.
        var index: String { tagflow.folder.file("tags.sqlite-index") }
        var database: String { tagflow.folder.file("tags.sqlite") }

        init(tags: Int = 400) throws {
            tagflow = try TagflowProcess()
            tagflow.environment["TAGFLOW_INDEX_FROM"] = "100"
            bare = tagflow
            bare.environment["TAGFLOW_INDEX_FROM"] = "0"
            let words = ["sea", "Café", "harbour", "map", "日本", "seagull", "sand-bank", "x_y"]
            let lines = (0..<tags)
                .map { number in
                    let name = "\(words[number % 8]) \(words[number / 8 % 8]) \(number)"
                    return #"{"tag": "\#(name)", "uses": \#(number * 7 % 50)}"#
                }
            let input = Data((lines + [#"{"tag": "harbour sea 2", "aliases": ["quay"]}"#]).joined(separator: "\n").utf8)
            let outcome = try tagflow.run(["--quiet", "import", "--from", "ndjson", "-"], input: input)
            try #require(outcome.code == 0, "\(outcome.errors)")
        }

        func answers(_ tagflow: TagflowProcess? = nil, _ comment: Comment? = nil) throws -> String {
            let outcome = try (tagflow ?? self.tagflow).run(["suggest", "--batch"], input: IndexFileTests.questions)
            #expect(outcome.code == 0 && outcome.errors == "", comment)
            return outcome.output
        }

        func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: index)) }

        /// Puts other bytes in the place of the index file.
        func replace(_ bytes: Data) throws {
            let url = URL(fileURLWithPath: index)
            try? FileManager.default.removeItem(at: url)
            try bytes.write(to: url)
        }

        /// The files next to the database, except those left by runs of the program.
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
                .filter { $0.contains("tags.sqlite") }.sorted()
        }

        var doctor: String {
            get throws {
                try tagflow.run("doctor").output.split(separator: "\n")
                    .filter { $0.hasPrefix("index file") || $0.hasPrefix("fixed") }.joined(separator: "\n")
            }
        }
    }

    private static let questions = Data(
        ["", "s", "sea 1", "cafe", "café", "saegull", "hrbour", "map 39", "quay", "本", "^x_y 15$", "xq", "sd bk"]
            .map { #"{"query": "\#($0)", "limit": 12}"# }.joined(separator: "\n").utf8)

    private static func seeded() -> SeededNumbers {
        let seed = ProcessInfo.processInfo.environment["TAGFLOW_SEED"].flatMap { UInt64($0) }
        let numbers = SeededNumbers(seed: seed ?? UInt64.random(in: 0...UInt64.max))
        print("seed \(numbers.seed)")
        return numbers
    }

    /// How many bits are flipped; more in a long run.
    private static let flips = ProcessInfo.processInfo.environment["TAGFLOW_INDEX_FLIPS"].flatMap { Int($0) } ?? 150

    @Test func `an index is kept of many tags alone, by processes that answer many questions`() throws {
        let fixture = try Fixture()
        let expected = try fixture.answers(fixture.bare)
        #expect(try fixture.tagflow.run("suggest", "sea").code == 0)
        #expect(try fixture.files() == ["tags.sqlite"])
        #expect(try fixture.answers() == expected)
        #expect(try fixture.files() == ["tags.sqlite", "tags.sqlite-index"])
        let made = try fixture.bytes()
        #expect(try fixture.answers() == expected)
        #expect(try fixture.bytes() == made)
        #expect(try fixture.doctor == "index file: \(made.count) bytes, up to date")
        let few = try Fixture(tags: 90)
        _ = try few.answers()
        #expect(try few.files() == ["tags.sqlite"])
    }

    @Test func `a file is read by those who may read the database, and written by nobody`() throws {
        let fixture = try Fixture()
        for (mode, expected) in [(0o600, 0o400), (0o640, 0o440), (0o664, 0o444)] {
            try? FileManager.default.removeItem(atPath: fixture.index)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.database)
            _ = try fixture.answers()
            let found = try FileManager.default.attributesOfItem(atPath: fixture.index)
            #expect((found[.posixPermissions] as? NSNumber)?.intValue == expected)
        }
        // One that others could have written, of a database that they could not.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixture.database)
        try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: fixture.index)
        #expect(try fixture.doctor.contains("out of date"))
    }

    @Test func `a flipped bit anywhere changes no answer`() throws {
        let fixture = try Fixture()
        let expected = try fixture.answers()
        let made = try fixture.bytes()
        var random = Self.seeded()
        for flip in 0..<Self.flips {
            // Half of them at the start of the index, because the header is small.
            let end = flip % 4 == 0 ? 88 : made.count
            let start = flip % 4 == 1 ? 65_536 : 0
            let bit = Int.random(in: (8 * start)..<(8 * end), using: &random)
            var bytes = made
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try fixture.replace(bytes)
            #expect(try fixture.answers(nil, "bit \(bit)") == expected, "bit \(bit)")
            // It was rebuilt, unless the bit is in the header's padding.
            let isRead = bit / 8 < 88 || bit / 8 >= 65_536
            #expect(try (fixture.bytes() == made) == isRead, "bit \(bit)")
        }
    }

    @Test func `a file of another size or kind changes no answer`() throws {
        let fixture = try Fixture()
        let expected = try fixture.answers()
        let made = try fixture.bytes()
        let noise = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 167) })
        let sizes = [0, 1, 87, 88, 4_096, 65_535, 65_536, 65_537, made.count / 2, made.count - 1]
        for bytes in sizes.map({ made.prefix($0) }) + [made + [0], made + made, noise] {
            try fixture.replace(Data(bytes))
            #expect(try fixture.answers(nil, "\(bytes.count) bytes") == expected, "\(bytes.count) bytes")
            #expect(try fixture.bytes() == made, "\(bytes.count) bytes")
        }
        let manager = FileManager.default
        try manager.removeItem(atPath: fixture.index)
        try manager.createSymbolicLink(atPath: fixture.index, withDestinationPath: "tags.sqlite")
        #expect(try fixture.answers() == expected)
        #expect(try fixture.bytes() == made)
        try manager.removeItem(atPath: fixture.index)
        try manager.linkItem(atPath: fixture.database, toPath: fixture.index)
        #expect(try fixture.answers() == expected)
        try manager.removeItem(atPath: fixture.index)
        #expect(unsafe mkfifo(fixture.index, 0o600) == 0)
        #expect(try fixture.answers() == expected)
        // A folder stays: it cannot be replaced by a file.
        try? manager.removeItem(atPath: fixture.index)
        try manager.createDirectory(atPath: fixture.index, withIntermediateDirectories: false)
        #expect(try fixture.answers() == expected)
        #expect(try fixture.files() == ["tags.sqlite", "tags.sqlite-index"])
        #expect(try fixture.tagflow.run("doctor").output.hasPrefix("integrity: ok\ncounts: ok\n"))
    }

    @Test func `a process that is killed or refused while it writes leaves nothing that is used`() throws {
        let fixture = try Fixture()
        let expected = try fixture.answers()
        let made = try fixture.bytes()
        var failing = fixture.tagflow
        failing.environment["LD_PRELOAD"] = try PreloadedLibrary.make("fail", in: failing.folder)
        failing.environment["FAIL_PATH"] = "-index"
        for call in ["open", "pwrite", "chmod", "close", "rename", "pread", "mmap"] {
            for verdict in ["kill-before", "kill-after", "28", "short", "lie"] {
                for number in 1...2 {
                    try? FileManager.default.removeItem(atPath: fixture.index)
                    failing.environment["FAIL_CALL"] = call
                    failing.environment["FAIL_WITH"] = verdict
                    failing.environment["FAIL_AT"] = "\(number)"
                    let comment: Comment = "\(call) \(number): \(verdict)"
                    let outcome = try failing.run(["suggest", "--batch"], input: Self.questions)
                    let isKilled = verdict.hasPrefix("kill") && outcome.code == -9
                    #expect(isKilled || outcome.code == 0 && outcome.output == expected, comment)
                    #expect(outcome.errors == "", comment)
                    #expect(try fixture.answers() == expected, comment)
                    #expect(try fixture.bytes() == made, comment)
                }
            }
        }
        // Leftover files are removed when the next file is written.
        let left = try fixture.files().filter { $0.contains(".new-") }
        #expect(!left.isEmpty)
        for name in left {
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now.addingTimeInterval(-3_600)],
                ofItemAtPath: fixture.tagflow.folder.file(name))
        }
        try FileManager.default.removeItem(atPath: fixture.index)
        #expect(try fixture.answers() == expected)
        #expect(try fixture.files() == ["tags.sqlite", "tags.sqlite-index"])
    }

    @Test func `processes that write the file concurrently all succeed, and one file remains`() throws {
        let fixture = try Fixture()
        let expected = try fixture.answers(fixture.bare)
        for _ in 0..<4 {
            try? FileManager.default.removeItem(atPath: fixture.index)
            let answers = Answers()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let answer = try? fixture.answers()
                answers.add(answer ?? "none")
            }
            #expect(answers.all == Array(repeating: expected, count: 4))
            #expect(
                try fixture.files().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == [
                    "tags.sqlite", "tags.sqlite-index",
                ])
            #expect(try fixture.doctor.hasSuffix("up to date"))
        }
    }

    /// A sum over threads.
    private final class Answers: @unchecked Sendable {
        private let lock = NSLock()
        private var found: [String] = []

        var all: [String] { lock.withLock { found } }

        func add(_ answer: String) { lock.withLock { found.append(answer) } }
    }

    @Test func `a file that is changed or removed while it is in use changes no answer`() throws {
        let fixture = try Fixture()
        let expected = try fixture.answers()
        let running = try RunningBatch(fixture.tagflow)
        defer { running.end() }
        func ask() throws -> String { try running.ask(Self.questions) }
        #expect(try ask() == expected)
        let manager = FileManager.default
        for size in [UInt64(0), 4_096, 70_000] {
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixture.index)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.index))
            try handle.truncate(atOffset: size)
            try handle.close()
            #expect(try ask() == expected, "\(size) bytes")
        }
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixture.index)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.index))
        try handle.seek(toOffset: 65_536)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 50_000))
        try handle.close()
        #expect(try ask() == expected)
        try manager.removeItem(atPath: fixture.index)
        #expect(try ask() == expected)
        #expect(try fixture.tagflow.run("--quiet", "new", "s", "sea 1 new").code == 0)
        #expect(try ask() == fixture.answers(fixture.bare))
    }

    @Test func `changes after the file was written are in the results`() throws {
        let fixture = try Fixture()
        _ = try fixture.answers()
        let made = try fixture.bytes()
        let changes: [[String]] = [
            ["new", "s", "sea 1 new"], ["rename", "sea sea 0", "sea 1 renamed"], ["alias", "sea 1 alias", "map sea 3"],
            ["select", "sea 1 new"], ["save"], ["merge", "harbour sea 2", "map sea 3"], ["undo"],
            ["delete", "seagull sea 5"], ["undo"], ["undo"], ["redo"],
        ]
        for change in changes {
            let outcome = try fixture.tagflow.run(change)
            #expect(outcome.code == 0, "\(change): \(outcome.errors)")
            #expect(try fixture.answers() == fixture.answers(fixture.bare), "\(change)")
        }
        #expect(try fixture.bytes() == made)
        #expect(try fixture.doctor.hasSuffix("up to date"))
    }

    @Test func `a database that was replaced or brought back has another index`() throws {
        let fixture = try Fixture()
        let manager = FileManager.default
        let earlier = fixture.tagflow.folder.file("earlier")
        try manager.copyItem(atPath: fixture.database, toPath: earlier)
        #expect(try fixture.tagflow.run("--quiet", "new", "s", "sea 1 later").code == 0)
        let later = try fixture.answers()
        // Overwritten in place, as `cp` does, and replaced; then with as many commits as before.
        for isInPlace in [true, false] {
            try? manager.removeItem(atPath: fixture.index)
            #expect(try fixture.answers() == later)
            let kept = try fixture.bytes()
            try fixture.put(earlier, inPlace: isInPlace)
            let expected = try fixture.answers(fixture.bare)
            #expect(expected != later)
            #expect(try fixture.answers() == expected)
            #expect(try fixture.bytes() != kept)
            try fixture.put(earlier, inPlace: isInPlace)
            #expect(try fixture.tagflow.run("--quiet", "new", "s", "sea 1 otherwise").code == 0)
            #expect(try fixture.answers() == fixture.answers(fixture.bare))
            try fixture.put(earlier, inPlace: isInPlace)
            #expect(try fixture.tagflow.run("--quiet", "new", "s", "sea 1 later").code == 0)
            #expect(try fixture.answers() == fixture.answers(fixture.bare))
        }
        // The index of another database, of the same size.
        let other = try Fixture()
        _ = try other.answers()
        try fixture.replace(other.bytes())
        #expect(try fixture.answers() == fixture.answers(fixture.bare))
        // A backup has none, and is as whole as before.
        let copy = fixture.tagflow.folder.file("copy.sqlite")
        #expect(try fixture.tagflow.run("backup", copy).code == 0)
        #expect(!manager.fileExists(atPath: copy + "-index"))
    }

    @Test func `doctor finds unlogged changes of another program, and removes the file`() throws {
        let fixture = try Fixture()
        _ = try fixture.answers()
        _ = try PythonScript.run(
            """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as connection:
                connection.execute("UPDATE tag SET uses = 1000000 WHERE name = 'sea sea 0'")
            """, [fixture.database])
        let found = try fixture.doctor
        #expect(found.contains("fixed: index file: another program had changed tags since it was written, now removed"))
        #expect(!FileManager.default.fileExists(atPath: fixture.index))
        #expect(try fixture.answers() == fixture.answers(fixture.bare))
    }
}

extension IndexFileTests.Fixture {
    /// Puts a copy in the place of the database.
    fileprivate func put(_ copy: String, inPlace: Bool) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        if !inPlace { try FileManager.default.removeItem(atPath: database) }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
        let file = URL(fileURLWithPath: database)
        if inPlace {
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
        } else {
            try bytes.write(to: file)
        }
    }
}
