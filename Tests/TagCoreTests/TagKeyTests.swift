import Foundation
import TagCore
import TestSupport
import Testing

@Suite struct TagKeyTests {
    @Test(arguments: [
        ("Swift", "swift"), ("ｓｗｉｆｔ", "swift"), ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("e\u{301}", "\u{E9}"),
        ("ﬁne", "fine"), ("a  b\u{A0}c", "A B C"), ("☀️", "☀"), ("①", "1"),
    ]) func `names in different spellings share a key`(first: String, second: String) {
        #expect(TagKey(first).text == TagKey(second).text)
    }

    @Test(arguments: [("resume", "résumé"), ("は", "ば"), ("i", "ı"), ("o", "0"), ("a b", "ab")])
    func `names that differ by a letter have different keys`(first: String, second: String) {
        #expect(TagKey(first).text != TagKey(second).text)
    }

    @Test(arguments: [
        ("Café", "cafe"), ("ΆΛΦΑ", "αλφα"), ("Ёлка", "елка"), ("Việt Nam", "viet nam"), ("ば", "ば"), ("हिन्दी", "हिन्दी"),
        ("שָׁלוֹם", "שלום"),
    ]) func `folding removes accents and keeps letters`(name: String, folded: String) {
        #expect(TagKey(name).folded == folded)
    }

    @Test func `the key of a key is the key`() {
        for value in stride(from: UInt32(0), through: 0x1_1000, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let key = TagKey("x\(scalar)y").text
            #expect(TagKey(key).text == key, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["", " \t ", "\u{200D}", "\u{FE0F}\u{3000}"]) func `invisible names have an empty key`(
        name: String
    ) { #expect(TagKey(name).text.isEmpty) }

    @Test func `marks in any order make the key of Unicode's normal form`() {
        var random = SeededNumbers(seed: 11)
        let marks = (UInt32(0x300)...0x36F).filter { $0 != 0x345 && $0 != 0x34F }.compactMap(Unicode.Scalar.init)
        for round in 1...300 {
            let run = (0..<Int.random(in: 1...40, using: &random))
                .compactMap { _ in marks.randomElement(using: &random) }
            let name = "xa" + String(String.UnicodeScalarView(run)) + "e\u{316}\u{301}"
            let expected = name.precomposedStringWithCompatibilityMapping
            #expect(Array(TagKey(name).text.unicodeScalars) == Array(expected.unicodeScalars), "round \(round)")
        }
    }

    @Test func `a long run of marks is in order and complete`() {
        let pairs = 20_000
        let scalars = ScalarDecomposition(canonical: "a" + String(repeating: "\u{301}\u{316}", count: pairs)).scalars
        let marks = [0x316, 0x301].flatMap { [Int32](repeating: $0, count: pairs) }
        #expect(scalars == [0x61] + marks + [0])
        let key = FoldedText("a" + String(repeating: "\u{301}\u{316}", count: 20_000)).text
        #expect(key.utf8.count == "á".utf8.count + 19_999 * 2 + 20_000 * 2)
    }
}
