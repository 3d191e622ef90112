internal import Suggestions
internal import TagCore
internal import TagStore

extension NameRecord {
    /// Adds up stored counts.
    init(_ counts: [(place: NamePlace, found: Int, hits: Int)]) {
        var found = NamePlace.allCases.map { _ in 0 }
        for count in counts { found[Int(count.place.rawValue)] += count.found }
        self.init(found: found, hits: counts.reduce(0) { $0 + $1.hits })
    }
}

extension NameRates {
    /// Adds up stored counts.
    init(_ counts: [(place: NamePlace, found: Int, hits: Int)]) {
        var (found, hits) = (NamePlace.allCases.map { _ in 0 }, NamePlace.allCases.map { _ in 0 })
        for count in counts {
            found[Int(count.place.rawValue)] += count.found
            hits[Int(count.place.rawValue)] += count.hits
        }
        self.init(found: found, hits: hits)
    }
}
