import TestSupport
import Testing

@testable import TagService

@Suite struct `Stored use counts` {
    @Test(arguments: [5_000, 200_000, 1 << 21, Int(UInt32.max)])
    func `equal those of a dictionary, even if features are far apart`(highest: Int) {
        var source = SystemRandomNumberGenerator()
        let seed = source.next()
        var random = SeededNumbers(seed: seed)
        var counts = UseCounts()
        var reference: [UInt32: UInt32] = [:]
        func feature() -> UInt32 {
            // Low numbers are more frequent, as in most databases.
            let limit = Bool.random(using: &random) ? highest : highest / 64
            return UInt32(Int.random(in: 0...limit, using: &random))
        }
        for _ in 0..<20_000 {
            let feature = feature()
            if Bool.random(using: &random) {
                let uses = UInt32.random(in: 0...9, using: &random)
                counts[feature] = uses
                reference[feature] = uses
            }
            #expect(counts[feature] == reference[feature], "\(feature), seed \(seed)")
        }
        let known = Array(reference.keys)
        #expect(counts.known(of: known) == known.compactMap { reference[$0] }, "seed \(seed)")
        let unknown = UInt32(highest) / 2 + 1
        #expect((counts.known(of: [unknown]) == nil) == (reference[unknown] == nil))
    }
}
