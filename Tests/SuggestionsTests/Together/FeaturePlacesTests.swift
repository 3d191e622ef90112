import Testing

@testable import Suggestions

@Suite("Places of features") struct FeaturePlacesTests {
    @Test func `are those of a dictionary for any features`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let features = (0..<50).map { _ in UInt32.random(in: 0...(Bool.random() ? 60 : .max), using: &random) }
            var places = FeaturePlaces()
            var expected: [UInt32: Int] = [:]
            for feature in features {
                let place = expected[feature] ?? expected.count
                expected[feature] = place
                #expect(places.place(of: feature) == place)
            }
            #expect(places.features.count == expected.count)
            for feature in features + [0, 61, 1 << 22, .max] { #expect(places[feature] == expected[feature]) }
        }
    }
}
