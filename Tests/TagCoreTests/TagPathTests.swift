import TagCore
import TestSupport
import Testing

@Suite struct TagPathTests {
    @Test func `a key is below the keys that end before one of its separators`() {
        #expect(TagPath.keys(above: "travel/italy/rome") == ["travel/italy", "travel"])
        #expect(TagPath.keys(above: "lang::swift/macros") == ["lang::swift", "lang"])
        #expect(TagPath.keys(above: "travel").isEmpty && TagPath.keys(above: "").isEmpty)
        #expect(TagPath.keys(above: "/etc").isEmpty && TagPath.keys(above: "::x").isEmpty)
        #expect(TagPath.keys(above: "a/").isEmpty && TagPath.keys(above: "a::").isEmpty)
        #expect(TagPath.keys(above: "a:b").isEmpty)
        #expect(TagPath.keys(above: "a//b") == ["a/", "a"])
        #expect(TagPath.keys(above: String(repeating: "/", count: 1_000)).count == TagPath.levelLimit)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `keys above, keys below and their bounds agree`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let parts = ["a", "b", "é", "/", "::", ":", "0", " ", "."]
        func key(_ most: Int) -> String {
            (1...Int.random(in: 1...most, using: &numbers))
                .map { _ in parts[Int.random(in: 0..<parts.count, using: &numbers)] }.joined()
        }
        var found = 0
        for _ in 0..<5_000 {
            let other = key(3)
            let one = (Bool.random(using: &numbers) ? other : "") + key(6)
            let isBelow = TagPath.isKey(one, below: other)
            #expect(isBelow == TagPath.keys(above: one).contains(other), "\(one) \(other) \(numbers.seed)")
            let bytes = Array(one.utf8)
            let isBetween = TagPath.bounds(below: other)
                .contains { bounds in
                    Array(bounds.after.utf8).lexicographicallyPrecedes(bytes)
                        && bytes.lexicographicallyPrecedes(Array(bounds.before.utf8))
                }
            #expect(isBelow == isBetween, "\(one) \(other) \(numbers.seed)")
            if isBelow { found += 1 }
        }
        #expect(found > 100)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `the nearest key above is found in one pass`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let parts = ["a", "b", "é", "/", "::", "!", "0"]
        for _ in 0..<200 {
            let keys = (0..<60)
                .map { _ in
                    (1...Int.random(in: 1...6, using: &numbers))
                        .map { _ in parts[Int.random(in: 0..<parts.count, using: &numbers)] }.joined()
                }
            let sorted = Set(keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            var nesting = KeyNesting()
            for (id, key) in sorted.enumerated() {
                let wanted = TagPath.keys(above: key).first(where: sorted.contains)
                #expect(nesting.add(key, id: Int64(id)).map { sorted[Int($0)] } == wanted, "\(key) \(seed)")
            }
        }
    }

    @Test func `a key with a separator at its end means a branch`() {
        #expect(TagPath.key(ofBranch: "travel/") == "travel" && TagPath.key(ofBranch: "lang::") == "lang")
        #expect(TagPath.key(ofBranch: "travel") == nil && TagPath.key(ofBranch: "/") == nil)
        #expect(TagPath.key(ofBranch: "a:") == nil && TagPath.key(ofBranch: "") == nil)
    }

    @Test func `the end of a name keeps its spelling`() {
        #expect(TagPath.end(of: "Travel/Italy/Rome", below: TagKey("travel")) == "/Italy/Rome")
        #expect(TagPath.end(of: "Straße／Berlin", below: TagKey("STRASSE")) == "／Berlin")
        #expect(TagPath.end(of: "Lang::Swift", below: TagKey("lang")) == "::Swift")
        #expect(TagPath.end(of: "travels/x", below: TagKey("travel")) == nil)
        #expect(TagPath.end(of: "travel", below: TagKey("travel")) == nil)
    }
}
