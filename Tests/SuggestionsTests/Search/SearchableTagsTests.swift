import Testing

@testable import Suggestions

@Suite struct `Searchable tags` {
    private func index(_ names: [String]) -> SearchableTags {
        SearchableTags(
            names.enumerated()
                .map { number, name in CompletionTag(id: UInt32(number), key: name, weight: -Double(number)) })
    }

    private func names(_ query: String, _ index: SearchableTags, limit: Int = 10) -> [String] {
        index.complete(CompletionQuery(key: query), limit: limit).map(\.name)
    }

    @Test func `a better kind of match comes first with any weight`() {
        let index = index(["aswift", "x-swift", "swiftui", "swift", "siwft"])
        let found = index.complete(CompletionQuery(key: "swift"), limit: 10)
        #expect(found.map(\.name) == ["swift", "swiftui", "x-swift", "aswift", "siwft"])
        #expect(found.map(\.kind) == [.exact, .prefix, .wordPrefix, .substring, .likelyTypo])
    }

    @Test func `equal kinds are ordered by weight, then by key`() {
        var index = SearchableTags()
        for (id, name, weight) in [(1, "ab", 1.0), (2, "ac", 2), (3, "aa", 1), (4, "ad", .nan)] {
            index.insert(CompletionTag(id: UInt32(id), key: name, weight: weight))
        }
        #expect(names("a", index) == ["ac", "aa", "ab", "ad"])
        index.setWeight(3, of: 4)
        #expect(names("a", index) == ["ad", "ac", "aa", "ab"])
        index.remove(2)
        #expect(names("a", index, limit: 2) == ["ad", "aa"])
    }

    @Test func `typos are not looked for in three letters`() {
        let index = index(["swift"])
        #expect(names("sfw", index).isEmpty)
        #expect(names("siwf", index) == ["swift"])
        #expect(names("siwft", index) == ["swift"])
        #expect(names("xswiftx", index) == ["swift"])
        #expect(names("xsxiftx", index).isEmpty)
    }

    @Test func `possible meanings are ordered by use and the cost of the typos`() {
        func index(_ uses: [String: Double?]) -> SearchableTags {
            SearchableTags(
                zip(UInt32(1)..., uses.sorted { $0.key < $1.key })
                    .map { id, tag in
                        let weight = tag.value.map { Frecency(uses: $0, at: 0)?.seconds ?? 0 }
                        return CompletionTag(id: id, key: tag.key, weight: weight ?? CompletionTag.neverUsed)
                    })
        }
        // A letter too many from elsewhere against one that is swapped.
        #expect(names("siwft", index(["sift": 1, "swift": 1])) == ["swift", "sift"])
        #expect(names("siwft", index(["sift": 200, "swift": 1])) == ["swift", "sift"])
        #expect(names("siwft", index(["sift": 300, "swift": 1])) == ["sift", "swift"])
        // Two edits against one: a whole name that is used much more, and one that is not.
        #expect(names("swfte", index(["swift": 90, "swfxe": 1])) == ["swift", "swfxe"])
        #expect(names("swfte", index(["swift": 2, "swfxe": 1])) == ["swfxe", "swift"])
        // An unused tag doesn't come after every used tag.
        #expect(names("siwft", index(["simftx": 1, "swift": nil])) == ["swift", "simftx"])
        #expect(names("siwft", index(["sift": nil, "swift": nil])) == ["swift", "sift"])
    }

    @Test func `names with the letters in order are found as that, however few are left out`() {
        let index = index(["keyboard", "kelley bryn ford", "key by rodeo"])
        let found = index.complete(CompletionQuery(key: "keybrd"), limit: 10)
        #expect(found.map(\.kind) == [.subsequence, .scattered, .scattered])
    }

    @Test(arguments: [Double.infinity, .nan, -.infinity, .greatestFiniteMagnitude])
    func `weights of any size order misspelled names`(weight: Double) {
        let tags = ["swift", "siwkft", "swiftly"].enumerated()
            .map { CompletionTag(id: UInt32($0), key: $1, weight: $0 == 1 ? weight : 0) }
        let found = SearchableTags(tags).complete(CompletionQuery(key: "siwft"), limit: 10)
        let ids = found.map(\.id)
        #expect(ids == (weight > 0 ? [1, 0, 2] : [0, 2, 1]))
    }

    @Test func `answers do not depend on how many are asked for, nor on how tags were added`() {
        let tags = allStrings(over: ["k", "e", "y"], upTo: 6).enumerated()
            .map { CompletionTag(id: UInt32($0), key: $1, weight: Double($0 * 7 % 11) * 86_400) }
        let whole = SearchableTags(tags)
        var grown = SearchableTags()
        for tag in tags { grown.insert(tag) }
        let favors = [UInt32(500): 0.5, 700: 0.25, 900: 0.75]
        for query in ["keye", "kkyxe", "yeky", "kexxek"].map({ CompletionQuery(key: $0) }) {
            let all = whole.complete(query, limit: 200, favoring: favors)
            #expect(all == grown.complete(query, limit: 200, favoring: favors))
            let plain = whole.complete(query, limit: 200)
            for limit in 0..<40 {
                #expect(whole.complete(query, limit: limit) == Array(plain.prefix(limit)))
                #expect(
                    whole.complete(query, limit: limit, favoring: favors)
                        == grown.complete(query, limit: limit, favoring: favors))
            }
        }
    }

    @Test func `accents don't matter, but names with the typed accents come first`() {
        var index = SearchableTags()
        index.insert(CompletionTag(id: 1, key: "café", foldedKey: "cafe", weight: 9))
        index.insert(CompletionTag(id: 2, key: "cafeteria", weight: 1))
        let typed = index.complete(CompletionQuery(key: "cafe"), limit: 10)
        #expect(typed.map(\.id) == [2, 1])
        #expect(typed.map(\.ignoresMarks) == [false, true])
        let accented = CompletionQuery(key: "café", foldedKey: "cafe")
        #expect(index.complete(accented, limit: 10).map(\.ignoresMarks) == [false, true])
    }

    @Test func `an alias leads to its tag, which comes once`() {
        var index = SearchableTags()
        let alias = CompletionTag.Alias(key: "js")
        index.insert(CompletionTag(id: 1, key: "javascript", aliases: [alias, .init(key: "jscript")]))
        index.insert(CompletionTag(id: 2, key: "js-tools"))
        let found = index.complete(CompletionQuery(key: "js"), limit: 10)
        #expect(found.map(\.id) == [2, 1])
        #expect(found.map(\.alias) == [nil, "js"])
    }

    @Test(arguments: ["日本語", "한국어", "ไทย", "עברית", "🍕🍔", "a\u{301}b"]) func `any run of any script matches`(
        name: String
    ) {
        let index = index(["other", "x" + name + "y"])
        let all = Array(name.unicodeScalars)
        for start in all.indices {
            for end in (start + 1)...all.count {
                var run = String.UnicodeScalarView()
                run.append(contentsOf: all[start..<end])
                #expect(names(String(run), index).last?.contains("y") == true)
            }
        }
    }

    @Test func `hostile queries find nothing and do not trap`() {
        let index = index(["swift", "", "\u{0}", "\u{301}", "a\u{0}b", String(repeating: "x", count: 5_000)])
        #expect(names(String(repeating: "ab", count: 500_000), index).isEmpty)
        #expect(names("a\u{0}b", index).first == "a\u{1}b" || !names("a\u{0}b", index).isEmpty)
        #expect(index.complete(CompletionQuery(key: "\u{301}", foldedKey: ""), limit: 10).map(\.id) == [3])
        #expect(names("", index, limit: 100).count == 6)
        #expect(names("swift", index, limit: 0).isEmpty)
        #expect(names("swift", index, limit: -1).isEmpty)
        #expect(names(String(repeating: "x", count: 4_999), index).count == 1)
        #expect(names("swift", SearchableTags()).isEmpty)
    }

    @Test func `copies do not change with each other`() {
        let first = index(["ab", "ac"])
        var second = first
        second.setWeight(5, of: 1)
        second.remove(0)
        #expect(names("a", first) == ["ab", "ac"])
        #expect(names("a", second) == ["ac"])
    }

    @Test func `the last of several tags with one identifier counts`() {
        let index = SearchableTags([CompletionTag(id: 1, key: "old"), CompletionTag(id: 1, key: "new")])
        #expect(index.count == 1)
        #expect(names("", index) == ["new"])
    }

    @Test func `equally favored tags are in the order of their names`() {
        let names = (0..<40).map { "tag \($0 * 17 % 40 + 10)" }
        let tags = names.enumerated().map { CompletionTag(id: UInt32($0), key: $1, name: $1, weight: 1) }
        let favors = Dictionary(uniqueKeysWithValues: tags.map { ($0.id, 0.5) })
        let found = SearchableTags(tags).complete(CompletionQuery(key: "ta"), limit: 5, favoring: favors)
        #expect(found.map(\.name) == (10..<15).map { "tag \($0)" })
    }
}
