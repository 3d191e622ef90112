package import TagCore

/// How often the name of a tag was found in saved items, by place, and how many of those items had the tag.
///
/// Counts are whole numbers, so that deleting an item exactly reverses saving it.
///
/// ```
/// var record = NameRecord()
/// record.count(.title, isHit: true, adding: true)
/// record.probability(in: .title, rates: NameRates())  // .625: .5 · (1 + 1.5) / (.5 + 1.5)
/// ```
package struct NameRecord: Hashable, Sendable {
    /// The number of items that contain the name, by the raw value of the best place.
    package private(set) var found: [Int]
    /// The number of these items that have the tag ("H").
    package private(set) var hits: Int

    /// The weight of the rates, in items.
    private static let priorWeight = 1.5
    /// The highest probability that a name can give.
    package static let highest = 0.95

    /// Creates a record from stored counts, empty by default; missing and negative counts are zero.
    package init(found: [Int] = [], hits: Int = 0) {
        self.found = NamePlace.allCases.indices.map { $0 < found.count ? max(0, found[$0]) : 0 }
        self.hits = max(0, hits)
    }

    /// Adds an item that contains the name, or subtracts it exactly.
    ///
    /// - Parameters:
    ///   - place: the best place of the name.
    ///   - isHit: whether the item has the tag.
    ///   - adding: false to subtract.
    package mutating func count(_ place: NamePlace, isHit: Bool, adding: Bool) {
        let sign = adding ? 1 : -1
        found[Int(place.rawValue)] += sign
        hits += isHit ? sign : 0
    }

    /// Adds the record of a tag that was merged into this tag.
    package mutating func merge(_ other: NameRecord) {
        for place in found.indices { found[place] += other.found[place] }
        hits += other.hits
    }

    /// Returns the probability that an item has the tag if its name is found in a place ("N").
    ///
    /// This is the place's rate times the ratio of actual to expected hits of this tag, shrunk toward 1 by 1.5 items.
    package func probability(in place: NamePlace, rates: NameRates) -> Double {
        let expected = NamePlace.allCases.reduce(0.0) { $0 + Double(found[Int($1.rawValue)]) * rates[$1] }
        let ratio = (Double(hits) + Self.priorWeight) / (expected + Self.priorWeight)
        return min(Self.highest, rates[place] * ratio)
    }
}

/// How often a name is right in each place, over all tags of a database ("π").
///
/// Before anything is learned, a rate is ``NamePlace/prior``, which then counts as much as ten items. Learned rates
/// keep N on the scale of probabilities: people who write tags into titles differ from people who don't.
///
/// ```
/// var rates = NameRates()
/// rates.count(.title, isHit: true, adding: true)
/// rates[.title]  // .545…: (1 + 10 · .5) / (1 + 10)
/// ```
package struct NameRates: Hashable, Sendable {
    /// The number of items and tags whose name was found, by the raw value of the best place.
    package private(set) var found: [Int]
    /// The number of these items that have the tag.
    package private(set) var hits: [Int]

    /// The weight of the priors, in items.
    private static let priorWeight = 10.0

    /// Creates rates from stored counts, empty by default; missing and negative counts are zero.
    package init(found: [Int] = [], hits: [Int] = []) {
        func counts(_ stored: [Int]) -> [Int] {
            NamePlace.allCases.indices.map { $0 < stored.count ? max(0, stored[$0]) : 0 }
        }
        (self.found, self.hits) = (counts(found), counts(hits))
    }

    /// Adds an item in which the name of a tag was found, or subtracts it exactly.
    ///
    /// - Parameters:
    ///   - place: the best place of the name.
    ///   - isHit: whether the item has the tag.
    ///   - adding: false to subtract.
    package mutating func count(_ place: NamePlace, isHit: Bool, adding: Bool) {
        let sign = adding ? 1 : -1
        found[Int(place.rawValue)] += sign
        hits[Int(place.rawValue)] += isHit ? sign : 0
    }

    /// The share of found names that were right in a place, shrunk toward the prior.
    package subscript(place: NamePlace) -> Double {
        let index = Int(place.rawValue)
        return (Double(hits[index]) + Self.priorWeight * place.prior) / (Double(found[index]) + Self.priorWeight)
    }
}
