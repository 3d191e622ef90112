import Foundation
import TestSupport

extension SeededNumbers {
    /// The numbers of a seed from the environment (`TAGFLOW_SEED`), else of the one that is committed.
    static func printed(_ fallback: UInt64, for test: String) -> SeededNumbers {
        let given = ProcessInfo.processInfo.environment["TAGFLOW_SEED"].flatMap { UInt64($0) }
        let seed = given ?? fallback
        print("\(test): seed \(seed)")
        return SeededNumbers(seed: seed)
    }

    mutating func flip(_ odds: Int = 2) -> Bool {
        Int.random(in: 0..<odds, using: &self) == 0
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }
}
