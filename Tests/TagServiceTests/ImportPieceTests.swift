import Foundation
import Synchronization
import TagService
import TestSupport
import Testing

@Suite struct ImportPieceTests {
    private static let seed: UInt64 = 20_260_104

    /// A file of each format with content that is hard to split: line ends, quotes, escapes and multi-byte characters.
    private static let files: [(ImportFormat, String)] = [
        (
            .ndjson,
            "\u{FEFF}{\"tag\": \"早间例行\"}\r\n\n{\"title\": \"é\", \"tags\": [\"a\", \"b\"]}\n{\"set\": \"s\", \"tags\": []}"
        ), (.text, "\u{FEFF}one\r\n\n zwei \n早间例行 ☀️"),
        (.csv, "\u{FEFF}title,tags\r\n\"a \"\"b\"\", c\",x|y\r\n\n'=d,z\n"),
        (
            .json,
            "\u{FEFF} [ {\"tag\": \"a]},[\"} , {\"set\": \"s\\\"\", \"tags\": [\"b\", \"{\"]}\n,{\"title\": \"\\\\\", \"tags\": [\"早\"]} ] \n"
        ), (.json, " {\"tag\": \"[\"} "),
    ]

    @Test func `the size of the pieces doesn't affect the result`() async throws {
        var numbers = SeededNumbers(seed: Self.seed)
        for (format, text) in Self.files {
            let whole = try ServiceFixture()
            let report = try await whole.importData(text, format)
            let expected = try whole.service.files.exportNDJSON()
            for _ in 0..<20 {
                let fixture = try ServiceFixture()
                let most = Int.random(in: 1...9, using: &numbers)
                let pieces = Pieces(Array(text.utf8), most: most)
                let options = ImportOptions(format: format, name: "test")
                let brought = try fixture.service.files.importData(options: options, pieces: pieces.next)
                #expect(brought == report, "seed \(Self.seed), \(format), pieces of \(most)")
                #expect(try await fixture.exportNDJSON() == expected, "seed \(Self.seed), \(format)")
            }
        }
    }

    @Test(arguments: [
        (ImportFormat.ndjson, "{\"tag\": \"a\"}\n{\"tag\": \"", "\"}\n{\"tag\": \"b\"}\n", "line 2"),
        (.text, "a\n", "\nb\n", "line 2"), (.csv, "tag\na\n", "\nb\n", "line 3"),
        (.csv, "tag\na\n\"", "\"\nb\n", "line 3"),
        (.json, "[{\"tag\": \"a\"},\n{\"tag\": \"", "\"}, {\"tag\": \"b\"}]", "item 2"),
    ]) func `a line over 16 MB is rejected with its number, or skipped`(
        format: ImportFormat, start: String, end: String, place: String
    ) async throws {
        let most = 100
        let service = try ServiceFixture().service
        func bring(_ length: Int, skipsInvalid: Bool = false) async throws -> ImportReport {
            let text = start + String(repeating: "x", count: length) + end
            var options = ImportOptions(format: format, name: "test", skipsInvalid: skipsInvalid)
            options.lineLimit = most
            return try service.files.importData(Array(text.utf8), options: options)
        }
        await #expect { try await bring(most + 1) } throws: { error in
            "\(error)".hasPrefix("test: \(place) is longer than 16 MB")
        }
        #expect(try await bring(most + 1, skipsInvalid: true).skipped == 1)
        #expect(try service.tags.all(in: nil).map(\.tag).sorted() == ["a", "b"])
        #expect(try await bring(most / 2).newTags == 1)
    }

    @Test func `a line of 16 MB is read, but not with one more byte`() async throws {
        let fixture = try ServiceFixture()
        let start = #"{"tag": "a", "more": ""#
        let most = String(repeating: "x", count: (16 << 20) - start.utf8.count - 2)
        #expect(try await fixture.importData("\(start)\(most)\"}\n").newTags == 1)
        await #expect { try await fixture.importData("\(start)\(most)x\"}\n") } throws: { error in
            "\(error)".hasPrefix("test: line 1 is longer than 16 MB")
        }
    }

    @Test(arguments: [
        (#"[{"tag": "a"}, nope, {"tag": "b"}]"#, 1, ["a", "b"]),
        (#"[{"tag": "a"}, {"tag": 3}, {"tag": "b"}, {"tag": ""}]"#, 2, ["a", "b"]),
        (#"[{"tag": "a"},, {"tag": "b"},]"#, 2, ["a", "b"]), (#"[{"tag": "a"}, {"tag": "b""#, 1, ["a"]),
        (#"[{"tag": "a"}] {"tag": "b"}"#, 1, ["a"]),
        (#"[{"tag": "a"}, [1, {"tag": "b"}], {"tag": "c"}]"#, 1, ["a", "c"]),
        ("[{\"tag\": \"a\"},\n{\"tag\": \"b\",\n{\"tag\": \"c\"}]", 1, ["a", "c"]),
        ("[{\"tag\": \"a\"},\n{\"tag\": \"b},\n{\"tag\": \"c\"}]", 1, ["a", "c"]),
        ("[{\"tag\": \"b,\n \"uses\": 3\n}, {\"tag\": \"c\"}]", 1, ["c"]),
        ("[{\"tag\": \"a\nb\"}, {\"tag\": \"c\"}]", 1, ["c"]),
        (#"[{"title": "x", "tags": ["a", "b"}, {"tag": "c"}]"#, 1, ["c"]), (#"[{"tag": "a"}, {"tag": "b"]"#, 1, ["a"]),
        (#"[{"tag": "a"} {"tag": "b"}]"#, 1, ["b"]), (#"[{"tag": "a"}}, {"tag": "b"}]"#, 1, ["b"]),
        (#"[{"tag": "a"}, {"tag": "b"}"#, 1, ["a", "b"]),
        (#"[{"tag": "a", "more": {"x": {"y": [{"z": 1}, {}]}}}, {"tag": "b"}]"#, 0, ["a", "b"]), ("[]", 0, []),
        ("nope", 1, []), ("", 1, []), ("[", 1, []), ("[] x", 1, []),
    ]) func `an invalid element of a JSON list doesn't affect the others`(
        text: String, bad: Int, tags: [String]
    ) async throws {
        let fixture = try ServiceFixture()
        let report = try await fixture.importData(text, .json, skipsInvalid: true)
        #expect(report.skipped == bad)
        #expect(try fixture.service.tags.all(in: nil).map(\.tag).sorted() == tags)
    }

    @Test(arguments: [
        (#"{"tag": "b", "uses": 9223372036854775807}"#, "'uses' is more than 1000000000000"),
        (#"{"tag": "b", "uses": 9223372036854775808}"#, "'uses'"),
        (#"{"tag": "b", "uses": 1000000000001}"#, "'uses' is more than 1000000000000"),
        (#"{"tag": "b", "frecency": 1e300}"#, "'frecency' isn't a time in seconds since 1970"),
        (#"{"tag": "b", "frecency": -1e13}"#, "'frecency' isn't a time in seconds since 1970"),
    ]) func `numbers out of range are rejected with the line`(line: String, reason: String) async throws {
        let fixture = try ServiceFixture()
        await #expect { try await fixture.importData("{\"tag\": \"a\", \"uses\": 1000000000000}\n\(line)") } throws: {
            error in "\(error)".hasPrefix("test: line 2: ") && "\(error)".contains(reason)
        }
    }

    @Test func `a skipped invalid line changes nothing`() async throws {
        let fixture = try ServiceFixture()
        let report = try await fixture.importData(
            """
            {"tag": "a", "sets": ["good", "\\u0000"]}
            {"title": "x", "tags": ["b", "\\u0000"]}
            {"title": "x", "tags": ["b"], "set": "\\u0000"}
            {"set": "\\u0000", "tags": ["c"]}
            {"tag": "d", "aliases": ["e", "E"]}
            """, skipsInvalid: true)
        #expect(report.skipped == 4)
        #expect(try fixture.service.tags.all(in: nil).map(\.tag) == ["d"])
        #expect(try fixture.service.sets.all().map(\.set) == ["default"])
    }

    @Test func `CSV cells escaped against formulas are imported unchanged`() async throws {
        for name in ["=1+1", "+x", "-x", "@x", "'=x", "''@x", "'x", "x=", "'", "=\"a\",b"] {
            let fixture = try ServiceFixture()
            let cell = name.replacing("\"", with: "\"\"")
            let isGuarded = name.drop { $0 == "'" }.first.map { "=+-@".contains($0) } ?? false
            _ = try await fixture.importData("tag\n\"\(isGuarded ? "'" : "")\(cell)\"\n", .csv)
            #expect(try await fixture.names() == [name])
        }
    }
}

/// Returns bytes in pieces.
private final class Pieces: Sendable {
    private let rest: Mutex<ArraySlice<UInt8>>
    private let most: Int

    init(_ bytes: [UInt8], most: Int) {
        rest = Mutex(bytes[...])
        self.most = most
    }

    @Sendable func next() -> [UInt8] {
        rest.withLock { rest in
            defer { rest = rest.dropFirst(most) }
            return Array(rest.prefix(most))
        }
    }
}
