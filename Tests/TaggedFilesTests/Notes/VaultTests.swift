import Foundation
import TaggedFiles
import TestSupport
import Testing

/// Tests that compare the parser with Python libraries on a generated vault.
@Suite struct VaultTests {
    private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scripts")
    private static let python = Tool("python3", package: "python3")
    private static let hasReader = isInstalled("yaml, markdown_it, mdit_py_plugins")

    /// The result of parsing a note.
    fileprivate struct ParsedNote: Decodable, Equatable {
        struct Tag: Hashable {
            var name: String
            var line: Int
        }
        var path: String
        var title: String?
        var date: String?
        var problem: Bool
        var tags: [Tag]
    }

    @Test(
        .enabled(if: hasReader, "apt-get install python3-yaml python3-markdown-it python3-mdit-py-plugins"),
        arguments: [UInt64.random(in: 0..<1_000_000)]) func `a vault is parsed as PyYAML and markdown-it parse it`(
            seed: UInt64
        ) throws
    {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["TAGFLOW_SEED"].flatMap(UInt64.init) ?? seed
        let count = environment["TAGFLOW_VAULT_NOTES"].flatMap(Int.init) ?? 300
        let folder = try TemporaryFolder()
        try Self.script("make_vault.py", [folder.path, "--count", "\(count)", "--seed", "\(seed)"])
        let answers = try Self.script("read_notes.py", [folder.path])
        let lines = answers.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == count)
        var wrong = 0
        for line in lines {
            let theirs = try JSONDecoder().decode(ParsedNote.self, from: Data(line))
            let ours = try Self.answer(theirs.path, in: folder)
            guard ours != theirs else { continue }
            wrong += 1
            guard wrong <= 5 else { continue }
            Issue.record("seed \(seed), '\(theirs.path)': \(Self.difference(ours, theirs))")
        }
        #expect(wrong == 0, "seed \(seed)")
    }

    /// Describes the first difference between two results.
    private static func difference(_ ours: ParsedNote, _ theirs: ParsedNote) -> String {
        guard ours.tags != theirs.tags else {
            let parts = [ours, theirs].map { "\($0.title ?? "-") \($0.date ?? "-") \($0.problem)" }
            return parts.joined(separator: " is not ")
        }
        let same = zip(ours.tags, theirs.tags).prefix { $0 == $1 }.count
        return [ours, theirs].map { $0.tags.dropFirst(same).prefix(4).map { "\($0.line) \($0.name)" } }
            .map { $0.joined(separator: ", ") }.joined(separator: " is not ")
    }

    private static func answer(_ path: String, in folder: TemporaryFolder) throws -> ParsedNote {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file(path))))
        let note = try Note(file: bytes)
        for tag in note.tags {
            guard let range = tag.range else { continue }
            #expect(note.meanings(of: range).contains(tag.name), "\(path): \(tag)")
        }
        return ParsedNote(
            path: path, title: note.title, date: note.date, problem: note.parseError != nil,
            tags: note.tags.map { ParsedNote.Tag(name: $0.name, line: $0.line) })
    }

    @discardableResult static func script(_ name: String, _ arguments: [String]) throws -> Data {
        let path = scripts.appendingPathComponent(name).path
        let result = try python.run([path] + arguments)
        try #require(result.code == 0, "\(name)")
        return result.output
    }

    private static func isInstalled(_ modules: String) -> Bool {
        // A program that can't be run isn't installed.
        (try? python.run(["-c", "import \(modules)"]).code) == 0
    }
}

extension VaultTests.ParsedNote.Tag: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        name = try container.decode(String.self)
        line = try container.decode(Int.self)
    }
}
