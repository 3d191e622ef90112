/// The places of features in a list, as an array indexed by feature.
///
/// A dictionary in its place takes a fifth of the time of a question for the next tag, which looks up every tag of
/// every similar item.
///
/// ```swift
/// var places = FeaturePlaces()
/// places.place(of: 12)  // 0
/// places.place(of: 7)  // 1
/// places[12]  // 0
/// places[8]  // nil
/// ```
struct FeaturePlaces: Sendable {
    /// The place of each feature plus 1; 0 for features without one.
    private var places: [UInt32] = []
    /// The places of features that are too large for the array, as only a damaged database has them.
    private var largePlaces: [UInt32: Int] = [:]
    /// The features in the order of their places.
    private(set) var features: [UInt32] = []

    /// The number of features in the array at most, which then takes 16 MiB.
    private static let limit: UInt32 = 1 << 22

    /// Creates places for features, in their order.
    init(_ features: [UInt32] = []) { for feature in features { place(of: feature) } }

    /// The place of a feature; `nil` if it has none.
    ///
    /// - Complexity: O(1).
    subscript(feature: UInt32) -> Int? {
        guard feature < places.count, places[Int(feature)] > 0 else { return largePlaces[feature] }
        return Int(places[Int(feature)]) - 1
    }

    /// Returns the place of a feature, which gets the next one if it has none.
    ///
    /// - Complexity: O(1) amortized; the array grows up to the largest feature below ``limit``.
    @discardableResult mutating func place(of feature: UInt32) -> Int {
        if let place = self[feature] { return place }
        guard feature < Self.limit else {
            features.append(feature)
            largePlaces[feature] = features.count - 1
            return features.count - 1
        }
        if feature >= places.count {
            places += repeatElement(0, count: max(Int(feature) + 1, 2 * places.count) - places.count)
        }
        features.append(feature)
        places[Int(feature)] = UInt32(features.count)
        return features.count - 1
    }
}
