import TagStore
import Testing

@Suite struct TagKeyTests {
    @Test(arguments: [
        ("Swift", "swift"), ("ｓｗｉｆｔ", "swift"), ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("e\u{301}", "\u{E9}"), ("ﬁne", "fine"), ("a  b\u{A0}c", "A B C"), ("☀️", "☀"), ("①", "1"),
    ])
    func `names in different spellings share a key`(first: String, second: String) {
        #expect(TagKey(first).text == TagKey(second).text)
    }

    @Test(arguments: [("resume", "résumé"), ("は", "ば"), ("i", "ı"), ("o", "0"), ("a b", "ab")])
    func `names that differ by a letter have different keys`(first: String, second: String) {
        #expect(TagKey(first).text != TagKey(second).text)
    }

    @Test(arguments: [
        ("Café", "cafe"), ("ΆΛΦΑ", "αλφα"), ("Ёлка", "елка"), ("Việt Nam", "viet nam"), ("ば", "ば"),
        ("हिन्दी", "हिन्दी"), ("שָׁלוֹם", "שלום"),
    ])
    func `folding leaves out accents and keeps letters`(name: String, folded: String) {
        #expect(TagKey(name).folded == folded)
    }

    @Test func `a key is its own key`() {
        for value in stride(from: UInt32(0), through: 0x1_1000, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let key = TagKey("x\(scalar)y").text
            #expect(TagKey(key).text == key, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["", " \t ", "\u{200D}", "\u{FE0F}\u{3000}"])
    func `what is invisible has an empty key`(name: String) {
        #expect(TagKey(name).text.isEmpty)
    }
}
