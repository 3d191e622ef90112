import Foundation

/// Random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    let seed: UInt64

    init(seed: UInt64) {
        state = seed
        self.seed = seed
    }

    /// A seed from the environment (`TAGFLOW_SEED`), else the one that is committed.
    static func printed(_ fallback: UInt64, for test: String) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["TAGFLOW_SEED"].flatMap { UInt64($0) }
        let seed = given ?? fallback
        print("\(test): seed \(seed)")
        return SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func flip(_ odds: Int = 2) -> Bool {
        Int.random(in: 0..<odds, using: &self) == 0
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }
}
