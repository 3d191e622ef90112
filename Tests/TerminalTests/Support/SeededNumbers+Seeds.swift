import TestSupport

extension SeededNumbers {
    /// Seeds to try: four fixed seeds and a random seed, which a failing test prints as its argument.
    static let seeds: [UInt64] = Array(1...4) + [UInt64.random(in: .min ... .max)]
}
