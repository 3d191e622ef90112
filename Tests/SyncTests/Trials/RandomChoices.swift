import TestSupport

extension SeededNumbers {
    /// Returns a number below a bound.
    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// Returns whether an event with a probability in percent happens.
    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

    /// Returns an element of a list.
    mutating func pick<Element>(_ list: [Element]) -> Element? { list.isEmpty ? nil : list[below(list.count)] }
}
