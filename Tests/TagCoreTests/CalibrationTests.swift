import TagCore
import TestSupport
import Testing

@Suite struct CalibrationTests {
    /// Returns samples whose hit rate is the square of the score, so that scores are too high.
    private func samples(_ count: Int, seed: UInt64) -> [CalibrationSample] {
        var random = SeededNumbers(seed: seed)
        return (0..<count)
            .compactMap { _ in
                let scores = (0..<10).map { _ in Float.random(in: 0...1, using: &random) }.sorted(by: >)
                var hits: UInt16 = 0
                for (place, score) in scores.enumerated() where Float.random(in: 0..<1, using: &random) < score * score
                { hits |= 1 << UInt16(place) }
                return CalibrationSample(given: Int.random(in: 1...9, using: &random), scores: scores, hits: hits)
            }
    }

    @Test func `probabilities before the first sample use the initial weights`() {
        let calibration = Calibration(of: .tags)
        // σ(logit .5 + .3 − .5·ln 1 − .2·ln 1)
        let first = calibration.probability(score: 0.5, rank: 1, given: 1)
        #expect(abs(first - 1 / (1 + exponential(-0.3))) < 1e-12)
        // σ(ln 4 + .3 − .5·ln 2 − .2·ln 3)
        let second = calibration.probability(score: 0.8, rank: 2, given: 3)
        let logit = logarithm(4) + 0.3 - 0.5 * logarithm(2) - 0.2 * logarithm(3)
        #expect(abs(second - 1 / (1 + exponential(-logit))) < 1e-12)
    }

    @Test func `one sample moves the weights by a Newton step`() throws {
        var calibration = Calibration(of: .tags)
        calibration.learn(try #require(CalibrationSample(given: 1, scores: [0.5], hits: 1)))
        // Only the constant feature is nonzero, so only its weight moves: by (1 − q) / (20 + q(1 − q) + .001).
        let q = 1 / (1 + exponential(-0.3))
        let expected = 0.3 + (1 - q) / (20 + q * (1 - q) + 0.001)
        #expect(abs(calibration.weights[1] - expected) < 1e-12)
        #expect(calibration.weights[0] == 1 && calibration.weights[2] == -0.5)
        #expect(abs(calibration.curvature[2] - (20 + q * (1 - q) + 0.001)) < 1e-12)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func `samples bring probabilities close to hit rates`(seed: UInt64) {
        var calibration = Calibration(of: .tags)
        for sample in samples(1_500, seed: seed) { calibration.learn(sample) }
        var (raw, learned, count) = (0.0, 0.0, 0.0)
        for sample in samples(500, seed: seed + 100) {
            for (place, score) in sample.scores.enumerated() {
                let truth = Double(score * score)
                let probability = calibration.probability(score: Double(score), rank: place + 1, given: sample.given)
                raw += abs(Double(score) - truth)
                learned += abs(probability - truth)
                count += 1
            }
        }
        #expect(learned / count < 0.05, "seed \(seed): \(learned / count)")
        #expect(learned < raw / 3, "seed \(seed)")
    }

    @Test func `no samples change the order of scores`() throws {
        var random = SeededNumbers(seed: 4)
        var calibration = Calibration(of: .tags)
        for _ in 0..<2_000 {
            // Only low scores are hits.
            let scores = (0..<10).map { _ in Float.random(in: 0...1, using: &random) }.sorted(by: >)
            calibration.learn(try #require(CalibrationSample(given: 2, scores: scores, hits: 0b11_1110_0000)))
        }
        let ranked = (1...10).map { calibration.probability(score: 1 - Double($0) / 10, rank: $0, given: 2) }
        #expect(zip(ranked, ranked.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(ranked.allSatisfy { (0...1).contains($0) })
        for score in [Double.nan, -1, 0, 1, 2, .infinity] {
            let probability = calibration.probability(score: score, rank: 0, given: 0)
            #expect((0...1).contains(probability))
        }
    }

    @Test func `a sum of evidence near 1 makes a tag more certain, and no samples change the order`() throws {
        let start = Calibration(of: .item)
        func probability(_ sum: Double, _ calibration: Calibration) -> Double {
            calibration.probability(score: sum / (1 + sum), rank: 1, given: 0)
        }
        // σ(a·ln S + b − d·ln(1 − S))
        let weights = start.weights
        let logit = weights[0] * logarithm(0.9) + weights[1] - weights[3] * logarithm(0.1)
        #expect(abs(probability(0.9, start) - 1 / (1 + exponential(-logit))) < 1e-9)
        #expect(probability(2, start) > probability(0.98, start))
        var sure = start
        for _ in 0..<200 {
            sure.learn(try #require(CalibrationSample(given: 0, hasItem: true, scores: [0.495, 0.33, 0.1], hits: 1)))
        }
        #expect(probability(0.98, sure) > 0.95, "\(probability(0.98, sure))")
        #expect(
            sure.probability(score: 0.33, rank: 2, given: 0) < 0.2,
            "\(sure.probability(score: 0.33, rank: 2, given: 0))")
        var random = SeededNumbers(seed: 6)
        var learned = start
        for _ in 0..<1_000 {
            // Only low scores are hits.
            let scores = (0..<10).map { _ in Float.random(in: 0...0.7, using: &random) }.sorted(by: >)
            learned.learn(
                try #require(CalibrationSample(given: 0, hasItem: true, scores: scores, hits: 0b11_1110_0000)))
        }
        let sums = stride(from: 0.05, through: 2.5, by: 0.05).map { probability($0, learned) }
        #expect(zip(sums, sums.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(Calibration(of: .item, values: learned.values) == learned)
        #expect(Calibration(of: .item, values: [1, 0, 0, -1] + learned.curvature) == nil)
    }

    @Test func `a state is restored only from valid numbers`() throws {
        var calibration = Calibration(of: .tags)
        for sample in samples(20, seed: 5) { calibration.learn(sample) }
        let values = calibration.values
        #expect(values.count == 14 && Calibration(of: .tags, values: values) == calibration)
        #expect(Calibration(of: .tags, values: Array(values.dropLast())) == nil)
        #expect(Calibration(of: .tags, values: [.nan] + values.dropFirst()) == nil)
        #expect(Calibration(of: .tags, values: [-1] + values.dropFirst()) == nil)
    }

    @Test func `a sample is restored only from valid words`() throws {
        let gains = MixtureGains(model: 0x0123_4567_89AB_CDEF, gains: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 1])
        for mixture in [nil, gains] {
            let sample = try #require(
                CalibrationSample(given: 3, scores: [0.9, 0.5, 0.1], hits: 0b101, mixture: mixture))
            #expect(CalibrationSample(words: sample.words) == sample)
            #expect(CalibrationSample(words: sample.words.dropLast()) == nil)
            #expect(CalibrationSample(words: sample.words + [0]) == nil)
        }
        #expect(CalibrationSample(words: []) == nil)
        #expect(CalibrationSample(words: [1 | 1 << 8, Float.nan.bitPattern]) == nil)
        #expect(CalibrationSample(given: 0, scores: [], hits: 0) == nil)
        #expect(CalibrationSample(given: 256, scores: [], hits: 0) == nil)
        #expect(CalibrationSample(given: 1, scores: [1.5], hits: 0) == nil)
        #expect(CalibrationSample(given: 1, scores: [0.5], hits: 0b10) == nil)
        #expect(CalibrationSample(given: 1, scores: [Float](repeating: 0, count: 11), hits: 0) == nil)
    }
}

@Suite struct MixtureTests {
    private func sample(best: Int, model: UInt64 = 7) throws -> CalibrationSample {
        let gains = Mixture.shares.indices.map { $0 == best ? Float(1) : 0.5 }
        return try #require(
            CalibrationSample(given: 1, scores: [], hits: 0, mixture: MixtureGains(model: model, gains: gains)))
    }

    @Test func `the share without samples depends on the number of items`() {
        let mixture = Mixture(model: 7)
        let shares = [0, 100, 900, 1_000_000].map(mixture.share)
        // Near .3 + .3 · n / (n + 100), but closer to the middle, because every share is still plausible.
        for (share, expected) in zip(shares, [0.42, 0.48, 0.53, 0.54]) { #expect(abs(share - expected) < 0.01) }
        #expect(mixture.share(saved: -1) == shares[0])
    }

    @Test func `the best shares get the most weight, and samples of other models are ignored`() throws {
        var mixture = Mixture(model: 7)
        var shares = [mixture.share(saved: 30)]
        for _ in 0..<30 {
            mixture.learn(try sample(best: 6))
            shares.append(mixture.share(saved: 30))
        }
        #expect(shares == shares.sorted() && shares[30] > 0.99)
        let before = mixture
        mixture.learn(try sample(best: 0, model: 8))
        mixture.learn(try #require(CalibrationSample(given: 1, scores: [], hits: 0)))
        #expect(mixture == before)
        for _ in 0..<60 { mixture.learn(try sample(best: 0)) }
        #expect(mixture.share(saved: 90) < 0.01)
        #expect(Mixture(model: 7, values: mixture.values) == mixture)
        #expect(Mixture(model: 7, values: [1]) == nil)
    }

    @Test func `the share is from 0 to 1 for all stored numbers`() throws {
        for sums in [[0, 0, 0, 0, 0, 0, 0], [1e308, 0, 0, 1e308, 0, 0, 1e308], [50, 0, 0, 0, 0, 0, 50]] {
            let mixture = try #require(Mixture(model: 7, values: sums + [50]))
            for saved in [0, 30, Int.max] { #expect((0...1).contains(mixture.share(saved: saved))) }
        }
    }
}

@Suite struct SeededSequenceTests {
    @Test func `the numbers are those of SplitMix64`() {
        var sequence = SeededSequence(seed: 0)
        let numbers = [sequence.next(), sequence.next()]
        #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
    }

    @Test func `a part of a list is neither empty nor complete`() throws {
        var sequence = SeededSequence(seed: 1)
        var sizes: Set<Int> = []
        for _ in 0..<200 {
            let found = sequence.part(of: [1, 2, 3, 4])
            let part = try #require(found)
            #expect(Set(part).isSubset(of: [1, 2, 3, 4]) && Set(part).count == part.count)
            sizes.insert(part.count)
        }
        #expect(sizes == [1, 2, 3])
        let none = [sequence.part(of: [1]), sequence.part(of: [])]
        #expect(none == [nil, nil])
    }
}
