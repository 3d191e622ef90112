import Testing

@testable import Suggestions

@Suite struct LineFilterTests {
    private func filter(_ lines: [String]) -> LineFilter {
        var filter = LineFilter()
        for line in lines { filter.append(line) }
        return filter
    }

    private func found(_ query: String, in lines: [String]) -> [String] {
        filter(lines).matches(query).map { lines[$0] }
    }

    @Test func `starts of words come first, then shorter lines, then earlier lines`() {
        let lines = ["annotate", "notes/stage", "note/tagging", "note/tag", "NOTE/TAG"]
        let expected = ["note/tag", "NOTE/TAG", "note/tagging", "notes/stage"]
        #expect(found("notetag", in: lines) == expected)
        #expect(
            found("fb", in: ["fxxb", "foobar", "foo/bar", "fooBar", "foo bar"]) == [
                "foo bar", "foo/bar", "fooBar", "fxxb", "foobar",
            ])
    }

    @Test func `an uppercase letter matches only itself`() {
        let lines = ["tag", "Tag", "TAG"]
        #expect(found("tag", in: lines) == lines)
        #expect(found("Tag", in: lines) == ["Tag"])
        #expect(found("!T", in: lines) == ["tag"])
    }

    @Test func `terms, alternatives and exclusions`() {
        let lines = ["login fix", "fix", "login", "lambda"]
        #expect(found("fix login", in: lines) == ["login fix"])
        #expect(found("^lo !fix", in: lines) == ["login"])
        #expect(found("bda | 'fix", in: lines) == ["fix", "login fix", "lambda"])
        #expect(found("!o", in: lines) == ["fix", "lambda"])
        #expect(found("", in: lines) == lines)
    }

    @Test func `accents and the width of characters don't count`() {
        let lines = ["un café", "ＳＥＡ", "cafe"]
        #expect(found("cafe", in: lines) == ["cafe", "un café"])
        #expect(found("sea", in: lines) == ["ＳＥＡ"])
    }

    @Test func `the order of lines can be kept or reversed`() {
        let lines = ["xa", "a", "ba", "a"]
        let filter = filter(lines)
        #expect(filter.matches("a") == [1, 3, 0, 2])
        #expect(filter.matches("a", isReversed: true) == [3, 1, 2, 0])
        #expect(filter.matches("a", order: .lines) == [0, 1, 2, 3])
        #expect(filter.matches("a", order: .lines, isReversed: true) == [3, 2, 1, 0])
        #expect(filter.matches("", isReversed: true) == [3, 2, 1, 0])
    }

    @Test func `only the given parts match, each separately`() {
        var filter = LineFilter()
        filter.append("swift:x:a", parts: ["x", "a"])
        filter.append("b:swift:c", parts: ["swift", "c"])
        filter.append("none", parts: [])
        #expect(filter.matches("swift") == [1])
        #expect(filter.matches("x a") == [0])
        #expect(filter.matches("xa") == [])
        #expect(filter.matches("!swift") == [0, 2])
    }

    @Test func `related lines come first among equal scores`() {
        let lines = ["axx", "a", "ba"]
        var filter = filter(lines)
        filter.setAffinities([(tag: 0, score: 0.5), (tag: 2, score: 1), (tag: 9, score: 1)])
        #expect(filter.matches("a") == [0, 1, 2])
    }

    @Test func `filters that are joined find what one filter finds`() {
        let lines = ["note/tag", "é例", "", "xa", "A"]
        for split in 0...lines.count {
            var joined = filter(Array(lines[..<split]))
            joined.append(filter(Array(lines[split...])))
            for query in ["a", "A", "例", "nt", "!a", "e"] {
                #expect(joined.matches(query) == filter(lines).matches(query), "\(query), \(split)")
            }
        }
    }

    @Test func `the matched characters are highlighted`() {
        let ranges = { LineFilter.ranges(of: $0, in: $1, isExact: false) }
        #expect(ranges("notetag", "src/note/tag1") == [4..<8, 9..<12])
        #expect(ranges("'tag", "stage tag") == [6..<9])
        #expect(ranges("^st", "stage tag") == [0..<2])
        #expect(ranges("!x", "stage") == [])
        #expect(ranges("例", "早例é") == [1..<2])
        #expect(ranges("ae", "早ae") == [1..<3])
        #expect(ranges("zzz", "stage") == [])
    }

    @Test func `no score exceeds that of the best alignment of a short line`() throws {
        let letters: [Character] = ["a", "b", "B", "/", " "]
        var lines = ["a"]
        for _ in 0..<4 { lines += lines.suffix(625).flatMap { line in letters.map { line + String($0) } } }
        var scorer = LineScorer()
        for line in lines {
            var text = LineText()
            text.append(line)
            for query in ["a", "ab", "ba", "aab"] {
                let term = LineQuery(query, isExact: false).alternatives[0][0]
                let match = scorer.match(term, in: 0..<text.bytes.count, of: text)
                let best = AlignmentReference(line).bestScore(of: query)
                #expect((match == nil) == (best == nil), "'\(query)' in '\(line)'")
                guard let match, let best else { continue }
                #expect(match.score > 0 && match.score <= best, "'\(query)' in '\(line)'")
                let places = scorer.letters(of: term, in: match).reversed()
                let found = places.map { Array(line.lowercased())[$0] }
                #expect(String(found) == query, "'\(query)' in '\(line)'")
            }
        }
    }

    @Test func `a very long line is matched`() {
        let long = String(repeating: "xa", count: 200_000) + "/note/tag"
        #expect(found("notetag", in: [long, "notetag"]) == ["notetag", long])
        #expect(found("xaxaxaxa", in: [long]) == [long])
    }
}

/// The scores of all alignments of a query with a line of ASCII, by the rules.
private struct AlignmentReference {
    private let line: [Character]

    init(_ line: String) { self.line = Array(line) }

    func bestScore(of query: String) -> Int32? { alignments(of: Array(query), from: 0).map(score).max() }

    private func alignments(of query: [Character], from start: Int) -> [[Int]] {
        guard let first = query.first else { return [[]] }
        return (start..<max(line.count, start)).filter { line[$0].lowercased() == String(first) }
            .flatMap { place in alignments(of: Array(query.dropFirst()), from: place + 1).map { [place] + $0 } }
    }

    private func score(of places: [Int]) -> Int32 {
        var (score, first) = (Int32(0), Int32(0))
        for (index, place) in places.enumerated() {
            var bonus = bonus(at: place)
            let gap = index == 0 ? 0 : place - places[index - 1] - 1
            if index > 0, gap == 0 {
                if bonus >= 8, bonus > first { first = bonus }
                bonus = max(bonus, first, 4)
            } else {
                first = bonus
                if gap > 0 { score -= Int32(2 + gap) }
            }
            score += 16 + (index == 0 ? 2 * bonus : bonus)
        }
        return score
    }

    private func bonus(at place: Int) -> Int32 {
        let character = line[place]
        let before = place == 0 ? " " : line[place - 1]
        if character == " " { return 10 }
        if before == " " { return 10 }
        if before == "/" { return 9 }
        if before.isLowercase, character.isUppercase { return 7 }
        return character == "/" ? 8 : 0
    }
}
