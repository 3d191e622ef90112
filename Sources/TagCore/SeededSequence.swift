/// A deterministic sequence of random numbers, the same on every machine and in every version (SplitMix64).
///
/// ```swift
/// var numbers = SeededSequence(seed: 7)
/// numbers.next(below: 10)  // always the same digit
/// ```
package struct SeededSequence: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Returns the next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a number from 0 to below `bound`; `bound` must be positive.
    package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    /// Returns a random part of a list, neither empty nor complete; `nil` for fewer than two elements.
    package mutating func part<Element>(of list: [Element]) -> [Element]? {
        guard list.count > 1 else { return nil }
        var list = list
        let count = 1 + next(below: list.count - 1)
        for index in 0..<count { list.swapAt(index, index + next(below: list.count - index)) }
        return Array(list.prefix(count))
    }
}
