import TestSupport
import Testing

@testable import TagService

/// Phrases in the texts of an item, as rules find them.
@Suite(.timeLimit(.minutes(30))) struct PhraseIndexTests {
    @Test(arguments: 1...300) func `phrases are found as by comparing each place`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let alphabet = Array(
            ["a", "b", "ab", "abc", "é", "e\u{301}x", "z"].prefix(Int.random(in: 1...7, using: &numbers)))
        func words(_ counts: ClosedRange<Int>) -> [String] {
            (0..<Int.random(in: counts, using: &numbers)).map { _ in alphabet.randomElement(using: &numbers) ?? "" }
        }
        let texts = (0..<3).map { _ in words(0...Int.random(in: 0...90, using: &numbers)) }
        let index = PhraseIndex(texts)
        for _ in 0..<40 {
            var phrase = words(1...Int.random(in: 1...64, using: &numbers))
            // A part of a text occurs, unlike most long phrases.
            if Bool.random(using: &numbers), let text = texts.max(by: { $0.count < $1.count }), !text.isEmpty {
                let start = Int.random(in: text.indices, using: &numbers)
                phrase = Array(text[start...].prefix(Int.random(in: 1...64, using: &numbers)))
            }
            for isPrefix in [false, true] {
                let expected = texts.contains { Self.occurs(phrase, in: $0, isPrefix) }
                #expect(index.contains(phrase, isPrefix: isPrefix) == expected, "seed \(seed): \(phrase) in \(texts)")
            }
        }
        #expect(index.contains([], isPrefix: false))
    }

    private static func occurs(_ phrase: [String], in text: [String], _ isPrefix: Bool) -> Bool {
        guard text.count >= phrase.count else { return false }
        return (0...text.count - phrase.count)
            .contains { start in
                let found = text[start..<start + phrase.count]
                guard isPrefix, let end = found.last, let last = phrase.last else { return Array(found) == phrase }
                return Array(found.dropLast()) == phrase.dropLast() && Array(end.utf8).starts(with: Array(last.utf8))
            }
    }

    @Test func `rules with many long phrases for a long note of few words take little time`() throws {
        let service = try ServiceFixture().service
        func words(_ word: String, _ count: Int) -> String {
            Array(repeating: word, count: count).joined(separator: " ")
        }
        for rule in 0..<10 {
            let phrases = (0..<40).map { #""\#(words("a", 20 + $0 % 20 + rule % 2)) b1 \#(words("a", 43 - $0))""# }
            try service.rules.add(phrases.joined(separator: " or "), tag: "tag \(rule)", isAutomatic: true)
        }
        try service.rules.add(#""\#(words("a", 40)) b1" or "b1 \#(words("a", 62))""#, tag: "found", isAutomatic: true)
        let saved = try service.items.save(ItemDraft(title: "x", note: "b1 \(words("a", 32_000))"))
        #expect(saved.item.tags == ["found"])
    }
}
