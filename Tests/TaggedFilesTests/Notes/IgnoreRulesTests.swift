import Testing

@testable import TaggedFiles

@Suite struct IgnoreRulesTests {
    private func ignores(_ name: String, _ pattern: String) -> Bool {
        IgnoreRules(Array(pattern.utf8)).ignores(Array(name.utf8)[...], isFolder: false) == true
    }

    /// Matches a name with a pattern of `*`, `?` and letters by trying all possibilities.
    private func matches(_ name: Substring, _ pattern: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" {
            return matches(name, pattern.dropFirst()) || !name.isEmpty && matches(name.dropFirst(), pattern)
        }
        return (first == "?" ? !name.isEmpty : name.first == first) && matches(name.dropFirst(), pattern.dropFirst())
    }

    private func texts(of letters: [String], upTo length: Int) -> [String] {
        (0..<length).reduce(into: [""]) { texts, _ in texts += texts.flatMap { text in letters.map { text + $0 } } }
    }

    @Test func `every short pattern matches the same names as in a search of all possibilities`() {
        let names = Set(texts(of: ["a", "b"], upTo: 4)).subtracting([""])
        for pattern in Set(texts(of: ["a", "b", "*", "?"], upTo: 4)).subtracting([""]) {
            let rules = IgnoreRules(Array(pattern.utf8))
            for name in names {
                let isIgnored = rules.ignores(Array(name.utf8)[...], isFolder: false) == true
                #expect(isIgnored == matches(name[...], pattern[...]), "\(name) \(pattern)")
            }
        }
    }

    @Test(arguments: [1, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255]) func `names of any length match`(
        length: Int
    ) {
        let name = String(repeating: "a", count: length - 1) + "b"
        for pattern in [
            name, "*b", "*", "*?", "a*b", "*[b]", "[!c]*", "*a*b*", String(repeating: "?", count: length),
            String(repeating: "*[ab]", count: length), String(repeating: "*?", count: length) + "*",
        ] where length > 2 || !pattern.contains("a") { #expect(ignores(name, pattern), "\(pattern)") }
        for pattern in ["*a", "b*", "*b?", "*[!b]", String(repeating: "?", count: length + 1)] where length > 1 {
            #expect(!ignores(name, pattern), "\(pattern)")
        }
    }

    @Test(arguments: ["*[", "[", "*[a-", "a\\", "*[[:alpha:]", "[!"]) func `an unclosed pattern matches nothing`(
        pattern: String
    ) {
        let name = String(repeating: "a", count: 240)
        #expect(!ignores(name, pattern + String(repeating: pattern.hasSuffix("\\") ? "" : "a", count: 3_000)))
        #expect(!ignores("a", pattern) && !ignores("a\\", pattern) && !ignores("[", pattern))
    }

    @Test func `patterns that almost match everywhere are compared in linear time`() {
        // Trying the rest of each pattern at each position would take minutes.
        let almost = "*" + String(repeating: "a", count: 60) + "[b-d]*" + String(repeating: "?", count: 60) + "e*"
        let rules = IgnoreRules(Array(Array(repeating: almost, count: 4_000).joined(separator: "\n").utf8))
        let name = Array((String(repeating: "a", count: 240) + ".md").utf8)
        for _ in 0..<3 { #expect(rules.ignores(name[...], isFolder: false) == nil) }
    }

    @Test func `lines longer than 4 kB are skipped`() {
        #expect(ignores("a", String(repeating: "*", count: 4_096)))
        #expect(!ignores("a", String(repeating: "*", count: 4_097)))
    }
}
