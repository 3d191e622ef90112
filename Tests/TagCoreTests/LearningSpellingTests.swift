import Foundation
import TagCore
import TestSupport
import Testing

/// The job in Scale/learning computes the same keys and words as tagflow.
@Suite struct LearningSpellingTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scale/learning").path

    private struct Spelling: Decodable {
        let key: String
        let words: [String]
    }

    /// Scalars that both Unicode tables contain and that are allowed in names.
    private static let scalars: [Unicode.Scalar] = (0x20...0x1_FFFF).compactMap(Unicode.Scalar.init)
        .filter { scalar in
            switch scalar.properties.generalCategory {
            case .unassigned, .control, .privateUse, .lineSeparator, .paragraphSeparator: false
            // A sample of the many letters without case is enough.
            case .otherLetter where scalar.value > 0x3400 && scalar.value % 37 > 0: false
            default: (scalar.properties.age?.major ?? 99) <= 13 && !isUnsafe(scalar)
            }
        }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFD: true
        default: false
        }
    }

    private func spellings(of texts: [String]) throws -> [Spelling] {
        let folder = try TemporaryFolder()
        let file = folder.file("texts.json")
        try JSONEncoder().encode(texts).write(to: URL(fileURLWithPath: file))
        let output = try PythonScript.run(
            """
            import json, sys
            sys.path.insert(0, sys.argv[1])
            sys.dont_write_bytecode = True
            from spelling import title_words, tag_key
            texts = json.load(open(sys.argv[2], encoding="utf-8"))
            print(json.dumps([{"key": tag_key(text), "words": title_words(text)} for text in texts]))
            """, Self.script, file)
        return try JSONDecoder().decode([Spelling].self, from: Data(output.utf8))
    }

    /// The first distinct words of a title, of which the job learns 24.
    private static func titleWords(of title: String) -> [String] {
        var words: [String] = []
        FoldedWords.forEachWord(of: title) { word in
            if !words.contains(word) { words.append(word) }
            return words.count < 24
        }
        return words
    }

    private func compare(_ texts: [String], seed: UInt64 = 0) throws {
        let spellings = try spellings(of: texts)
        try #require(spellings.count == texts.count)
        for (text, spelling) in zip(texts, spellings) {
            let (key, words) = (TagKey(text).text, Self.titleWords(of: text))
            // Swift's equality ignores differences of composition, so bytes are compared.
            let isEqual =
                key.utf8.elementsEqual(spelling.key.utf8)
                && words.map { Array($0.utf8) } == spelling.words.map { Array($0.utf8) }
            guard !isEqual else { continue }
            let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
            Issue.record("seed \(seed), \(scalars): \(key), \(words) instead of \(spelling.key), \(spelling.words)")
        }
    }

    @Test func `every scalar`() throws { try compare(Self.scalars.map { "a\($0)b \($0)" }) }

    @Test func `random texts`() throws {
        var random = SeededNumbers(seed: .random(in: 0 ... .max))
        let near = Self.scalars.filter { $0.value < 0x600 }
        let texts = (0..<3_000)
            .map { round in
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...40, using: &random) {
                    text.append((round % 2 == 0 ? near : Self.scalars).randomElement(using: &random) ?? " ")
                }
                return String(text)
            }
        try compare(texts, seed: random.seed)
    }
}
