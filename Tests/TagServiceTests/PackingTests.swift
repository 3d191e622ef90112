import Foundation
import TagService
import TestSupport
import Testing

/// Models built from the files that the job in `Scale/learning` writes.
@Suite struct PackingTests {
    private let folder: TemporaryFolder
    private let modelPath: String

    init() throws {
        folder = try TemporaryFolder()
        modelPath = folder.file("team.model")
    }

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/Learning")

    /// A small folder; the numbers of words start above 1,000,000,000.
    private static let small: [LearnedFile.Kind: String] = [
        .about: #"{"version":1,"items":9,"pairs":50}"#,
        .tags: """
        {"number":1,"name":"sea","uses":5}
        {"number":2,"name":"Sand","uses":4}
        {"number":4,"name":"hills","uses":3}
        """, .words: #"{"number":1000000001,"text":"beach","uses":4}"#,
        .pairs: "feature,other,uses\n1,2,4\n1,1000000001,3\n2,1000000001,2\n",
        .items: "number,feature\n1,1\n1,2\n1,1000000001\n2,4\n",
    ]

    private func files(_ texts: [LearnedFile.Kind: [String]]) -> [LearnedFile.Kind: [LearnedFile]] {
        texts.reduce(into: [:]) { files, entry in
            files[entry.key] = entry.value.enumerated()
                .map { place, text in
                    let once = TextOnce(text)
                    return LearnedFile(name: "'\(entry.key.rawValue)'") { once.take() }
                }
        }
    }

    private func pack(
        _ texts: [LearnedFile.Kind: String] = small, at path: String? = nil, options: ModelOptions = ModelOptions()
    ) async throws -> ModelReport {
        try TagService.Suggestions.packModel(
            at: path ?? modelPath, from: files(texts.mapValues { [$0] }), options: options)
    }

    private static func golden() throws -> [LearnedFile.Kind: String] {
        try LearnedFile.Kind.allCases.reduce(into: [:]) { texts, kind in
            texts[kind] = try String(
                contentsOf: fixtures.appendingPathComponent("expected/\(kind.rawValue)"), encoding: .utf8)
        }
    }

    private func ask(_ model: String, _ given: [String], title: String? = nil) async throws -> [Suggestion] {
        let service = try TagService(.file(path: folder.file("\(UUID()).sqlite")), concurrency: .serial)
        try service.suggestions.chooseModel(path: model)
        let found = try service.suggestions
            .find(for: SuggestionQuery(given: given, item: ItemEvidence(title: title ?? ""))).suggestions
        try service.close()
        return found
    }

    @Test func `a packed model suggests tags of saved items`() async throws {
        #expect(try await pack().items == 9)
        let model = try SharedModel(path: modelPath)
        #expect(model.itemCount == 9 && model.path == modelPath)
        #expect(try await ask(modelPath, ["sea"]).first?.tag == "Sand")
        #expect(try await ask(modelPath, ["SAND"]).first?.tag == "sea")
        #expect(try await ask(modelPath, [], title: "at the beach").first?.tag == "sea")
        #expect(try await ask(modelPath, ["hills"]).allSatisfy { $0.new == true })
    }

    @Test func `a packed model gives the same suggestions as a model built from the same log`() async throws {
        let log = try String(contentsOf: Self.fixtures.appendingPathComponent("log.ndjson"), encoding: .utf8)
        // Omit lines that an import rejects, and items with more tags than pairs are counted for.
        let lines = log.split(separator: "\n")
            .filter { line in
                !["bad", "nothing left", "empty", "none", "large", "few"]
                    .contains { line.hasPrefix(#"{"title": "\#($0)""#) }
                    && (line.contains(#""title""#) || line.contains(#""location""#))
            }
        let once = TextOnce(lines.joined(separator: "\n"))
        let built = folder.file("built.model")
        let report = try await TagService.Suggestions.buildModel(
            at: built, from: [.file(ImportOptions(format: .ndjson, name: "log"), pieces: { once.take() })])
        // The log also contains the large item, the item after it, an invalid item and an untitled item.
        let packed = try TagService.Suggestions.packModel(
            at: modelPath, from: files(try Self.golden().mapValues { [$0] }))
        #expect(packed.items == report.items + 4)
        for given in [["cake"], ["role::devel-lib"], ["读书 📚"]] {
            let ours = try await ask(modelPath, given).first
            let theirs = try await ask(built, given).first
            #expect(ours?.tag == theirs?.tag && ours != nil, "\(given)")
        }
    }

    @Test func `the same files produce the same bytes, however they are split`() async throws {
        let golden = try Self.golden()
        _ = try await pack(golden)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: modelPath))
        let other = folder.file("other.model")
        var parts = golden.mapValues { [$0] }
        let pairs = golden[.pairs, default: ""].split(separator: "\n").map(String.init)
        let (header, rows) = (pairs[0], pairs.dropFirst())
        parts[.pairs] = [
            ([header] + rows.prefix(700)).joined(separator: "\r\n"), header,
            ([header] + rows.dropFirst(700)).joined(separator: "\n") + "\n\n",
        ]
        _ = try TagService.Suggestions.packModel(at: other, from: files(parts))
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
        var options = ModelOptions()
        (options.pairs, options.items) = (1, 5)
        _ = try await pack(golden, at: other, options: options)
        let rows2 = try PythonScript.run(
            """
            import sqlite3, sys
            for path in sys.argv[1:]:
                db = sqlite3.connect(path)
                def one(query): return db.execute(query).fetchone()[0]
                print(one("SELECT count(*) FROM item"), one("SELECT item_count FROM state"),
                      one("SELECT sum(length(counts)) FROM pair_count") > 9000, one("PRAGMA integrity_check"),
                      one("SELECT sum(uses) FROM tag"), one("SELECT count(*) FROM key_trigram WHERE key_trigram MATCH 'devel'") > 0)
            """, modelPath, other)
        let lines = rows2.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("20 "), "\(rows2)")
        #expect(lines.last?.hasPrefix("5 ") == true && rows2.contains(" ok "), "\(rows2)")
    }

    /// The invalid content of a file, and the expected error.
    private static let invalidFiles: [(LearnedFile.Kind, String, String)] = [
        (.about, "", "'about.ndjson': it is empty"), (.about, "[]", "'about.ndjson', line 1: "),
        (.about, #"{"version":2,"items":1}"#, "line 1: unsupported version 2"),
        (.about, #"{"version":1,"items":-1}"#, "line 1: the number of items is invalid"),
        (.about, #"{"version":1,"items":4}"#, "'tags.ndjson', line 1: the uses must be from 1 to 4, got 5"),
        (.tags, #"{"number":1,"name":"a\u001bb","uses":5}"#, #"line 1: invalid tag 'a\u{1B}b'"#),
        (.tags, #"{"number":1,"name":"a"}"#, "'tags.ndjson', line 1: "),
        (.tags, #"{"number":0,"name":"a","uses":5}"#, "line 1: the number 0 isn't ascending"),
        (.tags, #"{"number":1e99,"name":"a","uses":5}"#, "'tags.ndjson', line 1: "),
        (
            .tags, #"{"number":1,"name":"a","uses":5}"# + "\n" + #"{"number":2,"name":"A","uses":5}"#,
            "line 2: 'A' repeats the tag of line 1"
        ), (.tags, "\n\n{", "'tags.ndjson', line 3: it isn't a JSON object"),
        (.words, #"{"number":5,"text":"a","uses":5}"#, "'words.ndjson', line 1: the number 5"),
        (.words, #"{"number":1000000001,"text":"","uses":5}"#, "line 1: the word '' is empty or repeated"),
        (.pairs, "", ""), (.pairs, "1,2,4\n", "'pairs.csv', line 1: expected the header"),
        (.pairs, "feature,other,uses\n1,2\n", "line 2: expected 3 columns, got 2"),
        (.pairs, "feature,other,uses\n1,2,-4\n", "line 2: '-4' isn't a valid integer for uses"),
        (.pairs, "feature,other,uses\n1,2,99999999999999999999\n", "isn't a valid integer for uses"),
        (.pairs, "feature,other,uses\n2,1,4\n", "line 2: the pair 2, 1"),
        (.pairs, "feature,other,uses\n1,2,4\n1,2,4\n", "line 3: the pair 1, 2"),
        (.pairs, "feature,other,uses\n1,3,4\n", "line 2: no tag or word has the number 3"),
        (.pairs, "feature,other,uses\n1,999999999999,4\n", "line 2: no tag or word"),
        (.pairs, "feature,other,uses\n1,2,10\n", "line 2: the uses must be from 1 to 9, got 10"),
        (.items, "number,feature\n1,1000000001\n", "line 2: the item 1 has no tag"),
        (.items, "number,feature\n2,1\n1,1\n", "'items.csv', line 3: the row isn't in ascending order"),
        (.items, "number,feature\n10,1\n", "line 2: the row isn't in ascending order"),
        (.items, "number,feature\n1,\n", "line 2: '' isn't a valid integer for feature"),
    ]

    @Test(arguments: invalidFiles.indices) func `an error names its file and line`(place: Int) async throws {
        let (kind, text, expected) = Self.invalidFiles[place]
        var texts = Self.small
        texts[kind] = text
        guard !expected.isEmpty else {
            #expect(try await pack(texts).tags == 3)
            return
        }
        do {
            _ = try await pack(texts)
            Issue.record("'\(text)' was packed")
        } catch let error as LearnedFileError {
            #expect(error.description.contains(expected), "\(error)")
            #expect(error.description.hasSuffix("; generate the folder again with Scale/learning"))
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.isEmpty, "\(left)")
    }

    @Test func `mutated files are packed or reported, and never crash`() async throws {
        var random = SeededNumbers(seed: .random(in: 0 ... .max))
        for round in 0..<60 {
            var texts = Self.small
            for _ in 0...1 {
                let kind = LearnedFile.Kind.allCases.randomElement(using: &random) ?? .tags
                var bytes = Array(texts[kind, default: ""].utf8)
                guard let place = bytes.indices.randomElement(using: &random) else { continue }
                let byte = Array("0129,\n{}\"-e".utf8).randomElement(using: &random) ?? 0x30
                if Bool.random(using: &random) { bytes[place] = byte } else { bytes.insert(byte, at: place) }
                texts[kind] = String(decoding: bytes, as: UTF8.self)
            }
            do {
                _ = try await pack(texts)
                _ = try await ask(modelPath, ["sea"])
            } catch is LearnedFileError { continue } catch {
                Issue.record("seed \(random.seed), round \(round): \(error)")
            }
        }
    }
}

/// A text that is read in one piece.
private final class TextOnce: @unchecked Sendable {
    // Only one reader uses it.
    private var bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
