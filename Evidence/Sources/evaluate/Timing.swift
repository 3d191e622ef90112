import MemoryItems
import Suggestions
import TagCore

/// Measures the phases of a query over a large made-up collection.
///
/// Words and tags are drawn from Zipf's distribution; each tag has 40 words that are frequent in its items.
struct Timing {
    private var numbers = SeededSequence(seed: 7)
    private let itemCount: Int

    init(itemCount: Int) { self.itemCount = itemCount }

    /// Builds the collection, asks 500 queries with a title, a location and 300 words of text, and prints the median of
    /// each phase.
    mutating func run() {
        var items = MemoryItems()
        let clock = ContinuousClock()
        let saving = clock.measure {
            for _ in 0..<itemCount {
                let tags = tags()
                items.save(words(of: tags, textLength: 40), tags: tags.map { "tag\($0)" })
            }
        }
        print("saved \(itemCount) items in \(saving)")
        var names: [String] = []
        var phases: [String: [Duration]] = [:]
        func time<Result>(_ name: String, _ body: () -> Result) -> Result {
            let start = clock.now
            let result = body()
            if phases[name] == nil { names.append(name) }
            phases[name, default: []].append(clock.now - start)
            return result
        }
        for _ in 0..<2_000 {
            let query = text(of: tags(), textLength: 300)
            let words = time("words") {
                ItemWords(title: query.title, location: query.location, note: "", text: query.text)
            }
            let search = time("names") { NameSearch(words, in: items.names) }
            let scores = time("R, N and C") { ItemScores(words, names: search, from: items) }
            let best = time("best") { scores.best(limit: 10, from: items) }
            precondition(best.count == 10, "there are more than ten tags")
            _ = time("R alone") { SimilarItems(words, from: items) }
        }
        for name in names {
            let times = (phases[name] ?? []).sorted()
            print(name, "median", times[times.count / 2], "p99", times[times.count * 99 / 100])
        }
    }

    private mutating func zipf(_ count: Int) -> Int {
        // The inverse of the distribution function of 1 / x, shifted by 20 so that no word is in every item.
        let unit = Double(numbers.next() >> 11) / Double(1 << 53)
        return min(count - 1, Int(20 * exponential(unit * logarithm(Double(count + 20) / 20))) - 20)
    }

    private mutating func tags() -> [Int] { (0..<4).map { _ in zipf(5_000) } }

    private mutating func text(
        of tags: [Int],
        textLength: Int
    ) -> (title: String, location: String, text: String) {
        var texts: [String] = []
        for length in [6, textLength] {
            let list = (0..<length)
                .map { _ in
                    let topic = tags[numbers.next(below: 4)] * 40 + numbers.next(below: 40)
                    return "word\(numbers.next(below: 3) == 0 ? topic : zipf(200_000))"
                }
            texts.append(list.joined(separator: " "))
        }
        return (texts[0], "https://www.site\(zipf(10_000)).org/page/\(zipf(1_000))/name", texts[1])
    }

    private mutating func words(of tags: [Int], textLength: Int) -> ItemWords {
        let parts = text(of: tags, textLength: textLength)
        return ItemWords(title: parts.title, location: parts.location, note: "", text: parts.text)
    }
}
