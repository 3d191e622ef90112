/// A set of scalars as sorted, disjoint, inclusive ranges, for small fixed tables.
struct ScalarRanges: Sendable {
    /// First and last value of each range in turn: first₀, last₀, first₁, last₁, ….
    let bounds: [UInt32]

    /// Tells whether a scalar is in the set.
    ///
    /// - Complexity: Logarithmic in the number of ranges.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var low = 0
        var high = bounds.count / 2
        while low < high {
            let middle = (low + high) / 2
            if scalar.value < bounds[2 * middle] {
                high = middle
            } else if scalar.value > bounds[2 * middle + 1] {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}
