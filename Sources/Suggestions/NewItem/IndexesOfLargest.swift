extension Array where Element: BinaryFloatingPoint {
    /// Returns the indexes of the largest elements, largest first; ties in ascending order.
    ///
    /// Collects elements above a floor, which rises each time the collection is cut to the limit.
    ///
    /// - Complexity: O(*n* + *k* log *k*) on average for *k* indexes; O(*n* log *k*) for ascending elements.
    func indexesOfLargest(_ limit: Int) -> [Int] {
        func isBefore(_ left: Int, _ right: Int) -> Bool {
            self[left] != self[right] ? self[left] > self[right] : left < right
        }
        var best: [Int] = []
        var floor = -Element.infinity
        for index in indices where self[index] > floor {
            best.append(index)
            guard best.count >= 4 * limit else { continue }
            best = [Int](best.sorted(by: isBefore).prefix(limit))
            floor = best.last.map { self[$0] } ?? floor
        }
        return [Int](best.sorted(by: isBefore).prefix(limit))
    }
}
