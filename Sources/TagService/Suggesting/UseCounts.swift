internal import Suggestions
internal import TagCore
internal import TagStore

/// The use counts of features, as far as they have been read.
struct UseCounts: Sendable {
    /// The mark of a count that was not read.
    private static let unknown = UInt32.max
    /// Tags with higher identifiers, and words, are stored in a dictionary.
    private static let denseLimit = 1 << 20
    /// The number of tags with the lowest identifiers, which are always in the array.
    private static let fewest = 4_096
    /// One of how many places in the array is filled at least when it grows, so that few tags of a million fill no memory.
    private static let sparsest = 16
    private var dense: [UInt32] = []
    private var others: [UInt32: UInt32] = [:]

    /// The uses of some features; `nil` if those of one were not read yet.
    func known(of features: [UInt32]) -> [UInt32]? {
        var known: [UInt32] = []
        known.reserveCapacity(features.count)
        for feature in features {
            guard let uses = self[feature] else { return nil }
            known.append(uses)
        }
        return known
    }

    /// The uses of a feature; `nil` if not read yet.
    subscript(feature: UInt32) -> UInt32? {
        get {
            guard Int(feature) < dense.count else { return others[feature] }
            return dense[Int(feature)] == Self.unknown ? nil : dense[Int(feature)]
        }
        set {
            if Int(feature) >= dense.count, isWorthDense(feature) { growDense(to: Int(feature)) }
            if Int(feature) < dense.count {
                dense[Int(feature)] = newValue ?? Self.unknown
            } else {
                others[feature] = newValue
            }
        }
    }

    private func isWorthDense(_ feature: UInt32) -> Bool {
        Int(feature) < min(max(Self.fewest, others.count * Self.sparsest), Self.denseLimit)
    }

    private mutating func growDense(to feature: Int) {
        // By half at least, so that it grows seldom.
        let count = min(max(feature + 1, dense.count * 3 / 2), Self.denseLimit)
        dense += repeatElement(Self.unknown, count: count - dense.count)
        for (other, uses) in others where Int(other) < count {
            dense[Int(other)] = uses
            others[other] = nil
        }
    }
}
